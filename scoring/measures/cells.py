"""Recall of nuggets by how far a response holds each (Pradeep et al., TREC 2024 RAG Track; nuggetizer's metrics).

Of each nugget the best label counts that any of a run's answers to the question has for it. With s = 1 for full support, as
much as its scale says for less (a half for partial support), and 0 for none:

    A        = the mean of s over all nuggets               V  = the same over the vital ones
    W        = Σ w · s / Σ w, with w = 1 for vital and a half for okay
    A_strict, V_strict, W_strict: the same with s = 0 for everything less than full support

    coverage = the share of the groups of nuggets, such as the parts of a narrative, of which some nugget, vital or okay, has
               full support. TREC RAG 2025 names it and publishes no formula: this is our reading. Nuggets without a group
               form none; a question without a group has no value, and is left out of its mean.

There is no precision and no penalty of length. A question without a vital nugget has no value; it is left out of the means.
A cell that nobody labelled counts as none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from scoring.measures.base import ZERO, Measure, Value
from scoring.say import sentence

OKAY = Fraction(1, 2)  # what an okay nugget weighs in W, where a vital one weighs 1


class CellFacts(NamedTuple):
    """How far the responses of a run to one question hold its nuggets, the vital and the okay ones."""

    vital: int  # how many nuggets
    okay: int
    full_vital: int  # those that are fully supported
    full_okay: int
    credit_vital: Fraction  # what the labels of all are worth together
    credit_okay: Fraction
    groups: int = 0  # of nuggets
    covered: int = 0  # those of which some nugget is fully supported


@dataclass(frozen=True)
class OfCells(Measure[CellFacts]):
    """What measures of the labels of nuggets have in common."""

    forms: ClassVar[tuple[str, ...]] = ("nuggets",)
    cells: ClassVar[bool] = True

    def figures(self, given: CellFacts) -> Mapping[str, Value]:
        return {name: getattr(given, name) for name in self.meanings}


@dataclass(frozen=True)
class CellRecall(OfCells):
    """The share of the weight of nuggets that a run's responses support."""

    source: ClassVar[str] = "TREC 2024 RAG Track, nugget evaluation"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "vital": sentence("vital nuggets"),
            "okay": sentence("okay nuggets"),
            "full_vital": sentence("vital nuggets with full support"),
            "full_okay": sentence("okay nuggets with full support"),
            "credit_vital": sentence("what the labels of vital nuggets are worth"),
            "credit_okay": sentence("what the labels of okay nuggets are worth"),
        }
    )
    weight_of_okay: ClassVar[Fraction]
    strict: ClassVar[bool]

    def of_question(self, given: CellFacts) -> Fraction:
        # In whole numbers, since there are as many of these as answers: numerators of weight and credits, then denominators.
        weight, of = self.weight_of_okay.as_integer_ratio()
        total = of * given.vital + weight * given.okay
        found = (
            (given.full_vital, given.full_okay) if self.strict else (given.credit_vital, given.credit_okay)
        )
        (vital, of_vital), (okay, of_okay) = (one.as_integer_ratio() for one in found)
        if not total:
            return ZERO
        return Fraction(of * vital * of_okay + weight * okay * of_vital, total * of_vital * of_okay)


class _Vital:
    weight_of_okay: ClassVar[Fraction] = ZERO


class _All:
    weight_of_okay: ClassVar[Fraction] = Fraction(1)


class _Weighted:
    weight_of_okay: ClassVar[Fraction] = OKAY


@dataclass(frozen=True)
class VStrict(_Vital, CellRecall):
    """The share of vital nuggets with full support."""

    name: ClassVar[str] = "v_strict"
    label: ClassVar[str] = sentence("V strict")
    strict: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (sentence("V strict = vital nuggets with full support / vital nuggets"),)


@dataclass(frozen=True)
class AStrict(_All, CellRecall):
    """The share of all nuggets with full support."""

    name: ClassVar[str] = "a_strict"
    label: ClassVar[str] = sentence("A strict")
    strict: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (sentence("A strict = nuggets with full support / nuggets"),)


@dataclass(frozen=True)
class V(_Vital, CellRecall):
    """What vital nuggets are worth together, of what they could be."""

    name: ClassVar[str] = "v"
    label: ClassVar[str] = sentence("V")
    strict: ClassVar[bool] = False

    def formula(self) -> tuple[str, ...]:
        return (sentence("V = what the labels of vital nuggets are worth / vital nuggets"),)


@dataclass(frozen=True)
class A(_All, CellRecall):
    """What all nuggets are worth together, of what they could be."""

    name: ClassVar[str] = "a"
    label: ClassVar[str] = sentence("A")
    strict: ClassVar[bool] = False

    def formula(self) -> tuple[str, ...]:
        return (sentence("A = what the labels of all nuggets are worth / nuggets"),)


@dataclass(frozen=True)
class W(_Weighted, CellRecall):
    """The same with vital nuggets weighing twice as much as okay ones."""

    name: ClassVar[str] = "w"
    label: ClassVar[str] = sentence("W")
    strict: ClassVar[bool] = False

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("weight = vital nuggets + ½ · okay nuggets"),
            sentence("W = (worth of vital nuggets + ½ · worth of okay nuggets) / weight"),
        )


@dataclass(frozen=True)
class WStrict(_Weighted, CellRecall):
    """The weight of the nuggets with full support, vital ones weighing twice as much as okay ones."""

    name: ClassVar[str] = "w_strict"
    label: ClassVar[str] = sentence("W strict")
    strict: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("weight = vital nuggets + ½ · okay nuggets"),
            sentence(
                "W strict = (vital nuggets with full support + ½ · okay nuggets with full support) / weight"
            ),
        )


@dataclass(frozen=True)
class Coverage(OfCells):
    """The share of groups of which some nugget has full support: our reading; the formula is not published."""

    name: ClassVar[str] = "coverage"
    label: ClassVar[str] = sentence("Coverage")
    source: ClassVar[str] = "TREC 2025 RAG Track"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "groups": sentence("groups of nuggets"),
            "covered": sentence("groups of which some nugget has full support"),
        }
    )

    def of_questions(self, given: Mapping[str, CellFacts]) -> dict[str, Fraction]:
        return {qid: self.of_question(one) for qid, one in given.items() if one.groups}

    def of_question(self, given: CellFacts) -> Fraction:
        return Fraction(given.covered, given.groups) if given.groups else ZERO

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("coverage = groups of which some nugget, vital or okay, has full support / groups"),
            sentence("This is our reading; the formula is not published."),
        )
