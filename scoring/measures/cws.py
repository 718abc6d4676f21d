"""Confidence-weighted score (Voorhees, Overview of the TREC 2002 Question Answering Track, section on the main task).

    CWS = 1/Q · Σ (number correct among the first i questions) / i,   i = 1 … Q

Q is the number of evaluated questions, and a run's questions stand in the order of its file: the surest first. Questions
that it left out come last, in the order of the campaign. A question's value is its share in that sum: where its response is
right and it is the j-th, 1/j + 1/(j+1) + … + 1/Q, else 0; so that the mean of the values is the score. With one question
right at the first place and no other, CWS is (1 + 1/2 + … + 1/Q) / Q. A run's value is undefined where there is no question.

Studies that take some of the questions leave each the weight that it has in the whole run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from scoring.measures.base import ONE, ZERO, Measure, Outcome
from scoring.say import sentence


@dataclass(frozen=True)
class ConfidenceWeightedScore(Measure[Sequence[Outcome]]):
    """The mean, over places in the run file, of the share of right responses down to each."""

    name: ClassVar[str] = "cws"
    label: ClassVar[str] = sentence("Confidence-weighted score")
    source: ClassVar[str] = "Voorhees, Overview of the TREC 2002 Question Answering Track"
    in_order: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("1/Q · Σ (number correct among the first i questions of the run file) / i"),
            sentence("a question that is right at place j of Q adds 1/j + … + 1/Q"),
        )

    def of_question(self, given: Sequence[Outcome]) -> Fraction:
        """The value of the only question of a run."""
        return ONE if any(outcome.right for outcome in given) else ZERO

    def of_questions(self, given: Mapping[str, Sequence[Outcome]]) -> dict[str, Fraction]:
        weights = weights_of(len(given))
        return {
            qid: weight if self.of_question(one) else ZERO
            for (qid, one), weight in zip(given.items(), weights, strict=True)
        }


@lru_cache(maxsize=64)
def weights_of(questions: int) -> tuple[Fraction, ...]:
    """What a right response adds to the sum at each place: 1/j + … + 1/Q."""
    weights, total = [], ZERO
    for place in range(questions, 0, -1):
        total += Fraction(1, place)
        weights.append(total)
    return tuple(reversed(weights))
