"""What versions of the scores keep reads back as what it was made of."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.annotations import Verdict
from scoring.spans.kept import CURVE_COLUMNS, OUTCOMES, curve_of, curve_row, outcome_of, verdicts_of
from scoring.spans.report import point_json
from scoring.spans.scores import curve, scores_of

BITS = st.tuples(st.booleans(), st.booleans(), st.booleans())
SCORES = st.none() | st.sampled_from([-1.5, 0.0, 2.25]) | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def verdicts(draw: st.DrawFn) -> list[Verdict]:
    rows = draw(st.lists(st.tuples(BITS, SCORES), max_size=30))
    return [
        Verdict(str(number), gold, given_, gold and given_ and right, score)
        for number, ((gold, given_, right), score) in enumerate(rows)
    ]


@given(verdicts())
def test_verdicts_and_curves_come_back(found: list[Verdict]) -> None:
    kept = json.loads(
        json.dumps(
            {
                "verdicts": {one.example_id: [int(bit) for bit in one[1:4]] for one in found},
                "scores": {one.example_id: one.score for one in found},
            }
        )
    )
    assert verdicts_of(kept) == found
    assert curve_of(kept) == curve(found)
    for point in curve(found):
        assert dict(zip(CURVE_COLUMNS, curve_row(point), strict=True)) == point_json(point)


@given(verdicts())
def test_outcomes_add_up_to_the_scores(found: list[Verdict]) -> None:
    names = [outcome_of(*one[1:4]) for one in found]
    counted, scores = {name: names.count(name) for name in OUTCOMES}, scores_of(found)
    assert counted["right"] == scores.counts.right
    assert counted["right"] + counted["wrong"] == scores.counts.given
    assert counted["silent"] == scores.silent


@pytest.mark.parametrize(
    ("verdict", "name"),
    [
        ((1, 1, 1), "right"),
        ((1, 1, 0), "wrong"),
        ((0, 1, 0), "wrong"),
        ((1, 0, 0), "missed"),
        ((0, 0, 0), "silent"),
    ],
)
def test_each_verdict_has_one_name(verdict: tuple[int, int, int], name: str) -> None:
    assert outcome_of(*verdict) == name
