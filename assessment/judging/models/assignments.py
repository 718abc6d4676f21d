"""Who judges which question, and the notes that go with it."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import models
from django.utils import timezone

from assessment.campaigns.models import FileImport, Question
from assessment.people.models import Member
from assessment.submissions.models import PoolItem
from scoring.conditions import BLIND, POST_EDITING
from scoring.evaluations import JUDGING, OF_SOME, ON_TOP, VOTING, own_role_of, role_of
from scoring.stages import ENTRY, PAGE, PROGRAMS, Stage

FINISH_UNDONE_WITHIN = timedelta(days=1)  # how long its assessor may take back that a question is finished


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    """Ways of choosing assignments."""

    def of_people(self) -> "AssignmentQuerySet":
        """What people were given. A program's assignment only ties what it said to the question."""
        return self.exclude(stage=PROGRAMS.name)

    def of_programs(self) -> "AssignmentQuerySet":
        """What ties programs to questions."""
        return self.filter(stage=PROGRAMS.name)

    def judging(self) -> "AssignmentQuerySet":
        """Those in which questions are judged, and no more is said of what others did there."""
        return self.filter(stage__in=JUDGING)

    def only_voting(self) -> "AssignmentQuerySet":
        """Those in which entries are voted on, and no more."""
        return self.filter(stage__in=VOTING)

    def of_some(self) -> "AssignmentQuerySet":
        """Those of third assessors, who were given items one by one."""
        return self.filter(stage__in=OF_SOME)

    def counting(self) -> "AssignmentQuerySet":
        """Assignments whose judgments count: people's, but for those handed over to somebody else."""
        return self.of_people().filter(handed_over_at__isnull=True)

    def given_back_by_files(self) -> "AssignmentQuerySet":
        """Work of a file that was set aside and handed to nobody: it counts again once a file holds it again."""
        gone = self.filter(handed_over_at__isnull=False, handed_to=None, source__isnull=False)
        return gone.exclude(stage__in=VOTING)


