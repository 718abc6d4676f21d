"""Normalised discounted cumulative gain (Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002).

As trec_eval (ndcg, ndcg_cut) and ir_measures (nDCG) have it: the gain of a response is the value of its grade, nothing where
that is negative or there is none, and it is divided by log2(rank + 1). The sum over the first k responses (DCG) is divided by
that of the best k of all judged answers to the question in their best order (IDCG). 0 where no response gains anything.

The logarithm is no fraction: a value is rounded to a multiple of 2^-53, as close as trec_eval's own, and the same on every
machine. A run's value is the mean over all evaluated questions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby
from types import MappingProxyType
from typing import ClassVar

from scoring.measures.base import ZERO, Ranking, Value
from scoring.measures.parametric import Parametric
from scoring.say import sentence

_DIGITS = Context(prec=40)
_STEPS = 2**53


@dataclass(frozen=True)
class NDCG(Parametric):
    """The gain of the responses, discounted by rank, as a share of what was possible."""

    name: ClassVar[str] = "nDCG"
    label: ClassVar[str] = "nDCG"
    source: ClassVar[str] = (
        "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002"
    )
    spellings: ClassVar[str] = "nDCG, nDCG@k"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "DCG": sentence("gain of the responses, discounted by rank"),
            "IDCG": sentence("the same of the best answers known, in their best order"),
        }
    )

    def formula(self) -> tuple[str, ...]:
        return self.lines(
            sentence("DCG = Σ value of the response’s grade / log2(rank + 1), over the first k ranks"),
            "nDCG = DCG / IDCG",
        )

    def of_ranking(self, given: Ranking) -> Fraction:
        gained, possible = self._gains(given)
        return _rounded(gained / possible) if possible else ZERO

    def highest(self, given: Ranking) -> Fraction:
        return _rounded(max(self._hoped(given, given.top), default=ZERO)) if given.top else ZERO

    def _hoped(self, given: Ranking, top: Fraction) -> Iterator[Fraction]:
        """The share with each more of the unjudged responses right, which are the best of the best order then."""
        unjudged = given.unjudged(self.depth)
        gained, _ = self._gains(given)
        deepest = min(self.depth, len(unjudged) + len(given.pool))
        sums = list(accumulate(map(_discount, range(1, int(deepest) + 1)), initial=ZERO))
        alike = [(value, len(list(those))) for value, those in groupby(given.pool)]
        for more, one in enumerate(unjudged, 1):
            gained += top * _discount(one.rank)
            yield gained / _best_order([(top, more), *alike], sums)

    def figures(self, given: Ranking) -> Mapping[str, Value]:
        gained, possible = self._gains(given)
        return {"DCG": gained, "IDCG": possible}

    def _gains(self, given: Ranking) -> tuple[Fraction, Fraction]:
        gained = _discounted((one.rank, one.value or ZERO) for one in self.first(given))
        best = given.pool[: self.cutoff]
        return gained, _discounted(enumerate(best, 1))


def _discounted(gains: Iterable[tuple[int, Fraction]]) -> Fraction:
    return sum((gain * _discount(rank) for rank, gain in gains if gain > 0), ZERO)


def _best_order(alike: Iterable[tuple[Fraction, int]], sums: Sequence[Fraction]) -> Fraction:
    """The discounted gain of values with how many have each; `sums`: the discounts of so many ranks together."""
    total, place = ZERO, 0
    for value, count in alike:
        start, place = min(place, len(sums) - 1), place + count
        if value > 0:
            total += value * (sums[min(place, len(sums) - 1)] - sums[start])
    return total


def _rounded(share: Fraction) -> Fraction:
    return Fraction(round(share * _STEPS), _STEPS)


@cache
def _discount(rank: int) -> Fraction:
    """1 / log2(rank + 1) to 40 digits, which do not hang on the machine's own logarithm."""
    return Fraction(_DIGITS.divide(Decimal(2).ln(_DIGITS), Decimal(rank + 1).ln(_DIGITS)))
