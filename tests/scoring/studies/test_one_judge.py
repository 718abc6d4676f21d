"""One-judge qrels of panels told by hand: the sample against all qrels, counts against definitions, and the laws."""

import json
from fractions import Fraction
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from scoring.measures.base import ZERO, Value
from scoring.studies import exact
from scoring.studies.draws import Draws
from scoring.studies.exact import Summing, over_all
from scoring.studies.kendall import correlation
from scoring.studies.one_judge import one_judge
from scoring.studies.one_judge_result import Swap, outliers
from scoring.studies.panel import Panel
from tests.scoring.studies.orders import tau
from tests.scoring.studies.panels_by_hand import everything, panel, ranked
from tests.scoring.studies.tables_of_units import HUGE
from tests.sizes import examples

F = Fraction
HALF = F(1, 2)
# Two questions of two judges, three runs.
SMALL = [
    [[F(1), HALF, ZERO], [ZERO, HALF, ZERO]],
    [[HALF, HALF, F(1)], [HALF, HALF, ZERO]],
]
SCORES: dict[str, dict[str, Value]] = {
    "adjudicated": {"r00": F(3, 4), "r01": HALF, "r02": HALF},
    "union": {"r00": HALF, "r01": F(1), "r02": ZERO},
}


@st.composite
def panels(draw: st.DrawFn, missing: bool = False, odd: bool = False) -> Panel:
    """Panels of up to three judges; of units that are missing under some, and of denominators that no float holds."""
    runs = draw(st.integers(1, 4))
    values = [ZERO, F(1), HALF, F(1, 3), *([F(1, HUGE), F(1, 7), F(3, HUGE - 2)] if odd else [])]
    row = st.lists(st.sampled_from(values), min_size=runs, max_size=runs)
    rows = st.one_of(row, st.just([None] * runs)) if missing else row
    judges = st.lists(rows, min_size=2, max_size=3)
    always = [[[HALF] * runs] * 2] if missing else []
    return panel([*draw(st.lists(judges, min_size=1, max_size=4)), *always])


def sampled(made: Panel, samples: int, seed: int) -> list[dict[str, Any]]:
    choices = Draws(seed).spawn("one-judge").choices(made.counts, samples)
    return [made.scores_by(choice) for choice in choices.tolist()]


def test_worked_by_hand() -> None:
    made = panel(SMALL, SCORES)
    rows, reason = over_all(made)
    assert reason == ""
    # r00 has (1 or 0) and 1/2: 3/4 or 1/4; r02 has 0 and (1 or 0): 1/2 or 0.
    assert rows[0] == (HALF, F(1, 16), F(1, 4), F(3, 4))
    assert rows[1] == (HALF, ZERO, HALF, HALF)
    assert rows[2] == (F(1, 4), F(1, 16), ZERO, HALF)
    found = one_judge(made, samples=400)
    assert [found.rows[run].varying for run in made.runs] == [1, 0, 1]
    assert (found.rows["r00"].low, found.rows["r00"].high) == (0.25, 0.75)
    ab, ac, bc = found.swaps
    assert (ab.a, ab.b, ab.difference, ab.ties) == ("r00", "r01", F(1, 4), 0)
    assert ab.a_better + ab.b_better == 400
    assert ac.ties == 0
    assert bc.b_better == 0  # r02 has at most the half that r01 always has
    assert found.counts["pairs"] == 3
    assert found.outside["union"] == ["r01"]


@given(panels())
@settings(max_examples=examples(30), deadline=None)
def test_closed_forms_are_those_of_going_through_all_qrels(made: Panel) -> None:
    by_all = everything(made)
    for run, row in zip(made.runs, over_all(made)[0], strict=True):
        scores = [one[run] or ZERO for one in by_all]
        mean = sum(scores, ZERO) / len(scores)
        variance = sum(((score - mean) ** 2 for score in scores), ZERO) / len(scores)
        assert row == (mean, variance, min(scores), max(scores))


@given(panels(missing=True))
@settings(max_examples=examples(30), deadline=None)
def test_so_they_are_where_units_leave(made: Panel) -> None:
    by_all = everything(made)
    for run, row in zip(made.runs, over_all(made)[0], strict=True):
        scores = [one[run] or ZERO for one in by_all]
        mean = sum(scores, ZERO) / len(scores)
        assert (row.mean, row.low, row.high) == (mean, min(scores), max(scores))
        assert row.variance == sum(((score - mean) ** 2 for score in scores), ZERO) / len(scores)


@given(panels(missing=True, odd=True), st.integers(0, 9))
@settings(max_examples=examples(40), deadline=None)
def test_sums_and_orders_are_exact_in_each_sample(made: Panel, seed: int) -> None:
    choices = Draws(seed).choices(made.counts, 20)
    sums = Summing(made).of(choices)
    for number, choice in enumerate(choices.tolist()):
        scores = made.scores_by(choice)
        assert sums.scores[:, number] == pytest.approx(
            [float(scores[run] or 0) for run in made.runs], abs=1e-12
        )
        for one, other in combinations(range(len(made.runs)), 2):
            first, second = (scores[made.runs[place]] or ZERO for place in (one, other))
            keys = sums.keys[one, number], sums.keys[other, number]
            assert (keys[0] > keys[1], keys[0] == keys[1]) == (first > second, first == second)


