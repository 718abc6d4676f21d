"""What an answer is worth by its criteria, each with a label of a scale and a weight, which may be below 0.

With v what the best label that the responses have is worth, as a share of the best of its scale (0 where there is none):

    criteria         = Σ w · v over all criteria / Σ w over those whose weight is above 0
    group(NAME)      = the same over the criteria of one group (rubrics call it axis)
    criterion(NAME)  = what the label of one criterion is worth, on its own scale

Criteria of negative weight take away, so that the value may be below 0; it is never cut off. With no weight below 0 it is the
weighted mean; else the score of rubrics such as those of ResearchRubrics (2025). A question none of whose criteria has a weight
above 0 has no value, nor has one without a criterion of the group; these are left out of the means. Where a run gave nothing
all is 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Self

from scoring.measures.base import ONE, ZERO, Combined, Measure, Value, mean_within
from scoring.measures.parametric import WithParameters, WrongParameter
from scoring.say import say, sentence


class Judgment(NamedTuple):
    """What a run's responses to a question come to by one criterion."""

    name: str
    group: str
    weight: Fraction
    value: Fraction  # what its label is worth; 0 where it has none
    best: Fraction  # what the best label of its scale is worth
    is_said: bool = True  # whether somebody gave it a label

    @property
    def share(self) -> Fraction:
        """How far it is met, from 0 to 1."""
        return self.value / self.best


CriteriaFacts = tuple[Judgment, ...]


def ends_of(given: Iterable[Judgment]) -> tuple[Fraction, Fraction] | None:
    """The least and the most that criteria can come to; None where they come to no value."""
    weights = [one.weight for one in given]
    most = sum((one for one in weights if one > 0), ZERO)
    least = sum((one for one in weights if one < 0), ZERO)
    return (least / most, ONE) if most else None


@dataclass(frozen=True)
class OfCriteria(Measure[CriteriaFacts]):
    """What measures of criteria have in common."""

    forms: ClassVar[tuple[str, ...]] = ("criteria",)
    cells: ClassVar[bool] = True
    parameter: str = ""
    least: Fraction = ZERO
    most: Fraction = ONE

    def of_which(self, given: CriteriaFacts) -> CriteriaFacts:
        """The criteria that it takes."""
        return given

    def within(self, questions: Iterable[CriteriaFacts]) -> Self:
        """The measure with the least and the most that questions with these criteria can be worth."""
        found = [ends for given in questions if (ends := ends_of(self.of_which(given)))]
        return replace(self, least=min((one for one, _ in found), default=ZERO), most=ONE)

    @property
    def combined(self) -> Combined:
        return mean_within(self.least, self.most)

    def of_questions(self, given: Mapping[str, CriteriaFacts]) -> dict[str, Fraction]:
        return {qid: self.of_question(one) for qid, one in given.items() if ends_of(self.of_which(one))}

    def of_question(self, given: CriteriaFacts) -> Fraction:
        earned, possible = self._parts(given)
        return earned / possible if possible else ZERO

    def _parts(self, given: CriteriaFacts) -> tuple[Fraction, Fraction]:
        own = self.of_which(given)
        earned = sum((one.weight * one.share for one in own), ZERO)
        return earned, sum((one.weight for one in own if one.weight > 0), ZERO)

    def figures(self, given: CriteriaFacts) -> Mapping[str, Value]:
        earned, possible = self._parts(given)
        own = self.of_which(given)
        return {"labelled": sum(one.is_said for one in own), "earned": earned, "possible": possible}


_FIGURES = {
    "labelled": sentence("criteria of which somebody said something"),
    "earned": sentence("weights times how far they are met, together"),
    "possible": sentence("weights above 0 together"),
}


@dataclass(frozen=True)
class Criteria(OfCriteria):
    """How far all criteria are met, by their weights."""

    name: ClassVar[str] = "criteria"
    label: ClassVar[str] = sentence("Criteria")
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(_FIGURES)

    def formula(self) -> tuple[str, ...]:
        return (sentence("criteria = earned / possible"),)


@dataclass(frozen=True)
class Named(WithParameters[CriteriaFacts], OfCriteria):
    """One that takes a name in brackets."""

    @classmethod
    def parsed(cls, text: str, given: str | None, cutoff: str | None) -> Self:
        if cutoff is not None:
            raise WrongParameter(say("It takes no number of ranks."))
        if given is None or not given.strip():
            raise WrongParameter(say("It needs a name in brackets."))
        made = cls(given.strip())
        if str(made) != text:
            raise WrongParameter(say("“{spelling}” is what is meant.", spelling=str(made)))
        return made

    def __str__(self) -> str:
        return f"{self.name}({self.parameter})"

    @property
    def title(self) -> str:
        return self.parameter


@dataclass(frozen=True)
class Group(Named):
    """How far the criteria of one group are met, by their weights."""

    name: ClassVar[str] = "group"
    label: ClassVar[str] = sentence("Group")
    spellings: ClassVar[str] = "group(NAME)"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(_FIGURES)

    def of_which(self, given: CriteriaFacts) -> CriteriaFacts:
        return tuple(one for one in given if one.group == self.parameter)

    def formula(self) -> tuple[str, ...]:
        return (sentence("earned / possible, of the criteria of the group"),)


@dataclass(frozen=True)
class OneCriterion(Named):
    """What an answer is worth by one criterion, on that one's scale."""

    name: ClassVar[str] = "criterion"
    label: ClassVar[str] = sentence("Criterion")
    spellings: ClassVar[str] = "criterion(NAME)"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"value": sentence("what the label is worth"), "best": sentence("what the best label is worth")}
    )

    def of_which(self, given: CriteriaFacts) -> CriteriaFacts:
        return tuple(one for one in given if one.name == self.parameter)

    def within(self, questions: Iterable[CriteriaFacts]) -> Self:
        own = (one for given in questions for one in self.of_which(given))
        return replace(self, least=ZERO, most=max((one.best for one in own), default=ONE))

    def formula(self) -> tuple[str, ...]:
        return (sentence("what the label is worth on the scale of the criterion, and 0 where there is none"),)

    def of_questions(self, given: Mapping[str, CriteriaFacts]) -> dict[str, Fraction]:
        return {qid: self.of_question(one) for qid, one in given.items() if self.of_which(one)}

    def of_question(self, given: CriteriaFacts) -> Fraction:
        return next((one.value for one in self.of_which(given)), ZERO)

    def figures(self, given: CriteriaFacts) -> Mapping[str, Value]:
        return next(({"value": one.value, "best": one.best} for one in self.of_which(given)), {})
