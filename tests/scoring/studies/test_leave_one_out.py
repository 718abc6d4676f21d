"""Each team or run left out of the pools and scored still."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from scoring.evaluate import Scorer, evaluate
from scoring.records import Evaluation, Run
from scoring.studies.leave_one_out import LeaveOneOut, leave_one_out
from scoring.studies.variation import VariationError
from scoring.studies.what_if import parse, varied
from tests.scoring.campaigns import judged_campaigns, trec8
from tests.scoring.test_golden import CAMPAIGNS, scorer
from tests.scoring.whole import campaigns

POOLED = [name for name in CAMPAIGNS if name != "nq_small"]
VOTES = {("1", text): {"ann": "yes" if text in "ab" else "no"} for text in "abcd"}
RUNS = {"one": {"1": ["c", "a"]}, "two": {"1": ["d", "b", "a"]}, "three": {"1": ["a"]}}
TEAMS = (Run("one", "ox"), Run("two", "yak"), Run("three", "yak"))


def herd() -> Scorer:
    return Scorer(trec8(VOTES, RUNS)._replace(runs=TEAMS))


def test_a_run_loses_what_only_it_brought() -> None:
    """two: d, b, a with b right at rank 2; without it in the pools d and b are unjudged, and a counts at rank 3."""
    found = leave_one_out(herd(), by="run")
    assert [row.name for row in found.rows] == ["one", "three", "two"]
    one, three, two = found.rows
    assert (two.items, two.others) == (2, 0)
    (run,) = two.runs
    assert (run.before, run.after, run.difference) == (Fraction(1, 2), Fraction(1, 3), Fraction(-1, 6))
    assert (run.place_before, run.place_after) == (2, 3)  # two runs share place 2
    assert run.unjudged == Fraction(2, 3)
    assert (one.items, one.runs[0].unjudged) == (1, Fraction(1, 2))
    assert one.runs[0].difference == 0  # c is wrong anyway
    assert (three.items, three.runs[0].unjudged) == (0, Fraction(0))
    assert three.runs[0].difference == 0
    assert found.mean_difference == Fraction(-1, 18)
    assert (found.largest, found.most_places) == (Fraction(-1, 6), 1)


def test_a_team_is_left_out_with_all_its_runs() -> None:
    found = leave_one_out(herd(), by="team")
    ox, yak = found.rows
    assert (ox.name, yak.name) == ("ox", "yak")
    assert [run.run_id for run in yak.runs] == ["three", "two"]
    assert yak.items == 2  # d and b; a is one's too


@pytest.mark.parametrize("by", ["run", "team"])
@pytest.mark.parametrize("name", POOLED)
def test_it_is_what_scoring_each_variation_gives(name: str, by: Any) -> None:
    check(scorer(name), by)


@given(campaigns())
def test_so_it_is_of_lists_and_nuggets(made: Evaluation) -> None:
    check(Scorer(made), "run")


@given(judged_campaigns())
def test_so_it_is_of_ranked_answers(made: Evaluation) -> None:
    check(Scorer(made), "run")


def check(scored: Scorer, by: Any) -> None:
    before = evaluate(scored)
    for row in leave_one_out(scored, by=by).rows:
        other = varied(scored.evaluation, [parse(f"without-{by}:{row.name}")]).evaluation
        after = evaluate(Scorer(other))
        moved = [name for name in before.runs if before.runs[name].score != after.runs[name].score]
        own = {run.run_id for run in row.runs}
        assert row.others == len(set(moved) - own)
        for run in row.runs:
            assert (run.before, run.after) == (before.runs[run.run_id].score, after.runs[run.run_id].score)
            left = after.runs[run.run_id]
            assert run.unjudged == (
                Fraction(left.unjudged, lines) if (lines := left.judged + left.unjudged) else None
            )


@given(judged_campaigns())
def test_a_run_with_no_items_of_its_own_loses_nothing(made: Evaluation) -> None:
    twice = made._replace(
        runs=(*made.runs, *(run._replace(run_id=f"{run.run_id}b") for run in made.runs)),
        responses={**made.responses, **{f"{name}b": lines for name, lines in made.responses.items()}},
    )
    found = leave_one_out(Scorer(twice), by="run")
    assert set(found.differences) == {Fraction(0)}
    assert all(row.items == 0 for row in found.rows)


def test_the_scorer_is_the_same_afterwards() -> None:
    scored = scorer("series_small")
    before = evaluate(scored).as_text()
    leave_one_out(scored, by="run")
    assert evaluate(scored).as_text() == before


def test_other_rules_are_followed() -> None:
    found = leave_one_out(scorer("trec8_small"), "assessor:ann", by="team", partial=True)
    assert found.rule == "assessor:ann"


def test_without_pools_there_is_nothing_to_leave_out() -> None:
    with pytest.raises(VariationError, match="rest on no pools"):
        leave_one_out(scorer("nq_small"))


def test_it_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    leave_one_out(herd(), by="run", progress=lambda done, whole: told.append((done, whole)))
    assert told == [(1, 3), (2, 3), (3, 3)]

    def stop(_: int, __: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave_one_out(herd(), progress=stop)


def test_as_json() -> None:
    found = leave_one_out(herd(), by="team").as_json()
    assert json.loads(json.dumps(found)) == found
    assert found["rows"][1]["runs"][1] == {
        "run": "two",
        "before": 0.5,
        "after": 0.333333333333,
        "difference": -0.166666666667,
        "place_before": 2,
        "place_after": 3,
        "unjudged": 0.666666666667,
    }
    assert (found["by"], found["rule"], found["rows"][1]["others_moved"]) == ("team", "adjudicated", 0)


def test_of_no_runs_there_is_nothing_to_say() -> None:
    found = leave_one_out(Scorer(trec8({("1", "a"): {"ann": "yes"}})))
    assert found == LeaveOneOut("team", "adjudicated", ())
    assert found.as_json()["mean_difference"] is None