def test_totals_that_floats_cannot_tell_apart_are_told_apart() -> None:
    tiny = F(1, HUGE)
    third = F(1, 3)
    rows = [
        [[third + tiny, third, third + tiny], [third, third, third]],
        [[HALF, HALF, HALF], [ZERO, ZERO, ZERO]],
    ]
    keys = Summing(panel(rows)).of(np.array([[0, 0], [1, 1]])).keys
    assert keys[:, 0].tolist() == [1, 0, 1]
    assert len(set(keys[:, 1].tolist())) == 1


@given(panels(odd=True), st.integers(0, 99))
@settings(max_examples=examples(15), deadline=None)
def test_everything_is_what_its_definition_says(made: Panel, seed: int) -> None:
    reference = made.scores_by([0] * len(made.questions))
    made = made._replace(scores={"adjudicated": reference})
    found = one_judge(made, samples=40, seed=seed, subsample=6)
    by_sample = sampled(made, 40, seed)
    for run, row in found.rows.items():
        scores = [float(one[run]) for one in by_sample]
        assert row.mean == pytest.approx(fmean(scores), abs=1e-12)
        assert row.sigma == pytest.approx(stdev(scores), abs=1e-9)
        assert (row.low, row.high) == pytest.approx((min(scores), max(scores)))
    for pair in found.swaps:
        better = sum(one[pair.a] > one[pair.b] for one in by_sample)
        worse = sum(one[pair.a] < one[pair.b] for one in by_sample)
        assert (pair.a_better, pair.b_better, pair.ties) == (better, worse, 40 - better - worse)
        assert pair.difference == (reference[pair.a] or 0) - (reference[pair.b] or 0)
    if len(made.runs) < 2:
        assert found.within is found.with_reference is None
        return
    correlated(found.within, [correlation(a, b) for a, b in combinations(by_sample[:6], 2)], ap=False)
    correlated(found.with_reference, [correlation(one, reference) for one in by_sample])
    both = [correlation(a, b) for a in by_sample[:6] for b in by_sample[:6] if a is not b]
    assert found.within
    assert found.within.tau_ap
    assert found.within.tau_ap.mean == pytest.approx(fmean(one.tau_ap for one in both if one))


def correlated(found: Any, one_by_one: list[Any], ap: bool = True) -> None:
    taus = [float(one.tau) for one in one_by_one]
    assert tuple(found.tau) == pytest.approx((fmean(taus), min(taus), max(taus)))
    swaps = [one.swaps for one in one_by_one]
    assert tuple(found.swaps) == pytest.approx((fmean(swaps), min(swaps), max(swaps)))
    for name in ("tau_b", *(["tau_ap"] if ap else [])):
        values = [getattr(one, name) for one in one_by_one]
        spread = getattr(found, name)
        if None in values:
            assert spread is None
        else:
            assert tuple(spread) == pytest.approx((fmean(values), min(values), max(values)))


def test_no_result_depends_on_how_many_are_held_at_once() -> None:
    made = ranked(7, 20)
    whole = one_judge(made, samples=5000).as_json()
    for chunk in (1, 1024, 3000, 100_000):
        assert one_judge(made, samples=5000, chunk=chunk).as_json() == whole


def test_nor_does_it_where_sums_are_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ranked(7, 20)
    whole = one_judge(made, samples=5000).as_json()
    monkeypatch.setattr(exact, "_common", lambda *_: None)
    assert Summing(made)._numbers.denominator is None
    assert one_judge(made, samples=5000).as_json() == whole
    assert one_judge(made, samples=5000, chunk=1024).as_json() == whole


