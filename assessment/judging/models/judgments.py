"""What assessors say of pool items."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Guidelines
from assessment.judging.models.assignments import Assignment
from assessment.judging.models.classes import AnswerClass
from assessment.judging.models.imports import JudgmentImport
from assessment.people.models import Member
from assessment.submissions.models import PoolItem, in_pool


class JudgmentKind(models.TextChoices):
    """Who or what gave a grade."""

    HUMAN = "human", gettext_lazy("Person")
    MACHINE = "machine", gettext_lazy("Machine")
    AUTOMATIC = "automatic", gettext_lazy("Automatic")


class JudgmentQuerySet(models.QuerySet["Judgment"]):
    """Ways of choosing judgments."""

    def counting(self) -> "JudgmentQuerySet":
        """Those that enter disputes: grades of items in the pool, in assignments that were not handed over."""
        return self.filter(in_pool("item"), assignment__handed_over_at=None).exclude(grade="")


_Manager = models.Manager.from_queryset(JudgmentQuerySet)


class OfPeople(_Manager["Judgment"]):
    """What people say. What programs say is found by `Judgment.programs` and `Judgment.ever` alone, and there is a list of
    the modules that use these (tests/blindness/test_by_construction)."""

    def get_queryset(self) -> "models.QuerySet[Judgment]":
        return super().get_queryset().filter(kind=JudgmentKind.HUMAN)


class OfPrograms(_Manager["Judgment"]):
    """What programs say."""

    def get_queryset(self) -> "models.QuerySet[Judgment]":
        return super().get_queryset().exclude(kind=JudgmentKind.HUMAN)


class Judgment(models.Model):
    """What one assessor says of one pool item now. Former states are in Change; nothing is deleted.

    An empty grade means not judged (undone, or only a note or "decide later" so far).
    """

    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="judgments", db_index=False)
    member = models.ForeignKey(Member, models.PROTECT, related_name="judgments")
    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="judgments", db_index=False)
    grade = models.CharField(max_length=20, blank=True)
    note = models.TextField(blank=True)
    later = models.BooleanField(default=False)
    answer_class = models.ForeignKey(
        AnswerClass, models.PROTECT, null=True, related_name="judgments", help_text="of a correct list answer"
    )
    kind = models.CharField(max_length=10, choices=JudgmentKind, default=JudgmentKind.HUMAN)
    version = models.CharField(max_length=100, blank=True, help_text="of the machine that judged")
    guidelines = models.ForeignKey(Guidelines, models.PROTECT, null=True, related_name="+")
    changes = models.PositiveIntegerField(
        default=0, help_text="how often it was changed; a save names the number it saw"
    )
    judged_at = models.DateTimeField(null=True)
    source = models.ForeignKey(
        JudgmentImport,
        models.PROTECT,
        null=True,
        related_name="judgments",
        db_index=False,
        help_text="the import that said so last",
    )

    objects = OfPeople()
    programs = OfPrograms()
    ever = JudgmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "member"], name="judgment_unique"),
            models.CheckConstraint(
                condition=models.Q(grade="") | models.Q(judged_at__isnull=False), name="judgment_has_time"
            ),
        ]
        indexes = [
            models.Index(fields=["assignment", "item"], name="judgment_of_assignment"),
            models.Index(
                fields=["source", "id"], condition=models.Q(source__isnull=False), name="judgment_of_import"
            ),
        ]


def is_of_note(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a change left the grade and "later" as they were, so that the note is what was changed."""
    return (before["grade"], before["later"]) == (after["grade"], after["later"])
