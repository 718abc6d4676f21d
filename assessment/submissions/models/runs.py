"""Teams, the runs they submit, and single responses."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from assessment.campaigns.models import Campaign, Question
from assessment.people.models import Invitation, Member
from documents.fields import MAX_DOCID, CodePointCharField, CodePointTextField


class Team(models.Model):
    """Who submits."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="teams", db_index=False)
    name = CodePointCharField(max_length=64)
    members = models.ManyToManyField(Member, related_name="teams", blank=True)
    invited = models.ManyToManyField(
        Invitation, related_name="teams", blank=True, help_text="who belongs to it once they accept"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "name"], name="team_name_unique")]

    def __str__(self) -> str:
        return self.name

    def member_names(self) -> list[str]:
        """Who submits for the team, in order."""
        return sorted(member.name for member in self.members.all())


class RunState(models.TextChoices):
    """Whether a run stands. Nothing is deleted: a replaced or withdrawn run is kept and leaves the evaluation."""

    SUBMITTED = "submitted", _("Submitted")
    REPLACED = "replaced", _("Replaced")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class RunQuerySet(models.QuerySet["Run"]):
    """Ways of choosing runs."""

    def current(self) -> "RunQuerySet":
        """Runs that were neither replaced nor withdrawn."""
        return self.filter(state=RunState.SUBMITTED)

    def in_order(self) -> "RunQuerySet":
        """By run id, code point by code point."""
        return self.order_by("run_id", "pk")


class Run(models.Model):
    """One submitted run and what its team declared of it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="runs")
    team = models.ForeignKey(Team, models.PROTECT, related_name="runs")
    run_id = CodePointCharField(max_length=64)
    run_key = CodePointCharField(
        max_length=64, help_text="run id in lower case: ids are unique ignoring case"
    )
    state = models.CharField(max_length=10, choices=RunState, default=RunState.SUBMITTED)
    priority = models.PositiveSmallIntegerField(default=1)
    automatic = models.BooleanField(default=True)
    description = models.TextField(blank=True)
    scope = models.CharField(max_length=10, default="all")
    length_limit = models.PositiveIntegerField(null=True, blank=True)
    encoding = models.CharField(max_length=40, default="utf-8")
    declared = models.JSONField(
        default=dict, help_text="answers to what the evaluation asks besides, texts by name (Track.asked)"
    )
    sha256 = models.CharField(max_length=64)
    responses_count = models.PositiveIntegerField()
    warnings = models.JSONField(
        default=list, help_text="relaxed rules that the file breaks: code, count, first case"
    )
    pooled = models.BooleanField(default=False)
    depth = models.PositiveSmallIntegerField(null=True)
    submitted_at = models.DateTimeField(auto_now_add=True)
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True, help_text="when it was replaced or withdrawn")

    objects = RunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "run_key"],
                condition=models.Q(state="submitted"),
                name="run_id_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.run_id

    @property
    def warnings_count(self) -> int:
        """In how many places the file breaks rules that the campaign relaxed."""
        return sum(rule["count"] for rule in self.warnings)


class RunFile(models.Model):
    """The bytes of a run as they were submitted, zlib-compressed; apart from Run so that lists do not load them."""

    run = models.OneToOneField(Run, models.CASCADE, primary_key=True, related_name="file")
    name = models.CharField(max_length=255)
    compressed = models.BinaryField()
    warnings = models.BinaryField(
        default=b"", help_text="every warning of the check as printed, zlib-compressed"
    )


class Response(models.Model):
    """One line of a run. It meets its pool item by content (`key`), never by position."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="responses", db_index=False)
    question = models.ForeignKey(Question, models.PROTECT, related_name="responses", db_index=False)
    line = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    docid = CodePointCharField(max_length=MAX_DOCID)
    passage = CodePointCharField(max_length=64, blank=True)
    answer = CodePointTextField(blank=True)
    key = CodePointCharField(
        max_length=64, blank=True, help_text="key of the pool item it gives; empty for NIL"
    )
    noa = models.BooleanField(
        default=False, help_text="no answer was given; the item is the candidate held back"
    )
    prediction = models.TextField(
        blank=True, help_text="of a page: places, yes or no, and scores, as scoring.spans.codec writes them"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "line"], name="response_line_unique")]
        # By question alone: keys are random, and an index of them makes each further run slower to store.
        indexes = [models.Index(fields=["question"], name="response_of_question")]
