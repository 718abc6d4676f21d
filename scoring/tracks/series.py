"""How the scores of a series' questions become the score of the series.

Each rule takes the mean of each type over the questions that have a value, and says when a series leaves the
evaluation. Taken over all questions of a run instead, the same formula gives the score by question type.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from scoring.measures.base import ZERO, Value, exact

Means = Mapping[str, Fraction | None]  # question type -> mean; None or absent where no question has a value


class SeriesRules(ABC):
    """What a series is worth."""

    source: ClassVar[str]  # the paper and section of the formula
    names: ClassVar[tuple[str, ...]] = ("score",)  # of the values of a series, in their order

    @abstractmethod
    def values(
        self, means: Means, settings: Mapping[str, Any], asked: Collection[str]
    ) -> dict[str, Value] | None:
        """The values of a series, "score" among them; None where it leaves the evaluation.

        `asked` holds the question types that the campaign asks anywhere.
        """

    @abstractmethod
    def formula(self, settings: Mapping[str, Any]) -> tuple[str, ...]:
        """The formula line by line, with its weights."""


@dataclass(frozen=True)
class WeightedSeries(SeriesRules):
    """A weighted sum of factoid accuracy, list F and Other F (Voorhees, Using Question Series …, section 2.4).

    Without a value for lists the other two have weights of their own. A series without a value for its factoids or
    for Other leaves the evaluation, unless the campaign asks none of that type at all. Weights that do not add up to 1
    are taken as shares.
    """

    source: ClassVar[str] = "Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 2.4"
    factoid: str = "FACTOID"
    listed: str = "LIST"
    other: str = "OTHER"

    def formula(self, settings: Mapping[str, Any]) -> tuple[str, ...]:
        with_list = zip(settings["weights"], ("accuracy", "list F", "Other F"), strict=True)
        without = zip(settings["weights_without_list"], ("accuracy", "Other F"), strict=True)
        return (
            f"score of a series = {_summed(with_list)}",
            f"without list questions = {_summed(without)}",
            "score of a run = the mean over series",
        )

    def values(
        self, means: Means, settings: Mapping[str, Any], asked: Collection[str]
    ) -> dict[str, Value] | None:
        if any(means.get(name) is None for name in (self.factoid, self.other) if name in asked):
            return None
        if means.get(self.listed) is None:
            weights = zip((self.factoid, self.other), settings["weights_without_list"], strict=True)
        else:
            weights = zip((self.factoid, self.listed, self.other), settings["weights"], strict=True)
        counting = [(part, weight) for name, weight in weights if (part := means.get(name)) is not None]
        if not counting:
            return None
        parts, given = zip(*counting, strict=True)
        return {"score": weighted(parts, shares(given))}


@dataclass(frozen=True)
class HalvedSeries(SeriesRules):
    """The mean of rigid and squishy list F (TAC 2008 QA guidelines, section IV); of one type alone, its own.

    A campaign may weigh the two otherwise; weights that do not add up to 1 are taken as shares.
    """

    source: ClassVar[str] = "TAC 2008 Question Answering Track Guidelines, section IV"
    names: ClassVar[tuple[str, ...]] = ("rigid", "squishy", "score")
    rigid: str = "RigidList"
    squishy: str = "SquishyList"

    def formula(self, settings: Mapping[str, Any]) -> tuple[str, ...]:
        weights = settings["weights"]
        halved = "(rigid F + squishy F) / 2"
        both = (
            halved
            if weights[0] == weights[1]
            else _summed(zip(weights, ("rigid F", "squishy F"), strict=True))
        )
        return (
            f"score of a series = {both}, or the one that it has",
            "score of a run = the mean over series",
        )

    def values(
        self, means: Means, settings: Mapping[str, Any], asked: Collection[str]
    ) -> dict[str, Value] | None:
        rigid, squishy = means.get(self.rigid), means.get(self.squishy)
        both = zip((rigid, squishy), settings["weights"], strict=True)
        counting = [(part, weight) for part, weight in both if part is not None]
        if not counting:
            return None
        parts, weights = zip(*counting, strict=True)
        return {"rigid": rigid, "squishy": squishy, "score": weighted(parts, shares(weights))}


SERIES_RULES: Mapping[str, type[WeightedSeries | HalvedSeries]] = MappingProxyType(
    {"weighted": WeightedSeries, "halved": HalvedSeries}
)


def _summed(parts: Iterable[tuple[float, str]]) -> str:
    """A weighted mean as people write it; weights that add up to 1 need no divisor."""
    weighted = list(parts)
    total_text = " + ".join(f"{weight:g}".removeprefix("0") + f" · {name}" for weight, name in weighted)
    total = sum(exact(weight) for weight, _ in weighted)
    return total_text if total == 1 else f"({total_text}) / {float(total):g}"


@cache
def shares(weights: tuple[float, ...]) -> tuple[Fraction, ...]:
    """The weights as shares of their sum; none where nothing weighs."""
    exact_weights = [exact(weight) for weight in weights]
    total = sum(exact_weights)
    return tuple(weight / total for weight in exact_weights) if total else ()


def weighted(parts: Sequence[Fraction], weights: tuple[Fraction, ...]) -> Fraction | None:
    """The weighted mean; None where nothing weighs."""
    if not weights:
        return None
    return sum((part * weight for part, weight in zip(parts, weights, strict=True)), ZERO)
