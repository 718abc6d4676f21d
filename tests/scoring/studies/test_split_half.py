"""Error rates of comparisons: by hand, by brute force on fractions, at the borders of bins, and their laws."""

import json
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.evaluate.units import UnitTable
from scoring.measures.c1 import C1
from scoring.studies import split_half
from scoring.studies.draws import Draws
from scoring.studies.reliability import Reliability, reliability
from scoring.studies.split_half import BINNINGS, ErrorRates, best_runs, error_rates, error_rates_by_binning
from tests.scoring.studies.tables_of_units import HUGE, means, table_of, tables

WIDTHS = st.sampled_from([Fraction(1, 100), Fraction(1, 10), Fraction(1, 3), Fraction(1)])
Cells = dict[tuple[int, int, int], list[int]]  # size, trial, bin → cases and errors


def brute_force(table: UnitTable, found: ErrorRates) -> Cells:
    """The whole procedure on fractions."""
    cells: Cells = {}
    for size in found.sizes:
        draws = Draws(found.seed, "split halves").spawn(str(size))
        for trial, order in enumerate(draws.permutations(found.trials, len(table.units)).tolist()):
            for one, other in combinations(range(len(table.runs)), 2):
                first, second, full = (
                    (table.score(one, units) or Fraction(0)) - (table.score(other, units) or Fraction(0))
                    for units in (order[:size], order[size : 2 * size], order)
                )
                chosen = {
                    "first": abs(first),
                    "second": abs(second),
                    "larger": max(abs(first), abs(second)),
                    "mean": (abs(first) + abs(second)) / 2,
                    "full": abs(full),
                }[found.binning]
                cell = cells.setdefault((size, trial, floor(chosen / found.bin_width)), [0, 0])
                cell[0] += 1
                cell[1] += first * second < 0
    return cells


def counted(found: ErrorRates) -> Cells:
    """The same of what was found."""
    return {
        (size, trial, number): [int(found.cases[row, trial, number]), int(found.errors[row, trial, number])]
        for row, size in enumerate(found.sizes)
        for trial in range(found.cases.shape[1])
        for number in range(found.cases.shape[2])
        if found.cases[row, trial, number]
    }


