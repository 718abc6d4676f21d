"""Each measure on the boundary statements of its defining document, and its spelling."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.measures import MEASURES, find, parse
from scoring.measures.base import Measure, Outcome, mean
from scoring.stages import LISTING
from scoring.tracks.base import Track

MRR, NO_CORRECT, ACCURACY = (MEASURES[name] for name in ("mrr", "no_correct", "accuracy"))


def outcomes(pattern: str) -> list[Outcome]:
    """Responses from rank 1 on: + right, - wrong."""
    return [Outcome(rank, sign == "+") for rank, sign in enumerate(pattern, 1)]


@pytest.mark.parametrize("measure", MEASURES.values(), ids=str)
def test_a_measure_is_parsed_from_its_spelling(measure: Measure[Any]) -> None:
    assert parse(str(measure)) == measure
    assert measure.label


def test_a_measure_that_is_none() -> None:
    with pytest.raises(ValueError, match="accuracy, c1, c1_ignoring_noa"):
        parse("map")


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ("+----", 1),
        ("-+", Fraction(1, 2)),
        ("--+++", Fraction(1, 3)),
        ("---+-", Fraction(1, 4)),
        ("----+", Fraction(1, 5)),
        ("-----", 0),
        ("", 0),
    ],
)
def test_the_six_values_that_a_question_can_have(pattern: str, value: Fraction) -> None:
    """TREC-8 QA evaluation, section 2.4: (0, .2, .25, .33, .5, 1)."""
    assert MRR.of_question(outcomes(pattern)) == value
    assert NO_CORRECT.of_question(outcomes(pattern)) == (0 if value else 1)


def test_only_the_first_correct_response_counts_and_order_of_lines_does_not() -> None:
    assert MRR.of_question([Outcome(4, True), Outcome(2, True), Outcome(1, False)]) == Fraction(1, 2)


def test_a_run_over_its_questions() -> None:
    values = [MRR.of_question(outcomes(pattern)) for pattern in ("+", "-+", "--+", "---+", "----+", "-----")]
    assert MRR.of_run(values) == Fraction(137, 360)
    assert NO_CORRECT.of_run([Fraction(1), Fraction(0), Fraction(1)]) == 2


def test_a_factoid_is_right_or_wrong() -> None:
    """Question series, section 2.1: 1 if the response is judged correct and 0 otherwise."""
    assert [ACCURACY.of_question(outcomes(pattern)) for pattern in ("+", "-", "", "-+")] == [1, 0, 0, 1]
    assert ACCURACY.of_run([Fraction(1), Fraction(0), Fraction(0)]) == Fraction(1, 3)


def test_the_value_where_there_is_nothing() -> None:
    assert MRR.of_run([]) is None
    assert ACCURACY.of_run([]) is None
    assert NO_CORRECT.of_run([]) == 0


@given(st.lists(st.fractions(), min_size=1))
def test_means_are_exact(values: list[Fraction]) -> None:
    assert mean(values) == sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("track", evaluations.TRACKS.values(), ids=lambda track: track.slug)
def test_measures_of_judged_types_exist_and_the_score_is_among_those_of_the_run(track: Track) -> None:
    assert track.score in (*track.measures, "score")
    assert (track.score == "score") == (track.series_rules is not None)
    for kind in track.question_types.values():
        assert set(kind.measures) <= set(track.measures)
        assert all(find(name) for name in kind.measures)
        assert not kind.judged or (kind.scale is None) == kind.form.asks(LISTING)
