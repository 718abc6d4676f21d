"""A participant's teams: until when they may submit, how many runs are left, and what became of the last one."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from assessment.campaigns.models import DeadlineChange, State
from assessment.campaigns.selectors.campaigns import Deadlines, clock_from, submission_days
from assessment.people.models import Account
from assessment.submissions.models import Run, RunState, Team
from assessment.submissions.selectors.topics import Clock


class TeamOverview(NamedTuple):
    """One team of a campaign."""

    team: Team
    clock: Clock
    is_open: bool  # whether runs come in
    left: int | None  # runs it may still submit; None: as many as it likes
    most: int | None
    last: Run | None  # the newest, replaced or not

    @property
    def is_over(self) -> bool:
        """Whether its deadline has passed."""
        deadline = self.clock.deadline
        return deadline is not None and deadline <= self.clock.now


def team_overviews(account: Account, now: datetime) -> dict[int, list[TeamOverview]]:
    """The teams that somebody submits for, by campaign (three queries)."""
    teams = Team.objects.filter(members__account=account, campaign__archived_at=None)
    own = list(teams.select_related("campaign", "registration").order_by("campaign", "name", "pk"))
    if not own:
        return {}
    moved, runs = _moved(own), _runs(own)
    found: defaultdict[int, list[TeamOverview]] = defaultdict(list)
    for team in own:
        found[team.campaign_id].append(
            _overview(team, moved.get((team.campaign_id, team.name)), runs[team.pk], now)
        )
    return found


def _overview(team: Team, moved: datetime | None, runs: Sequence[Run], now: datetime) -> TeamOverview:
    campaign = team.campaign
    started = getattr(getattr(team, "registration", None), "started_at", None)
    deadlines = Deadlines(campaign.deadline, clock_from(campaign, started), moved)
    most: Any = campaign.rules.get("max_runs")
    current = sum(run.state == RunState.SUBMITTED for run in runs)
    return TeamOverview(
        team=team,
        clock=Clock(team, deadlines, campaign.deadline_zone, submission_days(campaign), now),
        is_open=campaign.state == State.OPEN,
        left=max(most - current, 0) if most else None,
        most=most,
        last=runs[-1] if runs else None,
    )


def _moved(teams: Sequence[Team]) -> dict[tuple[int, str], datetime | None]:
    """The date to which each team's own deadline was moved last."""
    moves = DeadlineChange.objects.filter(
        campaign__in={team.campaign_id for team in teams}, team_name__in={team.name for team in teams}
    )
    return {(move.campaign_id, move.team_name): move.after for move in moves.order_by("pk")}


def _runs(teams: Sequence[Team]) -> dict[int, list[Run]]:
    """The runs of each team, oldest first."""
    found: defaultdict[int, list[Run]] = defaultdict(list)
    for run in Run.objects.filter(team__in=teams).defer("description").order_by("submitted_at", "pk"):
        found[run.team_id].append(run)
    return found
