"""Means of stratified samples beside a machine: by hand, by other programs, and over many samples with a known truth."""

from itertools import combinations, product

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from scoring.arrays import Floats
from scoring.studies.fewer_judgments import (
    HOLDS,
    Stratum,
    covered,
    powered_mean,
    samples,
    stratified_mean,
)
from scoring.studies.sampled_means import Part, stratified, stratified_powered, units_to_tell_apart
from tests.scoring.studies.test_fewer_judgments import population


def part(people: np.ndarray, machine: np.ndarray, own: np.ndarray, some: np.ndarray) -> Part:
    """A stratum of these units, some of which (places among them) were drawn."""
    return Part(len(own), people[own[some]], machine[own[some]], float(machine[own].mean()))


def test_a_mean_of_strata_is_cochrans_with_whole_degrees_of_freedom() -> None:
    people, machine = population(0.7, 30)
    own = np.split(np.arange(30), [10, 18])
    parts = [part(people, machine, some, np.arange(n)) for some, n in zip(own, (4, 8, 5), strict=True)]
    found = stratified(parts)
    known = stratified_mean([Stratum(one.size, one.values) for one in parts])
    assert found.value == pytest.approx(known.value)
    added = [(10, people[own[0][:4]]), (12, people[own[2][:5]])]  # all of the second is judged
    squared = [(size / 30) ** 2 * (1 - len(v) / size) * v.var(ddof=1) / len(v) for size, v in added]
    freedom = np.floor(sum(squared) ** 2 / (squared[0] ** 2 / 3 + squared[1] ** 2 / 4))
    assert found.half == pytest.approx(stats.t.ppf(0.975, freedom) * np.sqrt(sum(squared)))
    assert found.half >= known.half


def test_the_powered_mean_is_a_weighted_regression_on_strata_by_statsmodels() -> None:
    """The weight is the slope of a least-squares line with an intercept for each stratum, units weighted by c."""
    people, machine = population(0.7, 90)
    own = np.split(np.argsort(machine, kind="stable"), [30, 50])
    draws = [np.arange(n) * 2 for n in (8, 6, 12)]
    parts = [part(people, machine, *pair) for pair in zip(own, draws, strict=True)]
    found = stratified_powered(parts)
    sizes, drawn = np.array([30, 20, 40]), np.array([8, 6, 12])
    factors = (sizes / 90) ** 2 * (1 - drawn / sizes) / (drawn * (drawn - 1))
    y, x = (np.concatenate(columns) for columns in zip(*((p.values, p.beside) for p in parts), strict=True))
    dummies = np.repeat(np.eye(3), drawn, axis=0)
    fitted = sm.WLS(y, np.column_stack([dummies, x]), weights=np.repeat(factors, drawn)).fit()
    assert found.weight == pytest.approx(fitted.params[3])
    at = np.array([*(sizes / 90), machine.mean()])
    assert found.value == pytest.approx(at @ fitted.params)
    design = fitted.model.exog * np.sqrt(fitted.model.weights)[:, None]
    hat = np.einsum("ij,jk,ik->i", design, np.linalg.pinv(design.T @ design), design)
    counts = at @ np.linalg.pinv(design.T @ design) @ (fitted.model.exog * fitted.model.weights[:, None]).T
    residuals = counts * fitted.resid / (1 - hat) * np.sqrt(np.repeat(1 - drawn / sizes, drawn))
    by_stratum = np.array([part @ part for part in np.split(residuals, np.cumsum(drawn)[:-1])])
    freedom = np.floor(by_stratum.sum() ** 2 / (by_stratum**2 / (drawn - 1)).sum() - 1)
    assert found.half == pytest.approx(stats.t.ppf(0.975, freedom) * np.sqrt(by_stratum.sum()))


UNIT = st.tuples(*[st.sampled_from([0.0, 0.25, 0.5, 1.0])] * 2)


