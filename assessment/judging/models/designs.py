"""What people are asked to judge where a machine judged all: a design, and the sample of questions that it drew."""

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Campaign, Question
from scoring.records import SampledQuestion, Sampling


class SamplingDesign(models.Model):
    """The design of a campaign, recorded before anybody judged. It never changes; before the first judgment it can be withdrawn."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="sampling")
    design = models.CharField(max_length=20, help_text="simple, grade, disagreement or versions")
    machine = models.TextField(help_text="whose judgments of all questions the estimates use")
    measure = models.CharField(max_length=40)
    size = models.PositiveIntegerField(help_text="questions drawn")
    seed = models.BigIntegerField()
    machine_sha256 = models.CharField(max_length=64, help_text="of what the machine said when it was drawn")
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.design} sample of {self.size} questions"

    @property
    def record(self) -> Sampling:
        """The same as scoring knows it (one query)."""
        rows = self.questions.order_by("question__qid").values_list("question__qid", "stratum", "drawn")
        fields = (self.design, self.machine, self.measure, self.size, self.seed, self.machine_sha256)
        return Sampling(*fields, questions=tuple(SampledQuestion(*row) for row in sorted(rows)))


class SampledUnit(models.Model):
    """A question that the sample was drawn from, and its chance: all of its answers have the same."""

    sampling = models.ForeignKey(SamplingDesign, models.CASCADE, related_name="questions")
    question = models.OneToOneField(Question, models.CASCADE, related_name="sampled")
    stratum = models.CharField(max_length=20)
    chance = models.FloatField(help_text="of being drawn")
    drawn = models.BooleanField(help_text="whether people are asked to judge it")

    def __str__(self) -> str:
        return f"question {self.question_id} of {self.sampling_id}"
