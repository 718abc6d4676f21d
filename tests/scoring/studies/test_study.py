"""A whole study: the keys and types that others rely on, and laws of any small evaluation."""

import json
import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.evaluate import Scorer
from scoring.records import Evaluation
from scoring.studies.numbers import text_of
from scoring.studies.options import Options
from scoring.studies.study import ONE_EACH, Studied, UnknownRuns, study, whole
from tests.scoring.campaigns import judged_campaigns, trec8
from tests.scoring.test_golden import CAMPAIGNS, scorer
from tests.sizes import examples

SMALL = Options(samples=30, trials=2, resamples=60)
KENDALL = {"within", "with_adjudicated", "majority", "union", "intersection", "one_judge"}
ROUNDED = 1e-9  # more than twelve digits can hide


def studied(evaluation: Evaluation, **options: Any) -> Studied:
    return study(Scorer(evaluation), SMALL._replace(**options))


# What others rely on


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_share(value: Any) -> bool:
    return value is None or (is_number(value) and 0 <= value <= 1)


def is_spread(value: Any) -> bool:
    return value is None or (
        set(value) == {"mean", "min", "max"} and all(one is None or is_number(one) for one in value.values())
    )


def assert_keys_of_the_contract(document: Mapping[str, Any]) -> None:
    assert isinstance(document["samples"], int)
    assert isinstance(document["seed"], int)
    assert all(isinstance(run, str) for run in document["excluded"])
    for qid, row in document["agreement"].items():
        assert isinstance(qid, str)
        assert set(row) == {"J", "D", "O", "OL"}
        assert all(isinstance(row[name], int) for name in "JDO")
        assert row["D"] <= row["J"]
        assert is_share(row["OL"])
    for row in document["one_judge"].values():
        sampled = {"mean", "sigma", "min", "max"}
        assert set(row) == sampled | {f"exact_{name}" for name in sampled} | {"varying"}
        assert isinstance(row["varying"], int)
        assert all(is_number(row[name]) for name in ("mean", "min", "max"))
        assert all(value is None or is_number(value) for value in row.values())
    kendall = document["kendall"]
    assert set(kendall) == KENDALL
    assert is_spread(kendall["within"])
    assert is_spread(kendall["with_adjudicated"])
    assert all(kendall[name] is None or -1 <= kendall[name] <= 1 for name in list(kendall)[2:])
    for row in document["swaps"]:
        assert {"a", "b", "difference", "swaps", "p_all", "p_half"} <= set(row)
        assert isinstance(row["a"], str)
        assert isinstance(row["b"], str)
        assert row["difference"] is None or is_number(row["difference"])
        assert isinstance(row["swaps"], int)
        assert is_share(row["p_all"])
        assert row["p_half"] == pytest.approx(2 * row["p_all"])


@pytest.mark.parametrize("rule", ["adjudicated", "union"])
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_the_keys_that_others_rely_on(campaign: str, rule: str) -> None:
    found = json.loads(study(scorer(campaign), SMALL._replace(rule=rule)).as_text(), parse_constant=refuse)
    assert_keys_of_the_contract(found)
    runs = sorted(run.run_id for run in scorer(campaign).evaluation.runs)
    assert sorted(run for board in found["boards"] for run in board["runs"]) == runs
    assert (found["samples"], found["seed"], found["excluded"]) == (30, 1, [])
    if campaign in ("trec8_small", "series_small"):
        assert sorted(found["one_judge"]) == runs
        assert found["agreement"]
    assert bool(found["swaps"]) == any(
        len(board["runs"]) > 1 and "one_judge" in board for board in found["boards"]
    )


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


def test_runs_that_cannot_be_compared_have_judgment_sets_where_their_own_questions_were_judged_twice() -> (
    None
):
    found = study(scorer("respubliqa_small"), SMALL).as_json()
    assert dict.fromkeys(KENDALL) == found["kendall"]
    boards = {board["label"]: board for board in found["boards"]}
    assert [label for label, board in boards.items() if "one_judge" in board] == ["AS DE → EN"]
    alone = [board for board in boards.values() if "one_judge" not in board]
    assert len(alone) == 2
    assert all(f"Other assessors: {ONE_EACH}" in board["sentences"] for board in alone)


