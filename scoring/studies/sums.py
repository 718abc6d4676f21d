"""Sums of the parts of scores, and the scores that they make: as floats for speed, exactly where floats cannot decide."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from scoring.arrays import Array, Floats, np
from scoring.evaluate.units import UnitTable

NEAR = 1e-9  # two scores that are nearer than this are compared exactly


class Sums:
    """The parts of a table, and scores of sums of them over as many units as it has.

    Sums are whole numbers over one denominator. As floats they are so wherever `is_whole`; else they are rounded.
    """

    def __init__(self, table: UnitTable) -> None:
        self.table = table
        self.n = len(table.units)
        self.floats, self.scale = table.arrays()  # (parts, runs, units)

    @property
    def is_whole(self) -> bool:
        """Whether sums of floats are exact."""
        return self.scale is not None

    @cached_property
    def denominator(self) -> int:
        """What whole numbers are to be divided by."""
        return self.scale or lcm(
            1, *{part.denominator for row in self.table.parts for unit in row for part in unit}
        )

    @cached_property
    def whole(self) -> Array:
        """The parts as whole numbers: floats where these are exact, else numbers of Python."""
        if self.is_whole:
            return self.floats
        rows = [[[int(part * self.denominator) for part in unit] for unit in row] for row in self.table.parts]
        return np.array(rows, dtype=object).reshape((*self.floats.shape[1:], -1)).transpose(2, 0, 1)

    @cached_property
    def scores(self) -> tuple[Fraction, ...]:
        """The exact score of each run."""
        return tuple(self.exact_score(self.whole[:, run].sum(axis=-1)) for run in range(len(self.table.runs)))

    @cached_property
    def near(self) -> float:
        """Scores that differ by more than this differ as floats, too, and in the same direction."""
        return NEAR * max(1.0, float(np.abs(self.floats).max(initial=0.0)) / (self.scale or 1))

    def weighted(self, weights: Array) -> Floats:
        """Sums of the parts with weights for the units, of (samples, units): an array of (parts, runs, samples)."""
        parts, runs, units = self.floats.shape
        flat, weights = self.floats.reshape(parts * runs, units), weights.astype(np.float64)
        # One product of two matrices is far faster than one for each row, but rounds a row by its place.
        sums: Floats = flat @ weights.T if self.is_whole else np.stack([weights @ row for row in flat])
        return sums.reshape(parts, runs, len(weights))

    def score(self, sums: Sequence[Floats]) -> Floats:
        """The scores of sums: an array for each part."""
        scale = self.scale or 1
        scores: Floats = self.table.combined.of([part / scale for part in sums], self.n)
        return scores

    def exact_score(self, sums: Sequence[Any]) -> Fraction:
        """The score of whole sums: a number for each part."""
        fractions = [Fraction(int(part), self.denominator) for part in sums]
        return Fraction(self.table.combined.of(fractions, self.n))
