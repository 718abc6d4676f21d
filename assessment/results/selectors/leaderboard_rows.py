"""One run on a leaderboard, and the order and places of runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assessment.results.models import RunScore
from assessment.results.selectors.figures import Axis, ScoreDot, mark
from assessment.results.selectors.people import cells_of, named_cells
from assessment.results.selectors.sight import OTHER
from assessment.shared.say import say, sentence
from scoring.decimals import decimal
from scoring.evaluate.report import ranks

BY_TYPE = "type"


class RunType(NamedTuple):
    """What runs may differ in and be chosen by, in the order of a list: how they were made, and how long answers are."""

    length: int  # of answers; 0 where the type says nothing of it
    name: str
    label: str = ""


AUTOMATIC = RunType(0, "automatic", sentence("automatic"))
MANUAL = RunType(0, "manual", sentence("manual"))


@dataclass(frozen=True)
class LeaderboardRow:
    """One run on the leaderboard; its places are by score, and by score by question type. Without a value it has none."""

    score: RunScore
    axis: Axis
    place_by_score: int | None
    place_by_type: int | None
    shown: str = "score"  # the measure that the figure shows
    is_named: bool = True  # whether the reader may know whose it is
    tells_made: bool = True  # whether the reader may know how it was made
    other: str = OTHER  # what it is called where it is not named

    @property
    def run_id(self) -> str:
        """The id; empty where the reader may not know it."""
        return self.score.run.run_id if self.is_named else ""

    @property
    def name(self) -> str:
        """What the run is called to the reader."""
        return self.run_id or say(self.other)

    @property
    def length(self) -> int | None:
        """The declared length of its answers, where it has one and the reader may know whose it is."""
        return self.score.run.length_limit if self.is_named else None

    @property
    def team(self) -> str:
        """Whose it is, as far as the reader may know."""
        return self.score.run.team.name if self.is_named else "–"

    @property
    def types(self) -> list[RunType]:
        """Of which types it is, as far as the reader may know."""
        made = AUTOMATIC if self.score.run.automatic else MANUAL
        lengths = [RunType(self.length, str(self.length))] if self.length else []
        return [made, *lengths] if self.tells_made else lengths

    @property
    def best_first(self) -> tuple[bool, float, bool, str]:
        """What orders rows by what the figure shows."""
        return named_first(self.score, self.shown, is_named=self.is_named)

    @property
    def value(self) -> float | None:
        """What the figure shows."""
        return value_by(self.score, self.shown)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of that; None where none is known, as of every measure but the score."""
        low, high = self.score.interval_low, self.score.interval_high
        return None if self.shown != "score" or low is None or high is None else (low, high)

    @cached_property
    def cells(self) -> dict[str, float | None]:
        """What columns hold where long and short answers are scored apart."""
        return named_cells(cells_of(self.score), self.score.measures.get("definition1"))

    @cached_property
    def thresholds(self) -> dict[str, float | None]:
        """From which of the run's own scores its best F1 counts, by column."""
        best = {part.name.replace("_f1", "_best_f1"): part.best for part in cells_of(self.score)}
        return {name: point["threshold"] for name, point in best.items() if point}

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


def named_first(row: RunScore, order: str, *, is_named: bool) -> tuple[bool, float, bool, str]:
    """The same where names may be hidden: of equal runs those without a name last, in an order that tells no name."""
    missing, value, run_id = best_first(row, order)
    return missing, value, not is_named, run_id if is_named else row.run.sha256


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
