"""Mean reciprocal rank (Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, sections 1 and 2.4).

A question's value is 1 / r, where r is the rank of its first correct response; 0 where no response is correct or there
is none. A response that is worth a part on its scale counts with that part of 1 / r, where this is more. A run's value is the mean over all evaluated questions; undefined where there is no question.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

from scoring.measures.base import ZERO, Measure, Outcome
from scoring.say import sentence


@dataclass(frozen=True)
class MeanReciprocalRank(Measure[Sequence[Outcome]]):
    """The reciprocal of the rank of the first correct response."""

    name: ClassVar[str] = "mrr"
    label: ClassVar[str] = sentence("Mean reciprocal rank")
    source: ClassVar[str] = "Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, section 1"

    def formula(self) -> tuple[str, ...]:
        return (sentence("1 / rank of the first correct response, and 0 where none is correct"),)

    def of_question(self, given: Sequence[Outcome]) -> Fraction:
        ranks = [outcome.rank for outcome in given if outcome.right]
        partly = [outcome.partial / outcome.rank for outcome in given if outcome.partial]
        first = _reciprocal(min(ranks)) if ranks else ZERO
        return max(first, *partly) if partly else first


@cache
def _reciprocal(rank: int) -> Fraction:
    return Fraction(1, rank)
