"""What versions of the scores keep of a run's places, read back: verdicts and scores by question (docs/scores.md)."""

from collections.abc import Mapping
from typing import Any, Literal

from scoring.annotations import Verdict
from scoring.say import sentence
from scoring.spans.scores import Point, curve

Outcome = Literal["right", "wrong", "missed", "silent"]
OUTCOMES: Mapping[Outcome, str] = {
    "right": sentence("right"),
    "wrong": sentence("wrong"),
    "missed": sentence("missed"),
    "silent": sentence("rightly silent"),
}
CURVE_COLUMNS = ("threshold", "given", "right", "gold", "precision", "recall", "f1")


def verdicts_of(of_part: Mapping[str, Any]) -> list[Verdict]:
    """The verdicts of one part of a run, in the order of the questions."""
    scores = of_part["scores"]
    return [
        Verdict(qid, bool(gold), bool(given), bool(right), scores[qid])
        for qid, (gold, given, right) in of_part["verdicts"].items()
    ]


def curve_of(of_part: Mapping[str, Any]) -> list[Point]:
    """Precision and recall of one part of a run at every threshold, as `curve` gives them."""
    return curve(verdicts_of(of_part))


def curve_row(point: Point) -> tuple[float | int, ...]:
    """A point as a line of CURVE_COLUMNS."""
    counts = point.counts
    shares = (float(counts.precision), float(counts.recall), float(counts.f1))
    return (point.threshold, counts.given, counts.right, counts.gold, *shares)


def outcome_of(gold: bool | int, given: bool | int, right: bool | int) -> Outcome:
    """What a verdict is called: an answer that was given is right or wrong, one that was not is missed, or there is none."""
    if given:
        return "right" if right else "wrong"
    return "missed" if gold else "silent"
