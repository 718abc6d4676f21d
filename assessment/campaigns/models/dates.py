"""The dates of a campaign: what happens when, how each was moved, and what the site does when it has come."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models.campaigns import Campaign
from assessment.people.models import Account
from assessment.shared.datetimes import format_datetime
from assessment.shared.say import sentence
from scoring.say import say_again


class DateKind(models.TextChoices):
    """What happens on a date, in the order of a campaign. `RUNS_DUE` is the campaign's deadline, and no row here."""

    REGISTRATION_FROM = "registration_from", gettext_lazy("Registration opens")
    REGISTRATION_TO = "registration_to", gettext_lazy("Registration ends")
    QUESTIONS_OUT = "questions_out", gettext_lazy("Questions are out")
    RUNS_DUE = "runs_due", gettext_lazy("Runs are due")
    CLOSES = "closes", gettext_lazy("The campaign closes")
    RESULTS_TO_TEAMS = "results_to_teams", gettext_lazy("Results to teams")
    RESULTS_PUBLIC = "results_public", gettext_lazy("Results are public")


class Kind(NamedTuple):
    """What the site does by itself on a date, and what must be true before; both marked as sentences."""

    does: str
    needs: str
    after: tuple[str, ...] = ()  # the kinds that may not be later than it


KINDS: Mapping[str, Kind] = {
    DateKind.REGISTRATION_FROM: Kind(
        sentence("The site lets teams ask to register; organizers accept or refuse them."),
        sentence("The campaign is not closed. Where registration is open already, nothing is done."),
    ),
    DateKind.REGISTRATION_TO: Kind(
        sentence("The site takes no more registrations. Requests that wait can still be decided."),
        "",
        (DateKind.REGISTRATION_FROM,),
    ),
    DateKind.QUESTIONS_OUT: Kind(
        sentence(
            "The site opens the campaign: teams see the questions and submit runs, and are told by mail."
        ),
        sentence("The questions are imported."),
    ),
    DateKind.RUNS_DUE: Kind(
        sentence("The site refuses later runs, and reminds teams by mail 48 hours before."),
        "",
        (DateKind.QUESTIONS_OUT,),
    ),
    DateKind.CLOSES: Kind(
        sentence("The site closes the campaign: runs can no longer be submitted or withdrawn."),
        sentence("The campaign is open. While a team still has time, the site waits for the end of it."),
        (DateKind.QUESTIONS_OUT, DateKind.RUNS_DUE),
    ),
    DateKind.RESULTS_TO_TEAMS: Kind(
        sentence("The site releases the results to each team alone, and tells teams by mail."),
        sentence("The campaign is closed, and nothing blocks a release."),
        (DateKind.QUESTIONS_OUT, DateKind.RUNS_DUE, DateKind.CLOSES),
    ),
    DateKind.RESULTS_PUBLIC: Kind(
        sentence("The site releases the results to all people of the campaign, and tells them by mail."),
        sentence("The results were released to teams, or nothing blocks a release."),
        (DateKind.QUESTIONS_OUT, DateKind.RUNS_DUE, DateKind.CLOSES, DateKind.RESULTS_TO_TEAMS),
    ),
}


class ScheduledDate(models.Model):
    """When something is to happen. One that was taken off keeps its row, so that calendars hear of it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="dates", db_index=False)
    kind = models.CharField(max_length=20, choices=DateKind)
    at = models.DateTimeField(null=True, help_text="empty: taken off the schedule")
    zone = models.CharField(max_length=64, default="UTC")
    sequence = models.PositiveIntegerField(default=0, help_text="how often it was changed")
    set_at = models.DateTimeField(help_text="when it was last set or moved")
    done_at = models.DateTimeField(null=True, help_text="when the site kept it")
    missed = models.TextField(
        blank=True, help_text="not empty: why the site could not keep it, a sentence a line"
    )
    missed_words = models.JSONField(
        default=dict, help_text="what these sentences are made of, to be said again"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "kind"], name="date_of_kind_once"),
            models.CheckConstraint(condition=~models.Q(kind="runs_due"), name="date_is_no_deadline"),
        ]
        indexes = [
            models.Index(
                fields=["at"], condition=models.Q(done_at__isnull=True, missed=""), name="date_to_keep"
            )
        ]

    @property
    def why_missed(self) -> str:
        """Why the site could not keep it, in the reader's language; "" where it did."""
        return " ".join(say_again(one, self.missed_words) for one in self.missed.splitlines())

    @property
    def text(self) -> str:
        """The date in its own zone, as people write it; "none" where it was taken off."""
        return format_datetime(self.at, self.zone) if self.at else "none"


class DateChange(models.Model):
    """A moved date: both and the reason stay visible."""

    date = models.ForeignKey(ScheduledDate, models.CASCADE, related_name="changes")
    before = models.DateTimeField(null=True)
    before_zone = models.CharField(max_length=64)
    after = models.DateTimeField(null=True)
    reason = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
