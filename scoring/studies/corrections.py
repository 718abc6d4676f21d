"""Corrections for many pairs of runs: of the 2,016 pairs of 64 equal runs, a hundred lie below .05 by chance.

Holm's takes the p of the pairs as they are, whatever they depend on. The other two know how pairs depend on each other,
for they see all of them in each sample:

    randomized Tukey HSD   the runs' parts of each unit are dealt out anew among all runs; p is how often the best and
                           the worst then lie at least as far apart as the pair does (Carterette, "Multiple Testing in
                           Statistical Analysis of Systems-Based Information Retrieval Experiments", TOIS 30 (1), 2012)
    single-step max-T      every pair swaps the same units; p is how often some pair then lies at least as far apart
                           (Westfall and Young, "Resampling-Based Multiple Testing", 1993; between runs: Boytsov, Belova
                           and Westfall, SIGIR 2013)

Tukey's supposes that all runs are equally good; a larger difference never has a larger p, so that the runs that cannot be
told apart are neighbours in a ranking. In max-T each difference may be divided by what it deviates by under the null, so
that pairs of similar runs are not held to the spread of others.
In both p = (1 + samples that reach the difference) / (1 + samples).
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from scoring.arrays import Floats, Ints, np
from scoring.evaluate.units import UnitTable
from scoring.studies.draws import Draws
from scoring.studies.needed import unit_differences
from scoring.studies.randomization import Pair, Progress, SampledSwaps, pairs_of, portions
from scoring.studies.sums import Sums


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """p corrected for how many there are, step by step from the smallest (Holm 1979).

    The k-th smallest of m is multiplied by m - k + 1; none falls below the one before, nor rises above 1.
    """
    corrected = [1.0] * len(ps)
    largest = 0.0
    for done, place in enumerate(sorted(range(len(ps)), key=lambda place: ps[place])):
        largest = max(largest, min(1.0, ps[place] * (len(ps) - done)))
        corrected[place] = largest
    return tuple(corrected)


def tukey_hsd(
    table: UnitTable, *, samples: int = 10_000, seed: int = 1, progress: Progress | None = None
) -> tuple[float, ...]:
    """The p of each pair of runs by the randomized Tukey HSD, in the order of the table."""
    sums = Sums(table)
    if len(table.runs) < 2:
        return ()
    distances = [abs(one - other) for one, other in combinations(sums.scores, 2)]
    steps = _Steps(sums, sorted(set(distances)))
    reached = np.zeros(len(steps.exact) + 1, dtype=np.int64)  # how many samples reach just so many steps
    draws = Draws(seed).spawn("labels")
    for rows in portions(samples, len(table.units) * len(table.runs)):
        reached += np.bincount(steps.reached(_dealt(draws, sums, len(rows))), minlength=len(reached))
        if progress:
            progress(rows.stop, samples)
    at_least = np.cumsum(reached[::-1])[::-1]
    return tuple(
        int(1 + at_least[1 + steps.place[distance]]) / (1 + samples) if distance else 1.0
        for distance in distances
    )


def _dealt(draws: Draws, sums: Sums, samples: int) -> Ints:
    """Whose parts each run gets of each unit: an array of (samples, units, runs)."""
    runs = len(sums.table.runs)
    return draws.permutations(samples * sums.n, runs).reshape(samples, sums.n, runs)


class _Steps:
    """The distances of the pairs as steps from the smallest to the largest."""

    def __init__(self, sums: Sums, exact: Sequence[Fraction]) -> None:
        self.sums, self.exact = sums, exact
        self.place = {distance: place for place, distance in enumerate(exact)}
        self.floats = np.array([float(distance) for distance in exact])
        self.known: dict[tuple[int, ...], Fraction] = {}

    def reached(self, dealt: Ints) -> Ints:
        """How many steps the distance between the best and the worst run of each sample reaches."""
        taken = [_dealt_sums(part, dealt) for part in self.sums.floats]
        scores = self.sums.score(taken)
        ranges = scores.max(axis=1) - scores.min(axis=1)
        steps: Ints = np.searchsorted(self.floats, ranges - self.sums.near, side="right")
        unsure = steps != np.searchsorted(self.floats, ranges + self.sums.near, side="right")
        for sample in np.flatnonzero(unsure):
            sums = [part[sample] for part in taken]
            steps[sample] = bisect_right(self.exact, self._range(scores[sample], sums, dealt[sample]))
        return steps

    def _range(self, scores: Floats, sums: Sequence[Floats], dealt: Ints) -> Fraction:
        """The exact distance between the best and the worst run of a sample."""
        best = np.flatnonzero(scores >= scores.max() - self.sums.near)
        worst = np.flatnonzero(scores <= scores.min() + self.sums.near)
        high = max(self._score(self._whole(run, sums, dealt)) for run in best.tolist())
        return high - min(self._score(self._whole(run, sums, dealt)) for run in worst.tolist())

    def _whole(self, run: int, sums: Sequence[Floats], dealt: Ints) -> tuple[int, ...]:
        if self.sums.is_whole:
            return tuple(int(part[run]) for part in sums)
        return tuple(int(part[dealt[:, run], np.arange(self.sums.n)].sum()) for part in self.sums.whole)

    def _score(self, whole: tuple[int, ...]) -> Fraction:
        if whole not in self.known:
            self.known[whole] = self.sums.exact_score(whole)
        return self.known[whole]


def _dealt_sums(part: Floats, dealt: Ints) -> Floats:
    runs, units = part.shape
    by_unit = np.ascontiguousarray(part.T).reshape(-1)
    sums: Floats = by_unit[dealt + runs * np.arange(units)[:, None]].sum(axis=1)
    return sums


def max_t(
    table: UnitTable,
    *,
    samples: int = 10_000,
    seed: int = 1,
    standardized: bool = False,
    progress: Progress | None = None,
) -> tuple[float, ...]:
    """The p of each pair of runs by single-step max-T, in the order of the table.

    A standardized difference is divided by √(Σ e²), e being what each unit adds to it. Two runs alike have p = 1. Here
    samples that come nearer to the difference than 10⁻⁹ reach it.
    """
    sums = Sums(table)
    sampled = SampledSwaps(sums, samples, Draws(seed).spawn("swaps"))
    largest = np.zeros(samples)
    observed = []
    for done, pair in enumerate(pairs_of(sums), 1):
        unit = _deviation(pair) if standardized else 1.0
        observed.append(abs(float(pair.difference)) / unit)
        if len(pair.differing):
            differences = pair.score_differences(sampled.of(pair.first, pair.second).differences)
            np.maximum(largest, np.abs(differences) / unit, out=largest)
        if progress:
            progress(done, len(table.runs) * (len(table.runs) - 1) // 2)
    return tuple((1 + int(np.count_nonzero(largest >= one - sums.near))) / (1 + samples) for one in observed)


def _deviation(pair: Pair) -> float:
    return float(np.sqrt(np.square(unit_differences(pair)).sum())) or 1.0
