"""What a measure is: the value of one question's responses, and of a run over all its questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

ZERO = Fraction(0)
ONE = Fraction(1)
Value = Fraction | int | None  # None: undefined


class Outcome(NamedTuple):
    """A response with what the judgments make of it."""

    rank: int
    right: bool


@dataclass(frozen=True)
class Measure:
    """A measure knows its spelling; `parse` reads it back."""

    name: ClassVar[str]
    label: ClassVar[str]

    def __str__(self) -> str:
        return self.name

    def of_question(self, outcomes: Sequence[Outcome]) -> Fraction:
        """The value of a run's responses to one question; there may be none."""
        raise NotImplementedError

    def of_run(self, values: Sequence[Fraction]) -> Value:
        """The value of a run, from its values on all evaluated questions."""
        return mean(values)


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """The exact mean; None of nothing."""
    if not values:
        return None
    by_denominator: dict[int, int] = {}
    for value in values:
        by_denominator[value.denominator] = by_denominator.get(value.denominator, 0) + value.numerator
    total = sum((Fraction(top, bottom) for bottom, top in by_denominator.items()), ZERO)
    return total / len(values)
