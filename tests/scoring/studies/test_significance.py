"""Significance as a whole: ranking, pairs, groups, JSON, and what is said where nothing can be worked out."""

import json
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given

from scoring.evaluate.units import UnitTable
from scoring.studies.corrections import holm, tukey_hsd
from scoring.studies.numbers import shown
from scoring.studies.randomization import paired_tests
from scoring.studies.significance import significance
from tests.scoring.studies.tables_of_units import means, table_of, tables

SAMPLES = 50
FEW = "Over fewer than 10 series no interval is given: it would be too short."
THREE = means([[0] * 8, [1] * 8, [1] * 7 + [0]])


def test_three_runs() -> None:
    found = significance(THREE, samples=999).as_json()
    assert [(row["run"], row["score"], row["letters"]) for row in found["runs"]] == [
        ("r01", 1.0, ["a"]),
        ("r02", 0.875, ["a"]),
        ("r00", 0.0, ["b"]),
    ]
    assert found["groups"] == [
        {"letter": "a", "runs": ["r01", "r02"], "spans": [[0, 1]]},
        {"letter": "b", "runs": ["r00"], "spans": [[2, 2]]},
    ]
    first, second, third = found["pairs"]
    assert (first["a"], first["b"], first["difference"], first["p"], first["method"]) == (
        "r01",
        "r02",
        0.125,
        1.0,
        "exact",
    )
    assert (first["won"], first["tied"], first["lost"], first["significant"]) == (1, 7, 0, False)
    assert (second["a"], second["b"], second["p"], second["p_holm"]) == (
        "r01",
        "r00",
        2 / 2**8,
        shown(6 / 2**8),
    )
    assert (second["low"], second["high"], second["d_z"], second["units_needed"]) == (None, None, None, 6)
    assert (third["p"], third["significant"], third["reason"]) == (2 / 2**7, True, "")
    assert found["reasons"] == [FEW]


@given(tables(runs=(2, 5), units=(2, 6)))
def test_pairs_are_those_of_the_parts(table: UnitTable) -> None:
    found = significance(table, samples=SAMPLES)
    tests, tukey = paired_tests(table, samples=SAMPLES), tukey_hsd(table, samples=SAMPLES)
    corrected = holm([test.p for test in tests])
    pairs = {frozenset((row.a, row.b)): row for row in found.pairs}
    for number, test in enumerate(tests):
        row = pairs[frozenset((table.runs[test.first], table.runs[test.second]))]
        assert (row.p, row.p_holm, row.p_tukey) == (test.p, corrected[number], tukey[number])
        assert row.difference == abs(test.difference)
        assert row.effect.won + row.effect.tied + row.effect.lost == len(table.units)
    scores = [row.score for row in found.runs]
    assert scores == sorted(table.scores.values(), reverse=True)  # type: ignore[type-var]  # all have scores here
    assert [(row.a, row.b) for row in found.pairs] == list(combinations([row.run for row in found.runs], 2))


@given(tables(runs=(2, 5), units=(2, 6)))
def test_groups_are_neighbours(table: UnitTable) -> None:
    found = significance(table, samples=SAMPLES, alpha=0.3)
    assert all(len(group.spans) == 1 for group in found.groups)
    letters = {row.run: set(row.letters) for row in found.runs}
    for row in found.pairs:
        assert row.is_significant != bool(letters[row.a] & letters[row.b])


@given(tables(runs=(0, 4), units=(1, 5)))
def test_json_is_plain_and_the_same_again(table: UnitTable) -> None:
    written = json.dumps(significance(table, samples=SAMPLES).as_json(), allow_nan=False)
    assert written == json.dumps(significance(table, samples=SAMPLES).as_json())
    assert "-0.0," not in written


def test_the_seed_matters_only_to_what_is_drawn() -> None:
    table = means([["1/2", 1, 0, 0, "1/3"], [0, 1, 1, "1/5", 0], [0, 0, 0, 1, 0]])
    one, other = (significance(table, samples=SAMPLES, seed=seed) for seed in (1, 2))
    assert [row.p for row in one.pairs] == [row.p for row in other.pairs]
    assert [row.p_tukey for row in one.pairs] != [row.p_tukey for row in other.pairs]


def test_nothing_to_compare() -> None:
    one = significance(means([[1, 0]]), samples=SAMPLES)
    assert one.reasons == ("There is only one run, so there is nothing to compare it with.", FEW)
    assert len(one.pairs) == 0
    [run] = one.runs
    assert (run.score, run.letters) == (Fraction(1, 2), ("a",))
    assert run.interval == (None, None, "few")
    assert significance(table_of([])).reasons == ("There are no runs to compare.",)
    empty = significance(table_of([[], []]))
    assert empty.reasons == ("No series has a score, so nothing can be compared.",)
    assert [(row.run, row.score, row.interval, row.letters) for row in empty.runs] == [
        ("r00", None, None, ()),
        ("r01", None, None, ()),
    ]
    assert json.dumps(empty.as_json(), allow_nan=False)


def test_one_question() -> None:
    found = significance(means([[1], [0]])._replace(unit="question"), samples=SAMPLES)
    assert found.reasons == (FEW.replace("series", "questions"),)
    assert found.pairs[0].interval == (None, None, "few")
    assert found.pairs[0].p == 1


@pytest.mark.parametrize(("samples", "is_enough"), [(59, False), (60, True)])
def test_too_few_samples_for_holm(samples: int, is_enough: bool) -> None:
    table = means([[0] * 15, [1] * 15, [1] * 14 + [0]])
    sentence = "With 3 pairs a sampled p is below 0.05 after Holm’s correction only from 60 samples on."
    assert significance(table, samples=samples).reasons == (() if is_enough else (sentence,))
    assert (3 * (1 / (1 + samples)) < 0.05) == is_enough
    assert significance(THREE, samples=samples).reasons == (FEW,)  # its tests are exact


def test_progress_rises_to_its_end() -> None:
    seen: list[tuple[int, int]] = []
    significance(THREE, samples=SAMPLES, progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] == (56, 56)


def test_progress_may_cancel() -> None:
    def cancel(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        significance(THREE, progress=cancel)
