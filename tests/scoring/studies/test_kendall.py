"""How alike two rankings are: tau, tau-b, tau-ap, and the figures that TREC-8 published."""

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from scoring.evaluate.report import ordered, tau_b
from scoring.studies.kendall import Correlation, correlation, keys_of, matrices, tau_of
from tests.scoring.studies import trec8
from tests.scoring.studies.orders import tau

Scores = dict[str, Fraction | int | None]
SCORES = st.lists(st.integers(0, 4), min_size=2, max_size=8)


def named(values: list[Any]) -> Scores:
    return {f"r{number}": value for number, value in enumerate(values)}


def of(first: list[Any], second: list[Any]) -> Correlation:
    found = correlation(named(first), named(second))
    assert found
    return found


def test_worked_by_hand() -> None:
    found = of([3, 1, 2], [3, 2, 1])  # r0 r2 r1 against r0 r1 r2
    assert (found.tau, found.swaps, found.tied) == (Fraction(1, 3), 1, 0)
    assert found.tau_b == pytest.approx(1 / 3)
    assert found.tau_ap == pytest.approx(2 / 2 * (1 / 1 + 1 / 2) - 1)  # r2 has r0 above it; r1 has r0, not r2


def test_tau_ap_counts_mistakes_at_the_top_more_and_is_not_symmetric() -> None:
    right = [4, 3, 2, 1]
    top, bottom = of([3, 4, 2, 1], right), of([4, 3, 1, 2], right)
    assert top.tau == bottom.tau
    assert top.tau_ap == pytest.approx(2 / 3 * (0 + 2 / 2 + 3 / 3) - 1)
    assert bottom.tau_ap == pytest.approx(2 / 3 * (1 + 2 / 2 + 2 / 3) - 1)
    moved = [2, 4, 3, 1]
    assert of(moved, right).tau_ap != pytest.approx(of(right, moved).tau_ap)


def test_equal_scores_stand_in_the_order_of_their_ids() -> None:
    found = of([1, 1, 1], [3, 2, 1])
    assert found == (Fraction(1), 0, 3, 0, None, 1.0)
    assert of([1, 1, 1], [1, 2, 3]).swaps == 3


def test_fewer_than_two_runs_have_no_correlation() -> None:
    assert correlation({"a": 1}, {"a": 2}) is None
    assert tau_of(0, 1) is None
    assert correlation({"a": 1, "b": None}, {"a": 2, "b": 1}) is None
    assert correlation({"a": None, "b": None}, {"a": None, "b": None}) is None


def test_a_run_without_a_score_is_in_neither_ranking() -> None:
    assert of([3, None, 1], [1, 2, 3]) == of([3, 1], [1, 3])


def test_rankings_of_different_runs_are_refused() -> None:
    with pytest.raises(ValueError, match="different runs"):
        correlation({"a": 1, "b": 1}, {"a": 1, "c": 1})


def test_a_run_without_a_score_stands_last() -> None:
    assert keys_of({"b": None, "a": Fraction(1, 3), "c": Fraction(0)}).tolist() == [2, 0, 1]


@given(SCORES, st.data())
def test_tau_is_that_of_the_reports_and_counts_swaps_of_neighbours(
    first: list[Any], data: st.DataObject
) -> None:
    second = data.draw(st.lists(st.integers(0, 4), min_size=len(first), max_size=len(first)))
    found = of(first, second)
    assert found.tau == tau(named(first), named(second))
    assert found.swaps == bubble_sorted(ordered(named(first)), ordered(named(second)))


def bubble_sorted(first: list[str], second: list[str]) -> int:
    """How many swaps of neighbours it takes."""
    places, swaps = [second.index(run) for run in first], 0
    while any(one > other for one, other in pairwise(places)):
        for place in range(len(places) - 1):
            if places[place] > places[place + 1]:
                places[place : place + 2] = places[place + 1], places[place]
                swaps += 1
    return swaps


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=12))
def test_tau_b_is_that_of_scipy(pairs: list[tuple[int, int]]) -> None:
    first, second = zip(*pairs, strict=True)
    found, expected = of(list(first), list(second)), kendalltau(first, second).statistic
    for one in (found.tau_b, tau_b(named(list(first)), named(list(second)))):  # of studies, and of reports
        assert one is None if np.isnan(expected) else one == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=12))
def test_tied_and_reversed_pairs_are_counted_apart(pairs: list[tuple[int, int]]) -> None:
    found = of([one for one, _ in pairs], [other for _, other in pairs])
    products = [(a - c) * (b - d) for (a, b), (c, d) in combinations(pairs, 2)]
    assert found.tied == sum(product == 0 for product in products)
    assert found.reversed == sum(product < 0 for product in products)


