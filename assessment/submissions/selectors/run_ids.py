"""The run ids that a registered team can give, and which of them are taken."""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.submissions.models import Registration
from assessment.submissions.selectors.registrations import PairState, pairs_of


class RunId(NamedTuple):
    """A run id, and whether a current run has it."""

    text: str
    used: bool


class IdRow(NamedTuple):
    """The run ids of one pair and task."""

    state: PairState
    task: str
    ids: Sequence[RunId]


class FreeIds(NamedTuple):
    """What a team can still hand in: as many runs as are left, each with one of these ids."""

    team: str
    rows: Sequence[IdRow]
    current: Sequence[str]
    left: int | None  # None: as many as it likes

    @property
    def example(self) -> str:
        """A free run id, or any."""
        ids = [one for row in self.rows for one in row.ids]
        free = [one.text for one in ids if not one.used]
        return (free or [one.text for one in ids] or [""])[0]


def free_ids(campaign: Campaign, registration: Registration) -> FreeIds:
    """The run ids of the tasks and active pairs that a team registered for."""
    team, rules, states = registration.team, campaign.rules, pairs_of(campaign).states
    current = list(team.runs.current().in_order().values_list("run_id", flat=True))
    rows = []
    for state in (states[pair.label] for pair in registration.pairs.all()):
        for task in registration.tasks if state.active and state.questions else ():
            ids = campaign.track.run_ids(team.name, task, state.label)
            rows.append(IdRow(state, task, [RunId(one, one in current) for one in ids]))
    most = rules.get("max_runs")
    left = max(most - len(current), 0) if isinstance(most, int) else None
    return FreeIds(team.name, rows, current, left)
