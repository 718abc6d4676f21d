"""Two versions of the scores held against each other."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from scoring.evaluate import Scorer
from scoring.evaluate.report import tau_b
from scoring.formats import qrels
from scoring.forms.keys import as_json, from_json
from scoring.records import Evaluation
from scoring.studies.comparison import compared, compared_json, what_if
from scoring.studies.moved import Change, ChangedItem, ComparedGroup, Comparison
from scoring.studies.sides import Mark
from scoring.studies.what_if import parse, varied
from tests.scoring.campaigns import item, judged_campaigns, trec8
from tests.scoring.parts import item as part_item
from tests.scoring.studies.test_machine_levels import Values, by_rule
from tests.scoring.studies.test_machine_report import campaign as judged_thrice
from tests.scoring.test_golden import CAMPAIGNS, scorer
from tests.scoring.whole import campaign, campaigns

VOTES = {
    ("1", "a"): {"ann": "yes", "bo": "no"},
    ("1", "b"): {"ann": "no", "bo": "yes"},
    ("1", "c"): {"ann": "no", "bo": "no"},
    ("2", "d"): {"ann": "yes", "bo": "no"},
    ("3", "e"): {"ann": "no", "bo": "yes"},
}
RUNS = {
    "one": {"1": ["a", "b"], "2": ["d"]},
    "two": {"1": ["c", "b"], "2": ["d"]},
}


def small() -> Scorer:
    return Scorer(trec8(VOTES, RUNS))


def whatif(scored: Scorer, *texts: str, rule: str = "adjudicated") -> Comparison:
    return what_if(scored, map(parse, texts), rule, partial=True)


def test_another_rule_worked_by_hand() -> None:
    """ann: one (1 + 1) / 3, two (0 + 1) / 3; bo: one and two 1/2 / 3, as e is in no run."""
    found = whatif(small(), "rule:assessor:bo", rule="assessor:ann")
    one, two = found.runs
    assert (one.score, two.score) == (
        Change(Fraction(2, 3), Fraction(1, 6)),
        Change(Fraction(1, 3), Fraction(1, 6)),
    )
    assert one.score.difference == Fraction(-1, 2)
    assert (one.places, two.places) == ((1, 1), (2, 1))  # equal scores share a place
    assert one.measures["no_correct"] == Change(1, 2)
    assert found.tau_b is None  # by bo they are equal, so that there is no order
    assert found.rules == ("assessor:ann", "assessor:bo")
    assert "The rule is assessor:bo instead of assessor:ann." in found.because


def test_the_questions_that_moved_and_the_items_because_of_which() -> None:
    """1: one from 1 to 1/2, two from 0 to 1/2; 2: both from 1 to 0."""
    found = whatif(small(), "rule:assessor:bo", rule="assessor:ann")
    second, first = found.questions
    assert (first.qid, first.moved, first.net) == ("1", 1, 0)
    assert (second.qid, second.moved, second.net) == ("2", 2, -2)
    assert first.runs == {
        "one": {"mrr": Change(Fraction(1), Fraction(1, 2))},
        "two": {"mrr": Change(Fraction(0), Fraction(1, 2))},
    }
    assert first.items == (
        ChangedItem(item("1", "b"), Mark("no"), Mark("yes"), ("one", "two"), Fraction(1)),
        ChangedItem(item("1", "a"), Mark("yes"), Mark("no"), ("one",), Fraction(1, 2)),
    )
    assert [one.item for one in second.items] == [item("2", "d")]
    assert [one.item for one in found.idle] == [item("3", "e")]
    assert found.summary == (
        "Runs with another score: 2 of 2. Questions that moved: 2. Items judged otherwise: 4."
    )


def test_items_that_lost_their_judgments() -> None:
    found = whatif(small(), "without-run:one", rule="assessor:ann")
    (question,) = found.questions
    assert question.items == (ChangedItem(item("1", "a"), Mark("yes"), None, ("one",), Fraction(1)),)
    assert found.because == ("Items: 1 no longer judged.",)
    assert {run.run_id: run.unjudged for run in found.runs} == {"one": (0, 1), "two": (0, 0)}


def test_nothing_changed() -> None:
    found = whatif(small(), "depth:9", rule="union")
    assert found.is_unchanged
    assert found.summary == "Nothing changed."
    assert (found.questions, found.idle, found.because) == ((), (), ())
    assert found.tau_b == 1


def test_rankings_are_held_against_each_other_at_three_levels() -> None:
    made = judged_thrice(12, 6, seed=2)
    (group,) = whatif(Scorer(made), "rule:intersection", rule="union").groups
    held(group, *(by_rule(made, rule, "mrr") for rule in ("union", "intersection")))


def held(group: ComparedGroup, before: Values, after: Values) -> None:
    """Within questions and over all pairs, by SciPy."""
    qids, runs = sorted(next(iter(before.values()))), sorted(before)
    within = [
        kendalltau(*([of[run][qid] for run in runs] for of in (before, after))).statistic for qid in qids
    ]
    every = [[of[run][qid] for run in runs for qid in qids] for of in (before, after)]
    assert group.within == pytest.approx(np.nanmean(within))
    assert group.over_pairs == pytest.approx(kendalltau(*every).statistic)


def test_what_is_judged_otherwise_and_moves_nothing_is_a_change() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "yes"}, ("1", "b"): {"ann": "yes", "bo": "no"}}
    found = whatif(Scorer(trec8(votes, {"one": {"1": ["a"]}})), "rule:intersection", rule="union")
    assert not found.is_unchanged
    assert [one.item for one in found.idle] == [item("1", "b")]


def test_a_question_that_is_dropped_leaves_and_its_items_are_no_reason() -> None:
    found = whatif(small(), "drop:2", rule="union")
    (question,) = found.questions
    assert (question.qid, question.left, question.back, question.items) == ("2", "dropped: what if", "", ())
    assert found.because == ("Dropped now: 2.",)
    back = whatif(scorer("trec8_small"), "with-dropped")
    assert [(one.qid, bool(one.left), bool(one.back)) for one in back.questions] == [("7", False, True)]
    assert "No longer dropped: 7." in back.because


def test_a_run_that_is_gone() -> None:
    found = whatif(small(), "remove-run:two", rule="union")
    one, two = found.runs
    assert (two.run_id, two.places, two.score) == ("two", (2, None), Change(Fraction(1, 2), None))
    assert one.places == (1, 1)
    assert found.tau_b is None  # one run is no order
    assert "Runs that are gone: two." in found.because


def test_weights_move_scores_and_no_question() -> None:
    found = whatif(scorer("series_small"), "weights=1,0,0", "weights_without_list=1,0")
    assert found.questions == ()
    assert any(run.score.moved for run in found.runs)
    (sentence,) = found.because
    assert "such as weights" in sentence


def test_answers_nuggets_and_their_weights() -> None:
    found = {one.qid: one for one in whatif(scorer("tac_small"), "without-assessor:bo").questions}
    assert found["1.2"].reweighed[0].text == "visitors keep their cup"
    assert found["1.2"].reweighed[0].weight == Change(Fraction(1, 2), Fraction(1))
    left_out = {one.qid: one for one in whatif(scorer("tac_small"), "without-run:Wren1").questions}
    assert left_out["2.1"].lost == ("it is cold",)
    assert left_out["2.1"].items[0].before == Mark(nuggets=("1", "3"))
    assert left_out["2.1"].items[0].after is None


def test_classes_that_differ() -> None:
    made = campaign()
    other = made._replace(
        judgments=tuple(
            one._replace(answer_class="york") if one.item == part_item("1.2", "Rome") else one
            for one in made.judgments
        )
    )
    before, after = Scorer(made), Scorer(other)
    old, new = before.under(), after.under()
    found = compared(before.report(old), after.report(new), key_before=old, key_after=new)
    (question,) = found.questions
    assert question.items == (
        ChangedItem(part_item("1.2", "Rome"), Mark("correct", "rome"), Mark("correct", "york")),
    )
    assert question.lost == ("rome",)


def test_runs_are_ordered_among_those_with_the_same_task_and_languages() -> None:
    found = whatif(scorer("respubliqa_small"), "rule:union", rule="intersection")
    labels = {group.label: [run.run_id for run in group.runs] for group in found.groups}
    assert labels == {
        "AS DE → EN": ["tern101ASdeen"],
        "AS EN → EN": ["lake102ASenen"],
        "PS EN → EN": ["tern102PSenen", "lake101PSenen"],
    }
    assert [group.tau_b for group in found.groups] == [None, None, 1]
    assert found.tau_b is None


def test_of_pages_the_answers_of_people_are_the_reason() -> None:
    found = whatif(scorer("nq_small"), "set:gold_votes=4")
    changes = [change for one in found.questions for change in one.runs["beta.tokens"].items()]
    assert ("long_gold", Change(1, 0)) in changes
    assert found.idle == ()


@given(judged_campaigns(), st.sampled_from(["rule:union", "rule:assessor:bo", "depth:1", "without-run:run0"]))
def test_the_other_way_round_differences_have_the_other_sign(made: Evaluation, text: str) -> None:
    turned(Scorer(made), text)


@given(campaigns(), st.sampled_from(["weights=1,0,0", "beta=1", "depth:1", "without-run:run0", "drop:1.2"]))
def test_so_they_have_of_lists_and_nuggets(made: Evaluation, text: str) -> None:
    turned(Scorer(made), text)


def turned(scored: Scorer, text: str) -> None:
    evaluation, rule = varied(scored.evaluation, [parse(text)])
    other = Scorer(evaluation)
    old, new = scored.under(), other.under(rule)
    there = compared(scored.report(old), other.report(new), key_before=old, key_after=new)
    back = compared(other.report(new), scored.report(old), key_before=new, key_after=old)
    assert there.is_unchanged == back.is_unchanged
    assert there.tau_b == back.tau_b
    for run in there.runs:
        (same,) = (one for one in back.runs if one.run_id == run.run_id)
        assert (same.score.before, same.score.after) == (run.score.after, run.score.before)
        assert run.score.difference is None or same.score.difference == -Fraction(run.score.difference)
        assert same.places == run.places[::-1]
    assert {one.qid: one.net for one in back.questions} == {
        one.qid: -(one.net or 0) for one in there.questions
    }
    assert {one.qid: one.moved for one in back.questions} == {one.qid: one.moved for one in there.questions}
    assert {(one.item, one.after, one.before) for one in back.idle} == {
        (one.item, one.before, one.after) for one in there.idle
    }


@given(judged_campaigns(), st.sampled_from(["rule:union", "rule:assessor:bo", "depth:1"]))
def test_scores_move_by_what_questions_move(made: Evaluation, text: str) -> None:
    """A run's score is the mean over questions: their differences add up to its difference."""
    found = whatif(Scorer(made), text)
    for run in found.runs:
        changes = [one.runs[run.run_id]["mrr"] for one in found.questions if run.run_id in one.runs]
        total = sum((Fraction(change.difference or 0) for change in changes), Fraction(0))
        assert run.score.difference == total / len(made.topics.questions)


