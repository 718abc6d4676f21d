"""Intervals of the scores of runs and of their differences, as `scoring.intervals` has them: the same as on leaderboards."""

from itertools import combinations
from typing import NamedTuple

from scoring.arrays import Floats, np
from scoring.evaluate.units import UnitTable
from scoring.intervals import (
    ALIKE,
    EVEN,
    FEW,
    FEWEST,
    Interval,
    difference_interval,
    score_interval,
    why_none,
)
from scoring.studies.randomization import Progress


class Intervals(NamedTuple):
    """An interval for each run, and for the difference of each pair of runs, in the order of the table."""

    runs: tuple[Interval, ...]
    pairs: tuple[Interval, ...]
    reasons: tuple[str, ...] = ()  # sentences on those that there are not


def intervals_of(table: UnitTable, progress: Progress | None = None) -> Intervals:
    """The intervals of runs and of their pairs. The table has units."""
    influences = table.influences
    correlations = _correlations(np.array([one.values for one in influences]))
    runs = tuple(map(score_interval, influences))
    pairs = list(combinations(range(len(influences)), 2))
    found = []
    for done, (first, second) in enumerate(pairs, 1):
        correlation = float(correlations[first, second])
        found.append(difference_interval(influences[first], influences[second], correlation))
        if progress:
            progress(done, len(pairs))
    codes = {one.reason for one in (*runs, *found)}
    fewest = max((one.fewest for one in influences), default=FEWEST)
    reasons = tuple(why_none(code, table.unit, fewest) for code in (FEW, EVEN, ALIKE) if code in codes)
    return Intervals(runs, tuple(found), reasons)


def _correlations(values: Floats) -> Floats:
    """Of each two rows; 0 where one of them is the same throughout."""
    apart = values - values.mean(axis=1, keepdims=True)
    lengths = np.sqrt((apart * apart).sum(axis=1))
    both = np.outer(lengths, lengths)
    found: Floats = np.divide(apart @ apart.T, both, out=np.zeros_like(both), where=both > 1e-12)
    return found.clip(-1, 1)
