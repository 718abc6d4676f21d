"""Questions with no correct answer found (Voorhees and Tice, TREC-8 Question Answering Track Evaluation, section 2.4).

A question's value is 1 where no response is correct or there is none, else 0. A run's value is their number; 0 where
there is no question.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scoring.measures.base import ONE, ZERO, Measure, Outcome
from scoring.say import sentence


@dataclass(frozen=True)
class NoCorrect(Measure[Sequence[Outcome]]):
    """The number of questions without a correct response."""

    name: ClassVar[str] = "no_correct"
    label: ClassVar[str] = sentence("Questions with no correct answer")

    def of_question(self, given: Sequence[Outcome]) -> Fraction:
        return ZERO if any(outcome.right for outcome in given) else ONE

    def of_run(self, values: Sequence[Fraction]) -> int:
        return sum(1 for value in values if value)
