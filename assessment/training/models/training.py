"""Sample questions that assessors learn on, and every try at them. Nothing of this is ever pooled, scored or exported."""

from django.db import models

from assessment.campaigns.models import Campaign, Guidelines
from assessment.people.models import Member
from documents.fields import MAX_DOCID, CodePointCharField, CodePointTextField
from scoring.scales import SCALES, Scale


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
    scale_name = models.CharField(max_length=20, help_text="a key of scoring.scales.SCALES")
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
        return SCALES[self.scale_name]


class TrainingItem(models.Model):
    """An answer string of a sample's pool with its document, its right grade, and why that is right."""

    question = models.ForeignKey(TrainingQuestion, models.CASCADE, related_name="items")
    docid = CodePointCharField(max_length=MAX_DOCID)
    supporting_text = models.TextField(help_text="the document; the same for every answer that cites it")
    answer = CodePointTextField()
    right_grade = models.CharField(max_length=20)
    reason = models.TextField()
    nugget = CodePointTextField(
        blank=True, help_text="that the answer holds or not, where the question is judged by nuggets"
    )

    def __str__(self) -> str:
        return f"{self.docid} {self.answer}"


class TrainingAttempt(models.Model):
    """One go of one assessor at one sample question. Every attempt is kept."""

    question = models.ForeignKey(TrainingQuestion, models.PROTECT, related_name="attempts")
    member = models.ForeignKey(Member, models.PROTECT, related_name="training_tries")
    guidelines = models.ForeignKey(
        Guidelines, models.PROTECT, null=True, related_name="+", help_text="in force when it was begun"
    )
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    items = models.PositiveIntegerField(help_text="answers in the pool")
    agreed = models.PositiveIntegerField(default=0, help_text="grades like the right ones, once finished")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "member"],
                condition=models.Q(finished_at__isnull=True),
                name="training_try_one_open",
            )
        ]


class TrainingAnswer(models.Model):
    """The grade given to one answer in a try; it can change until the try is finished."""

    attempt = models.ForeignKey(TrainingAttempt, models.CASCADE, related_name="answers", db_index=False)
    item = models.ForeignKey(TrainingItem, models.PROTECT, related_name="+")
    grade = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["attempt", "item"], name="training_answer_unique")]