# Who is left out


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_each_run_can_be_left_out(campaign: str) -> None:
    runs = [run.run_id for run in scorer(campaign).evaluation.runs]
    for gone in runs:
        found = study(scorer(campaign), SMALL._replace(exclude=(gone,))).as_json()
        assert found["excluded"] == [gone]
        assert sorted(run for board in found["boards"] for run in board["runs"]) == sorted({*runs} - {gone})
        assert all(gone not in (row["a"], row["b"]) for row in found["swaps"])
        judged = [board["one_judge"] for board in found["boards"] if "one_judge" in board]
        assert all(one["excluded"] == [gone] for one in judged)
    nothing = study(scorer(campaign), SMALL._replace(exclude=tuple(runs))).as_json()
    assert (nothing["boards"], nothing["one_judge"], nothing["swaps"]) == ([], {}, [])
    assert_keys_of_the_contract(nothing)


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_all_unknown_runs_are_named_before_anything_is_worked_out(campaign: str) -> None:
    told: list[str] = []
    with pytest.raises(UnknownRuns, match=r"There is no run a, z to leave out\."):
        study(scorer(campaign), Options(exclude=("z", "a")), lambda *step: told.append(step[2]))
    assert told == []


# Seeds and orders


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_the_order_of_the_records_makes_no_difference(campaign: str) -> None:
    evaluation = scorer(campaign).evaluation
    first = study(Scorer(evaluation), SMALL).as_text()
    draw = random.Random(3)
    shuffled: dict[str, Any] = {
        name: tuple(draw.sample(rows, len(rows)))
        for name in (
            "runs",
            "pool",
            "judgments",
            "adjudications",
            "nuggets",
            "nugget_votes",
            "matches",
            "gold",
        )
        if (rows := getattr(evaluation, name))
    }
    again = study(Scorer(evaluation._replace(**shuffled)), SMALL)
    assert again.as_text() == first


def test_another_seed_gives_other_numbers_of_the_same_study() -> None:
    one, other = (study(scorer("trec8_small"), SMALL._replace(seed=seed)).as_json() for seed in (0, 1))
    assert one != other
    assert one["agreement"] == other["agreement"]
    for run, row in one["one_judge"].items():
        exact = {name: value for name, value in row.items() if name.startswith("exact_")}
        assert exact.items() <= other["one_judge"][run].items()


def test_a_study_is_put_together_again_out_of_its_stored_parts() -> None:
    made = study(scorer("respubliqa_small"), SMALL)
    head, parts = json.loads(json.dumps(made.head)), json.loads(json.dumps(made.parts))
    assert text_of(whole(head, dict(sorted(parts.items())))) == made.as_text()


class Stopped(Exception):
    """The work was to end."""


@pytest.mark.parametrize("campaign", ["trec8_small", "respubliqa_small"])
def test_whoever_is_told_how_far_it_is_can_end_it_at_every_step(campaign: str) -> None:
    steps: list[tuple[int, int, str]] = []
    study(scorer(campaign), SMALL, lambda *step: steps.append(step))
    places = {name: number for number, (_, _, name) in reversed(list(enumerate(steps)))}
    for last in places.values():
        heard: list[str] = []

        def stop(done: int, total: int, name: str, last: int = last, heard: list[str] = heard) -> None:
            heard.append(name)
            if len(heard) > last:
                raise Stopped

        with pytest.raises(Stopped):
            study(scorer(campaign), SMALL, stop)
        assert heard == [name for _, _, name in steps[: last + 1]]


# Laws


