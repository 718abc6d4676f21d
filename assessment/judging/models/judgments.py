"""What assessors say of pool items."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models

from assessment.campaigns.models import FileImport, Guidelines
from assessment.judging.models.assignments import Assignment
from assessment.judging.models.entries import Entry
from assessment.judging.models.marks import Mark, OfPeople
from assessment.people.models import Member
from assessment.submissions.models import PoolItem, in_pool
from scoring.scales import CANNOT_JUDGE

# What files, and the history of what they change, call whoever gave a grade: the columns of each kind.
KINDS = {
    "human": {"by_program": False, "automatic": False},
    "machine": {"by_program": True, "automatic": False},
    "automatic": {"by_program": True, "automatic": True},
}


def kind_in_files() -> models.Case:
    """The kind of a judgment, read by the database."""
    whens = (models.When(**columns, then=models.Value(kind)) for kind, columns in KINDS.items())
    return models.Case(*whens, output_field=models.CharField())


class JudgmentQuerySet(models.QuerySet["Judgment"]):
    """Ways of choosing judgments."""

    def counting(self) -> "JudgmentQuerySet":
        """Those that enter disputes: grades of items in the pool, in assignments that were not handed over.

        That an item cannot be judged is no grade.
        """
        said = self.filter(in_pool("item"), assignment__handed_over_at=None)
        return said.exclude(grade__in=("", CANNOT_JUDGE))

    def cannot_judge(self) -> "JudgmentQuerySet":
        """Those that say of an item of the pool that it cannot be judged, in assignments that were not handed over."""
        return self.filter(in_pool("item"), assignment__handed_over_at=None, grade=CANNOT_JUDGE)


_OfPeople = OfPeople.from_queryset(JudgmentQuerySet)


class Judgment(Mark):
    """What one assessor says of one pool item now. Former states are in Change; nothing is deleted.

    An empty grade means not judged (undone, or only a note or "decide later" so far).
    """

    OF_ASSIGNMENT = {"assignment": models.OuterRef("pk")}
    SAYS = ~models.Q(grade="")

    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="judgments", db_index=False)
    member = models.ForeignKey(Member, models.PROTECT, related_name="judgments")
    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="judgments", db_index=False)
    grade = models.CharField(max_length=20, blank=True)
    note = models.TextField(blank=True)
    later = models.BooleanField(default=False)
    answer_class = models.ForeignKey(
        Entry, models.PROTECT, null=True, related_name="judgments", help_text="of a correct list answer"
    )
    automatic = models.BooleanField(default=False, help_text="its file gives it as the gold standard's")
    version = models.CharField(max_length=100, blank=True, help_text="of the machine that judged")
    guidelines = models.ForeignKey(Guidelines, models.PROTECT, null=True, related_name="+")
    changes = models.PositiveIntegerField(
        default=0, help_text="how often it was changed; a save names the number it saw"
    )
    judged_at = models.DateTimeField(null=True)
    source = models.ForeignKey(
        FileImport,
        models.PROTECT,
        null=True,
        related_name="judgments",
        db_index=False,
        help_text="the import that said so last",
    )

    objects: ClassVar[_OfPeople] = _OfPeople()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "member"], name="judgment_unique"),
            models.CheckConstraint(
                condition=models.Q(grade="") | models.Q(judged_at__isnull=False), name="judgment_has_time"
            ),
            models.CheckConstraint(
                condition=models.Q(by_program=True) | models.Q(automatic=False),
                name="judgment_automatic_of_program",
            ),
        ]
        indexes = [
            models.Index(fields=["assignment", "item"], name="judgment_of_assignment"),
            models.Index(
                fields=["source", "id"], condition=models.Q(source__isnull=False), name="judgment_of_import"
            ),
        ]

    @property
    def kind(self) -> str:
        """Of KINDS."""
        own = {"by_program": self.by_program, "automatic": self.automatic}
        return next(kind for kind, columns in KINDS.items() if columns == own)


def is_of_note(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a change left the grade and "later" as they were, so that the note is what was changed."""
    return (before["grade"], before["later"]) == (after["grade"], after["later"])
