"""The paired randomization test: by hand, by every way to swap, against scipy, and its laws."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test

from scoring.evaluate.units import UnitTable
from scoring.measures.c1 import C1
from scoring.studies import randomization
from scoring.studies.draws import Draws
from scoring.studies.randomization import EXACT, SAMPLED, PairTest, paired_tests
from tests.scoring.studies.tables_of_units import HUGE, means, table_of, tables

SAMPLES = 200


def brute_force(table: UnitTable, ways: list[tuple[bool, ...]]) -> list[int]:
    """For each pair of runs, how many ways to swap units reach their difference."""
    counts = []
    for first, second in combinations(range(len(table.runs)), 2):
        observed = _distance(table, first, second, [False] * len(table.units))
        found = [_distance(table, first, second, way) >= observed for way in ways]
        counts.append(sum(found))
    return counts


def _distance(table: UnitTable, first: int, second: int, way: tuple[bool, ...] | list[bool]) -> Fraction:
    sums = []
    for one, other in ((first, second), (second, first)):
        units = [table.parts[other if swap else one][unit] for unit, swap in enumerate(way)]
        sums.append([sum(column, Fraction(0)) for column in zip(*units, strict=True)])
    of, n = table.combined.of, len(table.units)
    return abs(Fraction(of(sums[0], n)) - Fraction(of(sums[1], n)))


def test_by_hand() -> None:
    # Differences 1, 1, 1, -1: of 16 ways, both of four alike and eight of three alike reach 2.
    [test] = paired_tests(means([[1, 1, 1, 0], [0, 0, 0, 1]]))
    assert test == PairTest(0, 1, Fraction(1, 2), 10 / 16, EXACT)
    [test] = paired_tests(means([["1/3"] * 5, [0] * 5]))
    assert test.p == 2 / 32
    # c@1 3/4 · (1 + 1/4) = 15/16 to 0: none but swapping nothing and everything reaches it.
    silent = table_of(
        [[(Fraction(1), Fraction(0))] * 3 + [(Fraction(0), Fraction(1))], [(Fraction(0), Fraction(0))] * 4],
        C1,
    )
    [test] = paired_tests(silent)
    assert (test.difference, test.p) == (Fraction(15, 16), 2 / 16)


@given(tables(units=(1, 7)))
def test_every_way_to_swap(table: UnitTable) -> None:
    ways = list(product([False, True], repeat=len(table.units)))
    expected = [count / len(ways) for count in brute_force(table, ways)]
    tests = paired_tests(table)
    assert [test.p for test in tests] == expected
    assert {test.method for test in tests} <= {EXACT}


@given(tables(runs=(2, 4), units=(15, 18)), st.integers(0, 99))
def test_sampled(table: UnitTable, seed: int) -> None:
    coins = Draws(seed).spawn("swaps").signs(50, len(table.units)).tolist()
    counts = brute_force(table, [tuple(way) for way in coins])
    for test, count in zip(paired_tests(table, samples=50, seed=seed), counts, strict=True):
        differing = [a != b for a, b in zip(table.parts[test.first], table.parts[test.second], strict=True)]
        assert test.method == (SAMPLED if sum(differing) > 14 else EXACT)
        if test.method == SAMPLED:
            assert test.p == (1 + count) / 51


@pytest.mark.parametrize("seed", range(5))
def test_like_scipy(seed: int) -> None:
    random = np.random.default_rng(seed)
    first, second = random.integers(0, 6, (2, 10))
    theirs = permutation_test(
        (first, second),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    [ours] = paired_tests(means([first.tolist(), second.tolist()]))
    assert ours.p == pytest.approx(theirs.pvalue, abs=1e-12)


def test_sampled_is_close_to_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    table = means([[1, 1, 1, 0, 1, 1, 0, 1, 0, 1], [0, 0, 1, 0, 0, 1, 1, 0, 0, 0]])
    [exact] = paired_tests(table)
    monkeypatch.setattr(randomization, "MOST_ENUMERATED", 0)
    [sampled] = paired_tests(table)
    assert sampled.method == SAMPLED
    assert sampled.p == pytest.approx(exact.p, abs=0.02)


@given(tables(runs=(2, 2), units=(15, 17)))
def test_which_run_comes_first_changes_only_the_sign(table: UnitTable) -> None:
    [one] = paired_tests(table, samples=SAMPLES)
    [other] = paired_tests(table._replace(parts=table.parts[::-1]), samples=SAMPLES)
    assert (other.p, other.difference) == (one.p, -one.difference)


@given(tables(runs=(3, 5), units=(14, 17)))
def test_other_runs_do_not_matter(table: UnitTable) -> None:
    alone = paired_tests(table.keeping(table.runs[:2]), samples=SAMPLES)
    assert paired_tests(table, samples=SAMPLES)[0] == alone[0]


@given(tables(runs=(2, 3), units=(14, 17)), st.integers(1, 400))
def test_portions_do_not_matter(table: UnitTable, words: int) -> None:
    whole = paired_tests(table, samples=SAMPLES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(randomization, "WORDS_AT_ONCE", words)
        assert paired_tests(table, samples=SAMPLES) == whole


@given(tables(runs=(1, 1), units=(1, 20)))
def test_runs_alike(table: UnitTable) -> None:
    [test] = paired_tests(table._replace(runs=("a", "b"), teams=("T", "T"), parts=table.parts * 2))
    assert test == PairTest(0, 1, Fraction(0), 1.0, EXACT)


def test_differences_too_small_for_floats() -> None:
    # 17 units differ by more or less the same; only whole numbers tell which sums reach the observed one.
    most = [Fraction(1, 2) + Fraction(unit % 3, HUGE) for unit in range(17)]
    table = table_of([[(value,) for value in most], [(Fraction(0),)] * 17])
    assert table.arrays()[1] is None
    coins = Draws(3).spawn("swaps").signs(500, 17).tolist()
    [count] = brute_force(table, [tuple(way) for way in coins])
    [test] = paired_tests(table, samples=500, seed=3)
    assert test.p == (1 + count) / 501


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    paired_tests(means([[1], [0], [1]]), samples=9, progress=lambda *done: seen.append(done))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_no_pairs() -> None:
    assert paired_tests(means([[1, 0]])) == ()