@settings(deadline=None)
@given(tables(runs=(2, 5), units=(2, 9)), WIDTHS, st.integers(0, 9))
def test_every_case_and_error_is_that_of_fractions(table: UnitTable, width: Fraction, seed: int) -> None:
    rates = error_rates_by_binning(table, trials=4, seed=seed, bin_width=width, min_size=1)
    for binning in BINNINGS:
        assert counted(rates[binning]) == brute_force(table, rates[binning])


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([0, 1, 2, 3, 99, 100, 101]), min_size=20, max_size=20),
    st.sampled_from([100, 100 * HUGE, 10000]),
)
def test_a_difference_on_a_border_is_in_the_bin_above(hundredths: list[int], scale: int) -> None:
    rows = [[Fraction(number * (scale // 100), scale) for number in hundredths], [Fraction(0)] * 20]
    rows[1][0] = Fraction(1, scale)  # differences are a hair's breadth off every border, or on it
    table = means(rows)
    found = error_rates(table, trials=5, sizes=[5, 10])
    assert counted(found) == brute_force(table, found)


@pytest.mark.parametrize("scale", [100, 100 * HUGE])
def test_two_hundredths_are_in_the_third_bin(scale: int) -> None:
    worth = Fraction(2, 100)
    hair = Fraction(1, scale * 10)
    rows = [[worth] * 10, [Fraction(0)] * 10, [hair] * 10]
    found = error_rates(means(rows), trials=1)
    bins = found.as_json()["bins"]
    assert [one["pairs"] for one in bins] == [1, 1, 1]  # 0.02 exactly; less by a hair; the hair
    assert [(one["from"], one["below"]) for one in bins] == [(0.0, 0.01), (0.01, 0.02), (0.02, 0.03)]
    assert [one["points"][0]["cases"] for one in bins] == [1, 1, 1]


def test_by_hand() -> None:
    """Of two units each run wins one: with sets of one unit they disagree, unless a unit is a tie."""
    found = error_rates(
        means([[1, 0], [0, Fraction(1, 2)]]), trials=10, min_size=1, bin_width="1/2"
    ).as_json()
    assert found["sizes"] == [1]
    assert [[point["errors"], point["cases"]] for one in found["bins"][1:] for point in one["points"]] == [
        [one["points"][0]["cases"]] * 2 for one in found["bins"][1:]
    ]
    assert sum(one["points"][0]["cases"] for one in found["bins"][1:]) == 10
    assert [one["pairs"] for one in found["bins"]] == [1, 0, 0]  # .25 over both units
    tied = error_rates(means([[1, 0], [0, 0]]), trials=10, min_size=1)
    assert tied.errors.sum() == 0
    assert tied.cases.sum() == 10


@settings(deadline=None)
@given(tables(runs=(1, 3), units=(10, 12)))
def test_a_run_and_its_copy_never_disagree(table: UnitTable) -> None:
    copies = table_of([row for row in table.parts[:1] for _ in range(3)], table.combined)
    found = error_rates(copies, trials=3)
    assert found.errors.sum() == 0
    assert counted(found).keys() == {(5, trial, 0) for trial in range(3)} | {
        (size, trial, 0) for size in found.sizes for trial in range(3)
    }


@given(st.lists(st.integers(0, 9), min_size=12, max_size=12))
def test_a_run_that_is_never_worse_is_never_the_worse(tenths: list[int]) -> None:
    row = [Fraction(number, 10) for number in tenths]
    found = error_rates(means([row, [value + Fraction(1, 10) for value in row]]), trials=3)
    assert found.errors.sum() == 0
    assert counted(found) == {(size, trial, 10): [1, 0] for size in found.sizes for trial in range(3)}


def test_every_binning_has_the_same_cases_and_errors_in_all() -> None:
    rates = error_rates_by_binning(_some(runs=6, units=20), trials=20)
    assert {rate.cases.sum() for rate in rates.values()} == {6 * 20 * 15}
    assert len({rate.errors.sum() for rate in rates.values()}) == 1
    assert rates["first"].errors.sum() > 0


def test_the_same_seed_gives_the_same_bytes_whatever_the_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    table = _some(runs=5, units=16)

    def text(**choices: Any) -> str:
        return json.dumps(reliability(table, trials=15, **choices).as_json())

    first = text()
    assert text() == first
    assert text(seed=2) != first
    monkeypatch.setattr(split_half, "CASES_AT_ONCE", 30)
    assert text() == first


def test_what_is_drawn_for_a_size_does_not_hang_on_other_sizes_nor_on_later_trials() -> None:
    table = _some(runs=4, units=20)
    every, one = error_rates(table, trials=8), error_rates(table, trials=4, sizes=[7])
    width = one.cases.shape[2]
    assert (every.cases[2, :4, :width] == one.cases[0]).all()


def test_many_trials_are_counted_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    table = _some(runs=4, units=12)
    alone = error_rates(table, trials=10)
    monkeypatch.setattr(split_half, "MOST_GROUPS", 4)
    groups = error_rates(table, trials=10)
    assert groups.cases.shape[1] == 4
    assert groups.as_json() == alone.as_json()


def test_of_many_sizes_some_are_taken() -> None:
    found = error_rates(_some(runs=2, units=500), trials=1)
    assert len(found.sizes) == len(set(found.sizes)) == split_half.MOST_SIZES
    assert (found.sizes[0], found.sizes[-1]) == (5, 250)


def test_too_few_units_or_runs_are_said() -> None:
    few = error_rates(means([[1] * 9, [0] * 9]))
    assert few.reason == "Two disjoint sets of at least 5 series need 10 series; there are 9."
    assert few.as_json()["bins"][-1] == {"from": 1.0, "below": 1.01, "pairs": 1, "points": []}
    assert error_rates(means([[1] * 9, [0] * 9]), min_size=4).sizes == (4,)
    for table in (means([[1] * 12]), means([]), means([[], []])):
        assert error_rates(table).reason
        assert error_rates(table).as_json()["bins"] == []
    questions = means([[1], [0]])._replace(unit="question")
    assert error_rates(questions).reason.endswith("need 10 questions; there is 1.")


@pytest.mark.parametrize(
    "wrong", [{"sizes": [6]}, {"sizes": [4]}, {"trials": 0}, {"bin_width": 0}, {"binning": "none"}]
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    table = means([[1] * 10, [0] * 10])
    with pytest.raises(ValueError, match=r"."):
        error_rates(table, **wrong)
    with pytest.raises(ValueError, match=r"."):
        reliability(table, **wrong)


def test_the_best_run_of_each_team_is_its_first_of_those_with_the_best_score() -> None:
    table = means([[0] * 10, [1] * 10, [0] * 10, [1] * 10])._replace(
        teams=("A", "B", "A", "B"), runs=("a", "b", "c", "d")
    )
    assert best_runs(table).runs == ("a", "b")
    found = reliability(table, best_per_team=True)
    assert found.rates.runs == ("a", "b")
    assert [(one.binning, one.best_per_team, one.runs) for one in found.sensitivity] == [
        ("first", True, 2),
        *((name, True, 2) for name in BINNINGS[1:]),
        ("first", False, 4),
    ]


def test_c1_is_that_of_the_set_not_a_mean() -> None:
    """A right answer and a silence make (1 + 1/2) / 2 = 3/4 over two questions; two silences make nothing."""
    right, silent, wrong = ((Fraction(one), Fraction(other)) for one, other in ((1, 0), (0, 1), (0, 0)))
    table = table_of([[right, silent] * 5, [wrong, silent] * 5], C1)
    pairs = error_rates(table, trials=1).pairs
    assert pairs.nonzero()[0].tolist() == [75]


def test_progress_tells_of_every_size_and_may_end_the_work() -> None:
    steps: list[tuple[int, int]] = []
    table = _some(runs=4, units=14)._replace(teams=("A", "A", "B", "B"))
    error_rates(table, trials=2, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 3), (2, 3), (3, 3)]
    steps.clear()
    reliability(table, trials=2, progress=lambda done, total: steps.append((done, total)))
    assert steps == sorted(steps)
    assert steps[-1] == (6, 6)

    def end(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reliability(table, trials=2, progress=end)


def _some(runs: int, units: int) -> UnitTable:
    """Runs of different strength that vary."""
    words = Draws(5).choices([60] * units, runs)
    rows = [[Fraction(int(word) + 4 * run, 100) for word in row] for run, row in enumerate(words)]
    return means(rows)


def test_a_study_of_too_few_units_is_a_reason() -> None:
    found: Reliability = reliability(means([[1] * 8, [0] * 8]))
    assert found.headline.reason == "Two disjoint sets of at least 5 series need 10 series; there are 8."
    assert found.as_json()["bins"] == []
    assert all(one.headline.reason for one in found.sensitivity)