@given(st.lists(UNIT, min_size=3, max_size=5), st.lists(UNIT, min_size=3, max_size=4))
def test_plain_means_are_right_over_all_samples_and_powered_ones_shift_with_the_machine(
    first: list[tuple[float, float]], second: list[tuple[float, float]]
) -> None:
    """Design-unbiased: every sample that could be drawn, once. What a machine says of all alike changes nothing."""
    units = np.array([*first, *second])
    people, machine = units[:, 0], units[:, 1]
    own = (np.arange(len(first)), np.arange(len(first), len(units)))
    drawn = [combinations(range(len(some)), 2) for some in own]
    found = []
    for pair in product(*drawn):
        parts = [part(people, machine, some, np.array(row)) for some, row in zip(own, pair, strict=True)]
        found.append(float(stratified(parts).value))
        powered = stratified_powered(parts)
        moved = [one._replace(beside=one.beside + 3, machine=one.machine + 3) for one in parts]
        assert float(stratified_powered(moved).value) == pytest.approx(float(powered.value), abs=1e-9)
    assert np.mean(found) == pytest.approx(people.mean())


@pytest.mark.parametrize("worth", [1.02, 1.17, 1 / 3, 0.1])
def test_equal_values_of_the_machine_say_nothing_whatever_their_last_digits(worth: float) -> None:
    """A machine that calls all answers right, or all of a stratum: there is no slope, not one of rounded digits."""
    draw = np.random.default_rng(2)
    people: Floats = worth * (draw.random(100) < 0.5).astype(np.float64)
    for sizes in ([100], [40, 60]):
        own = np.split(np.arange(100), np.cumsum(sizes)[:-1])
        given = np.repeat(worth * np.arange(1, len(sizes) + 1), sizes)
        for n in range(5, 40):
            parts = [part(people, given, some, np.arange(n)) for some in own]
            alone, beside = stratified(parts), stratified_powered(parts)
            assert float(beside.weight) == 0
            assert beside.value == pytest.approx(alone.value)
            assert beside.half == pytest.approx(alone.half, rel=0.5)
            if len(sizes) == 1:
                one = powered_mean(people[:n], given[:n], given)
                assert [float(one.weight), float(one.half)] == pytest.approx([0, float(beside.half)])


def test_who_judged_all_knows_and_too_few_are_refused() -> None:
    people, machine = population(0.7, 10)
    own = np.split(np.arange(10), [4])
    whole = [part(people, machine, some, np.arange(len(some))) for some in own]
    for found in (stratified(whole), stratified_powered(whole)):
        assert [float(found.value), float(found.half)] == pytest.approx([people.mean(), 0])
    for sizes in ((1, 6), (4, 2), (0, 3)):
        few = [part(people, machine, some, np.arange(n)) for some, n in zip(own, sizes, strict=True)]
        with pytest.raises(ValueError, match="two judged units"):
            stratified_powered(few)


@pytest.mark.parametrize("right", [0.8, 0.5, 0.0])
def test_intervals_of_strata_hold_in_93_to_97_of_100_of_2000_trials(right: float) -> None:
    """A known truth: thirds by the machine's values, of unequal shares; and a stratum of which all is judged."""
    people, machine = population(right)
    own = np.array_split(np.argsort(machine, kind="stable"), 3)
    for shares in ((30, 20, 40), (67, 20, 20)):
        parts = [
            part(people, machine, some, samples(len(some), n, 2000, 5, str(n) + str(some[0])))
            for some, n in zip(own, shares, strict=True)
        ]
        for found in (stratified(parts), stratified_powered(parts)):
            one = covered(found, people.mean())
            assert HOLDS[0] <= one.held <= HOLDS[1]
            assert abs(one.bias) < 0.01


def test_how_many_units_tell_two_runs_apart_is_what_larger_samples_show() -> None:
    """With so many units the interval lacks 0 in about 80 of 100 samples; with all of them always."""
    draw = np.random.default_rng(1)
    ahead = 0.08 + 0.4 * draw.standard_normal(400)
    ahead += 0.08 - ahead.mean()
    beside = ahead + 0.3 * draw.standard_normal(400)
    own = np.arange(400)
    first = part(ahead, beside, own, samples(400, 60, 1, 1)[0])
    planned = first._replace(values=first.values - stratified_powered([first]).value + 0.08)
    needed = units_to_tell_apart([planned])
    assert needed is not None
    assert 40 < needed < 200
    found = stratified_powered([part(ahead, beside, own, samples(400, needed, 1000, 2))])
    assert float((found.low > 0).mean()) == pytest.approx(0.8, abs=0.1)
    assert units_to_tell_apart([planned._replace(values=planned.beside, machine=planned.beside.mean())]) == 60
    nothing = planned._replace(values=np.zeros(60), beside=np.zeros(60), machine=0.0)
    assert units_to_tell_apart([nothing]) is None
