"""F of nugget recall and precision (Voorhees, Using Question Series …, section 2.3; TAC 2008 QA guidelines, section IV).

Each nugget has a weight: 1 for vital and 0 for okay, or the number of assessors who called it vital (Lin and
Demner-Fushman, HLT/NAACL 2006). Over the nuggets that a run's responses hold, each counted once:

    NR         = their weight / the weight of all nuggets of the question
    allowance  = 100 · their number, those of no weight too
    NP         = 1 where length < allowance, else 1 - (length - allowance) / length
    F          = (beta² + 1) · NP · NR / (beta² · NP + NR), with beta 3

where length counts the characters of all answer strings that are not white space. 0 where a run returned no text, or
nothing of weight. A question whose nuggets weigh nothing has no value; it is left out of the means.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from scoring.measures.base import ONE, ZERO, Measure, Value, exact
from scoring.say import sentence


class NuggetFacts(NamedTuple):
    """What the responses of a run to one question hold. Weights are whole numbers, before they are normalised."""

    matched: int  # how many nuggets
    weight: int  # what they weigh
    total: int  # what all nuggets of the question weigh
    heaviest: int  # what the heaviest weighs
    length: int  # characters that are not white space


@dataclass(frozen=True)
class NuggetF(Measure[NuggetFacts]):
    """Nugget recall and length-based precision, recall weighing more."""

    forms: ClassVar[tuple[str, ...]] = ("nuggets",)
    settings: ClassVar[tuple[str, ...]] = ("beta", "allowance")
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "matched": sentence("nuggets that the responses hold, each counted once"),
            "weight": sentence("what those weigh"),
            "total_weight": sentence("what all nuggets of the question weigh"),
            "length": sentence("characters that are not white space"),
            "allowance": sentence("characters that cost nothing"),
            "NR": sentence("nugget recall"),
            "NP": sentence("nugget precision"),
        }
    )
    beta: float = 3.0
    allowance: int = 100

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("NR = weight / total weight"),
            f"allowance = {self.allowance} · matched",
            sentence("NP = 1 where length < allowance, else 1 − (length − allowance) / length"),
            f"F = (β² + 1) · NP · NR / (β² · NP + NR) with β = {self.beta:g}, and 0 where NR is 0 or there is no text",
        )

    def under(self, settings: Mapping[str, Any]) -> Self:
        return replace(self, beta=settings["beta"], allowance=settings["allowance"])

    def of_question(self, given: NuggetFacts) -> Fraction:
        if not (given.weight and given.length):
            return ZERO
        # NR is weight / total and NP allowed / length, all of them whole numbers, as are the two parts of beta².
        top, bottom = _square(self.beta)
        allowed = min(self.allowance * given.matched, given.length)
        return Fraction(
            (top + bottom) * allowed * given.weight,
            top * allowed * given.total + bottom * given.weight * given.length,
        )

    def precision(self, given: NuggetFacts) -> Fraction:
        """NP, which is allowance / length once the length has passed the allowance."""
        allowed = self.allowance * given.matched
        return ONE if given.length < allowed else Fraction(allowed, given.length)

    def figures(self, given: NuggetFacts) -> Mapping[str, Value]:
        return {
            "matched": given.matched,
            "weight": Fraction(given.weight, given.heaviest or 1),
            "total_weight": Fraction(given.total, given.heaviest or 1),
            "length": given.length,
            "allowance": self.allowance * given.matched,
            "NR": Fraction(given.weight, given.total) if given.total else None,
            "NP": self.precision(given) if given.length else None,
        }


@cache
def _square(beta: float) -> tuple[int, int]:
    return (exact(beta) ** 2).as_integer_ratio()


@dataclass(frozen=True)
class OtherF(NuggetF):
    """F of an Other question."""

    name: ClassVar[str] = "other_f"
    label: ClassVar[str] = sentence("Other F")
    source: ClassVar[str] = "Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 2.3"


@dataclass(frozen=True)
class SquishyF(NuggetF):
    """F of a squishy list question."""

    name: ClassVar[str] = "squishy_f"
    label: ClassVar[str] = sentence("Squishy list F")
    source: ClassVar[str] = "TAC 2008 Question Answering Track Guidelines, section IV"
