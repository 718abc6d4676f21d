"""What people say of a page: a good or bad question, the long answer, the short ones (Natural Questions, section 3.1)."""

from django.db import models

from assessment.campaigns.models import FileImport, Question
from assessment.judging.models.assignments import Assignment
from scoring.annotations import BAD_QUESTION, KINDS, YES_NO


class PageAnnotationQuerySet(models.QuerySet["PageAnnotation"]):
    """Ways of choosing annotations."""

    def complete(self) -> "PageAnnotationQuerySet":
        """Those with nothing left to decide, as `PageAnnotation.step` says."""
        without = models.Q(question="bad") | models.Q(question="good", long=[])
        whole = models.Q(question="good", long__isnull=False, short__isnull=False)
        return self.filter(without | whole)

    def counting(self) -> "PageAnnotationQuerySet":
        """Those that scores count: complete, not handed over, of questions in the evaluation."""
        retained = Question.objects.retained().values("pk")
        return self.complete().filter(assignment__handed_over_at=None, assignment__question__in=retained)


class PageAnnotation(models.Model):
    """One annotator's word on one question with its page, as it stands.

    Places on the page are lists of four numbers: first and last byte, first and last token, the ends exclusive. None means
    not decided yet; an empty list that there is none. It is complete, and counts, when every step that its own answers
    ask for is decided: `Assignment.judged` is 1 then.
    """

    assignment = models.OneToOneField(Assignment, models.PROTECT, primary_key=True, related_name="annotation")
    annotation_id = models.CharField(
        max_length=20, blank=True, help_text="of the file that it came from; empty: made here"
    )
    question = models.CharField(
        max_length=4, blank=True, choices=[("good", "Good"), ("bad", "Bad")], help_text="the first step"
    )
    reason = models.CharField(max_length=20, blank=True, choices=list(BAD_QUESTION.items()))
    candidate = models.IntegerField(null=True, help_text="the long answer's number on its page; -1: none")
    long = models.JSONField(null=True, help_text="[start, end, start token, end token]; []: none")
    kind = models.CharField(
        max_length=10, blank=True, choices=[(name, name) for name in dict.fromkeys(KINDS.values())]
    )
    short = models.JSONField(null=True, help_text="a list of places; []: none, or yes or no")
    yes_no = models.CharField(max_length=4, default=YES_NO[0], choices=[(name, name) for name in YES_NO])
    seconds_question = models.PositiveIntegerField(default=0, help_text="active time of the first step")
    seconds_long = models.PositiveIntegerField(default=0)
    seconds_short = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0, help_text="number of changes")
    changed_at = models.DateTimeField(auto_now=True)
    source = models.ForeignKey(
        FileImport, models.PROTECT, null=True, related_name="+", help_text="the import that made it"
    )

    objects = PageAnnotationQuerySet.as_manager()

    def __str__(self) -> str:
        return f"annotation of {self.assignment_id}"

    @property
    def step(self) -> str:
        """The first step that is not decided; empty where it is complete."""
        if not self.question:
            return "question"
        if self.question == "bad" or self.long == []:
            return ""
        if self.long is None:
            return "long"
        return "short" if self.short is None else ""

    @property
    def is_complete(self) -> bool:
        """Whether it counts."""
        return not self.step
