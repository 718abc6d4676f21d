"""What is counted of samples of one-judge qrels, portion by portion: statistics of scores, pairs of runs, and correlations.

Sums of floats are taken over blocks of one size and then added up exactly, so that they do not depend on the portions.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any, NamedTuple

from scoring.arrays import Array, Bools, Floats, Ints, np
from scoring.studies.exact import Sums
from scoring.studies.kendall import pairs_of, tau_ap_of, tau_b_of

BLOCK = 1024  # samples; portions hold whole blocks, but for the last


class Spread(NamedTuple):
    """Mean, least and greatest of some numbers."""

    mean: float
    low: float
    high: float


class Series:
    """Numbers that come in portions, of which mean, least and greatest are wanted."""

    def __init__(self) -> None:
        self._sums: list[float] = []
        self._count, self._low, self._high = 0, float("inf"), float("-inf")

    def add(self, values: Floats) -> None:
        """A portion; NaN makes all that is asked NaN."""
        self._sums += by_block(values)
        self._count += len(values)
        self._low = float(np.minimum(self._low, values.min()))
        self._high = float(np.maximum(self._high, values.max()))

    @property
    def spread(self) -> Spread | None:
        """Of all portions; None where some of the numbers are undefined."""
        mean = fsum(self._sums) / max(self._count, 1)
        return None if np.isnan(mean) or not self._count else Spread(mean, self._low, self._high)


def by_block(values: Floats) -> list[float]:
    """The sum of each block."""
    return [float(values[start : start + BLOCK].sum()) for start in range(0, len(values), BLOCK)]


class Statistics:
    """The mean, the sample deviation and the ends of each run's scores."""

    def __init__(self, centres: Sequence[float]) -> None:
        self._centres = np.array(centres)[:, None]  # near the means, so that squares keep their digits
        self._first: list[list[float]] = [[] for _ in centres]
        self._second: list[list[float]] = [[] for _ in centres]
        self.low, self.high = np.full(len(centres), np.inf), np.full(len(centres), -np.inf)
        self._count = 0

    def add(self, scores: Floats) -> None:
        """A portion: an array of (runs, samples)."""
        off = np.ascontiguousarray(scores - self._centres)
        for run, row in enumerate(off):
            self._first[run] += by_block(row)
            self._second[run] += by_block(row * row)
        self.low, self.high = (
            np.minimum(self.low, scores.min(axis=1)),
            np.maximum(self.high, scores.max(axis=1)),
        )
        self._count += scores.shape[1]

    @property
    def means(self) -> list[float]:
        """The mean of each run."""
        centres = self._centres[:, 0].tolist()
        return [centre + fsum(sums) / self._count for centre, sums in zip(centres, self._first, strict=True)]

    @property
    def deviations(self) -> list[float | None]:
        """The deviation of each run, over one less than the samples; None of a single one."""
        if self._count < 2:
            return [None] * len(self._first)
        pairs = zip(self._first, self._second, strict=True)
        squares = (fsum(second) - fsum(first) ** 2 / self._count for first, second in pairs)
        return [sqrt(max(0.0, square) / (self._count - 1)) for square in squares]


class Pairs:
    """How often each run was better than each other, and how far each sample's order is from that of the reference."""

    def __init__(self, order: Sequence[int], reference: Sequence[int] | None) -> None:
        """`order` holds the runs by their places, best first in the reference; `reference` their keys there, if any."""
        runs = len(order)
        self._order = np.array(order, dtype=np.int64)
        self._is_first = self._order[:, None] < self._order[None, :]  # of two that are tied: by its id
        self._keys = None if reference is None else np.array(reference)[self._order]
        self._better, self._tied = np.zeros((runs, runs), np.int64), np.zeros((runs, runs), np.int64)
        self.samples = 0
        self.swaps, self.tau_b, self.tau_ap = Series(), Series(), Series()

    def add(self, sums: Sums) -> None:
        """A portion of samples."""
        keys = sums.keys[self._order]
        runs, samples = keys.shape
        self.samples += samples
        above = np.zeros(
            (runs, samples), dtype=np.int32
        )  # of those above each run, those that the reference has there
        place = np.zeros((runs, samples), dtype=np.int32)
        unsigned = np.zeros(samples, dtype=np.int32)  # what tied pairs add to c - d as if they were not
        for run in range(1, runs):
            is_above, ties = self._compared(keys, run)
            if self._keys is None:
                continue
            above[run] = _count(is_above)
            place[run] += above[run]
            place[:run] += ~is_above
            ties |= (self._keys[:run] == self._keys[run])[:, None]
            if ties.any():
                unsigned += 2 * _count(is_above & ties) - _count(ties)
        if self._keys is not None and runs > 1:
            self._correlated(above, place, unsigned, keys)

    def _compared(self, keys: Array, run: int) -> tuple[Bools, Bools]:
        """Which of the runs before a run in the reference are above it in each sample, and which are tied with it."""
        better, ties = keys[:run] > keys[run], keys[:run] == keys[run]
        self._better[:run, run] += _count_rows(better)
        self._tied[:run, run] += _count_rows(ties)
        return better | (ties & self._is_first[:run, run, None]), ties

    def _correlated(self, above: Any, place: Any, unsigned: Any, keys: Array) -> None:
        runs = len(above)
        pairs = pairs_of(runs)
        alike = above.sum(axis=0, dtype=np.int64)
        self.swaps.add((pairs - alike).astype(np.float64))
        self.tau_ap.add(tau_ap_of((above / np.maximum(place, 1)).sum(axis=0), runs))
        untied = pairs - _tied_pairs(keys)
        reference = pairs - int(_tied_pairs(np.asarray(self._keys)[:, None])[0])
        self.tau_b.add(tau_b_of((2 * alike - pairs - unsigned).astype(np.float64), untied, reference))

    @property
    def better(self) -> Ints:
        """By place of the runs: how often each of the first was better than each of the second."""
        over = np.tril(self.samples - self._better.T - self._tied.T, -1) + self._better
        return self._placed(over)

    @property
    def tied(self) -> Ints:
        """How often each two were tied."""
        return self._placed(self._tied + self._tied.T)

    def _placed(self, by_order: Ints) -> Ints:
        found = np.zeros_like(by_order)
        found[np.ix_(self._order, self._order)] = by_order
        return found


def _tied_pairs(keys: Array) -> Ints:
    """How many pairs of runs are tied in each sample."""
    ordered = np.sort(keys, axis=0)
    found, length = np.zeros(keys.shape[1], np.int64), np.zeros(keys.shape[1], np.int64)
    for run in range(1, len(keys)):
        length = np.where(ordered[run] == ordered[run - 1], length + 1, 0)  # of the equal ones before it
        found += length
    return found


def _count(flags: Bools) -> Array:
    """How many are set in each sample."""
    dtype = np.uint8 if len(flags) < 256 else np.uint32
    counts: Array = np.add.reduce(flags.view(np.uint8), axis=0, dtype=dtype).astype(np.int32)
    return counts


def _count_rows(flags: Bools) -> list[int]:
    """How many are set for each run."""
    return [int(np.count_nonzero(row)) for row in flags]
