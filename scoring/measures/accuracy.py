"""Factoid accuracy (Voorhees, Using Question Series to Evaluate Question Answering System Effectiveness, section 2.1).

A question's value is 1 where its response is judged correct, or is NIL and right, else what its grade is worth on the
scale (0 on those of the paper); 0 where there is none. Where a campaign scores the best of several responses, one right
response is enough. A run's value is the mean of the values; undefined where there is no question.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scoring.measures.base import Measure, Outcome, best_of
from scoring.say import sentence


@dataclass(frozen=True)
class Accuracy(Measure[Sequence[Outcome]]):
    """The share of questions answered right."""

    name: ClassVar[str] = "accuracy"
    forms: ClassVar[tuple[str, ...]] = ("answers", "passages")
    label: ClassVar[str] = sentence("Accuracy")
    source: ClassVar[str] = "Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 2.1"

    def formula(self) -> tuple[str, ...]:
        return (sentence("1 where the response is correct, or is NIL and right, else 0"),)

    def of_question(self, given: Sequence[Outcome]) -> Fraction:
        return best_of(given)
