"""One run's or all runs' values of single questions and series, as pages list them."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean, median
from typing import Any, NamedTuple

from assessment.campaigns.models import Question
from assessment.results.selectors.formulas import own_measure
from scoring.tracks.base import QuestionType, Types

Parts = Mapping[str, Mapping[str, Any]]  # question or series -> values by name


class ScoreLine(NamedTuple):
    """One run's score of one question or series, and what all runs got."""

    name: str
    text: str
    score: float | None
    rank: int | None  # of the first correct response, where responses are ranked
    median: float | None
    best: float | None
    worst: float | None
    figures: Mapping[str, Any]  # those of its formula; of a series, its mean by question type


class Beside(NamedTuple):
    """The values of all runs on one question or series."""

    median: float | None = None
    best: float | None = None
    worst: float | None = None


class Gathered:
    """The defined values of all runs, by question or series; `wanted` names each one's measure."""

    def __init__(self, wanted: Mapping[str, str]) -> None:
        self._wanted = wanted
        self._values: defaultdict[str, array[float]] = defaultdict(lambda: array("d"))
        self._beside = dict[str, Beside]()

    def add(self, parts: Parts) -> None:
        """The values of one more run."""
        for name, found in parts.items():
            value = found.get(self._wanted.get(name, ""))
            if value is not None:
                self._values[name].append(value)

    @property
    def names(self) -> Iterable[str]:
        """The questions or series that a run has a value of."""
        return self._values.keys()

    def of(self, name: str) -> Beside:
        """What the values come to, worked out once, when all runs are in."""
        if name not in self._beside:
            values = sorted(self._values.get(name, ()))
            self._beside[name] = Beside(median(values), values[-1], values[0]) if values else Beside()
        return self._beside[name]


def line(
    name: str,
    text: str,
    score: float | None,
    others: Beside,
    figures: Mapping[str, Any],
    kind: QuestionType | None = None,
) -> ScoreLine:
    """A line beside the values of all runs."""
    rank = first_correct_rank(score, kind) if kind else None
    return ScoreLine(name, text, score, rank, *others, figures)


def first_correct_rank(score: float | None, kind: QuestionType) -> int | None:
    """The rank whose reciprocal the score is (TREC-8 QA evaluation, section 1); None where none is correct."""
    is_reciprocal = kind.ranked and own_measure(kind) == "mrr"
    return round(1 / score) if is_reciprocal and score else None


def means_by_type(questions: Iterable[Question], types: Types, values: Parts) -> dict[str, float]:
    """A run's mean over some questions by type, named by the type's measure; those without a value are left out."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for question in questions:
        measure = own_measure(types[question.type])
        value = values.get(question.qid, {}).get(measure)
        if value is not None:
            found[measure].append(value)
    return {measure: fmean(given) for measure, given in found.items()}
