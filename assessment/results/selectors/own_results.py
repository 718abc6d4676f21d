"""A team's own runs beside the best and the median of all runs, and beside its runs of earlier campaigns."""

from collections.abc import Iterator
from typing import NamedTuple

from assessment.results.selectors.access import EarlierScore, ScoresAccess, access_earlier
from assessment.results.selectors.leaderboard import Leaderboard, measure_label
from assessment.results.selectors.leaderboard_rows import LeaderboardRow


class OwnRun(NamedTuple):
    """A run, and the board of those that it can be compared with."""

    row: LeaderboardRow
    board: Leaderboard


class Earlier(NamedTuple):
    """A run of an earlier campaign, with the measure that was its score there."""

    score: EarlierScore

    @property
    def measure(self) -> str:
        """Its name in the language of whoever reads it."""
        return measure_label(self.score.row.score_set.track.score)


class OwnResults(NamedTuple):
    """What a team sees of its own runs."""

    runs: list[OwnRun]
    earlier: list[Earlier]


def own_results(scores: ScoresAccess, board: Leaderboard) -> OwnResults | None:
    """The runs of the account's teams; None where it has none, or sees all runs as those do who run the campaign."""
    runs = [
        OwnRun(row, part)
        for part in board.divided
        for row in part.rows
        if not scores.all_versions and row.score.run_id in scores.own
    ]
    return OwnResults(runs, list(earlier_results(scores))) if runs else None


def earlier_results(scores: ScoresAccess) -> Iterator[Earlier]:
    """The runs of earlier campaigns, newest first."""
    for found in access_earlier(scores):
        yield Earlier(found)
