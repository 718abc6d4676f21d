"""Boxes and whiskers, medians of zero, and two orders of runs."""

from fractions import Fraction
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from scoring.evaluate.units import UnitTable
from scoring.measures.c1 import C1
from scoring.measures.spans import F1
from scoring.studies.boxes import box, boxes
from scoring.studies.orders import orders
from scoring.studies.zero_medians import scores_by_unit, zero_medians
from tests.scoring.studies.tables_of_units import means, table_of, tables

SCORES = st.lists(
    st.builds(Fraction, st.integers(0, 40), st.sampled_from([7, 20, 60])), min_size=1, max_size=30
)


@given(SCORES)
def test_quartiles_are_those_of_numpy(scores: list[Fraction]) -> None:
    found = box("1", [(score, str(number)) for number, score in enumerate(scores)])
    theirs = np.percentile([float(score) for score in scores], [25, 50, 75])
    assert [float(one) for one in (found.q1, found.median, found.q3)] == pytest.approx(
        theirs.tolist(), abs=1e-12
    )
    assert found.median == median(scores)


@given(SCORES)
def test_every_score_is_within_the_whiskers_or_beyond_them(scores: list[Fraction]) -> None:
    found = box("1", [(score, str(number)) for number, score in enumerate(scores)])
    reach = Fraction(3, 2) * (found.q3 - found.q1)
    beyond = {run_id for run_id, _ in found.beyond}
    for number, score in enumerate(scores):
        assert (str(number) in beyond) == (score < found.q1 - reach or score > found.q3 + reach)
        assert str(number) in beyond or found.low_whisker <= score <= found.high_whisker
    assert found.minimum <= found.low_whisker <= found.q1 <= found.median
    assert found.median <= found.q3 <= found.high_whisker <= found.maximum


def test_a_box_by_hand() -> None:
    """Quartiles .2 and .6 reach to 1.2: 1.2 itself is within, what is greater is beyond."""
    tenths = [1, 2, 4, 6, 12]
    found = box("S1", [(Fraction(one, 10), f"run{one}") for one in tenths])
    assert (found.q1, found.median, found.q3) == (Fraction(1, 5), Fraction(2, 5), Fraction(3, 5))
    assert (found.low_whisker, found.high_whisker, found.beyond) == (Fraction(1, 10), Fraction(6, 5), ())
    further = box("S1", [(Fraction(one, 10), f"run{one}") for one in [*tenths[:-1], 13]])
    assert further.as_json() == {
        "unit": "S1",
        "minimum": 0.1,
        "low_whisker": 0.1,
        "q1": 0.2,
        "median": 0.4,
        "q3": 0.6,
        "high_whisker": 0.6,
        "maximum": 1.3,
        "beyond": [{"run": "run13", "score": 1.3}],
    }


def test_a_whisker_never_ends_inside_its_box() -> None:
    found = box("1", [(Fraction(score), str(number)) for number, score in enumerate([0, 6, 6, 6])])
    assert (found.q1, found.low_whisker) == (Fraction(9, 2), Fraction(9, 2))
    assert [run_id for run_id, _ in found.beyond] == ["0"]


def test_scores_of_a_unit_are_over_it_alone() -> None:
    right, silent = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    assert [one.maximum for one in boxes(table_of([[right, silent]], C1)).boxes] == [1, 0]
    half = (Fraction(1), Fraction(4))
    assert [one.maximum for one in boxes(table_of([[half]], F1)).boxes] == [Fraction(1, 2)]


@given(tables())
def test_there_is_a_box_for_every_unit(table: UnitTable) -> None:
    found = boxes(table).as_json()
    assert [one["unit"] for one in found["boxes"]] == list(table.units)
    assert found["runs"] == len(table.runs)


def test_without_runs_there_are_no_boxes() -> None:
    assert boxes(means([])).as_json() == {
        "unit": "series",
        "runs": 0,
        "reason": "There are no runs.",
        "boxes": [],
    }


def test_medians_of_zero_are_counted_by_group() -> None:
    table = means([[0, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 1]])
    assert scores_by_unit(table) == {"1": [0, 0, 1, 0], "2": [1, 1, 0, 0], "3": [0, 1, 0, 1]}
    found = zero_medians(
        {
            "series": scores_by_unit(table),
            "FACTOID": {"1.1": [0, 0, 1], "1.2": [0, 1, 1], "1.3": [None, 0, 0], "1.4": [None]},
            "LIST": {},
        }
    )
    assert found.as_json() == [
        {"group": "series", "units": 3, "zero": 1, "share": 0.333333333333, "ids": ["1"], "reason": ""},
        {
            "group": "FACTOID",
            "units": 3,
            "zero": 2,
            "share": 0.666666666667,
            "ids": ["1.1", "1.3"],
            "reason": "",
        },
        {
            "group": "LIST",
            "units": 0,
            "zero": 0,
            "share": None,
            "ids": [],
            "reason": "Nothing of this kind has a score.",
        },
    ]


@given(tables())
def test_a_median_is_zero_where_that_of_the_box_is(table: UnitTable) -> None:
    found = zero_medians({"series": scores_by_unit(table)}).groups[0]
    assert found.zero == tuple(one.unit for one in boxes(table).boxes if one.median == 0)


def test_two_orders_by_hand() -> None:
    by_series = {"a": Fraction(3, 10), "b": Fraction(1, 2), "c": Fraction(3, 10), "d": None}
    by_type = {"a": Fraction(3, 10), "b": Fraction(1, 5), "c": Fraction(2, 5), "d": Fraction(1)}
    found = orders(by_series, by_type)
    assert [(run.run_id, run.rank, run.other_rank) for run in found.runs] == [
        ("b", 1, 3),
        ("a", 2, 2),
        ("c", 2, 1),
    ]
    assert (found.greater, found.smaller) == (1, 1)
    assert found.correlation is not None
    assert [found.correlation.tau, found.correlation.swaps, found.correlation.tied] == [Fraction(-1), 3, 1]
    assert (
        orders({"a": Fraction(1)}, {"a": Fraction(1)}).as_json()["reason"]
        == "There are fewer than two runs with a score."
    )
    assert found.as_json()["runs"][0] == {
        "run": "b",
        "score": 0.5,
        "rank": 1,
        "other_score": 0.2,
        "other_rank": 3,
    }


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=9))
def test_tau_b_of_two_orders_is_that_of_scipy(pairs: list[tuple[int, int]]) -> None:
    first = {f"r{number}": Fraction(one, 9) for number, (one, _) in enumerate(pairs)}
    second = {f"r{number}": Fraction(other, 9) for number, (_, other) in enumerate(pairs)}
    found = orders(first, second).correlation
    assert found is not None
    theirs = kendalltau(list(first.values()), list(second.values())).statistic
    assert found.tau_b is None if np.isnan(theirs) else found.tau_b == pytest.approx(theirs, abs=1e-12)