def stored(scored: Scorer, rule: Any) -> tuple[dict[str, Any], bytes, dict[str, Any]]:
    """What is kept of a version, as it comes back."""
    key = scored.under(rule, partial=True)
    keys = {
        qid: from_json(qid, json.loads(json.dumps(as_json(one)))) for qid, one in key.of_questions().items()
    }
    report = json.loads(json.dumps(scored.report(key).as_json()))
    return report, b"".join(qrels.write(key.qrels)), keys


@pytest.mark.parametrize("name", CAMPAIGNS)
@pytest.mark.parametrize("text", ["rule:intersection", "depth:1", "remove-run:{}", "without-assessor:ann"])
def test_stored_versions_are_compared_as_reports_are(name: str, text: str) -> None:
    scored = scorer(name)
    try:
        other, rule = varied(
            scored.evaluation, [parse(text.format(scored.evaluation.runs[0].run_id))], "union"
        )
    except ValueError:
        assert name == "nq_small"
        return
    exact = what_if(scored, [parse(text.format(scored.evaluation.runs[0].run_id))], "union", partial=True)
    before, text_before, keys_before = stored(scored, "union")
    after, text_after, keys_after = stored(Scorer(other), rule)
    found = compared_json(
        before,
        after,
        text_before,
        text_after,
        keys_before=keys_before,
        keys_after=keys_after,
        responses=scored.evaluation.responses,
    )
    assert [(run.run_id, run.places, run.unjudged) for run in found.runs] == [
        (run.run_id, run.places, run.unjudged) for run in exact.runs
    ]
    for run, same in zip(found.runs, exact.runs, strict=True):
        assert run.score.difference == pytest.approx(same.score.difference and float(same.score.difference))
    assert found.tau_b == exact.tau_b
    for group, same_group in zip(found.groups, exact.groups, strict=True):
        assert (group.within, group.over_pairs) == (same_group.within, same_group.over_pairs)
    assert {one.qid for one in found.questions} == {one.qid for one in exact.questions}
    changed = [one for question in exact.questions for one in question.items]
    graded = {one.item for one in changed if any(mark and mark.grade for mark in (one.before, one.after))}
    assert graded <= {one.item for question in found.questions for one in question.items}


