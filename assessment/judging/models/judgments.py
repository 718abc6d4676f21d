"""What assessors say of pool items, with the history of it."""

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Guidelines
from assessment.judging.models.assignments import Assignment
from assessment.judging.models.classes import AnswerClass
from assessment.judging.models.imports import JudgmentImport
from assessment.people.models import Member
from assessment.submissions.models import PoolItem


class Kind(models.TextChoices):
    """Who or what gave a grade."""

    HUMAN = "human", "Person"
    MACHINE = "machine", "Machine"
    AUTOMATIC = "automatic", "Automatic"


class Judgment(models.Model):
    """What one assessor says of one pool item now. Former states are in Revision; nothing is deleted.

    An empty grade means not judged (undone, or only a note or "decide later" so far).
    """

    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="judgments")
    member = models.ForeignKey(Member, models.PROTECT, related_name="judgments")
    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="judgments")
    grade = models.CharField(max_length=20, blank=True)
    note = models.TextField(blank=True)
    later = models.BooleanField(default=False)
    answer_class = models.ForeignKey(
        AnswerClass, models.PROTECT, null=True, related_name="judgments", help_text="of a correct list answer"
    )
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.HUMAN)
    version = models.CharField(max_length=100, blank=True, help_text="of the machine that judged")
    guidelines = models.ForeignKey(Guidelines, models.PROTECT, null=True, related_name="+")
    changes = models.PositiveIntegerField(
        default=0, help_text="revisions so far; a save names the number it saw"
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


class Revision(models.Model):
    """One change of a judgment: the former state, the new one, and the event of the change (who and when).

    `client_id` is made by the browser, so that a repeated save is harmless. Undo restores the former
    state of the newest change that was not undone, and is a change itself; a note typed with a grade stays.
    """

    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="revisions", db_index=False)
    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="+")
    client_id = models.UUIDField()
    former_grade = models.CharField(max_length=20, blank=True)
    former_note = models.TextField(blank=True)
    former_later = models.BooleanField(default=False)
    former_judged_at = models.DateTimeField(null=True)
    grade = models.CharField(max_length=20, blank=True)
    note = models.TextField(blank=True)
    later = models.BooleanField(default=False)
    document_revision = models.PositiveIntegerField(
        null=True, help_text="which copy of the document was beside the answer"
    )
    remote_resources = models.CharField(
        max_length=10, blank=True, help_text="the setting under which that copy was shown"
    )
    is_undo = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    source = models.ForeignKey(
        JudgmentImport,
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="the import that the new state is from",
    )
    former_source = models.ForeignKey(
        JudgmentImport,
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="the import that had said the former state",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "client_id"], name="revision_client_id_unique")
        ]
        indexes = [
            models.Index(
                fields=["assignment", "-id"],
                condition=models.Q(is_undo=False, undone=False),
                name="revision_undoable",
            ),
        ]

    @property
    def is_of_note(self) -> bool:
        """Whether the grade and "later" stayed as they were, so that the note is what was changed."""
        return (self.grade, self.later) == (self.former_grade, self.former_later)
