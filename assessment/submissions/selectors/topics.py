"""The questions of a pair as a team gets them, what a team fetched so far, and how its time stands."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from assessment.campaigns.models import Campaign, DeadlineChange
from assessment.campaigns.selectors.campaigns import Deadlines, deadlines_of, submission_days
from assessment.shared.datetimes import format_datetime
from assessment.submissions.models import Download, Registration, Team
from assessment.submissions.selectors.registrations import Pairs, PairState
from scoring import records


def topics_of(campaign: Campaign, pair: str) -> records.Topics:
    """The questions of a pair in their order, with nothing that is known of them."""
    source, _, target = pair.partition(":")
    return campaign.questions.in_order().filter(source_lang=source, target_lang=target).as_topics()


class TopicsRow(NamedTuple):
    """A pair of a team's, and when the team first fetched its questions."""

    state: PairState
    first: Download | None


def topics_rows(registration: Registration, pairs: Pairs) -> list[TopicsRow]:
    """The pairs of a team in order, each with its first download."""
    downloads = registration.downloads.select_related("pair", "by").order_by("-pk")
    first = {str(download.pair): download for download in downloads}
    states = [pairs.states[pair.label] for pair in registration.pairs.all()]
    return [TopicsRow(state, first.get(state.label)) for state in states]


class Clock(NamedTuple):
    """Until when a team may submit."""

    team: Team
    deadlines: Deadlines
    zone: str
    days: int | None  # that a team has from its first download; None where there is no such limit
    now: datetime
    refusal: str = ""  # why it cannot submit

    @property
    def deadline(self) -> datetime | None:
        """The one that counts."""
        return self.deadlines.effective

    @property
    def deadline_text(self) -> str:
        """It, with its zone."""
        return format_datetime(self.deadline, self.zone) if self.deadline else ""

    @property
    def if_begun(self) -> Deadlines:
        """The deadlines that a first download would lead to now."""
        return self.deadlines._replace(clock=self.now + timedelta(days=self.days) if self.days else None)


def clock_of(campaign: Campaign, team: Team) -> Clock:
    """How the time of a team stands now."""
    deadlines, days = deadlines_of(campaign, team.name), submission_days(campaign)
    return Clock(team, deadlines, campaign.deadline_zone, days, timezone.now())


class AllClocks(NamedTuple):
    """The time of all teams together, for those who run the campaign."""

    teams: int
    started: int
    running: int  # those whose time has begun and is not over
    next_end: datetime | None  # the first of the running ones to end
    deadlines: Deadlines
    zone: str
    now: datetime


def all_clocks(campaign: Campaign, moves: Iterable[DeadlineChange]) -> AllClocks:
    """How the time of the registered teams stands now (one query); `moves` are all moves of deadlines, oldest first."""
    rows = Registration.objects.filter(team__campaign=campaign).values_list("team__name", "started_at")
    started = {name: at for name, at in rows if at}
    own = {move.team_name: move.after for move in moves}
    days = submission_days(campaign)
    clocks = {name: at + timedelta(days=days) if days else None for name, at in started.items()}
    all_of = [Deadlines(campaign.deadline, clock, own.get(name)) for name, clock in clocks.items()]
    now = timezone.now()
    ends = [one.effective for one in all_of if one.effective and one.effective > now]
    return AllClocks(
        len(rows),
        len(started),
        len(ends),
        min(ends, default=None),
        Deadlines(campaign.deadline),
        campaign.deadline_zone,
        now,
    )