@settings(max_examples=examples(20))
@given(judged_campaigns(), st.integers(0, 10**9))
def test_judgment_sets_of_one_judge_lie_between_the_intersection_and_the_union(
    evaluation: Evaluation, seed: int
) -> None:
    found = studied(evaluation, seed=seed)
    assert_keys_of_the_contract(found.as_json())
    for board in found.as_json()["boards"]:
        rows, scores = board["one_judge"]["one_judge"], board["one_judge"]["qrels"]
        for run, row in rows.items():
            lowest, highest = scores[run]["intersection"], scores[run]["union"]
            ordered = [
                lowest,
                row["exact_min"],
                row["min"],
                row["mean"],
                row["max"],
                row["exact_max"],
                highest,
            ]
            assert all(low <= high + ROUNDED for low, high in pairwise(ordered))
            assert row["exact_min"] <= row["exact_mean"] + ROUNDED
            assert row["exact_mean"] <= row["exact_max"] + ROUNDED
            assert lowest <= scores[run]["majority"] <= highest
            assert (row["varying"] == 0) == (row["exact_min"] == row["exact_max"])


@settings(max_examples=examples(15))
@given(judged_campaigns(), st.integers(0, 10**9))
def test_a_study_is_json_and_reads_back_as_it_was(evaluation: Evaluation, seed: int) -> None:
    made = studied(evaluation, seed=seed)
    text = made.as_text()
    assert text_of(json.loads(text, parse_constant=refuse)) == text
    assert studied(evaluation, seed=seed).as_text() == text


@settings(max_examples=examples(15))
@given(judged_campaigns(), st.integers(0, 10**9))
def test_runs_that_say_the_same_always_tie(evaluation: Evaluation, seed: int) -> None:
    one = evaluation.runs[0]
    twins = evaluation._replace(
        runs=(*evaluation.runs, one._replace(run_id="twin")),
        responses={**evaluation.responses, "twin": evaluation.responses[one.run_id]},
    )
    found = studied(twins, seed=seed).as_json()
    pair = next(row for row in found["swaps"] if {row["a"], row["b"]} == {one.run_id, "twin"})
    assert (pair["difference"], pair["swaps"], pair["ties"]) == (0, 0, SMALL.samples)
    assert found["one_judge"][one.run_id] == found["one_judge"]["twin"]
    chance = found["boards"][0]["significance"]
    same = next(row for row in chance["pairs"] if {row["a"], row["b"]} == {one.run_id, "twin"})
    assert (same["difference"], same["p"], same["p_tukey"], same["significant"]) == (0, 1, 1, False)
    ends = {row["run"]: (row["score"], row["low"], row["high"]) for row in chance["runs"]}
    assert ends[one.run_id] == ends["twin"]


def test_a_campaign_in_which_nobody_judged_twice_has_no_judgment_sets() -> None:
    votes = {
        (str(qid), answer): {"ann": "yes" if answer == "a" else "no"} for qid in (1, 2) for answer in "ab"
    }
    runs = {"one": {"1": "ab", "2": "ba"}, "two": {"1": "b", "2": "b"}}
    found = studied(trec8(votes, runs)).as_json()
    assert_keys_of_the_contract(found)
    assert (found["one_judge"], found["swaps"]) == ({}, [])
    assert "one_judge" not in found["boards"][0]["parts"]
    assert all(row["D"] == 0 for row in found["agreement"].values())


def test_nothing_is_said_of_other_assessors_where_one_alone_decides_the_score() -> None:
    """Bo judged relevance and support, but v_strict rests on nuggets, in which ann alone was heard."""
    evaluation = scorer("rag_small").evaluation
    found = studied(
        evaluation._replace(
            matches=tuple(row for row in evaluation.matches if row.assessor == "ann"),
            nugget_votes=tuple(row for row in evaluation.nugget_votes if row.assessor == "ann"),
            assignments=tuple(row for row in evaluation.assignments if row.assessor == "ann"),
        )
    )
    (board,) = found.head["boards"]
    assert "one_judge" not in board["parts"]
    assert board["sentences"][0] == f"Other assessors: {ONE_EACH}"
    assert set(found.as_json()["kendall"].values()) == {None}


def test_questions_that_do_not_count_for_the_score_have_no_part_in_judgment_sets() -> None:
    found = studied(scorer("rag_small").evaluation)
    assert found.parts["0.one_judge"]["questions"] == 3  # of nine that two people judged
