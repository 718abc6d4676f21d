"""Sums over units in terms, each of which depends on the judges of its own questions."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from scoring.measures.base import ZERO


class Worth(NamedTuple):
    """What something adds: to the number of units, and to the sum of each run."""

    units: int
    runs: tuple[Fraction, ...]

    def __add__(self, other: object) -> "Worth":
        if not isinstance(other, Worth):
            return NotImplemented
        runs = tuple(one + more for one, more in zip(self.runs, other.runs, strict=True))
        return Worth(self.units + other.units, runs)

    def keeping(self, places: Sequence[int]) -> "Worth":
        """The same of some of the runs."""
        return Worth(self.units, tuple(self.runs[place] for place in places))


class Term(NamedTuple):
    """What is added according to the judges of some questions."""

    questions: tuple[int, ...]  # by their places in the panel
    outcomes: tuple[tuple[int, ...], ...]  # of each of them: what each judge leads to, numbered from 0
    worth: Callable[[tuple[int, ...]], Worth]  # by the outcome of each

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many outcomes each question has."""
        return tuple(max(of_judges) + 1 for of_judges in self.outcomes)

    @property
    def size(self) -> int:
        """How many combinations of outcomes there are."""
        return prod(self.sizes)

    def under(self, choice: Sequence[int]) -> Worth:
        """What is added where the judges of all drawn questions are chosen by their places."""
        pairs = zip(self.questions, self.outcomes, strict=True)
        return self.worth(tuple(of_judges[choice[place]] for place, of_judges in pairs))


def worth_of(values: Sequence[Fraction | None], what: str) -> Worth:
    """What the values of the runs add; they all have one, or none has."""
    given = [value for value in values if value is not None]
    if given and len(given) < len(values):
        raise ValueError(f"Some runs have a value of {what}, others have not: there is no common mean.")
    return Worth(1, tuple(given)) if given else Worth(0, (ZERO,) * len(values))


def listed(worths: Sequence[Worth], outcomes: tuple[int, ...]) -> Worth:
    """The worth of the outcome of the one question of a term."""
    return worths[outcomes[0]]


def kept(
    worth: Callable[[tuple[int, ...]], Worth], places: Sequence[int], outcomes: tuple[int, ...]
) -> Worth:
    """The worth of a term for some of the runs."""
    return worth(outcomes).keeping(places)