def test_stored_versions_need_no_qrels() -> None:
    scored = small()
    before, after = scored.score("union").as_json(), scored.score("intersection").as_json()
    found = compared_json(before, after)
    assert found.because == ("The rule is intersection instead of union.",)
    assert [run.score.difference for run in found.runs] == [-2 / 3, -0.5]
    assert all(question.items == () for question in found.questions)


@pytest.mark.parametrize(
    ("scale", "grades"), [("yes-no", ("yes", "no")), ("four-way", ("correct", "inexact"))]
)
def test_stored_grades_are_read_on_the_scale_that_the_campaign_chose(
    scale: str, grades: tuple[str, str]
) -> None:
    settings = {"scale": scale}
    first, second = (
        Scorer(trec8({("1", "x"): {"ann": grade}}, {"run": {"1": ["x"]}}, settings=settings))
        for grade in grades
    )
    (before, text, _), (after, other, _) = stored(first, "union"), stored(second, "union")
    found = compared_json(before, after, text, other, settings=settings)
    assert not any("unknown_code" in sentence for sentence in found.because)
    marks = [(one.before, one.after) for question in found.questions for one in question.items]
    assert [tuple(mark and mark.grade for mark in both) for both in marks] == [grades]


def test_what_cannot_be_read_of_a_qrels_file_is_said() -> None:
    report = small().score("union").as_json()
    found = compared_json(report, report, b"1 HN-a 7 a\n", b"")
    (sentence,) = found.because
    assert sentence.startswith("qrels:1: unknown_code: ")


