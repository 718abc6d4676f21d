"""Who takes part with which tasks and languages, and who was given which questions when."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from assessment.campaigns.models import Campaign
from documents.fields import CodePointCharField


class LanguagePairQuerySet(models.QuerySet["LanguagePair"]):
    """Ways of choosing pairs."""

    def counted(self) -> "LanguagePairQuerySet":
        """With what decides whether it runs: `teams` registered, and whether its questions were `given_out` to any."""
        given = Download.objects.filter(pair=models.OuterRef("pk"))
        return self.annotate(
            teams=models.Count("registrations", distinct=True), given_out=models.Exists(given)
        )

    def in_order(self) -> "LanguagePairQuerySet":
        """By source, then by target."""
        return self.order_by("source", "target", "pk")


class LanguagePair(models.Model):
    """A language of questions with a language of documents, in which teams can take part."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="pairs", db_index=False)
    source = CodePointCharField(max_length=2, help_text="of the questions, in capitals")
    target = CodePointCharField(max_length=2, help_text="of the documents")
    always = models.BooleanField(default=False, help_text="runs whatever the number of its teams")

    objects = LanguagePairQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "source", "target"], name="language_pair_unique")
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """As "EN:IT"."""
        return f"{self.source}:{self.target}"


class Registration(models.Model):
    """What a team registered. Its first person is the one to contact; the team's name is its id."""

    team = models.OneToOneField(
        "submissions.Team", models.CASCADE, primary_key=True, related_name="registration"
    )
    group = models.CharField(max_length=200)
    affiliation = models.CharField(max_length=200)
    tasks = models.JSONField(default=list)
    pairs = models.ManyToManyField(LanguagePair, related_name="registrations")
    registered_at = models.DateTimeField(auto_now_add=True)
    registered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(
        null=True, blank=True, help_text="first download of questions: the start of the team's clock"
    )

    def __str__(self) -> str:
        return self.group


class RegisteredPerson(models.Model):
    """Somebody of a registered team."""

    registration = models.ForeignKey(Registration, models.CASCADE, related_name="people", db_index=False)
    position = models.PositiveSmallIntegerField(help_text="1 is the person to contact")
    full_name = models.CharField(max_length=150)
    affiliation = models.CharField(max_length=200)
    email = models.EmailField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["registration", "position"], name="registered_person_position_unique"
            )
        ]

    def __str__(self) -> str:
        return self.full_name


class ApplicationState(models.TextChoices):
    """What became of a request."""

    PENDING = "pending", _("Waiting for the organizers")
    ACCEPTED = "accepted", _("Accepted")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class TeamApplication(models.Model):
    """Somebody's request to take part with a team, where the organizers opened registration. Kept whatever became of it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="applications", db_index=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="applications")
    name = CodePointCharField(max_length=64, help_text="of the team")
    entry = models.JSONField(default=dict, help_text="group, affiliation, people, tasks, pairs")
    state = models.CharField(max_length=10, choices=ApplicationState, default=ApplicationState.PENDING)
    made_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "account"],
                condition=models.Q(state="pending"),
                name="team_application_pending_once",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Download(models.Model):
    """The questions of a pair, given to a team. What organizers fetch for themselves is only in the event log."""

    registration = models.ForeignKey(Registration, models.CASCADE, related_name="downloads")
    pair = models.ForeignKey(LanguagePair, models.PROTECT, related_name="downloads")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.pair} {self.at:%Y-%m-%d %H:%M}"
