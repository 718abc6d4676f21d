"""Sample questions that assessors learn on, and every try at them. Nothing of this is ever pooled, scored or exported."""

from fractions import Fraction

from django.db import models

from assessment.campaigns.models import Campaign, Guidelines
from assessment.campaigns.models.headlines import headline_of
from assessment.judging.models import PageAnnotation
from assessment.people.models import Member
from documents.fields import MAX_DOCID, CodePointCharField, CodePointTextField
from scoring.scales import SCALES, Grade, Scale
from scoring.tracks.base import QuestionType

# Of a page that is annotated: what is expected in the first step. It grades nothing, and so is no scale of the scoring.
ANNOTATION = Scale("annotation", (Grade("good", code=1, value=Fraction(1)), Grade("bad", code=-1)))
NONE = "none"  # expected: that there is no such answer


class TrainingPlan(models.Model):
    """Whether a campaign wants its assessors trained before they judge. It locks nothing: pages remind assessors."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="training_plan")
    required = models.BooleanField(default=False)


class TrainingQuestionQuerySet(models.QuerySet["TrainingQuestion"]):
    """Ways of choosing sample questions."""

    def current(self) -> "TrainingQuestionQuerySet":
        """Those that can be tried now, in their order."""
        return self.filter(retired_at__isnull=True).order_by("position", "pk")


class TrainingQuestion(models.Model):
    """One version of a sample question, with a small pool whose right grades are known.

    A version never changes. An edit makes the next one and retires the former, so that the review of an
    earlier try goes on to show what was judged then. The scale is kept: settings of the campaign may change it.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="training_questions", db_index=False)
    name = CodePointCharField(max_length=40)
    version = models.PositiveIntegerField(default=1)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    scale_name = models.CharField(
        max_length=64, help_text="a key of scoring.scales.SCALES, annotation, or that of the campaign's own"
    )
    target = models.TextField(blank=True, help_text="what the series is about, in tracks with series")
    text = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, help_text="when a later version, or none, took its place")

    objects = TrainingQuestionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "name", "version"], name="training_question_version_unique"
            ),
            models.UniqueConstraint(
                fields=["campaign", "name"],
                condition=models.Q(retired_at__isnull=True),
                name="training_question_one_current",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.text}"

    @property
    def scale(self) -> Scale:
        """The grades that can be given."""
        if self.is_annotation:
            return ANNOTATION
        scale = SCALES.get(self.scale_name) or self.kind.scale
        assert scale is not None  # of a type without grades there is no sample
        return scale

    @property
    def is_annotation(self) -> bool:
        """Whether a page is annotated, in place of answers being graded."""
        return self.scale_name == ANNOTATION.name

    @property
    def qid(self) -> str:
        """What the page of judging calls it."""
        return self.name

    @property
    def kind(self) -> QuestionType:
        """What the evaluation says of its type."""
        return self.campaign.track.question_types[self.type]

    @property
    def headline(self) -> str:
        """What its pages are headed with, as those of a question."""
        return headline_of(self.text, self.kind, self.target)


class TrainingItem(models.Model):
    """An answer string of a sample's pool with its document, its right grade, and why that is right.

    Where a page is annotated: one of the annotations that are expected of it, and why; `right_grade` is then its first
    step, good or bad.
    """

    question = models.ForeignKey(TrainingQuestion, models.CASCADE, related_name="items")
    docid = CodePointCharField(max_length=MAX_DOCID)
    supporting_text = models.TextField(help_text="the document; the same for every answer that cites it")
    answer = CodePointTextField()
    right_grade = models.CharField(max_length=20)
    reason = models.TextField()
    nugget = CodePointTextField(
        blank=True, help_text="that the answer holds or not, where the question is judged by nuggets"
    )
    expected = models.JSONField(
        null=True, help_text="where a page is annotated: the answer, with the names that an annotation has"
    )

    def __str__(self) -> str:
        return f"{self.docid} {self.answer}"

    @property
    def annotation(self) -> PageAnnotation:
        """What is expected, as an annotation that is not stored; nothing said where no page is annotated."""
        return PageAnnotation(**(self.expected or {}))

    @property
    def long(self) -> str:
        """The expected box as files write it: its number, or none; empty where nothing is expected."""
        said = self.annotation
        return "" if said.long is None else str(said.candidate) if said.long else NONE

    @property
    def short(self) -> str:
        """The expected short answer as files write it: ranges of tokens, yes, no or none; empty as above."""
        said = self.annotation
        if said.short is None:
            return ""
        return ", ".join(f"{start}-{end}" for *_, start, end in said.short) or said.yes_no.lower()


class TrainingAttempt(models.Model):
    """One go of one assessor at one sample question. Every attempt is kept."""

    question = models.ForeignKey(TrainingQuestion, models.PROTECT, related_name="attempts")
    member = models.ForeignKey(Member, models.PROTECT, related_name="training_tries")
    guidelines = models.ForeignKey(
        Guidelines, models.PROTECT, null=True, related_name="+", help_text="in force when it was begun"
    )
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    items = models.PositiveIntegerField(help_text="answers in the pool; of a page, steps that are expected")
    agreed = models.PositiveIntegerField(
        default=0, help_text="grades or steps like the right ones, once finished"
    )
    steps = models.JSONField(
        default=list,
        help_text="of a page: what was said of it, each time with the whole record that came of it",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "member"],
                condition=models.Q(finished_at__isnull=True),
                name="training_try_one_open",
            )
        ]

    @property
    def annotation(self) -> PageAnnotation:
        """What is said of the page, as an annotation that is not stored."""
        return PageAnnotation(**(self.steps[-1]["record"] if self.steps else {}))

    @property
    def undoable(self) -> int | None:
        """The place of the newest step that can be taken back; None for none."""
        places = range(len(self.steps) - 1, -1, -1)
        return next((place for place in places if not self.steps[place]["undone"]), None)

    @property
    def next_undo(self) -> str:
        """What undo takes back; empty where there is nothing."""
        return "" if self.undoable is None else self.steps[self.undoable]["label"]


class TrainingAnswer(models.Model):
    """The grade given to one answer in a try; it can change until the try is finished."""

    attempt = models.ForeignKey(TrainingAttempt, models.CASCADE, related_name="answers", db_index=False)
    item = models.ForeignKey(TrainingItem, models.PROTECT, related_name="+")
    grade = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["attempt", "item"], name="training_answer_unique")]