def test_a_seed_fixes_everything_and_another_one_does_not() -> None:
    made = ranked(5, 12)
    first, again, other = (json.dumps(one_judge(made, 500, seed).as_json()) for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_the_sample_comes_close_to_all_qrels() -> None:
    found = one_judge(ranked(6, 30), samples=20_000)
    for row in found.rows.values():
        assert row.exact
        assert row.sigma
        assert row.mean == pytest.approx(float(row.exact.mean), abs=5 * row.sigma / 20_000**0.5 + 1e-12)
        assert row.sigma**2 == pytest.approx(float(row.exact.variance), rel=0.06)
        assert float(row.exact.low) <= row.low <= row.high <= float(row.exact.high)


def test_excluding_runs_changes_nothing_of_the_others() -> None:
    made = ranked(6, 15)
    whole, less = one_judge(made, 2000), one_judge(made, 2000, exclude=["r04", "r01"])
    assert less.excluded == ("r01", "r04")
    assert list(less.rows) == ["r00", "r02", "r03", "r05"]
    assert all(less.rows[run].as_json() == whole.rows[run].as_json() for run in less.rows)
    kept = [pair for pair in whole.swaps if {pair.a, pair.b} <= set(less.rows)]
    assert list(less.swaps) == kept


def test_unknown_runs_to_leave_out_are_named() -> None:
    with pytest.raises(ValueError, match="no run nobody, who to leave out"):
        one_judge(ranked(3, 3), 10, exclude=["who", "r01", "nobody"])


def test_what_is_undefined_says_why() -> None:
    found = one_judge(panel(SMALL), samples=10)
    shown = found.as_json()
    assert shown["kendall"]["with_adjudicated"] is None
    assert shown["kendall"]["majority"] is None
    assert found.reasons["with_adjudicated"] == "No adjudicated."
    assert found.reasons["majority"] == "No majority."
    alone = one_judge(panel(SMALL, SCORES).keeping(["r01"]), samples=10)
    assert alone.as_json()["kendall"]["within"] is None
    assert alone.reasons["within"] == "There are fewer than two runs with a score."
    assert alone.swaps == ()
    nobody = one_judge(panel(SMALL, SCORES), samples=10, exclude=["r00", "r01", "r02"])
    assert (dict(nobody.rows), nobody.swaps) == ({}, ())


def test_all_qrels_are_too_many_where_units_leave_under_many_judges() -> None:
    made = panel([[[HALF, F(1)], [None, None]] for _ in range(13)])
    rows, reason = over_all(made._replace(base=made.base._replace(units=1)))
    assert rows == ()
    assert "more than 4,096 combinations" in reason


def test_nothing_left_is_said() -> None:
    made = panel([[[HALF, F(1)], [None, None]]])
    assert over_all(made) == ((), exact.NOTHING_LEFT)
    with pytest.raises(ValueError, match="no series or question has a value"):
        one_judge(made, 50)


def test_correlations_with_other_rules() -> None:
    found = one_judge(panel(SMALL, SCORES), samples=10)
    union = found.others["union"]
    assert union
    assert union.tau == tau(SCORES["union"], SCORES["adjudicated"])
    keys = [
        [float(SCORES[rule][run] or 0) for run in ("r00", "r01", "r02")] for rule in ("union", "adjudicated")
    ]
    assert union.tau_b == pytest.approx(kendalltau(*keys).statistic)


def test_json_has_the_keys_that_others_rely_on() -> None:
    shown = one_judge(panel(SMALL, SCORES), samples=10).as_json()
    assert {"samples", "seed", "excluded", "one_judge", "kendall", "swaps"} <= shown.keys()
    names = ["mean", "sigma", "min", "max", "varying", "exact_mean", "exact_sigma", "exact_min", "exact_max"]
    assert all(list(row) == names for row in shown["one_judge"].values())
    assert list(shown["kendall"]) == [
        "within", "with_adjudicated", "majority", "union", "intersection", "one_judge"
    ]  # fmt: skip  # a table, read by the row
    assert set(shown["kendall"]["within"]) == {"mean", "min", "max"}
    assert {"a", "b", "difference", "swaps", "p_all", "p_half"} <= shown["swaps"][0].keys()
    json.dumps(shown, allow_nan=False)


def test_swaps_are_likely_as_published() -> None:
    """TREC-8 QA evaluation, section 3.2: 14 swaps of 100,003 are .0003, and 39,567 are .791."""
    rare, often = Swap("a", "b", F(1, 10), 99_989, 14, 0), Swap("a", "b", F(21, 1000), 39_567, 60_436, 0)
    assert f"{rare.as_json()['p_half']:.4f}" == "0.0003"
    assert f"{often.as_json()['p_half']:.3f}" == "0.791"


def test_cut_offs_are_sharp() -> None:
    """Differences greater than .015, and more than 10 swaps."""
    found = one_judge(panel(SMALL, SCORES), samples=100, apart=0.25)
    assert found.counts["swapped_apart"] == 0  # r00 is ahead of both others by a quarter, not more
    less = one_judge(panel(SMALL, SCORES), samples=100, apart=0.24)
    most = max(pair.swaps for pair in less.plotted)
    assert one_judge(panel(SMALL, SCORES), samples=100, apart=0.24, often=most).plotted == []


def test_outliers_are_below_the_fence() -> None:
    scores = dict(zip("abcdefg", map(F, [10, 11, 12, 12, 13, 14, 2]), strict=True))
    assert outliers(scores) == ["g"]  # quartiles 10.5 and 12.5
    assert outliers(scores | {"g": F(15, 2)}) == []
    assert outliers(scores | {"g": F(74, 10)}) == ["g"]
    assert outliers({}) == []


def test_progress_is_told_and_can_end_the_work() -> None:
    told: list[tuple[int, int]] = []
    one_judge(ranked(3, 5), 3000, chunk=1024, progress=lambda done, total: told.append((done, total)))
    assert told == [(1024, 3000), (2048, 3000), (3000, 3000)]
