"""Confidence-weighted score (Voorhees, Overview of the TREC 2002 Question Answering Track, section on the main task).

    CWS = 1/Q · Σ (number correct among the first i questions) / i,   i = 1 … Q

Q is the number of evaluated questions, and a run's questions stand in the order of its file: the surest first. Questions
that it left out come last, in the order of the campaign. A question's value is its share in that sum: where its response is
right and it is the j-th, 1/j + 1/(j+1) + … + 1/Q, else 0 (that part of it which its grade is worth, where a scale has
partial credit); so that the mean of the values is the score. With one question
right at the first place and no other, CWS is (1 + 1/2 + … + 1/Q) / Q. A run's value is undefined where there is no question.

Studies that take some of the questions leave each the weight that it has in the whole run. Intervals do not: a question
that was another would move the places of all below it. What the question at place i makes of CWS is P(i) + its value -
Σ P(j) / j over j = i … Q, with P(j) the share of right ones among the first j (the influence of a question on the limit of
CWS, the mean of P over all places). Of a run that has all questions right it is 1 throughout, in whatever order they stand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import ClassVar

from scoring.intervals import Influence
from scoring.measures.base import ZERO, Measure, Outcome, best_of
from scoring.say import sentence


@dataclass(frozen=True)
class ConfidenceWeightedScore(Measure[Sequence[Outcome]]):
    """The mean, over places in the run file, of the share of right responses down to each."""

    name: ClassVar[str] = "cws"
    label: ClassVar[str] = sentence("Confidence-weighted score")
    source: ClassVar[str] = "Voorhees, Overview of the TREC 2002 Question Answering Track"
    in_order: ClassVar[bool] = True
    fewest: ClassVar[int] = 100  # of fewer questions too much hangs on the first places

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("1/Q · Σ (number correct among the first i questions of the run file) / i"),
            sentence("a question that is right at place j of Q adds 1/j + … + 1/Q"),
        )

    def influence(self, parts: Mapping[str, Sequence[Fraction]]) -> Influence:
        return influence_in_order([float(value) for (value,) in parts.values()])

    def of_question(self, given: Sequence[Outcome]) -> Fraction:
        """The value of the only question of a run."""
        return best_of(given)

    def of_questions(self, given: Mapping[str, Sequence[Outcome]]) -> dict[str, Fraction]:
        weights = weights_of(len(given))
        return {
            qid: weight * self.of_question(one)
            for (qid, one), weight in zip(given.items(), weights, strict=True)
        }


def influence_in_order(values: Sequence[float]) -> Influence:
    """What each question makes of CWS; `values` are those of the questions from the first place to the last."""
    n = len(values)
    earned = (value / float(weight) for value, weight in zip(values, weights_of(n), strict=True))
    shares = [found / place for place, found in enumerate(accumulate(earned), 1)]
    below = list(accumulate(share / place for place, share in reversed(list(enumerate(shares, 1)))))[::-1]
    return Influence(
        sum(values) / n,
        tuple(share + value - rest for share, value, rest in zip(shares, values, below, strict=True)),
        n
        / 2,  # the weights of places vary: of right and wrong at random CWS has twice the variance of a share
        ConfidenceWeightedScore.fewest,
    )


@lru_cache(maxsize=64)
def weights_of(questions: int) -> tuple[Fraction, ...]:
    """What a right response adds to the sum at each place: 1/j + … + 1/Q."""
    weights, total = [], ZERO
    for place in range(questions, 0, -1):
        total += Fraction(1, place)
        weights.append(total)
    return tuple(reversed(weights))
