"""Grades that are worth a part of a right one: declared on the scale, they earn it by every measure of single answers.

The questions are judged in a stage of their own, which changes nothing of how they are scored.
"""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest

from scoring import evaluations
from scoring.forms import ANSWERS
from scoring.measures.cws import influence_in_order
from scoring.scales import Grade, Scale
from scoring.stages import ANSWER, GRADES, ITEM, Stage
from scoring.tracks.base import Track
from tests.scoring.parts import result, run

TREC8 = evaluations.get("trec8")
HALF = Scale(
    "half",
    (
        Grade("yes", code=1, value=Fraction(1)),
        Grade("so", code=2, value=Fraction(1, 2)),
        Grade("no", code=-1),
    ),
)
QUESTIONS = {"1": "factoid", "2": "factoid", "3": "factoid"}
GIVEN = {("1", "a"): "no", ("1", "b"): "so", ("1", "c"): "yes", ("2", "a"): "so", ("3", "a"): "no"}


def _track(*measures: str) -> Track:
    form = ANSWERS.done_in(Stage("halves", "answers", ITEM, (GRADES,), ANSWER))
    kind = replace(TREC8.question_types["factoid"], scale=HALF, measures=measures, form=form)
    types = MappingProxyType({"factoid": kind})
    return replace(TREC8, slug="half", question_types=types, shape=None, measures=measures, score=measures[0])


@pytest.mark.parametrize(
    ("measure", "given", "expected"),
    [
        ("accuracy", ["1 b", "2 a", "3 a"], Fraction(1, 3)),  # 1/2, 1/2, 0
        ("accuracy", ["1 b", "1 c", "2 a", "3 a"], Fraction(1, 2)),  # a right response is enough
        ("success_1", ["1 b", "1 c", "2 a"], Fraction(1, 3)),
        ("success_k", ["1 b", "1 c", "2 a"], Fraction(1, 2)),
        ("mrr", ["1 a", "1 b", "1 c", "2 a"], Fraction(1, 3) * (Fraction(1, 3) + Fraction(1, 2))),
        ("mrr", ["1 b", "1 a", "1 c", "2 a"], Fraction(1, 3)),  # half of 1/1 is more than 1/3
        ("cws", ["1 c", "2 a", "3 a"], Fraction(1, 3) * (1 + Fraction(3, 4) + Fraction(1, 2))),
        ("no_correct", ["1 b", "2 a", "3 a"], 3),  # worth something, and not correct
    ],
)
def test_a_response_earns_what_its_grade_is_worth(
    measure: str, given: list[str], expected: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluations, "TRACKS", {**evaluations.TRACKS, "half": _track(measure)})
    lines = [(line[:1], line[2:]) for line in given]
    scored = run(
        result(QUESTIONS, {"r": lines}, grades=GIVEN, track="half", settings={"measures": [measure]})
    )
    assert scored.measures[measure] == expected


def test_what_a_question_makes_of_cws_where_one_is_half_right() -> None:
    """The first of two is half right: the shares down to each place are 1/2 and 1/4, and CWS is 3/8."""
    found = influence_in_order([0.75, 0.0])
    assert (found.score, found.values) == (0.375, (0.5 + 0.75 - (0.5 + 0.125), 0.25 - 0.125))
