"""Which pairs of runs differ significantly by each of two judges, and where the two contradict each other.

A pair is significant where p < ALPHA by the randomized Tukey HSD (Carterette 2012), as in scoring.studies.significance.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from scoring.evaluate import AnswerKey, Scorer
from scoring.evaluate.units import UnitTable, unit_tables
from scoring.measures.base import Value
from scoring.studies.corrections import tukey_hsd

ALPHA = 0.05
SAMPLES = 2000


class Significant(NamedTuple):
    """Pairs of runs by two judges."""

    pairs: int
    both: int  # significant by both, and in the same direction
    first_only: int
    second_only: int
    opposite: int  # significant by both, in opposite directions
    reversed: int  # significant by the first, and the other way round by the second, significant or not

    def as_json(self) -> dict[str, int]:
        """The counts."""
        return dict(self._asdict())


def significant_pairs(
    scorer: Scorer,
    first: AnswerKey,
    second: AnswerKey,
    measure: str,
    runs: Sequence[str] = (),
    seed: int = 1,
    samples: int = SAMPLES,
) -> Significant:
    """Compare what two answer keys call significant, over all runs that can be compared, or just these; none without a measure."""
    counts = [0] * 6
    for one, other in _tables(scorer, first, second, measure) if measure else ():
        if runs and one.runs != tuple(runs):
            continue
        signs = (_signs(one, seed, samples), _signs(other, seed, samples))
        for pair, (sign, difference) in signs[0].items():
            second_sign, second_difference = signs[1][pair]
            row = (
                True,
                bool(sign) and sign == second_sign,
                bool(sign) and not second_sign,
                bool(second_sign) and not sign,
                bool(sign) and sign == -second_sign,
                bool(sign) and difference * second_difference < 0,
            )
            counts = [count + flag for count, flag in zip(counts, row, strict=True)]
    return Significant(*counts)


def _tables(
    scorer: Scorer, first: AnswerKey, second: AnswerKey, measure: str
) -> Iterator[tuple[UnitTable, UnitTable]]:
    """The tables of both keys for the same runs."""
    others = {table.runs: table for table in unit_tables(scorer, second, measure)}
    for table in unit_tables(scorer, first, measure):
        if table.runs in others:
            yield table, others[table.runs]


def _signs(table: UnitTable, seed: int, samples: int) -> dict[tuple[str, str], tuple[int, Any]]:
    """Of each pair: 1 or -1 where the first or the second is significantly better, else 0; and the difference."""
    found = {}
    scores = [table.score(run) or 0 for run in range(len(table.runs))]
    tested = tukey_hsd(table, samples=samples, seed=seed)
    for (one, other), p in zip(combinations(range(len(scores)), 2), tested, strict=True):
        difference = scores[one] - scores[other]
        sign = ((difference > 0) - (difference < 0)) if p < ALPHA else 0
        found[table.runs[one], table.runs[other]] = (sign, difference)
    return found


def mean_of(found: Sequence[Significant]) -> dict[str, float]:
    """The mean of each count."""
    return {name: sum(getattr(one, name) for one in found) / len(found) for name in Significant._fields}


class Change(NamedTuple):
    """A run whose rank is another by the second judge."""

    run_id: str
    first: int
    second: int

    def as_json(self) -> dict[str, Any]:
        """The three."""
        return dict(self._asdict())


def largest_change(first: Mapping[str, Value], second: Mapping[str, Value]) -> Change | None:
    """The run whose rank changes most, the first of them by id; ranks begin at 1, equal scores share the best."""
    runs = sorted(run for run in first if first[run] is not None and second.get(run) is not None)
    if len(runs) < 2:
        return None
    ranks = [_ranks([scores[run] or 0 for run in runs]) for scores in (first, second)]
    changes = [Change(run, *both) for run, *both in zip(runs, *ranks, strict=True)]
    return min(changes, key=lambda one: (-abs(one.first - one.second), one.run_id))


def _ranks(values: Sequence[Any]) -> list[int]:
    return [1 + sum(other > value for other in values) for value in values]
