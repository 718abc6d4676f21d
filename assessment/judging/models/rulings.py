"""What assessors ask the organizers while they judge, and the rulings that all assessors go by."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.people.models import Member
from assessment.submissions.models import PoolItem


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Ways of choosing rulings."""

    def made(self) -> "RulingQuerySet":
        """Those that were written; the others are questions that wait."""
        return self.exclude(text="")

    def waiting(self) -> "RulingQuerySet":
        """Questions without an answer."""
        return self.filter(text="")

    def unread(self) -> "RulingQuerySet":
        """Answers that whoever asked has not read yet."""
        return self.made().filter(asked_by__isnull=False, read_at=None)


class Ruling(models.Model):
    """A ruling on how to judge, dated, for all assessors of the campaign; before it is written, what somebody asked.

    Who asked, and in which words, is known to the organizers and to whoever asked, and to no other assessor.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="rulings", db_index=False)
    question = models.ForeignKey(
        Question, models.PROTECT, null=True, related_name="+", help_text="where it concerns one"
    )
    item = models.ForeignKey(
        PoolItem, models.PROTECT, null=True, related_name="+", help_text="the answer that was asked about"
    )
    asked_by = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    asked = models.TextField(blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    client_id = models.UUIDField(help_text="made by the browser, so that a repeated request is harmless")
    text = models.TextField(blank=True, help_text="the ruling; empty while the question waits")
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ruled_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(
        null=True, help_text="when whoever asked said that they read it as it is now"
    )
    changes = models.PositiveIntegerField(default=0, help_text="how often the ruling was written")

    objects = RulingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "client_id"], name="ruling_client_id_unique")
        ]

    @property
    def is_new(self) -> bool:
        """Whether it answers somebody who has not read it yet."""
        return bool(self.text and self.asked_by_id and not self.read_at)

    def __str__(self) -> str:
        return f"ruling {self.pk}"
