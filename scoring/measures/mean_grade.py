"""The mean value of grades (Agichtein, Carmel, Pelleg, Pinter and Harman, Overview of the TREC 2015 LiveQA Track).

LiveQA's avg-score is the mean over all questions of the grade, from 0 to 3, of a system's one answer; a question that it left
out is worth 0. So is `mean_grade`: the value of the first response's grade. `mean_grade@k` is the mean of the values of those
of the first k responses that somebody judged. What nobody judged, or could judge, is left out of it; where nothing is left,
and where there is no response, a question is worth 0. A run's value is the mean over all evaluated questions, an exact
fraction; it may be more than 1. Values of grades are from 0 on, and so is it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Self

from scoring.measures.base import ONE, ZERO, Combined, Ranking, Value, mean, mean_within
from scoring.measures.parametric import Parametric
from scoring.say import say, sentence
from scoring.scales import Scale


@dataclass(frozen=True)
class MeanGrade(Parametric):
    """The mean value of the grades of the first responses."""

    name: ClassVar[str] = "mean_grade"
    label: ClassVar[str] = sentence("Mean grade")
    source: ClassVar[str] = "Agichtein et al., Overview of the TREC 2015 LiveQA Track"
    spellings: ClassVar[str] = "mean_grade, mean_grade@k"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "sum": sentence("values of the grades together"),
            "judged": sentence("responses that have a grade"),
        }
    )
    least: Fraction = ZERO
    most: Fraction = ONE

    def on(self, scales: Collection[Scale]) -> Self:
        ends = [scale.ends for scale in scales] or [(ZERO, ONE)]
        return replace(self, least=min(one for one, _ in ends), most=max(one for _, one in ends))

    @property
    def combined(self) -> Combined:
        return mean_within(self.least, self.most)

    @property
    def title(self) -> str:
        return f"{say(self.label)}@{self.cutoff}" if self.cutoff else self.label

    def formula(self) -> tuple[str, ...]:
        if not self.cutoff:
            return (sentence("the value of the first response’s grade, and 0 where there is none"),)
        return self.lines(
            sentence("sum / judged, of the values of the grades down to rank k, and 0 where none is judged")
        )

    def of_ranking(self, given: Ranking) -> Fraction:
        return mean(self._values(given)) or ZERO

    def figures(self, given: Ranking) -> Mapping[str, Value]:
        values = self._values(given)
        return {"sum": sum(values, ZERO), "judged": len(values)}

    def _values(self, given: Ranking) -> list[Fraction]:
        first = self.first(given) if self.cutoff else self.first(given)[:1]
        return [one.value for one in first if one.value is not None]