@pytest.mark.parametrize("name", CAMPAIGNS)
@pytest.mark.parametrize("rule", ["union", "intersection"])
def test_as_json_holds_plain_values(name: str, rule: str) -> None:
    found = whatif(scorer(name), f"rule:{rule}")
    shown = found.as_json(most_questions=1, most_items=1)
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    assert len(shown["questions"]) <= 1
    assert shown["questions_moved"] == len(found.questions)


def test_as_json_worked_by_hand() -> None:
    shown = whatif(small(), "rule:assessor:bo", rule="assessor:ann").as_json()
    assert shown["groups"][0]["runs"][0] == {
        "run": "one",
        "before": 0.666666666667,
        "after": 0.166666666667,
        "difference": -0.5,
        "place_before": 1,
        "place_after": 1,
        "judged": [3, 3],
        "unjudged": [0, 0],
        "measures": {
            "mrr": {"before": 0.666666666667, "after": 0.166666666667, "difference": -0.5},
            "no_correct": {"before": 1, "after": 2, "difference": 1},
        },
    }
    assert shown["questions"][1]["items"][0] == {
        "qid": "1",
        "docid": "HN-b",
        "passage": "",
        "answer": "b",
        "before": {"grade": "no", "class": "", "nuggets": []},
        "after": {"grade": "yes", "class": "", "nuggets": []},
        "runs": ["one", "two"],
        "moved": 1.0,
    }
    assert (shown["tau_b"], shown["questions_moved"], shown["idle_items"], shown["unchanged"]) == (
        None,
        2,
        1,
        False,
    )


def test_tau_is_that_of_the_reports() -> None:
    scored = scorer("trec8_small")
    found = whatif(scored, "rule:union", rule="intersection")
    before, after = (
        {name: run.score for name, run in scored.score(rule).runs.items()}
        for rule in ("intersection", "union")
    )
    assert found.tau_b == tau_b(before, after)
