"""Intervals of runs and of their differences in a study: those of the one policy, against others' implementations, and their laws."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from scoring.evaluate.units import UnitTable
from scoring.intervals import ALIKE, EVEN, FEW, Interval, mean_influence, score_interval, tails
from scoring.measures.c1 import C1
from scoring.studies.intervals_of_runs import intervals_of
from tests.scoring.studies.tables_of_units import means, table_of, tables


@given(st.integers(10, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_of_right_and_wrong_it_is_that_of_wilson(numbers: tuple[int, int]) -> None:
    n, right = numbers
    found = score_interval(mean_influence([[1.0] * right + [0.0] * (n - right)]))
    trials = n if right in (0, n) else n - 1  # the variance of a sample has n - 1 below the line
    low, high = proportion_confint(right / n * trials, trials, method="wilson")
    assert found[:2] == pytest.approx((low, high), abs=1e-9)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low < found.high <= 1


def test_a_run_that_is_right_everywhere_may_still_be_wrong_once() -> None:
    whole = score_interval(mean_influence([[1.0] * 25]))
    assert whole[:2] == pytest.approx((0.8668, 1), abs=1e-4)
    assert score_interval(mean_influence([[1.0] * 9])) == (None, None, FEW)
    assert score_interval(mean_influence([[0.5] * 25])) == (None, None, EVEN)


@given(tables(runs=(1, 4), units=(10, 30)))
def test_laws(table: UnitTable) -> None:
    found = intervals_of(table)
    for interval, score in zip(found.runs, table.scores.values(), strict=True):
        assert score is not None
        if interval.low is not None:
            assert interval.high is not None
            assert 0 <= interval.low <= score + Fraction(1, 10**9)
            assert score - Fraction(1, 10**9) <= interval.high <= 1
    turned = intervals_of(table._replace(parts=table.parts[::-1]))
    assert turned.runs == found.runs[::-1]
    pairs = dict(zip(combinations(range(len(table.runs)), 2), found.pairs, strict=True))
    for (first, second), other in zip(combinations(range(len(table.runs)), 2), turned.pairs, strict=True):
        one = pairs[len(table.runs) - 1 - second, len(table.runs) - 1 - first]
        assert one.reason == other.reason
        if one.low is not None and one.high is not None:
            assert other[:2] == pytest.approx((-one.high, -one.low), abs=1e-9)
            assert -1 - 1e-9 <= one.low <= one.high <= 1 + 1e-9


def test_runs_that_got_the_same_have_no_interval_of_their_difference() -> None:
    found = intervals_of(means([[1, 0] * 8, [1, 0] * 8, [0, 1] * 8]))
    assert found.pairs[0] == Interval(None, None, ALIKE)
    assert found.pairs[1].low is not None
    assert found.reasons == (
        "Where two runs got the same for every series their difference has no interval.",
    )


def test_silence_is_no_observation_of_its_own() -> None:
    """Three fifths right of what is answered, half of 40 questions silent: silences vary with what is right."""
    right, silent, wrong = ((Fraction(a), Fraction(b)) for a, b in ((1, 0), (0, 1), (0, 0)))
    [found] = intervals_of(table_of([[right] * 12 + [silent] * 20 + [wrong] * 8], C1)).runs
    assert found.low is not None
    assert found.high is not None
    assert found[:2] == pytest.approx((0.280, 0.633), abs=1e-3)


def test_percentiles_lie_as_far_out_as_student() -> None:
    """Of resampled means of even values: their ends are those of t, but for chance."""
    values = np.linspace(-1, 1, 12)
    drawn = np.random.default_rng(2).choice(values, (200_000, 12)).mean(axis=1)
    half = 2.200985 * values.std(ddof=1) / np.sqrt(12)
    assert np.quantile(drawn, tails(12)) == pytest.approx(
        (values.mean() - half, values.mean() + half), abs=0.02
    )


def test_few_units_have_none() -> None:
    found = intervals_of(means([[1], [0]]))
    assert {*found.runs, *found.pairs} == {Interval(None, None, FEW)}
    assert found.reasons == ("Over fewer than 10 series no interval is given: it would be too short.",)


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    intervals_of(means([[1, 0], [0, 0], [1, 1]]), lambda *done: seen.append(done))
    assert seen == [(1, 3), (2, 3), (3, 3)]
