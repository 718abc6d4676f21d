"""Bootstrap intervals: against a plain second implementation, by hand, and their laws."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from scoring.evaluate.units import UnitTable
from scoring.studies import randomization
from scoring.studies.draws import Draws
from scoring.studies.intervals_of_runs import (
    Interval,
    bootstrap_intervals,
    percentile_interval,
    resampled_scores,
)
from tests.scoring.studies.tables_of_units import HUGE, means, tables

SAMPLES = 79  # the second from below and from above: ⌊80 · .025⌋ = 2


def plain(table: UnitTable, seed: int) -> list[list[Fraction]]:
    """The exact scores of each run in each sample of units."""
    n = len(table.units)
    samples = Draws(seed).spawn("resamples").choices([n] * n, SAMPLES).tolist()
    scores = [[table.score(run, units) for units in samples] for run in range(len(table.runs))]
    return [[score for score in row if score is not None] for row in scores]


def second_from_both_ends(values: list[Fraction]) -> tuple[float, float]:
    ordered = sorted(values)
    return float(ordered[1]), float(ordered[-2])


@given(tables(units=(2, 9)), st.integers(0, 99))
def test_like_a_plain_one(table: UnitTable, seed: int) -> None:
    scores = plain(table, seed)
    found = bootstrap_intervals(table, samples=SAMPLES, seed=seed)
    for interval, row in zip(found.runs, scores, strict=True):
        assert interval == pytest.approx(second_from_both_ends(row), abs=1e-12)
    for interval, (one, other) in zip(found.pairs, combinations(scores, 2), strict=True):
        differences = [a - b for a, b in zip(one, other, strict=True)]
        assert interval == pytest.approx(second_from_both_ends(differences), abs=1e-12)


def test_ends_by_hand() -> None:
    values = np.arange(1, 10_001, dtype=np.float64)[::-1]
    assert percentile_interval(values) == (250, 9751)
    assert percentile_interval(values[:99], 0.9) == (9906, 9996)
    assert percentile_interval(np.array([3.0, 1.0, 2.0])) == (1, 3)
    assert percentile_interval(np.array([5.0])) == (5, 5)


def test_close_to_scipy() -> None:
    values = [1, 0, 1, 1, 0, 0.5, 0.25, 1, 0, 0, 1, 0.5, 0.2, 1, 0, 1, 1, 0, 0.5, 0]
    theirs = bootstrap(
        (values,), np.mean, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    [ours] = bootstrap_intervals(means([[Fraction(str(value)) for value in values]])).runs
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.02)


ROUNDED = means(
    [[0, 0, 0, 0, 0, 0, Fraction(1, 3), Fraction(2, 3)], [0] * 8, [*[0] * 7, Fraction(1, HUGE)]]
)  # of which a product of matrices rounds a row by its place


@given(tables(runs=(2, 3), units=(2, 9)))
@example(ROUNDED)
def test_laws(table: UnitTable) -> None:
    found = bootstrap_intervals(table, samples=SAMPLES)
    turned = bootstrap_intervals(table._replace(parts=table.parts[::-1]), samples=SAMPLES)
    assert turned.runs == found.runs[::-1]
    first, last = found.pairs[0], turned.pairs[-1]
    assert first is not None
    assert last == Interval(-first.high, -first.low)
    alike = bootstrap_intervals(table._replace(parts=(table.parts[0],) * len(table.runs)), samples=SAMPLES)
    assert set(alike.pairs) == {Interval(0, 0)}


def test_portions_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    table = means([["1/3", 1, 0], [0, 1, 1]])
    whole = resampled_scores(table, samples=100)
    for words in (1, 4, 7, 50):
        monkeypatch.setattr(randomization, "WORDS_AT_ONCE", words)
        assert (resampled_scores(table, samples=100) == whole).all()


def test_one_unit_has_no_spread() -> None:
    assert bootstrap_intervals(means([[1], [0]])) == ((None, None), (None,))


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    bootstrap_intervals(means([[1, 0], [0, 0], [1, 1]]), samples=9, progress=lambda *done: seen.append(done))
    assert seen == [(1, 3), (2, 3), (3, 3)]
