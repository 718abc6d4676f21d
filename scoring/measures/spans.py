"""Long and short answers on a page (Kwiatkowski et al., Natural Questions, TACL 2019, sections 5.1 and 6).

Of the questions that have an answer in the eyes of enough people (gold) and of those for which a run predicts one
(given), some are right: the prediction is an answer that somebody gave.

    precision = right / given      recall = right / gold      F1 = 2 · right / (given + gold)

Each is 0 where it divides by 0. By Definition 1 a question counts where the long answer is right, and where there is none
and none is predicted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from scoring.annotations import Verdicts
from scoring.intervals import Influence
from scoring.measures.base import ONE, ZERO, Combined, Measure, Value, mean
from scoring.say import sentence

_SOURCE = "Natural Questions, sections 5.1 and 6"


def _f1_of(sums: Sequence[Any], _: Any) -> Any:
    right, either = sums
    return 2 * right / (either + (either == 0))  # nothing is right where nothing was given or to be found


FEWEST_OF_F1 = 50  # questions: of fewer, too few have an answer or are given one


def _f1_influence(columns: Sequence[Sequence[float]]) -> Influence:
    """What a question has right beyond F1 · (given + gold) / 2, over the mean of that half, about F1: F1 is a ratio."""
    right, either = columns
    half = sum(either) / 2
    if not half:
        return Influence(0.0, (0.0,) * len(right), len(right), FEWEST_OF_F1)
    score, mean_half = sum(right) / half, half / len(right)
    values = (score + (one - score * both / 2) / mean_half for one, both in zip(right, either, strict=True))
    return Influence(score, tuple(values), half, FEWEST_OF_F1)


F1 = Combined("f1", ("right", "given or with an answer"), _f1_of, _f1_influence)


@dataclass(frozen=True)
class _OfPart(Measure[Verdicts]):
    """A measure of the long or the short answers."""

    forms: ClassVar[tuple[str, ...]] = ("spans",)
    part: ClassVar[str]

    def of_run(self, values: Sequence[Fraction]) -> Value:
        return mean(values) or ZERO


@dataclass(frozen=True)
class _Precision(_OfPart):
    """The share of predicted answers that are right. A question without a prediction has no value."""

    source: ClassVar[str] = _SOURCE

    def formula(self) -> tuple[str, ...]:
        return ("precision = right / predicted",)

    def of_questions(self, given: Mapping[str, Verdicts]) -> dict[str, Fraction]:
        found = {qid: getattr(one, self.part) for qid, one in given.items()}
        return {qid: ONE if one.right else ZERO for qid, one in found.items() if one.given}


@dataclass(frozen=True)
class _Recall(_OfPart):
    """The share of questions with an answer for which it is predicted. A question without one has no value."""

    source: ClassVar[str] = _SOURCE

    def formula(self) -> tuple[str, ...]:
        return ("recall = right / questions with an answer",)

    def of_questions(self, given: Mapping[str, Verdicts]) -> dict[str, Fraction]:
        found = {qid: getattr(one, self.part) for qid, one in given.items()}
        return {qid: ONE if one.right else ZERO for qid, one in found.items() if one.gold}


@dataclass(frozen=True)
class _F1(_OfPart):
    """The harmonic mean of precision and recall.

    A right question is worth 2 · n / (predicted + with an answer) over the n questions that have either, so that F1 is
    the mean.
    """

    source: ClassVar[str] = _SOURCE
    fewest: ClassVar[int] = FEWEST_OF_F1

    def formula(self) -> tuple[str, ...]:
        return ("F1 = 2 · right / (predicted + questions with an answer)",)

    def of_questions(self, given: Mapping[str, Verdicts]) -> dict[str, Fraction]:
        found = {qid: getattr(one, self.part) for qid, one in given.items()}
        either = {qid: one for qid, one in found.items() if one.gold or one.given}
        whole = sum(one.gold + one.given for one in either.values())
        return {qid: Fraction(2 * len(either), whole) if one.right else ZERO for qid, one in either.items()}

    @property
    def combined(self) -> Combined:
        return F1

    def parts_of(self, given: Mapping[str, Verdicts]) -> dict[str, tuple[Fraction, ...]]:
        found = {qid: getattr(one, self.part) for qid, one in given.items()}
        return {qid: (Fraction(one.right), Fraction(one.given + one.gold)) for qid, one in found.items()}


@dataclass(frozen=True)
class LongPrecision(_Precision):
    """Of long answers."""

    name: ClassVar[str] = "long_p"
    label: ClassVar[str] = sentence("Long precision")
    part: ClassVar[str] = "long"


@dataclass(frozen=True)
class LongRecall(_Recall):
    """Of long answers."""

    name: ClassVar[str] = "long_r"
    label: ClassVar[str] = sentence("Long recall")
    part: ClassVar[str] = "long"


@dataclass(frozen=True)
class LongF1(_F1):
    """Of long answers."""

    name: ClassVar[str] = "long_f1"
    label: ClassVar[str] = sentence("Long F1")
    part: ClassVar[str] = "long"


@dataclass(frozen=True)
class ShortPrecision(_Precision):
    """Of short answers."""

    name: ClassVar[str] = "short_p"
    label: ClassVar[str] = sentence("Short precision")
    part: ClassVar[str] = "short"


@dataclass(frozen=True)
class ShortRecall(_Recall):
    """Of short answers."""

    name: ClassVar[str] = "short_r"
    label: ClassVar[str] = sentence("Short recall")
    part: ClassVar[str] = "short"


@dataclass(frozen=True)
class ShortF1(_F1):
    """Of short answers."""

    name: ClassVar[str] = "short_f1"
    label: ClassVar[str] = sentence("Short F1")
    part: ClassVar[str] = "short"


@dataclass(frozen=True)
class Definition1(Measure[Verdicts]):
    """The share of questions whose long answer is right, or rightly missing."""

    name: ClassVar[str] = "definition1"
    forms: ClassVar[tuple[str, ...]] = ("spans",)
    label: ClassVar[str] = sentence("Definition 1")
    source: ClassVar[str] = "Natural Questions, section 5.1, Definition 1"

    def formula(self) -> tuple[str, ...]:
        return (sentence("1 where the long answer is right, or there is none and none is predicted, else 0"),)

    def of_question(self, given: Verdicts) -> Fraction:
        long = given.long
        return ONE if long.right or not (long.gold or long.given) else ZERO
