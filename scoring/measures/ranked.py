"""Precision, reciprocal rank, average precision and the share of judged responses, as trec_eval and ir_measures have them.

MacAvaney, Macdonald and Ounis, Streamlining Evaluation with ir-measures (ECIR 2022), whose names and parameters these are.
A response is relevant where its grade is worth `rel` or more; what nobody judged, or could judge, is worth nothing, and so is
an answer of the same document that the run gave before. A question without a response is worth 0, and so is one of which
nothing is judged. A run's value is the mean over all evaluated questions, those that it left out too (trec_eval -c).

    P@k       relevant responses among the first k, over k
    RR@k      1 / rank of the first relevant response
    AP@k      Σ P@rank of each relevant response, over all relevant answers that are known of the question
    Judged@k  judged responses among the first k, over the responses there
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scoring.measures.base import ZERO, Ranking
from scoring.measures.parametric import Parametric
from scoring.say import sentence

_SOURCE = "MacAvaney, Macdonald and Ounis, Streamlining Evaluation with ir-measures, ECIR 2022"


@dataclass(frozen=True)
class Precision(Parametric):
    """The share of relevant responses among the first k."""

    name: ClassVar[str] = "P"
    label: ClassVar[str] = "P"
    source: ClassVar[str] = _SOURCE
    spellings: ClassVar[str] = "P@k, P(rel=r)@k"
    needs_cutoff: ClassVar[bool] = True
    takes_rel: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return self.lines(sentence("responses down to rank k whose grade is worth rel or more, over k"))

    def of_ranking(self, given: Ranking) -> Fraction:
        return Fraction(len(self.relevant(given)), self.cutoff or 1)


@dataclass(frozen=True)
class ReciprocalRank(Parametric):
    """The reciprocal of the rank of the first relevant response."""

    name: ClassVar[str] = "RR"
    label: ClassVar[str] = "RR"
    source: ClassVar[str] = _SOURCE
    spellings: ClassVar[str] = "RR, RR@k, RR(rel=r)@k"
    takes_rel: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return self.lines(sentence("1 / rank of the first response whose grade is worth rel or more, else 0"))

    def of_ranking(self, given: Ranking) -> Fraction:
        ranks = self.relevant(given)
        return Fraction(1, ranks[0]) if ranks else ZERO


@dataclass(frozen=True)
class AveragePrecision(Parametric):
    """The mean of the precision at each relevant answer; at one that is not among the responses it is 0."""

    name: ClassVar[str] = "AP"
    label: ClassVar[str] = "AP"
    source: ClassVar[str] = _SOURCE
    spellings: ClassVar[str] = "AP, AP@k, AP(rel=r)@k"
    takes_rel: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return self.lines(
            sentence("Σ (relevant responses down to its rank / rank) of each relevant response, over R"),
            sentence("R: judged answers whose grade is worth rel or more"),
        )

    def of_ranking(self, given: Ranking) -> Fraction:
        known = sum(value >= self.rel for value in given.pool)
        ranks = self.relevant(given)
        total = sum((Fraction(place, rank) for place, rank in enumerate(ranks, 1)), ZERO)
        return total / known if known else ZERO

    def highest(self, given: Ranking) -> Fraction:
        return max(self._hoped(given, given.top), default=ZERO) if given.top else ZERO

    def _hoped(self, given: Ranking, top: Fraction) -> Iterator[Fraction]:
        """The value with each more of the unjudged responses right: it counts itself, and at each relevant one behind it."""
        known = sum(value >= self.rel for value in given.pool)
        ranks = self.relevant(given)
        total = sum((Fraction(place, rank) for place, rank in enumerate(ranks, 1)), ZERO)
        behind = sum((Fraction(1, rank) for rank in ranks), ZERO)
        place = 0
        for one in self.first(given) if top >= self.rel else ():
            if one.value is None:
                place, known = place + 1, known + 1
                total += Fraction(place, one.rank) + behind
                yield total / known
            elif one.value >= self.rel:
                place += 1
                behind -= Fraction(1, one.rank)


@dataclass(frozen=True)
class Judged(Parametric):
    """The share of the first k responses that somebody judged."""

    name: ClassVar[str] = "Judged"
    label: ClassVar[str] = "Judged"
    source: ClassVar[str] = _SOURCE
    spellings: ClassVar[str] = "Judged, Judged@k"

    def formula(self) -> tuple[str, ...]:
        return self.lines(sentence("responses that have a grade, over all responses that are looked at"))

    def of_ranking(self, given: Ranking) -> Fraction:
        first = self.first(given)
        return Fraction(sum(one.value is not None for one in first), len(first)) if first else ZERO
