"""One run on a leaderboard, and the order and places of runs."""

from collections.abc import Iterable
from dataclasses import dataclass

from assessment.results.models import RunScore
from assessment.results.selectors.figures import Axis, ScoreDot, mark
from assessment.results.selectors.people import PartCells, cells_of
from assessment.results.selectors.sight import OTHER
from assessment.shared.say import say
from scoring.decimals import decimal
from scoring.evaluate.report import ranks

BY_TYPE = "type"


@dataclass(frozen=True)
class LeaderboardRow:
    """One run on the leaderboard; its places are by score, and by score by question type. Without a value it has none."""

    score: RunScore
    axis: Axis
    place_by_score: int | None
    place_by_type: int | None
    shown: str = "score"  # the measure that the figure shows
    is_named: bool = True  # whether the reader may know whose it is

    @property
    def run_id(self) -> str:
        """The id; empty where the reader may not know it."""
        return self.score.run.run_id if self.is_named else ""

    @property
    def name(self) -> str:
        """What the run is called to the reader."""
        return self.run_id or say(OTHER)

    @property
    def length(self) -> int | None:
        """The declared length of its answers, where it has one and the reader may know whose it is."""
        return self.score.run.length_limit if self.is_named else None

    @property
    def team(self) -> str:
        """Whose it is, as far as the reader may know."""
        return self.score.run.team.name if self.is_named else "–"

    @property
    def value(self) -> float | None:
        """What the figure shows."""
        return value_by(self.score, self.shown)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of that; None where none is known, as of every measure but the score."""
        low, high = self.score.interval_low, self.score.interval_high
        return None if self.shown != "score" or low is None or high is None else (low, high)

    @property
    def parts(self) -> list[PartCells]:
        """Long and short answers, where they are scored apart."""
        return cells_of(self.score)

    @property
    def words(self) -> str:
        """What the figure shows, for its hover title and for those who cannot see it."""
        if self.value is None:
            return say("{name}: no score", name=self.name)
        if self.interval is None:
            return f"{self.name}: {decimal(self.value)}"
        low, high = self.interval
        return say(
            "{name}: {score}, interval {low} to {high}",
            name=self.name,
            score=decimal(self.value),
            low=decimal(low),
            high=decimal(high),
        )

    @property
    def mark(self) -> ScoreDot | None:
        """Where its score and interval stand in the figure."""
        return mark(self.axis, self.value, *(self.interval or (None, None)))


def by_score(row: RunScore) -> tuple[bool, float, str]:
    """Best first, undefined scores last, ties by run id."""
    return best_first(row, "score")


def best_first(row: RunScore, order: str) -> tuple[bool, float, str]:
    """The same by any of the leaderboard's orders."""
    value = value_by(row, order)
    return (value is None, -(value or 0.0), row.run.run_id)


def value_by(row: RunScore, order: str) -> float | None:
    """A run's value in one of the leaderboard's orders."""
    own = {"score": row.score, BY_TYPE: row.score_by_type}
    value: float | None = own[order] if order in own else row.measures.get(order)
    return value


def places(rows: Iterable[RunScore], order: str) -> dict[int, int]:
    """The place of each run that has a value, by primary key; equal values share one."""
    keys = {row.run.run_id: row.run_id for row in rows}
    found = ranks({row.run.run_id: value_by(row, order) for row in rows})
    return {keys[run_id]: place for run_id, place in found.items()}
