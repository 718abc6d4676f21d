"""Whether two ways to put scores together rank the runs alike: over series, say, and over types of questions.

Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 3.1: the scores by series were mostly greater
than those by type, and Kendall's tau between the two orders was .971.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.evaluate.report import ranks
from scoring.measures.base import Value
from scoring.studies.kendall import FEWER_THAN_TWO, Correlation, correlation
from scoring.studies.numbers import shown


class Both(NamedTuple):
    """A run in both orders; runs with equal scores have the same rank."""

    run_id: str
    score: Value
    rank: int
    other_score: Value
    other_rank: int

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {
            "run": self.run_id,
            "score": shown(self.score),
            "rank": self.rank,
            "other_score": shown(self.other_score),
            "other_rank": self.other_rank,
        }


class Orders(NamedTuple):
    """Two orders of runs."""

    runs: tuple[Both, ...]  # best first by the first score
    greater: int  # runs whose first score is the greater
    smaller: int
    correlation: Correlation | None  # the second order is the reference
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {
            "correlation": self.correlation.as_json() if self.correlation else None,
            "reason": self.reason,
            "greater": self.greater,
            "smaller": self.smaller,
            "runs": [run.as_json() for run in self.runs],
        }


def orders(scores: Mapping[str, Value], others: Mapping[str, Value]) -> Orders:
    """Compare two orders of the runs that have both scores."""
    both = {
        run_id: one for run_id, one in scores.items() if one is not None and others.get(run_id) is not None
    }
    others = {run_id: others[run_id] for run_id in both}
    places, other_places = ranks(both), ranks(others)
    rows = [
        Both(run_id, both[run_id], places[run_id], others[run_id], other_places[run_id])
        for run_id in sorted(both)
    ]
    found = correlation(both, others)
    return Orders(
        tuple(sorted(rows, key=lambda row: row.rank)),
        sum(1 for run_id in both if both[run_id] > (others[run_id] or 0)),
        sum(1 for run_id in both if both[run_id] < (others[run_id] or 0)),
        found,
        "" if found else FEWER_THAN_TWO,
    )
