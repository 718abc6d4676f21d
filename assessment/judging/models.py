"""Assignments, judgments with their history, known answers, and adjudication."""

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Guidelines, Question
from assessment.people.models import Member
from assessment.shared.fields import CodePointCharField
from assessment.submissions.models import PoolItem

MACHINE = "machine"  # role of an assignment whose judgments were not given by a person


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    """Ways of choosing assignments."""

    def of_people(self) -> "AssignmentQuerySet":
        """What people were given. A machine's assignment only ties what it said to the question."""
        return self.exclude(role=MACHINE)

    def counting(self) -> "AssignmentQuerySet":
        """Assignments whose judgments count: people's, but for those handed over to somebody else."""
        return self.of_people().filter(handed_over_at__isnull=True)


class Assignment(models.Model):
    """One assessor's work on one whole question, with the sheet that goes with it.

    `judged` is a counter kept in the transaction of each judgment. An assignment is done when it was
    finished and its counter equals the pool's items: a pool that grows reopens it without a write.
    """

    question = models.ForeignKey(Question, models.PROTECT, related_name="assignments")
    member = models.ForeignKey(Member, models.PROTECT, related_name="assignments")
    role = models.CharField(max_length=10, default="judge", help_text="primary, judge, voter or expert")
    judged = models.PositiveIntegerField(default=0)
    later = models.PositiveIntegerField(default=0, help_text="items marked to decide later")
    seconds = models.PositiveIntegerField(default=0, help_text="active time")
    canonical_answer = models.TextField(blank=True)
    comment = models.TextField(blank=True)
    rules_of_thumb = models.TextField(blank=True, help_text="the assessor's own decisions, always in view")
    no_answer_found = models.BooleanField(default=False)
    sheet_version = models.PositiveIntegerField(default=0)
    assigned_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    handed_over_at = models.DateTimeField(null=True, blank=True)
    handed_to = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="taken_from")

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "member"], name="assignment_unique")]

    @property
    def pool_size(self) -> int:
        """Items in the question's pool."""
        pool = getattr(self.question, "pool", None)
        return pool.items if pool else 0

    @property
    def is_done(self) -> bool:
        """Whether it was finished, and nothing came into the pool since."""
        return self.finished_at is not None and self.judged >= self.pool_size


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
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.HUMAN)
    version = models.CharField(max_length=100, blank=True, help_text="of the machine that judged")
    guidelines = models.ForeignKey(Guidelines, models.PROTECT, null=True, related_name="+")
    changes = models.PositiveIntegerField(
        default=0, help_text="revisions so far; a save names the number it saw"
    )
    judged_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "member"], name="judgment_unique"),
            models.CheckConstraint(
                condition=models.Q(grade="") | models.Q(judged_at__isnull=False), name="judgment_has_time"
            ),
        ]
        indexes = [models.Index(fields=["assignment", "item"], name="judgment_of_assignment")]


class Revision(models.Model):
    """One change of a judgment: the former state, the new one, and the event of the change (who and when).

    `client_id` is made by the browser, so that a repeated save is harmless. Undo restores the former
    state of the newest change that was not undone, and is a change itself.
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
    is_undo = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

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


class Ground(models.TextChoices):
    """Why the assessors' grades differ, as the adjudicator sees it."""

    OPINION = "opinion", "A matter of opinion"
    MISAPPLIED = "misapplied", "A misapplied guideline"
    INCONSISTENT = "inconsistent", "Inconsistent across the pool"


class Adjudication(models.Model):
    """The decision on a disputed item. A withdrawn decision has an empty grade."""

    item = models.OneToOneField(PoolItem, models.PROTECT, related_name="adjudication")
    grade = models.CharField(max_length=20, blank=True)
    ground = models.CharField(max_length=20, choices=Ground, blank=True)
    overruled = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    member = models.ForeignKey(Member, models.PROTECT, related_name="+", null=True)
    changes = models.PositiveIntegerField(default=0)
    decided_at = models.DateTimeField(null=True)


class AdjudicationRevision(models.Model):
    """A former state of a decision."""

    adjudication = models.ForeignKey(Adjudication, models.PROTECT, related_name="revisions")
    grade = models.CharField(max_length=20, blank=True)
    ground = models.CharField(max_length=20, blank=True)
    overruled = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    member = models.ForeignKey(Member, models.PROTECT, related_name="+", null=True)
    decided_at = models.DateTimeField(null=True)
    replaced_at = models.DateTimeField(auto_now_add=True)
    undone = models.BooleanField(default=False)


class KnownAnswer(models.Model):
    """An answer known to stand in the collection, found while the question was developed."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="known_answers")
    name = CodePointCharField(max_length=64)
    label = models.TextField()
    origin = models.CharField(max_length=12, default="development")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "name"], name="known_answer_unique")]
