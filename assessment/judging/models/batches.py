"""Acts of many changes at once: what each did, and whether it was undone as a whole."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign, FileImport
from assessment.jobs.models import Job


class BatchKind(models.TextChoices):
    """What an act was."""

    MAJORITIES = "majorities", gettext_lazy("Accepted majorities")
    DECISIONS = "decisions", gettext_lazy("Decisions from a file")
    MATCHES = "matches", gettext_lazy("Nugget matches from a file")
    VOTES = "votes", gettext_lazy("Nugget votes from a file")


class BatchState(models.TextChoices):
    """How far an act is."""

    STORING = "storing", gettext_lazy("Being stored")
    STORED = "stored", gettext_lazy("Stored")
    UNDOING = "undoing", gettext_lazy("Being undone")
    UNDONE = "undone", gettext_lazy("Undone")


HALF_DONE = (BatchState.STORING, BatchState.UNDOING)


class ChangeBatch(models.Model):
    """Changes that one act made and that are undone as one. `report` says what it did and what it left, for people."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="change_batches", db_index=False)
    kind = models.CharField(max_length=12, choices=BatchKind)
    state = models.CharField(max_length=8, choices=BatchState, default=BatchState.STORING)
    file = models.CharField(max_length=255, blank=True)
    kept = models.OneToOneField(
        FileImport, models.CASCADE, null=True, related_name="batch", help_text="the record of its file"
    )
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, related_name="+", help_text="at work on it, or last"
    )
    report = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(state__in=HALF_DONE),
                name="change_batch_one_at_a_time",
            )
        ]
        indexes = [models.Index(fields=["campaign", "-id"], name="change_batch_of_campaign")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, no. {self.pk}"

    @property
    def job_is_active(self) -> bool:
        """Whether its job has not ended."""
        return self.job is not None and self.job.is_active

    @property
    def is_half_done(self) -> bool:
        """Whether it is being stored or undone."""
        return self.state in HALF_DONE

    @property
    def can_be_undone(self) -> bool:
        """Whether there is something to undo, and nobody at it."""
        return self.state != BatchState.UNDONE and not self.job_is_active
