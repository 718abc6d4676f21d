"""Answer classes: which strings give the same answer to a list question."""

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Question
from assessment.judging.models.correct import called_correct
from assessment.people.models import Member
from assessment.submissions.models import in_pool
from documents.fields import MAX_DOCID, CodePointCharField
from scoring.tracks.base import Track


class Origin(models.TextChoices):
    """When a class or a nugget was found."""

    POOL = "pool", gettext_lazy("Found while judging")
    DEVELOPMENT = "development", gettext_lazy("Known from question development")
    DRAFT = "draft", gettext_lazy("Taken from the draft of a program")  # nuggets alone


class AnswerClassQuerySet(models.QuerySet["AnswerClass"]):
    """Ways of choosing answer classes."""

    def known(self) -> "AnswerClassQuerySet":
        """The answers known from question development."""
        return self.filter(member=None, origin=Origin.DEVELOPMENT, removed=False)

    def in_use(self, track: Track, *, by_programs: bool = False) -> "AnswerClassQuerySet":
        """Those known from question development, and those in which people put an answer, and programs where asked for."""
        correct = called_correct(track, "judgments__grade", "question__type")
        judged = models.Q(in_pool("judgments__item"), correct)
        if not by_programs:
            judged &= models.Q(judgments__by_program=False)
        settled = models.Q(in_pool("settled_items__item"), settled_items__isnull=False)
        from_development = models.Q(origin=Origin.DEVELOPMENT, removed=False)
        return self.filter(from_development | judged | settled).distinct()

    def in_order(self) -> "AnswerClassQuerySet":
        """As they were made."""
        return self.order_by("pk")


class AnswerClass(models.Model):
    """An answer to a list question, whatever strings give it; or an answer known before anybody judged.

    It belongs to the assessor who made it; without one it is settled, or known from question development. The
    application never gives one name twice in a question, so that no name means two answers. A class that
    was found while judging and holds no string any more counts nowhere; it stays for the undo.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False, help_text="what pages call it")
    question = models.ForeignKey(Question, models.CASCADE, related_name="answer_classes", db_index=False)
    name = CodePointCharField(max_length=64)
    label = models.TextField()
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.POOL)
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    docid = CodePointCharField(max_length=MAX_DOCID, blank=True, help_text="a document that supports it")
    removed = models.BooleanField(default=False, help_text="a known answer that was merged into another")

    objects = AnswerClassQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "name", "member"], name="answer_class_unique"),
            models.UniqueConstraint(
                fields=["question", "name"],
                condition=models.Q(member=None),
                name="answer_class_settled_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.label
