"""How many questions it takes until the order of the runs stands."""

import json
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.evaluate.units import UnitTable
from scoring.studies import question_sets as module
from scoring.studies.draws import Draws
from scoring.studies.question_sets import grid_of, question_sets
from tests.scoring.studies.orders import tau
from tests.scoring.studies.tables_of_units import means, table_of, tables
from tests.sizes import examples


def by_definition(table: UnitTable, size: int, subsets: int, seed: int) -> list[Fraction]:
    draws = Draws(seed).spawn(f"question sets/{size}")
    sets = draws.permutations(subsets, len(table.units))[:, :size].tolist()
    found = []
    for units in sets:
        scores = {run: table.score(place, units) for place, run in enumerate(table.runs)}
        found.append(tau(scores, table.scores) or Fraction(0))
    return found


@given(tables(runs=(2, 5), units=(2, 8)), st.integers(0, 5))
@settings(max_examples=examples(60), deadline=None)
def test_each_set_is_scored_by_itself(table: UnitTable, seed: int) -> None:
    made = question_sets(table, subsets=12, seed=seed)
    assert [one.size for one in made.sizes] == list(range(1, len(table.units)))
    for one in made.sizes:
        taus = by_definition(table, one.size, 12, seed)
        assert one.mean == sum(taus) / 12
        assert one.low == min(taus)
        assert one.reached == Fraction(sum(each >= Fraction(9, 10) for each in taus), 12)
        assert one.equal == Fraction(sum(each == 1 for each in taus), 12)


def test_runs_that_differ_alike_everywhere_need_one_question() -> None:
    made = question_sets(means([[1] * 6, ["1/2"] * 6, [0] * 6]), subsets=30)
    assert made.enough == 1
    assert made.as_json()["reason"] == ""
    assert all(one.equal == one.mean == 1 for one in made.sizes)


def test_the_least_size_is_one_from_which_on_all_are_enough() -> None:
    # r00 is ahead by the last of six units alone: only a set that holds it has the order.
    made = question_sets(means([[0, 0, 0, 0, 0, 1], [0] * 6, [0] * 6][::-1]), subsets=200, share=0.7)
    shares = {one.size: one.reached for one in made.sizes}
    for size, share in shares.items():
        assert float(share) == pytest.approx(size / 6, abs=0.12)
    assert made.enough == next(
        size
        for size in sorted(shares)
        if all(shares[more] >= Fraction(7, 10) for more in shares if more >= size)
    )


def test_where_only_all_units_give_the_order_none_is_enough() -> None:
    made = question_sets(means([[0, 0, 1], [0, 0, 0]][::-1]), subsets=100)
    assert made.enough is None
    assert made.reason == "Only all of them together give the order reliably."


def test_nothing_to_study_is_said() -> None:
    assert question_sets(means([[1, 2]])).reason == "There are fewer than two runs with a score."
    assert question_sets(means([[1], [2]])).reason == "There are no smaller sets to study."
    assert question_sets(table_of([])).as_json()["enough"] is None


def test_sizes_are_independent_of_each_other_and_of_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    table = means([[(unit * run * 7) % 5 for unit in range(20)] for run in (1, 2, 3, 4)])
    whole = question_sets(table, subsets=700).as_json()
    assert question_sets(table, [7, 7, 0, 20, 99], subsets=700).as_json()["sizes"] == [whole["sizes"][6]]
    monkeypatch.setattr(module, "CHUNK", 13)
    assert question_sets(table, subsets=700).as_json() == whole


def test_the_grid_has_at_most_forty_sizes() -> None:
    assert grid_of(6) == [1, 2, 3, 4, 5]
    assert grid_of(198) == list(range(5, 198, 5))
    assert all(0 < len(grid_of(units)) <= 40 for units in range(2, 20_000, 97))
    assert grid_of(1) == grid_of(0) == []


def test_progress_and_json() -> None:
    told: list[tuple[int, int]] = []
    table = means([[1, 0, 1, 1], [0, 1, 0, 1]])
    made = question_sets(table, subsets=10, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    shown = made.as_json()
    assert set(shown) == {"unit", "units", "subsets", "seed", "level", "share", "enough", "reason", "sizes"}
    assert set(shown["sizes"][0]) == {"size", "mean_tau", "min_tau", "reached", "equal"}
    json.dumps(shown, allow_nan=False)


def test_a_set_of_all_but_one_is_one_of_as_many() -> None:
    table = means([[3, 0, 0], [0, 2, 0], [1, 1, 0]])
    full = table.scores
    taus = {
        tau({run: table.score(place, units) for place, run in enumerate(table.runs)}, full)
        for units in combinations(range(3), 2)
    }
    (made,) = question_sets(table, [2], subsets=200).sizes
    assert made.low == min(one for one in taus if one is not None)
