"""F of a list question (Voorhees, Using Question Series …, section 2.2; TAC 2008 QA guidelines, section IV).

With D distinct known answers among the N responses that a run returned, and S known answers in all:
IP = D / N, IR = D / S, F = 2 · IP · IR / (IP + IR), which is 2 · D / (N + S). Repeated responses count in N, not in D.
0 where the run returned nothing, or nothing that is known. A question with S = 0 has no value; it is left out of the means.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from scoring.measures.base import ZERO, Measure, Value
from scoring.say import sentence


class ListFacts(NamedTuple):
    """What a run returned for a list question."""

    distinct: int  # D: known answers among the responses
    returned: int  # N: responses
    known: int  # S: known answers

    def hopeful(self, more: int) -> "ListFacts":
        """The facts if `more` unjudged strings were right: each a known answer still missing, then a new one."""
        new = max(0, more - (self.known - self.distinct))
        return ListFacts(self.distinct + more, self.returned, self.known + new)


@dataclass(frozen=True)
class ListF(Measure[ListFacts]):
    """The harmonic mean of instance precision and instance recall."""

    name: ClassVar[str] = "list_f"
    forms: ClassVar[tuple[str, ...]] = ("list",)
    label: ClassVar[str] = sentence("List F")
    source: ClassVar[str] = "Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 2.2"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "D": sentence("known answers among the responses, each counted once"),
            "N": sentence("responses, repeats too"),
            "S": sentence("known answers in all: the final answer set"),
            "IP": sentence("instance precision"),
            "IR": sentence("instance recall"),
        }
    )

    def formula(self) -> tuple[str, ...]:
        return ("IP = D / N", "IR = D / S", sentence("F = 2 · IP · IR / (IP + IR), and 0 where D or N is 0"))

    def of_question(self, given: ListFacts) -> Fraction:
        return Fraction(2 * given.distinct, given.returned + given.known) if given.distinct else ZERO

    def figures(self, given: ListFacts) -> Mapping[str, Value]:
        distinct, returned, known = given
        return {
            "D": distinct,
            "N": returned,
            "S": known,
            "IP": Fraction(distinct, returned) if returned else None,
            "IR": Fraction(distinct, known) if known else None,
        }


@dataclass(frozen=True)
class RigidF(ListF):
    """The same of a rigid list question."""

    name: ClassVar[str] = "rigid_f"
    label: ClassVar[str] = sentence("Rigid list F")
    source: ClassVar[str] = "TAC 2008 Question Answering Track Guidelines, section IV"
