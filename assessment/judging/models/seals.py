"""The seals of the history: one for each day of it, made over the day before and all that was done on the day."""

from django.db import models


class DaySeal(models.Model):
    """The history of one day, UTC, sealed. `head` is made of the head of the day before, the day and its parts.

    Seals are never changed, and name nobody. They refer to no campaign by a key: what was sealed of one that was
    deleted stays, so that the chain holds.
    """

    day = models.DateField(unique=True)
    head = models.CharField(max_length=64, help_text="SHA-256; services/sealing says of what")
    first_change = models.PositiveBigIntegerField(
        help_text="no change of this day or a later one is before it"
    )
    first_event = models.PositiveBigIntegerField(help_text="no event of this day or a later one is before it")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["day"]

    def __str__(self) -> str:
        return f"{self.day} {self.head}"


class PartSeal(models.Model):
    """What was done in one campaign on a day, or outside of all campaigns (number 0)."""

    seal = models.ForeignKey(DaySeal, models.PROTECT, related_name="parts", db_index=False)
    campaign_number = models.PositiveBigIntegerField()
    changes = models.PositiveIntegerField()
    events = models.PositiveIntegerField()
    rows_sha256 = models.CharField(
        max_length=64, help_text="of changes and events, without the words of events"
    )
    words_sha256 = models.CharField(
        max_length=64, help_text="of the words of events, of which names of people may be taken out later"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seal", "campaign_number"], name="part_seal_unique"),
        ]

    def __str__(self) -> str:
        return f"campaign {self.campaign_number} on {self.seal.day}"
