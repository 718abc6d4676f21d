"""How large a difference is: by hand, by its definition, against statsmodels, and its laws."""

from fractions import Fraction
from math import sqrt
from statistics import stdev

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import t
from statsmodels.stats.power import TTestPower

from scoring.evaluate.units import UnitTable
from scoring.measures.c1 import C1
from scoring.studies.needed import Effect, effect_of, fewest_units, unit_differences, units_needed
from scoring.studies.randomization import Pair, paired_tests
from scoring.studies.significance import significance
from scoring.studies.sums import Sums
from tests.scoring.studies.tables_of_units import means, table_of, tables


def effect(table: UnitTable) -> Effect:
    return effect_of(Pair(Sums(table), 0, 1))


def test_by_hand() -> None:
    # Differences 1, 1, 0, 0, -1, 1: mean 1/3, squares about it 20/6, over 5.
    found = effect(means([[1, 1, 0, 1, 0, 1], [0, 0, 0, 1, 1, 0]]))
    assert found.d_z == pytest.approx(1 / 3 / sqrt(4 - 6 / 9) * sqrt(5), abs=1e-12)
    assert (found.won, found.tied, found.lost, found.reason) == (3, 2, 1, "")
    assert found.units_needed == 50


def test_undefined() -> None:
    assert effect(means([[1, 0], [1, 0]])) == Effect(
        None, 0, 2, 0, None, "Both runs got the same for every series."
    )
    assert effect(means([[1, 0], [0, 1]])) == Effect(
        0.0, 1, 0, 1, None, "No number of series shows a difference of 0."
    )
    steady = effect(means([["1/3", "2/3", 1], [0, "1/3", "2/3"]]))
    assert steady[:5] == (None, 3, 0, 0, 6)
    assert (
        steady.reason
        == "The difference is the same for every series, so there is no spread to compare it with."
    )
    questions = means([[1], [0]])._replace(unit="question")
    assert effect(questions) == Effect(
        None, 1, 0, 0, None, "With only one question nothing is known about the spread."
    )


def test_silence_counts_by_what_else_is_right() -> None:
    right, silent, wrong = ((Fraction(a), Fraction(b)) for a, b in ((1, 0), (0, 1), (0, 0)))
    found = effect(table_of([[right, silent, silent, wrong], [wrong, wrong, right, right]], C1))
    assert (found.won, found.tied, found.lost) == (2, 0, 2)
    nothing_right = effect(table_of([[silent, wrong], [wrong, silent]], C1))
    assert (nothing_right.won, nothing_right.tied, nothing_right.lost) == (0, 2, 0)


@given(tables(runs=(2, 2)))
def test_what_units_add(table: UnitTable) -> None:
    pair = Pair(Sums(table), 0, 1)
    added = unit_differences(pair)
    if table.combined.name == "mean":
        plain = [float(one[0] - other[0]) for one, other in zip(*table.parts, strict=True)]
        assert list(added) == pytest.approx(plain, abs=1e-12)
        found = effect(table)
        assert found.won == sum(one > other for one, other in zip(*table.parts, strict=True))
        assert found.lost == sum(one < other for one, other in zip(*table.parts, strict=True))
        if found.d_z is not None:
            assert found.d_z == pytest.approx(sum(plain) / len(plain) / stdev(plain), abs=1e-9)
    if table.combined.name != "f1":
        assert added.mean() == pytest.approx(float(pair.difference), abs=1e-12)


@given(tables(runs=(2, 2)))
def test_the_other_way_round(table: UnitTable) -> None:
    one, other = effect(table), effect(table._replace(parts=table.parts[::-1]))
    assert (one.won, one.tied, one.lost) == (other.lost, other.tied, other.won)
    assert one.won + one.tied + one.lost == len(table.units)
    assert one.units_needed == other.units_needed
    assert one.d_z == (None if other.d_z is None else pytest.approx(-other.d_z, abs=1e-9))


@example(0.03125, 0.1, 0.5)
@given(st.floats(0.01, 2), st.sampled_from([0.01, 0.05, 0.1]), st.sampled_from([0.5, 0.8, 0.95]))
def test_needed_like_statsmodels(d_z: float, alpha: float, power: float) -> None:
    needed = units_needed(d_z, alpha=alpha, power=power)
    assert needed is not None
    assert needed >= fewest_units(alpha)
    off = (
        needed > 200
    ) + needed // 5_000  # of very many, by a five thousandth: a normal distribution stands for t
    reached = [TTestPower().power(d_z, units, alpha) for units in (needed - 1 - off, needed + off)]
    assert reached[1] >= power - 1e-6
    assert needed == fewest_units(alpha) or reached[0] <= power + 1e-6
    assert units_needed(-d_z, alpha=alpha, power=power) == needed


@pytest.mark.parametrize(("d_z", "needed"), [(0.8, 15), (1.2, 8), (0.3, 90)])
def test_needed_reaches_the_power(d_z: float, needed: int) -> None:
    """As often as it says, of simulated evaluations; with 13 and 6 units, which the normal approximation gives, .75 and .6."""
    assert units_needed(d_z) == needed
    assert units_needed(0.0) is None
    drawn = np.random.default_rng(1).normal(d_z, 1, (20_000, needed))
    shown = np.abs(drawn.mean(axis=1)) / drawn.std(axis=1, ddof=1) * sqrt(needed) > t.ppf(0.975, needed - 1)
    assert 0.79 <= shown.mean() <= 0.86


def test_needed_has_a_range() -> None:
    found = significance(means([[1, 1, 0, 1] * 10, [1, 0, 0, 0] * 10]), samples=9).as_json()["pairs"][0]
    assert found["units_from"] < found["units_needed"] < found["units_to"]
    unsure = significance(means([[1, 1, 0, 0] * 5, [1, 0, 1, 0] * 4 + [0, 1, 0, 0]]), samples=9)
    row = unsure.as_json()["pairs"][0]
    assert row["low"] < 0 < row["high"]
    assert (row["units_to"], row["units_from"] < row["units_needed"]) == (None, True)


@pytest.mark.parametrize(("alpha", "fewest"), [(0.05, 6), (0.01, 8), (0.5, 3), (1 / 16, 6)])
def test_fewest(alpha: float, fewest: int) -> None:
    assert fewest_units(alpha) == fewest
    for units in (fewest - 1, fewest):
        [test] = paired_tests(means([[1] * units, [0] * units]))
        assert (test.p < alpha) == (units == fewest)
