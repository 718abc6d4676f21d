"""Paired randomization test between runs (Fisher 1935; Smucker, Allan and Carterette 2007, "A Comparison of Statistical
Significance Tests for Information Retrieval Evaluation", section 3.1).

If two runs are equally good, what one of them got for a unit might as well have been got by the other. So the runs swap
what they got for a unit, or not, by a fair coin for each unit; p is how often their scores then lie at least as far apart
as they do. Whatever the formula of the score, it is worked out anew from the swapped parts; so the two scores need not be
means.

    sampled   p = (1 + samples that reach the difference) / (1 + samples)       (Davison and Hinkley 1997, section 4.3)
    exact     p = swaps that reach the difference / 2^m                         where the runs differ in m ≤ 14 units

Both are two-sided. Whether a sample reaches the difference is decided exactly.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

from scoring.arrays import Bools, Bytes, Floats, Places, Signs, np
from scoring.evaluate.units import UnitTable
from scoring.studies.draws import Draws
from scoring.studies.sums import Sums

EXACT, SAMPLED = "exact", "sampled"
MOST_ENUMERATED = 14  # units in which two runs differ: 2^14 ways to swap them
WORDS_AT_ONCE = 1 << 20  # random numbers drawn at a time

Progress = Callable[[int, int], None]


class PairTest(NamedTuple):
    """The test of two runs, by their places in the table."""

    first: int
    second: int
    difference: Fraction  # of their scores: the first less the second
    p: float
    method: str  # exact or sampled


class Swaps(NamedTuple):
    """Ways in which two runs swap units, and what the sums then differ by."""

    differences: tuple[Floats, ...]  # for each part: first less second in each way
    signs: Callable[[Places], Signs]  # of some of the ways: -1 where a unit is swapped


class Pair:
    """Two runs of a table, the scores of which are worked out anew when they swap units."""

    def __init__(self, sums: Sums, first: int, second: int) -> None:
        self.sums, self.first, self.second = sums, first, second
        self.difference = sums.scores[first] - sums.scores[second]
        self.whole = sums.whole[:, first] - sums.whole[:, second]
        self.both: Floats = sums.floats[:, first].sum(axis=-1) + sums.floats[:, second].sum(axis=-1)

    @property
    def differing(self) -> Places:
        """The units in which the runs differ."""
        return np.flatnonzero((self.whole != 0).any(axis=0))

    def score_differences(self, differences: Sequence[Floats]) -> Floats:
        """What the scores differ by where the sums differ so."""
        both = [(total, part) for total, part in zip(self.both, differences, strict=True)]
        first = self.sums.score([(total + part) / 2 for total, part in both])
        second = self.sums.score([(total - part) / 2 for total, part in both])
        return first - second

    def exact_difference(self, differences: Sequence[int]) -> Fraction:
        """The same of whole numbers, exactly; they have the parity of the sums of both runs."""
        pairs = zip(self._both_whole, differences, strict=True)
        halves = [((total + part) // 2, (total - part) // 2) for total, part in pairs]
        first, second = zip(*halves, strict=True)
        return self.sums.exact_score(first) - self.sums.exact_score(second)

    @property
    def _both_whole(self) -> list[int]:
        whole = self.sums.whole[:, [self.first, self.second]]
        return [int(part.sum()) for part in whole]

    def count_reaching(self, swaps: Swaps) -> int:
        """In how many of the ways the scores lie at least as far apart as they do."""
        distances = np.abs(self.score_differences(swaps.differences))
        border = abs(float(self.difference))
        near = np.flatnonzero(np.abs(distances - border) <= self.sums.near)
        above = int(np.count_nonzero(distances > border)) - int(np.count_nonzero(distances[near] > border))
        found = Counter(self._whole_differences(swaps, near))
        least = abs(self.difference)
        return above + sum(times for one, times in found.items() if abs(self.exact_difference(one)) >= least)

    def _whole_differences(self, swaps: Swaps, ways: Places) -> Iterator[tuple[int, ...]]:
        if self.sums.is_whole:
            columns = [part[ways].astype(np.int64).tolist() for part in swaps.differences]
        else:
            signs = swaps.signs(ways).astype(object)
            columns = [(signs @ part).tolist() for part in self.whole]
        return zip(*columns, strict=True)


class SampledSwaps:
    """Fair coins for each unit, drawn once for all pairs, so that pairs can be seen together."""

    def __init__(self, sums: Sums, samples: int, draws: Draws) -> None:
        self.sums, self.samples, self.draws = sums, samples, draws

    def of(self, first: int, second: int) -> Swaps:
        """What two runs make of the coins."""
        signed, packed = self._drawn

        def signs(ways: Places) -> Signs:
            return _signs(np.unpackbits(packed[ways], axis=1, count=self.sums.n).astype(np.bool_))

        return Swaps(tuple(part[first] - part[second] for part in signed), signs)

    @cached_property
    def _drawn(self) -> tuple[Floats, Bytes]:
        """The sums of each run with the signs of the coins, and the coins, eight to a byte."""
        parts, runs, units = self.sums.floats.shape
        signed, packed = np.empty((parts, runs, self.samples)), []
        for rows in portions(self.samples, units):
            coins = self.draws.signs(len(rows), units)
            signed[:, :, rows.start : rows.stop] = self.sums.weighted(_signs(coins))
            packed.append(np.packbits(coins, axis=1))
        return signed, np.concatenate(packed)


def _signs(coins: Bools) -> Signs:
    return np.where(coins, np.int8(-1), np.int8(1))


def portions(samples: int, words: int) -> Iterator[range]:
    """The samples in portions that need not much memory, where each takes so many random numbers."""
    rows = max(1, WORDS_AT_ONCE // max(1, words))
    return (range(start, min(start + rows, samples)) for start in range(0, samples, rows))


@cache
def _all_coins(m: int) -> Bools:
    """Every way to swap m units but for swapping all others instead, which gives the same distance."""
    ways = np.arange(1 << max(0, m - 1))
    return (ways[:, None] >> np.arange(m) & 1).astype(np.bool_)


def _enumerated(pair: Pair, units: Places) -> Swaps:
    coins = _all_coins(len(units))

    def signs(ways: Places) -> Signs:
        all_units = np.ones((len(ways), pair.sums.n), dtype=np.int8)
        all_units[:, units] = _signs(coins[ways])
        return all_units

    floats = pair.sums.floats[:, pair.first] - pair.sums.floats[:, pair.second]
    signed = _signs(coins).astype(np.float64)
    return Swaps(tuple(signed @ part[units] for part in floats), signs)


def pair_test(pair: Pair, sampled: SampledSwaps) -> PairTest:
    """The test of two runs."""
    units = pair.differing
    is_exact = len(units) <= MOST_ENUMERATED
    if not pair.difference:
        p = 1.0
    elif is_exact:
        p = pair.count_reaching(_enumerated(pair, units)) / (1 << (len(units) - 1))
    else:
        p = (1 + pair.count_reaching(sampled.of(pair.first, pair.second))) / (1 + sampled.samples)
    return PairTest(pair.first, pair.second, pair.difference, p, EXACT if is_exact else SAMPLED)


def pairs_of(sums: Sums) -> Iterator[Pair]:
    """All pairs of runs, in the order of the table."""
    return (Pair(sums, *pair) for pair in combinations(range(len(sums.table.runs)), 2))


def paired_tests(
    table: UnitTable, *, samples: int = 10_000, seed: int = 1, progress: Progress | None = None
) -> tuple[PairTest, ...]:
    """The test of each pair of runs, all on the same coins; a pair's result depends on its own parts alone."""
    sums = Sums(table)
    sampled = SampledSwaps(sums, samples, Draws(seed).spawn("swaps"))
    total = len(table.runs) * (len(table.runs) - 1) // 2
    tests = []
    for pair in pairs_of(sums):
        tests.append(pair_test(pair, sampled))
        if progress:
            progress(len(tests), total)
    return tuple(tests)
