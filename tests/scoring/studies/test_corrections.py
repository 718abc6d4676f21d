"""Corrections for many pairs: Holm against statsmodels, Tukey and max-T against plain second implementations."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from scoring.evaluate.units import UnitTable
from scoring.studies import randomization
from scoring.studies.corrections import holm, max_t, tukey_hsd
from scoring.studies.draws import Draws
from scoring.studies.randomization import paired_tests
from tests.scoring.studies.tables_of_units import means, tables

SAMPLES = 60
Row = Sequence[tuple[Fraction, ...]]
Correction = Callable[..., tuple[float, ...]]


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == (0.03, 0.06, 0.06)
    assert holm([0.5, 0.9]) == (1.0, 1.0)
    assert holm([]) == ()


@given(
    st.lists(st.sampled_from([0.0, 0.001, 0.01, 0.02, 0.5, 1.0]) | st.floats(0, 1), min_size=1, max_size=40)
)
def test_holm_like_statsmodels(ps: list[float]) -> None:
    assert holm(ps) == pytest.approx(list(multipletests(ps, method="holm")[1]), abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_holm_does_not_mind_the_order(ps: list[float], random: object) -> None:
    order = sorted(range(len(ps)), key=lambda place: hash((str(random), place)))
    assert holm([ps[place] for place in order]) == tuple(holm(ps)[place] for place in order)


def plain_tukey(table: UnitTable, samples: int, seed: int) -> list[float]:
    runs, units = range(len(table.runs)), range(len(table.units))
    draws = Draws(seed).spawn("labels")
    ranges = []
    for _ in range(samples):
        dealt = draws.permutations(len(units), len(runs)).tolist()
        scores = [_score(table, [table.parts[dealt[unit][run]][unit] for unit in units]) for run in runs]
        ranges.append(max(scores) - min(scores))
    exact = [_score(table, list(row)) for row in table.parts]
    distances = [abs(one - other) for one, other in combinations(exact, 2)]
    return [(1 + sum(one >= distance for one in ranges)) / (1 + samples) for distance in distances]


def _score(table: UnitTable, rows: Row) -> Fraction:
    sums = [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]
    return Fraction(table.combined.of(sums, len(rows)))


@given(tables(runs=(1, 4)), st.integers(0, 9))
def test_tukey_like_a_plain_one(table: UnitTable, seed: int) -> None:
    assert list(tukey_hsd(table, samples=SAMPLES, seed=seed)) == plain_tukey(table, SAMPLES, seed)


def test_two_runs_are_a_paired_test() -> None:
    table = means([[1, 1, 1, 0, 1, 1, 1, 0, 1, 0], [0, 0, 1, 0, 0, 1, 0, 0, 0, 1]])
    [tukey], [westfall] = tukey_hsd(table), max_t(table)
    [paired] = paired_tests(table)
    assert tukey == pytest.approx(paired.p, abs=0.02)
    assert westfall == pytest.approx(paired.p, abs=0.02)


@given(tables(runs=(2, 5)))
def test_a_larger_difference_has_no_larger_p(table: UnitTable) -> None:
    scores = [_score(table, list(row)) for row in table.parts]
    distances = [abs(one - other) for one, other in combinations(scores, 2)]
    for correction in (tukey_hsd, max_t):
        ps = [p for _, p in sorted(zip(distances, correction(table, samples=SAMPLES), strict=True))]
        assert sorted(ps, reverse=True) == ps or len(set(distances)) < len(distances)
        assert {
            p
            for p, distance in zip(correction(table, samples=SAMPLES), distances, strict=True)
            if not distance
        } <= {1.0}


@pytest.mark.parametrize("correction", [tukey_hsd, max_t])
def test_portions_do_not_matter(correction: Correction, monkeypatch: pytest.MonkeyPatch) -> None:
    table = means([["1/3", 1, 0, "1/2"], [0, 1, 1, "1/3"], ["1/5", "1/5", 0, 0]])
    whole = correction(table, samples=100)
    for words in (1, 12, 13, 500):
        monkeypatch.setattr(randomization, "WORDS_AT_ONCE", words)
        assert correction(table, samples=100) == whole


@given(tables(runs=(2, 4), units=(2, 6)))
def test_max_t_like_a_plain_one(table: UnitTable) -> None:
    coins = Draws(1).spawn("swaps").signs(SAMPLES, len(table.units)).tolist()
    pairs = list(combinations(table.parts, 2))
    largest = [max(_swapped(table, *pair, way) for pair in pairs) for way in coins]
    observed = [_swapped(table, *pair, [False] * len(table.units)) for pair in pairs]
    plain = [
        (1 + sum(one >= distance - Fraction(1, 10**9) for one in largest)) / (1 + SAMPLES)
        for distance in observed
    ]
    assert list(max_t(table, samples=SAMPLES)) == plain


def _swapped(table: UnitTable, first: Row, second: Row, way: list[bool]) -> Fraction:
    one = [b if swap else a for a, b, swap in zip(first, second, way, strict=True)]
    other = [a if swap else b for a, b, swap in zip(first, second, way, strict=True)]
    return abs(_score(table, one) - _score(table, other))


def test_standardized_max_t_is_fair_to_pairs_with_a_small_spread() -> None:
    # The first two runs differ by a little on every unit; the third is far off, up and down.
    steady, wild = ["1/10"] * 12, [1, -1] * 6
    table = means([[0] * 12, steady, wild])
    assert max_t(table)[0] > 0.5
    assert max_t(table, standardized=True)[0] < 0.01
    assert max_t(means([[1, 2], [1, 2]]), standardized=True) == (1.0,)


@pytest.mark.parametrize("correction", [tukey_hsd, max_t])
def test_one_run_has_no_pairs(correction: Correction) -> None:
    assert correction(means([[1, 0]])) == ()


@pytest.mark.parametrize(("correction", "total"), [(tukey_hsd, 50), (max_t, 3)])
def test_progress(correction: Correction, total: int) -> None:
    seen: list[tuple[int, int]] = []
    correction(means([[1], [0], [1]]), samples=50, progress=lambda *done: seen.append(done))
    assert seen[-1] == (total, total)
