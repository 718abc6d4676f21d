"""What a measure is: the value of one question's responses, and of a run over all its questions."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import inf, lcm
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from scoring.intervals import FEWEST, Influence, mean_influence
from scoring.scales import Scale

ZERO = Fraction(0)
ONE = Fraction(1)
Value = Fraction | int | None  # None: undefined
Given = TypeVar("Given")


class Outcome(NamedTuple):
    """A response with what the judgments make of it."""

    rank: int
    right: bool
    grade: str = ""  # where a run may be silent: its grade, or U for silence; empty while it is unjudged
    held_back: str | None = None  # the same of the answer behind a silence, U where there is none
    exact: bool = False  # whether there is an exact answer besides a paragraph
    partial: Fraction | None = None  # where it is not right: what its grade earns, if anything
    value: Fraction | None = (
        None  # where a measure asks for it: what its grade is worth; None while it is unjudged
    )


class Ranking(list[Outcome]):
    """A run's responses to a question, with what all judged answers to it are worth, the best first.

    Where unjudged responses may turn out right, `top` is what they would be worth then.
    """

    def __init__(
        self, outcomes: Iterable[Outcome], pool: Sequence[Fraction], top: Fraction | None = None
    ) -> None:
        super().__init__(outcomes)
        self.pool, self.top = tuple(pool), top

    def unjudged(self, deepest: float = inf) -> list[Outcome]:
        """The responses down to a rank that nobody judged, in the order of their ranks."""
        return sorted(
            (one for one in self if one.value is None and one.rank <= deepest), key=lambda one: one.rank
        )

    def all_right(self, deepest: float = inf) -> "Ranking":
        """The same if all its unjudged responses down to a rank turn out right."""
        is_hopeful = [one.value is None and one.rank <= deepest for one in self]
        outcomes = (
            one._replace(value=self.top) if hopeful else one
            for one, hopeful in zip(self, is_hopeful, strict=True)
        )
        return Ranking(outcomes, [self.top or ZERO] * sum(is_hopeful) + list(self.pool))


def best_of(given: Iterable[Outcome], deepest: float = inf) -> Fraction:
    """What the best of the responses down to a rank earns, from 0 to 1; 0 where there is none."""
    best = ZERO
    for outcome in given:
        if outcome.rank > deepest:
            continue
        if outcome.right:
            return ONE
        if outcome.partial:
            best = max(best, outcome.partial)
    return best


class Combined(NamedTuple):
    """How the sums of parts over n questions or series make a score; sums may be numbers or arrays of numpy."""

    name: str
    parts: tuple[str, ...]
    of: Callable[[Sequence[Any], Any], Any]
    influence: Callable[[Sequence[Sequence[float]]], Influence]  # of each question, of its parts part by part

    @property
    def is_mean(self) -> bool:
        """Whether it is the mean of the values of questions, whatever these may be worth."""
        return self.of is _mean_of


def _mean_of(sums: Sequence[Any], n: Any) -> Any:
    return sums[0] / n


def mean_within(least: Fraction, most: Fraction) -> Combined:
    """The mean of values that may lie between two ends."""
    return Combined("mean", ("value",), _mean_of, partial(mean_influence, ends=(float(least), float(most))))


MEAN = Combined("mean", ("value",), _mean_of, mean_influence)


@dataclass(frozen=True)
class Measure(Generic[Given]):
    """A measure knows its spelling; `parse` reads it back. `Given` is what it takes of a run's responses to a question."""

    name: ClassVar[str]  # without parameters, where it has some
    label: ClassVar[str]
    source: ClassVar[str] = ""  # the paper and section of the formula
    forms: ClassVar[tuple[str, ...]] = ("answers",)  # of the questions whose responses it takes
    settings: ClassVar[tuple[str, ...]] = ()  # of a campaign, that give it its parameters
    cells: ClassVar[bool] = False  # whether it takes the labels of cells, which only some types have
    in_order: ClassVar[bool] = (
        False  # whether it takes questions in the order of the run file, and depends on that
    )
    graded: ClassVar[bool] = (
        False  # whether it takes a `Ranking`: what grades are worth, which single answers have
    )
    fewest: ClassVar[int] = FEWEST  # questions that an interval of a run's value needs
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {}
    )  # of the figures, in the order of the formula

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """Its name for people, with its parameters; translated where it is shown."""
        return self.label

    def under(self, settings: Mapping[str, Any]) -> Self:
        """The measure with the parameters that a campaign's settings give it."""
        return self

    def on(self, scales: Collection[Scale]) -> Self:
        """The measure of questions that are graded on these scales."""
        return self

    def of_question(self, given: Given) -> Fraction:
        """The value of a run's responses to one question; there may be none."""
        raise NotImplementedError

    def of_questions(self, given: Mapping[str, Given]) -> dict[str, Fraction]:
        """The value of each of a run's questions that has one, by its id."""
        return {qid: self.of_question(one) for qid, one in given.items()}

    @property
    def combined(self) -> Combined:
        """How the parts of questions make the value of a run: by default it is the mean of their values."""
        return MEAN

    def parts_of(self, given: Mapping[str, Given]) -> dict[str, tuple[Fraction, ...]]:
        """The parts of each of a run's questions that has a value, by its id."""
        return {qid: (value,) for qid, value in self.of_questions(given).items()}

    def influence(self, parts: Mapping[str, Sequence[Fraction]]) -> Influence:
        """What each question makes of the value of a run: of its parts, in the order that `of_questions` asks for."""
        return self.combined.influence(columns_of(parts.values()))

    def figures(self, given: Given) -> Mapping[str, Value]:
        """Every figure of the formula, by the name that the formula has for it; none where the value says it all."""
        return {}

    def formula(self) -> tuple[str, ...]:
        """The formula line by line, with its parameters."""
        return ()

    def of_run(self, values: Sequence[Fraction]) -> Value:
        """The value of a run, from its values on all evaluated questions."""
        return mean(values)


def columns_of(rows: Iterable[Sequence[Fraction]]) -> list[list[float]]:
    """The parts of questions or series, part by part, as floats."""
    return [[float(part) for part in column] for column in zip(*rows, strict=True)]


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """The exact mean; None of nothing."""
    if not values:
        return None
    if len(values) == 1:
        return values[0]
    return summed(values) / len(values)


def summed(values: Iterable[Fraction]) -> Fraction:
    """The exact sum, of many as fast as of whole numbers."""
    by_denominator: dict[int, int] = {}
    for value in values:
        top, bottom = value.as_integer_ratio()
        by_denominator[bottom] = by_denominator.get(bottom, 0) + top
    common = lcm(*by_denominator)
    return Fraction(sum(top * (common // bottom) for bottom, top in by_denominator.items()), common)


@cache
def exact(number: float) -> Fraction:
    """The number as it is written in decimals: .67 is 67/100."""
    return Fraction(repr(number))
