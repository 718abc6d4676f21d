"""Bootstrap percentile intervals of the scores of runs and of their differences (Efron and Tibshirani, "An Introduction to
the Bootstrap", 1993, chapter 13).

As many units as there are get drawn with replacement, again and again, the same for all runs; each time the scores are
worked out anew from the summed parts. Of B ordered scores the interval ends with the k-th from below and from above, where
k = ⌊(B + 1) · (1 - level) / 2⌋: the 250th for B = 10,000 and 95 %.
"""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from scoring.evaluate.units import UnitTable
from scoring.studies.draws import Draws
from scoring.studies.randomization import Progress, portions
from scoring.studies.sums import Floats, Sums

LEVEL = 0.95
FEWEST_UNITS = 2  # a single unit, drawn again and again, is always itself


class Interval(NamedTuple):
    """Lower and upper end."""

    low: float
    high: float


class Intervals(NamedTuple):
    """An interval for each run, and for the difference of each pair of runs, in the order of the table."""

    runs: tuple[Interval | None, ...]
    pairs: tuple[Interval | None, ...]


def bootstrap_intervals(
    table: UnitTable,
    *,
    samples: int = 10_000,
    seed: int = 1,
    level: float = LEVEL,
    progress: Progress | None = None,
) -> Intervals:
    """The intervals of runs and of their pairs; None where the table has fewer than two units."""
    pairs = list(combinations(range(len(table.runs)), 2))
    if len(table.units) < FEWEST_UNITS:
        return Intervals((None,) * len(table.runs), (None,) * len(pairs))
    scores = resampled_scores(table, samples=samples, seed=seed)
    runs = tuple(percentile_interval(row, level) for row in scores)
    found = []
    for done, (first, second) in enumerate(pairs, 1):
        found.append(percentile_interval(scores[first] - scores[second], level))
        if progress:
            progress(done, len(pairs))
    return Intervals(runs, tuple(found))


def resampled_scores(table: UnitTable, *, samples: int = 10_000, seed: int = 1) -> Floats:
    """The score of each run in each sample of units: an array of (runs, samples)."""
    sums, draws, n = Sums(table), Draws(seed).spawn("resamples"), len(table.units)
    scores = np.empty((len(table.runs), samples))
    for rows in portions(samples, n):
        drawn = draws.choices([n] * n, len(rows))
        cells = (drawn + n * np.arange(len(rows))[:, None]).reshape(-1)
        times = np.bincount(cells, minlength=n * len(rows)).reshape(-1, n)
        scores[:, rows.start : rows.stop] = sums.score(list(sums.weighted(times)))
    return scores


def percentile_interval(values: Floats, level: float = LEVEL) -> Interval:
    """The ends of the middle of some values, each of them one of the values."""
    tail = (1 - Fraction(repr(level))) / 2
    k = max(1, int((len(values) + 1) * tail)) - 1
    last = len(values) - 1 - k
    ordered = np.partition(values, (k, last))
    return Interval(float(ordered[k]), float(ordered[last]))
