"""Means of a sample with a machine's word on all: the estimates by independent programs, and how often intervals hold."""

from itertools import combinations, product

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from scoring.studies.fewer_judgments import (
    HOLDS,
    Stratum,
    covered,
    plain_mean,
    powered_mean,
    samples,
    stratified_mean,
    units_for,
)

VALUES = np.array([0.0, 1.0, 0.5, 0.25, 1.0, 0.0, 0.2, 1.0])


def population(right: float, units: int = 200, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Reciprocal ranks by people, and a machine's, which are the same for a share of the units, else anybody's."""
    draw = np.random.default_rng(seed)
    people = draw.choice([0, 0.2, 0.25, 1 / 3, 0.5, 1], units, p=[0.35, 0.05, 0.05, 0.1, 0.15, 0.3])
    return people, np.where(draw.random(units) < right, people, draw.permutation(people))


def test_a_plain_mean_is_that_of_scipy_with_the_correction_of_a_finite_whole() -> None:
    found = plain_mean(VALUES, 20)
    low, high = stats.t.interval(0.95, 7, VALUES.mean(), stats.sem(VALUES))
    shorter = np.sqrt(1 - 8 / 20)
    assert found.value == pytest.approx(VALUES.mean())
    assert (found.high - found.low) == pytest.approx((high - low) * shorter)


def test_who_judged_all_knows_the_mean() -> None:
    for found in (plain_mean(VALUES, 8), powered_mean(VALUES, VALUES[::-1], VALUES[::-1])):
        assert [float(found.value), float(found.half)] == pytest.approx([VALUES.mean(), 0])


def test_the_powered_mean_is_a_regression_with_hc3_by_statsmodels() -> None:
    people, machine = population(0.7, 60)
    row = samples(60, 15, 1)[0]
    found = powered_mean(people[row], machine[row], machine)
    fitted = sm.OLS(people[row], sm.add_constant(machine[row])).fit(cov_type="HC3")
    at = np.array([1, machine.mean()])
    assert found.weight == pytest.approx(fitted.params[1])
    assert found.value == pytest.approx(at @ fitted.params)
    variance = at @ fitted.cov_params() @ at * (1 - 15 / 60)
    assert found.half == pytest.approx(stats.t.ppf(0.975, 13) * np.sqrt(variance))


def test_a_perfect_machine_leaves_nothing_open_and_one_that_says_nothing_adds_nothing() -> None:
    people, _ = population(1)
    row = samples(200, 20, 1)[0]
    perfect = powered_mean(people[row], people[row], people)
    assert float(perfect.weight) == pytest.approx(1)
    assert float(perfect.value) == pytest.approx(people.mean())
    assert float(perfect.half) == pytest.approx(0, abs=1e-9)
    silent = powered_mean(people[row], np.ones(20), np.ones(200))
    assert [float(silent.weight), float(silent.value)] == pytest.approx([0, people[row].mean()])


def test_a_backward_machine_helps_as_much_as_a_good_one() -> None:
    people, machine = population(0.8)
    row = samples(200, 40, 1)[0]
    good = powered_mean(people[row], machine[row], machine)
    backward = powered_mean(people[row], 1 - machine[row], 1 - machine)
    assert backward.weight == pytest.approx(-good.weight)
    assert [float(backward.value), float(backward.half)] == pytest.approx(
        [float(good.value), float(good.half)]
    )


def test_strata_are_summed_as_cochran_has_it() -> None:
    strata = [
        Stratum(10, np.array([0.0, 1.0, 1.0])),
        Stratum(30, np.array([0.0, 0.5])),
        Stratum(1, np.array([1.0])),
    ]
    found = stratified_mean(strata)
    parts = [
        (10 / 41) ** 2 * (1 - 3 / 10) * np.var([0, 1, 1], ddof=1) / 3,
        (30 / 41) ** 2 * (1 - 2 / 30) * np.var([0, 0.5], ddof=1) / 2,
    ]
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / 2 + parts[1] ** 2 / 1)
    assert found.value == pytest.approx((10 * 2 / 3 + 30 * 0.25 + 1) / 41)
    assert found.half == pytest.approx(stats.t.ppf(0.975, freedom) * np.sqrt(sum(parts)))
    one = stratified_mean([Stratum(20, VALUES)])
    plain = plain_mean(VALUES, 20)
    assert [float(one.value), float(one.half)] == pytest.approx([float(plain.value), float(plain.half)])
    for bad in (Stratum(5, np.array([1.0])), Stratum(2, np.zeros(3)), Stratum(0, np.zeros(0))):
        with pytest.raises(ValueError, match="needs two judged units"):
            stratified_mean([bad])


def test_over_all_samples_that_there_are_means_are_right() -> None:
    people = np.array([0.0, 1.0, 0.5, 0.2, 1.0, 0.25])
    plain = [float(plain_mean(people[list(row)], 6).value) for row in combinations(range(6), 3)]
    assert np.mean(plain) == pytest.approx(people.mean())
    pairs = product(combinations(range(4), 2), combinations((4, 5), 2))
    strata = [
        float(stratified_mean([Stratum(4, people[list(one)]), Stratum(2, people[list(other)])]).value)
        for one, other in pairs
    ]
    assert np.mean(strata) == pytest.approx(people.mean())


def test_too_few_units_are_refused() -> None:
    for values, units in ((VALUES[:1], 8), (VALUES, 7)):
        with pytest.raises(ValueError, match="A sample has 2 units or more"):
            plain_mean(values, units)
    with pytest.raises(ValueError, match="A sample has 3 units or more"):
        powered_mean(VALUES[:2], VALUES[:2], VALUES)


def test_samples_are_of_different_units_each_as_likely_and_the_same_by_seed() -> None:
    drawn = samples(20, 5, 4000, seed=7)
    assert (drawn == samples(20, 5, 4000, seed=7)).all()
    assert all(len(set(row)) == 5 for row in drawn[:100].tolist())
    assert stats.chisquare(np.bincount(drawn.ravel(), minlength=20)).pvalue > 0.001


@pytest.mark.parametrize("right", [0.8, 0.5, 0.0])
@pytest.mark.parametrize("n", [40, 80, 120])
def test_intervals_of_95_percent_hold_in_93_to_97_of_100_of_2000_trials(right: float, n: int) -> None:
    people, machine = population(right)
    drawn = samples(200, n)
    plain = covered(plain_mean(people[drawn], 200), people.mean())
    powered = covered(powered_mean(people[drawn], machine[drawn], machine), people.mean())
    for one in (plain, powered):
        assert HOLDS[0] <= one.held <= HOLDS[1]
        assert one.is_sound
        assert abs(one.bias) < 0.01
    assert powered.width < plain.width * (1.06 if right == 0 else 0.95)


def test_strata_of_the_machines_values_hold_too() -> None:
    people, machine = population(0.8)
    parts = [
        np.flatnonzero(machine == 0),
        np.flatnonzero((machine > 0) & (machine < 1)),
        np.flatnonzero(machine == 1),
    ]
    sizes = [max(2, round(80 * len(part) / 200)) for part in parts]
    draws = [
        samples(len(part), size, 2000, seed)
        for seed, (part, size) in enumerate(zip(parts, sizes, strict=True))
    ]
    held = 0
    for trial in range(2000):
        strata = [
            Stratum(len(part), people[part[draw[trial]]]) for part, draw in zip(parts, draws, strict=True)
        ]
        found = stratified_mean(strata)
        held += bool(abs(found.value - people.mean()) <= found.half)
    assert HOLDS[0] <= held / 2000 <= HOLDS[1]


def test_what_does_not_hold_is_called_so() -> None:
    """A machine that is nearly always right: most small samples see none of its errors, and believe in none."""
    people, machine = population(0.97)
    drawn = samples(200, 20)
    found = covered(powered_mean(people[drawn], machine[drawn], machine), people.mean())
    assert found.held < 0.8
    assert not found.is_sound


def test_the_units_that_a_plain_sample_needs_are_the_fewest() -> None:
    people, _ = population(1)
    for width in (0.05, 0.2, 0.4):
        n = units_for(width, people)
        spread = people.std(ddof=1)
        lengths = {
            size: 2 * stats.t.ppf(0.975, size - 1) * spread * np.sqrt((1 - size / 200) / size)
            for size in (n - 1, n)
        }
        assert lengths[n] <= width < lengths[n - 1]
    assert units_for(0, people) == 200
