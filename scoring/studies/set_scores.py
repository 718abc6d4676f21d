"""Scores of runs on sets of units of one size: as floats, and exactly wherever a decision hangs on the last digit."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from scoring.arrays import Array, Bools, Floats, Ints, Signs, np
from scoring.evaluate.units import UnitTable

# Floats decide where they are farther than this from a border; an error of theirs is a million times smaller.
NEAR = 1e-9


class SetScores:
    """The scores of all runs on each of some sets, which hold the same number of units.

    `floats` is an array of (sets, runs). `codes` is one of the same shape: equal codes mean equal scores, and `exact`
    gives the score of a code.
    """

    def __init__(self, table: UnitTable, arrays: tuple[Floats, int | None], sets: Ints) -> None:
        self._table, self._scale, self._sets = table, arrays[1], sets
        whole = arrays[0]
        member = np.zeros((len(sets), len(table.units)))
        np.put_along_axis(member, sets, 1.0, axis=1)
        self._sums = member @ whole.transpose(0, 2, 1)
        self.floats: Floats = np.asarray(table.combined.of(list(self._sums / (self._scale or 1)), self._size))
        self._firsts, self.codes = self._numbered()
        self._known: dict[int, Fraction] = {}

    @property
    def _size(self) -> int:
        return int(self._sets.shape[1])

    def _numbered(self) -> tuple[Ints, Ints]:
        shape = self._sums.shape[1:]
        if self._scale is None:  # rounded sums do not tell what is equal
            places = np.arange(shape[0] * shape[1])
            return places, places.reshape(shape)
        firsts, codes = numbered([sums.reshape(-1) for sums in self._sums])
        return firsts, codes.reshape(shape)

    def exact(self, code: int) -> Fraction:
        """The score that has this code."""
        if code not in self._known:
            self._known[code] = self._worked_out(*divmod(int(self._firsts[code]), self._sums.shape[2]))
        return self._known[code]

    def _worked_out(self, number: int, run: int) -> Fraction:
        if self._scale is None:
            return self._table.score(run, self._sets[number].tolist()) or Fraction(0)
        sums = [Fraction(int(one), self._scale) for one in self._sums[:, number, run]]
        return Fraction(self._table.combined.of(sums, self._size))

    def signs(self, one: Ints, other: Ints) -> Signs:
        """Of each set and pair of runs, given by their places: 1 where one is better than the other, -1 where worse."""
        difference = self.floats[:, one] - self.floats[:, other]
        signs = np.sign(difference).astype(np.int8)
        places, codes = self._unsure(np.abs(difference) < NEAR, one, other)
        signs[places] = self._settled(lambda first, second: (first > second) - (first < second), codes)
        return signs

    def bins(self, one: Ints, other: Ints, width: Fraction) -> Ints:
        """Of each set and pair of runs: the whole part of the size of their difference over the width."""
        ratios = np.abs(self.floats[:, one] - self.floats[:, other]) / float(width)
        bins = np.floor(ratios).astype(np.int64)
        places, codes = self._unsure(_near_whole(ratios, width), one, other)
        bins[places] = self._settled(lambda first, second: floor(abs(first - second) / width), codes)
        return bins

    def mean_bins(self, one: Ints, other: Ints, width: Fraction) -> Ints:
        """The same of the mean size of two differences: those of a set of the first half and of its like in the second."""
        half = len(self._sets) // 2
        sizes = np.abs(self.floats[:, one] - self.floats[:, other])
        ratios = (sizes[:half] + sizes[half:]) / (2 * float(width))
        bins = np.floor(ratios).astype(np.int64)
        (rows, pairs), first = self._unsure(_near_whole(ratios, width), one, other)
        second = [self.codes[rows + half, runs[pairs]] for runs in (one, other)]

        def exactly(*scores: Fraction) -> int:
            return floor((abs(scores[0] - scores[1]) + abs(scores[2] - scores[3])) / 2 / width)

        bins[rows, pairs] = self._settled(exactly, [*first, *second])
        return bins

    def _unsure(self, mask: Bools, one: Ints, other: Ints) -> tuple[tuple[Ints, Ints], list[Ints]]:
        """The places of a mask over sets and pairs, and the codes of both runs there."""
        rows, pairs = np.nonzero(mask)
        return (rows, pairs), [self.codes[rows, one[pairs]], self.codes[rows, other[pairs]]]

    def _settled(self, decide: Callable[..., int], codes: Sequence[Ints]) -> Ints:
        """What is decided on the exact scores of some codes; each combination is looked at once."""
        firsts, inverse = numbered(codes)
        found = [decide(*(self.exact(int(column[place])) for column in codes)) for place in firsts]
        return np.array(found, dtype=np.int64)[inverse]


def _near_whole(ratios: Floats, width: Fraction) -> Bools:
    return np.asarray(np.abs(ratios - np.rint(ratios)) < NEAR / float(width))


def numbered(columns: Sequence[Array]) -> tuple[Ints, Ints]:
    """Number the distinct rows of some columns: where each is first, and the number of every row."""
    firsts, codes = np.zeros(0, np.int64), np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, inverse = np.unique(column, return_inverse=True)
        _, firsts, codes = np.unique(
            codes * max(len(values), 1) + inverse, return_index=True, return_inverse=True
        )
    return firsts, codes