class Assignment(models.Model):
    """One assessor's work on one question, or on some of its items (AssignedItem), with the sheet that goes with it.

    `judged` is a counter kept in the transaction of each judgment. An assignment is done when it was
    finished and its counter equals what there is to judge: a pool that grows reopens it without a write.
    """

    question = models.ForeignKey(Question, models.PROTECT, related_name="assignments", db_index=False)
    member = models.ForeignKey(Member, models.PROTECT, related_name="assignments")
    stage = models.CharField(max_length=40, help_text="its name: what is done with the question")
    primary = models.BooleanField(default=False, help_text="whose classes and nuggets are the question's")
    judged = models.PositiveIntegerField(
        default=0,
        help_text="items graded that the gold standard leaves, or read for nuggets; of a voter, nuggets voted on",
    )
    asked = models.PositiveIntegerField(
        default=0,
        help_text="of a voter: nuggets to vote on; of a third assessor: items given that the gold standard leaves",
    )
    later = models.PositiveIntegerField(default=0, help_text="items marked to decide later")
    seconds = models.PositiveIntegerField(default=0, help_text="active time")
    canonical_answer = models.TextField(blank=True)
    comment = models.TextField(blank=True)
    rules_of_thumb = models.TextField(blank=True, help_text="the assessor's own decisions, always in view")
    no_answer_found = models.BooleanField(default=False)
    notes_version = models.PositiveIntegerField(default=0)
    assigned_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    handed_over_at = models.DateTimeField(null=True, blank=True)
    handed_to = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="taken_from")

    source = models.ForeignKey(
        FileImport,
        models.PROTECT,
        null=True,
        related_name="assignments",
        help_text="the import that made it",
    )
    shown = models.ForeignKey(
        Member,
        models.PROTECT,
        null=True,
        related_name="shown_in",
        help_text="the machine whose grades are shown before judging (post-editing); fixed when it is made; null: none, blind",
    )

    objects = AssignmentQuerySet.as_manager()

    has_other_primary: bool | None = (
        None  # whether another is the primary's, where that was asked along with it
    )
    waits_for: Sequence[str] = ()  # the questions to be finished before it opens, likewise

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "member"], name="assignment_unique"),
            models.CheckConstraint(condition=~models.Q(stage=""), name="assignment_has_stage"),
        ]

    @property
    def role(self) -> str:
        """What files and the API call its person: both its stage and whether they are the primary assessor."""
        return role_of(self.stage, self.primary)

    @property
    def own_role(self) -> str:
        """The same as its own person is told it."""
        return own_role_of(self.stage, self.primary)

    @property
    def work(self) -> Stage:
        """What its person does with the question."""
        return self.question.kind.form.stage(self.stage)

    @property
    def is_begun(self) -> bool:
        """Whether anything was saved in it, where that was asked along with it (`saying_begun`)."""
        return bool(getattr(self, "with_work", False))

    @property
    def judges(self) -> bool:
        """Whether the question is judged in it, by the primary assessor or another."""
        return self.stage in JUDGING

    @property
    def only_votes(self) -> bool:
        """Whether entries are voted on, and no more."""
        return self.stage in VOTING

    @property
    def of_some(self) -> bool:
        """Whether only those items are judged that were given one by one (AssignedItem), not the question."""
        return self.stage in OF_SOME

    @property
    def is_annotation(self) -> bool:
        """Whether places are marked on one page, and no answers of a pool are judged."""
        return self.work.of == PAGE

    @property
    def pool_size(self) -> int:
        """What there is to judge, with the question and its pool at hand."""
        return self.due(self.question)

    def due(self, question: Question) -> int:
        """What there is to judge in its question: what was counted for it, answers of the pool, or its page."""
        stage = question.kind.form.stage(self.stage)
        if stage.of == ENTRY or stage.of_some:
            return self.asked
        return 1 if stage.of == PAGE else question.pool_left

    @property
    def is_filling(self) -> bool:
        """Whether it is one of those that a question is to have. Experts, who look at what others said, come on top."""
        return self.handed_over_at is None and self.stage not in ON_TOP

    def is_done_of(self, due: int) -> bool:
        """Whether it was finished, and nothing came to what is due since. Every page and file follows this rule."""
        return self.finished_at is not None and self.judged >= due

    @property
    def condition(self) -> str:
        """Blind, or post-editing where a machine's grades are shown before judging."""
        return POST_EDITING if self.shown_id else BLIND

    @property
    def is_set_aside(self) -> bool:
        """Whether its person is asked for no more, and nobody took over."""
        return self.handed_over_at is not None and self.handed_to_id is None

    @property
    def may_be_asked_again(self) -> bool:
        """Whether it was set aside as a whole. Who judged some of a question as a third does not get all of it."""
        return self.is_set_aside and not self.of_some

    @property
    def is_done(self) -> bool:
        """Whether it was finished, and nothing came into the pool since."""
        return self.is_done_of(self.pool_size)

    @property
    def may_undo_finish(self) -> bool:
        """Whether it was finished in the last day."""
        return self.finished_at is not None and timezone.now() - self.finished_at < FINISH_UNDONE_WITHIN

    @property
    def state(self) -> str:
        """The state as assignments.csv spells it."""
        if self.handed_over_at is not None:
            return "handed_over"
        return "done" if self.is_done else "open"


class AssignedItem(models.Model):
    """An item that somebody was given by itself: the only ones that they judge in an assignment `of_some`."""

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="assigned_items", db_index=False)
    item = models.ForeignKey(PoolItem, models.CASCADE, related_name="assigned_items")
    of_file = models.BooleanField(
        default=False,
        help_text="whether nobody asked for it: it came with a judgment of a file, and goes with it",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assignment", "item"], name="assigned_item_once")]

    def __str__(self) -> str:
        return f"{self.item_id} of {self.assignment_id}"
