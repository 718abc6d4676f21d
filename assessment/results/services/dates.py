"""Results on a date: the same release as by hand, with the same gate; what stands against it is told, and nothing is shown."""

from functools import partial

from assessment.campaigns.models import Campaign, DateKind, ScheduledDate, State
from assessment.campaigns.selectors.schedule import dates_of
from assessment.campaigns.services.due_dates import keeps, on_date
from assessment.results.models import Audience
from assessment.results.services.readings import Reading, on_what_stands
from assessment.results.services.release import make_public, only_teams_know, publish, ready_release
from assessment.shared.errors import Refused
from scoring.say import say  # heard where a date is not kept


def release_on_dates() -> None:
    """Have results released on their dates."""
    keeps(DateKind.RESULTS_TO_TEAMS, partial(_release, audience=Audience.TEAMS))
    keeps(DateKind.RESULTS_PUBLIC, _publish)


def _publish(row: ScheduledDate) -> None:
    """Show everybody what the teams know; where they know nothing, what a release shows."""
    campaign = row.campaign
    if only_teams_know(campaign):
        with on_date(row) as locked:
            make_public(campaign=locked, by=None)
        return
    _refuse_before_teams(campaign)
    _release(row, audience=Audience.ALL)


def _release(row: ScheduledDate, *, audience: str) -> None:
    _refuse_after_take_back(row)

    def act(reading: Reading) -> None:
        ready = ready_release(
            campaign=row.campaign,
            reading=reading,
            by=None,
            without=(),
            alike=(),
            leave_out=None,
            audience=audience,
            seen=None,
        )
        with on_date(row):
            publish(ready=ready, by=None)

    on_what_stands(row.campaign, act)


def _refuse_after_take_back(row: ScheduledDate) -> None:
    """Whoever took scores back after the date was set decides when they come out again."""
    newest = row.campaign.releases.order_by("-pk").first()
    if newest and newest.ended_at and newest.ended_at > row.set_at:
        raise Refused(
            say("Scores were taken back since this date was set. Nothing was released."),
            "taken_back_since",
            say("Release them by hand, or set the date again."),
        )


def _refuse_before_teams(campaign: Campaign) -> None:
    """Nothing becomes public by itself that teams should have seen before, and did not."""
    missed = dates_of(campaign).filter(kind=DateKind.RESULTS_TO_TEAMS).exclude(missed="")
    if campaign.state != State.RELEASED and missed.exists():
        raise Refused(
            say("The results did not go to the teams on their date. Nothing was released."),
            "teams_first",
            say("Release them by hand, or set both dates again."),
        )