def test_a_report_breaks_no_ties_by_run_id() -> None:
    """Two runs of one score are neither in the order of their ids nor in the other: the names decide nothing."""
    first, second = {"a": 1, "b": 1, "c": 0}, {"a": 1, "b": 2, "c": 0}
    renamed = {"a": 2, "b": 1, "c": 0}
    assert tau_b(first, second) == tau_b(first, renamed) == pytest.approx(2 / 6**0.5)
    assert tau_b({"a": 1, "b": 1}, {"a": 1, "b": 2}) is None


@given(st.permutations(range(7)), st.permutations(range(7)))
def test_without_ties_all_agree(first: list[int], second: list[int]) -> None:
    found = of(first, second)
    assert found.tau_b == pytest.approx(float(found.tau), abs=1e-12)
    assert found.tau == of(second, first).tau
    assert found.tau_ap == pytest.approx(by_definition(first, second), abs=1e-12)


def by_definition(ranking: list[int], reference: list[int]) -> float:
    order = sorted(range(len(ranking)), key=lambda run: -ranking[run])
    total = 0.0
    for place in range(1, len(order)):
        run = order[place]
        total += sum(reference[above] > reference[run] for above in order[:place]) / place
    return 2 / (len(order) - 1) * total - 1


@given(SCORES)
def test_a_ranking_is_like_itself_and_unlike_its_inverse(values: list[Any]) -> None:
    found = of(values, values)
    assert (found.tau, found.swaps) == (Fraction(1), 0)
    assert found.tau_ap == pytest.approx(1)
    assert found.tau_b is None if len(set(values)) == 1 else found.tau_b == pytest.approx(1)
    distinct = list(range(len(values)))
    inverse = of(distinct, distinct[::-1])
    assert inverse.tau == -1
    assert inverse.tau_ap == pytest.approx(-1)


def test_many_rankings_at_once_are_each_pair_by_itself() -> None:
    keys = np.random.default_rng(5).integers(0, 6, size=(9, 20))
    found = matrices(keys)
    for first, second in combinations(range(20), 2):
        one = of(keys[:, first].tolist(), keys[:, second].tolist())
        assert found.swaps[first, second] == found.swaps[second, first] == one.swaps
        assert found.tau_b[first, second] == pytest.approx(one.tau_b)
        assert found.tau_ap[first, second] == pytest.approx(one.tau_ap)


def test_as_json_holds_plain_numbers() -> None:
    assert of([1, 1], [2, 1]).as_json() == {
        "tau": 1.0,
        "swaps": 0,
        "tied": 1,
        "reversed": 0,
        "tau_b": None,
        "tau_ap": 1.0,
    }


@pytest.mark.parametrize("name", ["majority", "union", "intersection"])
def test_published_scores_give_the_published_swaps(name: str) -> None:
    """Table 2 was worked out before scores were rounded: pairs that rounding ties may have been swaps or not."""
    first, second = trec8.column(name), trec8.column("adjudicated")
    found = correlation(first, second)
    assert found
    pairs = list(combinations(sorted(first), 2))
    differently = sum((first[a] - first[b]) * (second[a] - second[b]) < 0 for a, b in pairs)
    tau_published, swaps = trec8.TABLE_2[name]
    assert differently <= swaps <= differently + found.tied
    assert f"{float(tau_of(swaps, 41) or 0):.4f}" == f"0{tau_published}"


def test_the_published_taus_belong_to_their_swaps() -> None:
    for rows in trec8.TABLE_2_OF_MANY.values():
        for tau_published, swaps in rows:
            assert float(tau_of(Fraction(swaps), 41) or 0) == pytest.approx(float(tau_published), abs=0.0002)


def test_the_published_table_of_agreement_has_the_published_means() -> None:
    """Sections 2.3 and 2.4: pools of 191.6 pairs (169 to 207), 6 % disagreed on, overlap .641 over 193 questions."""
    rows = trec8.table_4().values()
    judged = [row[0] for row in rows]
    overlaps = [row[3] for row in rows if row[3] is not None]
    assert (len(judged), min(judged), max(judged), len(overlaps)) == (198, 169, 207, 193)
    assert f"{sum(judged) / 198:.1f}" == "191.6"
    assert f"{float(sum(overlaps) / 193):.3f}" == "0.641"
    assert f"{sum(row[1] for row in rows) / sum(judged):.2f}" == "0.06"
