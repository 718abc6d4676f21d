"""The history of everything that people decide."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import FileImport, Question
from assessment.judging.models.assignments import Assignment
from assessment.judging.models.batches import ChangeBatch
from assessment.submissions.models import PoolItem


class ChangeKind(models.TextChoices):
    """What was changed. Each kind has an undo of its own, for each assessor."""

    GRADE = "grade", gettext_lazy("Grade, note or “later”")
    PARTS = "parts", gettext_lazy("Answer classes, nuggets, votes or marks")
    NOTES = "notes", gettext_lazy("Notes on the question")
    DECISION = "decision", gettext_lazy("Decision on a disputed item")


class ChangeQuerySet(models.QuerySet["Change"]):
    """Ways of choosing changes."""

    def of_one(self, question: Question, assignment: Assignment | None, kind: ChangeKind) -> "ChangeQuerySet":
        """Those of one kind that one assessor, or an adjudicator, made in a question."""
        return self.filter(question=question, assignment=assignment, kind=kind)

    def undoable(self) -> "ChangeQuerySet":
        """Those that undo takes back, newest first."""
        return self.filter(is_undo=False, undone=False).order_by("-pk")

    def next_undo(self) -> str:
        """What the next undo takes back; empty where there is nothing."""
        return self.undoable().values_list("label", flat=True).first() or ""


class Change(models.Model):
    """One change: what stood before, what after, who made it and when, and what was around it.

    `before` and `after` hold values by part and key (services/parts). Rows are only added; undo puts back what stood
    before the newest change that was not undone, is a change itself, and marks the other as undone. Without an
    assignment an adjudicator made it. No page reads this while somebody judges, but for what can be undone.
    """

    question = models.ForeignKey(Question, models.PROTECT, related_name="+", db_index=False)
    assignment = models.ForeignKey(Assignment, models.PROTECT, null=True, related_name="changes")
    item = models.ForeignKey(
        PoolItem, models.PROTECT, null=True, related_name="+", help_text="where it concerns one item"
    )
    kind = models.CharField(max_length=10, choices=ChangeKind)
    client_id = models.UUIDField(help_text="made by the browser, so that a repeated save is harmless")
    label = models.TextField(help_text="what was done, as the undo button names it")
    before = models.JSONField()
    after = models.JSONField()
    is_undo = models.BooleanField(default=False)
    undone = models.BooleanField(default=False, help_text="taken back, or there was nothing to take back")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
    )
    seconds = models.PositiveIntegerField(default=0, help_text="active time that came with it")
    place = models.PositiveIntegerField(null=True, help_text="of the item in the assessor's list, from 1")
    document_revision = models.PositiveIntegerField(
        null=True, help_text="which copy of the document was beside the answer"
    )
    remote_resources = models.CharField(
        max_length=10, blank=True, help_text="the setting under which that copy was shown"
    )
    batch = models.ForeignKey(
        ChangeBatch,
        models.PROTECT,
        null=True,
        related_name="changes",
        db_index=False,
        help_text="the act of which it is one of many changes",
    )
    source = models.ForeignKey(
        FileImport,
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="the import that the new state is from",
    )

    objects = ChangeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "client_id"], name="change_client_id_unique")
        ]
        indexes = [
            models.Index(
                fields=["question", "assignment", "kind", "-id"],
                condition=models.Q(is_undo=False, undone=False),
                name="change_undoable",
            ),
            models.Index(
                fields=["batch", "id"], condition=models.Q(batch__isnull=False), name="change_of_batch"
            ),
        ]
