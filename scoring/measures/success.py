"""Success at k: the share of questions with a right response among the first k (S@k; S@1 is precision at the first rank).

A question's value is 1 where a response of rank k or better is right, else the most that one of them is worth on its scale
(0 where no grade has partial credit); 0 where there is none. A run's value is the mean of the values; undefined where there
is no question. The setting `success_k` is the k of `success_k`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from scoring.measures.base import Measure, Outcome, best_of
from scoring.say import sentence


@dataclass(frozen=True)
class SuccessAtOne(Measure[Sequence[Outcome]]):
    """The share of questions whose first response is right."""

    name: ClassVar[str] = "success_1"
    label: ClassVar[str] = sentence("Success at 1")
    source: ClassVar[str] = "Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, section 2.4"
    k: int = 1

    def formula(self) -> tuple[str, ...]:
        return (f"1 where a response of rank {self.k} or better is correct, else 0",)

    def of_question(self, given: Sequence[Outcome]) -> Fraction:
        return best_of(given, self.k)


@dataclass(frozen=True)
class SuccessAtK(SuccessAtOne):
    """The share of questions with a right response among the first k."""

    name: ClassVar[str] = "success_k"
    settings: ClassVar[tuple[str, ...]] = ("success_k",)
    label: ClassVar[str] = sentence("Success at k")
    k: int = 5

    def under(self, settings: Mapping[str, Any]) -> Self:
        return replace(self, k=settings["success_k"])
