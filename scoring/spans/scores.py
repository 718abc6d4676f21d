"""Scores of predictions against several annotations (Natural Questions, section 5.1), as the corpus's own scorer counts.

An example has an answer where at least `votes` annotations (β, 2 of 5) give one. A prediction is right where the example
has an answer and some annotation gives the same one: the same place by bytes or by tokens, the same set of short answers,
or the same yes or no.

    precision = right / predicted      recall = right / examples with an answer      F1 = 2 · P · R / (P + R)

Each is 0 where it divides by 0. Definition 1 also counts an example without an answer for which nothing was predicted:

    accuracy = (right + silent where there is no answer) / examples
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scoring.annotations import (
    GROUPS,
    AnnotatedExample,
    Annotation,
    Label,
    PageSpan,
    Part,
    Prediction,
    Verdict,
)
from scoring.measures.base import ZERO

PARTS: tuple[Part, ...] = ("long", "short")
VOTES = 2
TARGETS = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))  # precisions at which recall is given


class Counts(NamedTuple):
    """Examples with an answer, predictions of one, and those of them that are right."""

    gold: int
    given: int
    right: int

    @property
    def precision(self) -> Fraction:
        return _share(self.right, self.given)

    @property
    def recall(self) -> Fraction:
        return _share(self.right, self.gold)

    @property
    def f1(self) -> Fraction:
        return _share(2 * self.right, self.given + self.gold)


class Scores(NamedTuple):
    """What a run comes to over its examples."""

    examples: int
    counts: Counts
    silent: int  # examples without an answer for which none was predicted

    @property
    def accuracy(self) -> Fraction:
        """Definition 1."""
        return _share(self.counts.right + self.silent, self.examples)


class Point(NamedTuple):
    """What a run comes to where only predictions of at least a score are taken."""

    threshold: float
    counts: Counts


def outcomes(
    part: Part,
    examples: Iterable[AnnotatedExample],
    predictions: Mapping[str, Prediction],
    votes: int = VOTES,
) -> list[Verdict]:
    """What every example's prediction comes to; one that is missing predicts nothing."""
    return [
        verdict(part, example, predictions.get(example.example_id), is_gold(part, example, votes))
        for example in examples
    ]


def is_gold(part: Part, example: AnnotatedExample, votes: int = VOTES) -> bool:
    """Whether so many people give an answer that the example has one."""
    return sum(has_answer(part, one.label) for one in example.annotations) >= votes


def scores_of(found: Iterable[Verdict]) -> Scores:
    """Count outcomes."""
    examples = gold = given = right = silent = 0
    for _, has_gold, has_given, is_right, _ in found:
        examples += 1
        gold += has_gold
        given += has_given
        right += is_right
        silent += not (has_gold or has_given)
    return Scores(examples, Counts(gold, given, right), silent)


def curve(found: Iterable[Verdict]) -> list[Point]:
    """Precision and recall at every threshold, from the strictest on; equal scores are taken together."""
    listed = list(found)
    gold = sum(one.gold for one in listed)
    scored = [one for one in listed if one.score is not None]
    scored.sort(key=_score, reverse=True)
    points, given, right = [], 0, 0
    for threshold, some in groupby(scored, _score):
        for one in some:
            given += one.given
            right += one.right
        points.append(Point(threshold, Counts(gold, given, right)))
    return points


def best(points: Iterable[Point]) -> Point | None:
    """The threshold of the greatest F1, of several the strictest; None where no F1 is above 0."""
    found, top, whole = None, 0, 1  # F1 is 2 · top / whole: compared without a division
    for point in points:
        gold, given, right = point.counts
        if right * whole > top * (gold + given):
            found, top, whole = point, right, gold + given
    return found


def recall_at(points: Iterable[Point], precision: Fraction) -> Point | None:
    """The threshold of the greatest recall at a precision at least as high; None where there is none above 0."""
    found, top = None, 0
    for point in points:
        right, given = point.counts.right, point.counts.given
        if right > top and right * precision.denominator >= precision.numerator * given:
            found, top = point, right
    return found


def by_kind(found: Sequence[Verdict], examples: Mapping[str, AnnotatedExample]) -> dict[str, Scores]:
    """The outcomes of long answers by the kind of their example's answer (section 6.4), where any is known; see `kind_of`."""
    kinds = {example_id: kind_of(example.annotations) for example_id, example in examples.items()}
    scores = {
        group: scores_of(one for one in found if one.gold and kinds[one.example_id] in members)
        for group, members in GROUPS.items()
    }
    return {group: one for group, one in scores.items() if one.examples}


def kind_of(annotations: Iterable[Annotation]) -> str:
    """The kind of long answer that most give; of several, that of the earliest answer. Empty where none is known."""
    known = [one for one in annotations if one.kind and one.label.has_long]
    counts: dict[str, int] = {}
    for one in sorted(known, key=lambda one: (one.label.long.start_token, one.label.long.start)):
        counts[one.kind] = counts.get(one.kind, 0) + 1
    return max(counts, key=lambda kind: counts[kind], default="")


def same_set(first: Sequence[PageSpan], second: Sequence[PageSpan]) -> bool:
    """Whether two sets of short answers are the same places, in whatever order and however often each is named."""
    return all(any(map(one.is_same, second)) for one in first) and all(
        any(map(one.is_same, first)) for one in second
    )


def is_right_long(label: Label, annotations: Iterable[Annotation]) -> bool:
    """Whether somebody gave this long answer."""
    return any(one.label.has_long and label.long.is_same(one.label.long) for one in annotations)


def is_right_short(label: Label, annotations: Iterable[Annotation]) -> bool:
    """Whether somebody gave this set of short answers, or this yes or no."""
    if label.yes_no != "NONE":
        return any(one.label.yes_no == label.yes_no for one in annotations)
    return any(same_set(one.label.short, label.short) for one in annotations)


def verdict(part: Part, example: AnnotatedExample, prediction: Prediction | None, gold: bool) -> Verdict:
    """What a prediction comes to in one example, which has an answer or not; None predicts nothing."""
    if prediction is None:
        return Verdict(example.example_id, gold, given=False, right=False, score=None)
    label = prediction.label
    given = has_answer(part, label)
    is_right, score = (
        (is_right_long, prediction.long_score) if part == "long" else (is_right_short, prediction.short_score)
    )
    right = gold and given and is_right(label, example.annotations)
    return Verdict(example.example_id, gold, given, right, score)


def has_answer(part: Part, label: Label) -> bool:
    """Whether a label gives an answer of this part."""
    return label.has_long if part == "long" else label.has_short


def _score(outcome: Verdict) -> float:
    return outcome.score or 0.0


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else ZERO
