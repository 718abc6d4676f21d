"""Rules that derive qrels from raw judgments (TREC-8 QA evaluation, sections 2.4 and 3.1)."""

import hashlib
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluate import evaluate
from scoring.index import Index
from scoring.records import Assignment, Evaluation, Judgment
from scoring.rules import PLAIN, Rule, RuleError, choose, derive, parse_rule
from tests.scoring.campaigns import item, judged_campaigns, trec8

THREE = {
    ("1", "a"): {"ann": "yes", "bo": "yes", "cy": "yes"},
    ("1", "b"): {"ann": "yes", "bo": "yes", "cy": "no"},
    ("1", "c"): {"ann": "no", "bo": "yes", "cy": "no"},
    ("2", "d"): {"ann": "no", "bo": "no", "cy": "no"},
}


def graded(evaluation: Evaluation, rule: str, partial: bool = False) -> dict[str, str]:
    return {it.answer: grade for it, grade in derive(evaluation, rule, partial).grades.items()}


def failure(evaluation: Evaluation, rule: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        derive(evaluation, rule)
    return caught.value


@pytest.mark.parametrize("text", [*PLAIN, "assessor:ann", "assessor:a:b c", "random:0", "random:17"])
def test_a_rule_is_spelled_back(text: str) -> None:
    assert str(parse_rule(text)) == text
    assert parse_rule(str(parse_rule(text))) == parse_rule(text)


@given(st.text(max_size=20))
def test_any_text_is_a_rule_or_a_rule_error(text: str) -> None:
    try:
        rule = parse_rule(text)
    except RuleError:
        return
    assert parse_rule(str(rule)) == rule


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Majority",
        "majority:",
        "union:x",
        "assessor",
        "assessor:",
        "assessor: ",
        "random:",
        "random:x",
        "random:-1",
    ],
)
def test_nonsense_is_no_rule(text: str) -> None:
    with pytest.raises(RuleError, match="Rules are adjudicated"):
        parse_rule(text)


def test_a_leading_zero_of_a_seed_means_nothing() -> None:
    assert parse_rule("random:007") == Rule("random", "7")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("majority", {"a": "yes", "b": "yes", "c": "no", "d": "no"}),
        ("union", {"a": "yes", "b": "yes", "c": "yes", "d": "no"}),
        ("intersection", {"a": "yes", "b": "no", "c": "no", "d": "no"}),
        ("assessor:ann", {"a": "yes", "b": "yes", "c": "no", "d": "no"}),
        ("assessor:cy", {"a": "yes", "b": "no", "c": "no", "d": "no"}),
    ],
)
def test_what_each_rule_makes_of_three_judges(rule: str, expected: dict[str, str]) -> None:
    assert graded(trec8(THREE), rule) == expected


def test_union_and_intersection_go_by_the_scale() -> None:
    votes = {
        ("1", "a"): {"ann": "unsupported", "bo": "inexact"},
        ("1", "b"): {"ann": "correct", "bo": "incorrect"},
    }
    evaluation = trec8(votes, settings={"scale": "four-way"})
    assert graded(evaluation, "union") == {"a": "inexact", "b": "correct"}
    assert graded(evaluation, "intersection") == {"a": "unsupported", "b": "incorrect"}


def test_adjudicated_takes_the_decision_else_the_common_grade() -> None:
    evaluation = trec8(THREE, decisions={("1", "b"): "no", ("1", "c"): "yes", ("2", "d"): "yes"})
    assert graded(evaluation, "adjudicated") == {"a": "yes", "b": "no", "c": "yes", "d": "yes"}


def test_adjudicated_fails_on_a_dispute_without_decision() -> None:
    error = failure(trec8(THREE, decisions={("1", "b"): "no"}), "adjudicated")
    assert (error.code, error.items) == ("undecided", (item("1", "c"),))
    assert '1 HN-c "c"' in error.message


def test_majority_fails_where_no_grade_has_more_than_half() -> None:
    votes = {
        ("1", "even"): {"ann": "yes", "bo": "no"},
        ("1", "sure"): {"ann": "yes", "bo": "yes", "cy": "no"},
        ("2", "three"): {"ann": "correct", "bo": "inexact", "cy": "incorrect"},
        ("2", "half"): {"ann": "correct", "bo": "correct", "cy": "inexact", "dee": "incorrect"},
    }
    error = failure(trec8(votes), "majority")
    assert error.code == "no_majority"
    assert error.items == (item("1", "even"), item("2", "half"), item("2", "three"))
    assert "adjudicated" in error.hint


def test_a_named_assessor_must_have_judged_every_question_unless_partial() -> None:
    votes = THREE | {
        ("2", "d"): {"bo": "no"},
        ("3", "e"): {"bo": "yes", "cy": "yes"},
        ("3", "f"): {"bo": "yes"},
    }
    error = failure(trec8(votes), "assessor:cy")
    assert (error.code, error.questions) == ("assessor_incomplete", ("2", "3"))
    assert graded(trec8(votes), "assessor:cy", partial=True) == {"a": "yes", "b": "no", "c": "no", "e": "yes"}
    assert "2, 3" in derive(trec8(votes), "assessor:cy", partial=True).warnings[0]


def test_a_question_with_an_item_that_nobody_judged_was_not_judged_by_anyone() -> None:
    evaluation = trec8(THREE, pool=(*(item(*place) for place in THREE), item("2", "late")))
    assert failure(evaluation, "assessor:ann").questions == ("2",)
    qrels = derive(evaluation, "assessor:ann", partial=True)
    assert item("2", "late") not in qrels.grades
    assert qrels.warnings[-1] == "1 pool item has no judgment that counts (1 question: 2)."


def test_an_assessor_who_judged_nothing_is_unknown_even_if_partial() -> None:
    with pytest.raises(RuleError) as caught:
        derive(trec8(THREE), "assessor:Ann", partial=True)
    assert caught.value.code == "assessor_unknown"
    assert caught.value.questions == ()
    assert caught.value.hint == "There are judgments by ann, bo, cy. Names are compared letter by letter."


def test_random_takes_one_assessor_for_the_whole_question() -> None:
    for seed in range(20):
        taken = graded(trec8(THREE), f"random:{seed}")
        expected = {choose(str(seed), qid, ["ann", "bo", "cy"]) for qid in ("1",)}
        (name,) = expected
        assert {key: taken[key] for key in "abc"} == {key: THREE[("1", key)][name] for key in "abc"}


def test_random_follows_the_documented_algorithm() -> None:
    number = int.from_bytes(hashlib.sha256(b"7\x0012").digest(), "big")
    assert choose("7", "12", ["ann", "bo", "cy"]) == ["ann", "bo", "cy"][number % 3]


def test_random_prefers_assessors_who_judged_the_whole_question() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no"}, ("1", "b"): {"bo": "no"}}
    assert all(graded(trec8(votes), f"random:{seed}") == {"a": "no", "b": "no"} for seed in range(20))
    split = {("1", "a"): {"ann": "yes"}, ("1", "b"): {"bo": "no"}}
    assert {len(graded(trec8(split), f"random:{seed}")) for seed in range(20)} == {1}
    assert derive(trec8(split), "random:1").warnings == ("No assessor judged question 1 in full.",)


def test_judgments_of_a_question_that_was_handed_over_do_not_count() -> None:
    sheets = [
        Assignment("1", "bo", state="handed_over"),
        Assignment("2", "bo", state="done"),
        Assignment("1", "ann"),
    ]
    evaluation = trec8(THREE, assignments=sheets)
    assert graded(evaluation, "union") == {"a": "yes", "b": "yes", "c": "no", "d": "no"}
    assert failure(evaluation, "assessor:bo").questions == ("1",)
    assert graded(evaluation, "assessor:bo", partial=True) == {"d": "no"}


def with_machines() -> Evaluation:
    machines = tuple(
        Judgment(item("2", "d"), name, "yes", kind=kind, version="2")
        for name, kind in (("m", "machine"), ("g", "automatic"))
    )
    evaluation = trec8(THREE)
    return evaluation._replace(judgments=evaluation.judgments + machines)


def test_machine_and_automatic_judgments_enter_no_rule_that_does_not_name_them() -> None:
    for rule in ("union", "intersection", "majority", *(f"random:{seed}" for seed in range(20))):
        assert graded(with_machines(), rule) == graded(trec8(THREE), rule)
    assert failure(with_machines(), "assessor:g").code == "assessor_unknown"


def test_a_rule_can_name_a_machine() -> None:
    assert failure(with_machines(), "assessor:m").questions == ("1",)
    qrels = derive(with_machines(), "assessor:m", partial=True)
    assert qrels.grades == {item("2", "d"): "yes"}
    assert qrels.warnings == (
        "m is a machine (version 2).",
        "m did not judge 1 question in full: 1.",
    )


def test_a_name_of_a_person_and_a_machine_is_the_persons() -> None:
    evaluation = trec8(THREE)
    machine = Judgment(item("2", "d"), "ann", "yes", kind="machine", version="2")
    both = evaluation._replace(judgments=(*evaluation.judgments, machine))
    assert derive(both, "assessor:ann") == derive(evaluation, "assessor:ann")


def test_an_item_that_only_the_named_machine_judged_is_judged() -> None:
    late = item("2", "late")
    evaluation = trec8(THREE, pool=(*(item(*place) for place in THREE), late))
    result = (*evaluation.judgments, Judgment(late, "m", "yes", kind="machine"))
    qrels = derive(evaluation._replace(judgments=result), "assessor:m", partial=True)
    assert qrels.grades == {late: "yes"}
    assert not [warning for warning in qrels.warnings if "no judgment that counts" in warning]


def test_dropped_questions_leave_the_qrels_and_cannot_make_a_rule_fail() -> None:
    votes = THREE | {("3", "tie"): {"ann": "yes", "bo": "no"}}
    assert failure(trec8(votes), "majority").items == (item("3", "tie"),)
    assert set(graded(trec8(votes, dropped={"3": "unclear"}), "majority")) == set("abcd")


@given(judged_campaigns(), st.randoms())
def test_no_order_of_rows_has_a_part_in_anything(evaluation: Evaluation, rnd: random.Random) -> None:
    def mixed(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(rnd.sample(rows, len(rows)))

    other = evaluation._replace(
        judgments=mixed(evaluation.judgments),
        adjudications=mixed(evaluation.adjudications),
        pool=mixed(evaluation.pool),
        runs=mixed(evaluation.runs),
        responses={run_id: mixed(given) for run_id, given in evaluation.responses.items()},
    )
    for rule in ("adjudicated", "majority", "union", "intersection", "assessor:bo", "random:3"):
        assert evaluate(other, rule).as_text() == evaluate(evaluation, rule).as_text()


@given(judged_campaigns())
def test_intersection_is_at_most_every_one_judge_score_is_at_most_union(evaluation: Evaluation) -> None:
    low, high = evaluate(evaluation, "intersection").runs, evaluate(evaluation, "union").runs
    for rule in (
        "assessor:ann",
        "assessor:bo",
        "assessor:cy",
        "random:1",
        "random:2",
        "majority",
        "adjudicated",
    ):
        for run_id, run in evaluate(evaluation, rule).runs.items():
            assert low[run_id].score <= run.score <= high[run_id].score  # type: ignore[operator]  # every run has a score


@given(judged_campaigns())
def test_where_all_agree_every_rule_says_the_same(evaluation: Evaluation) -> None:
    agreed = tuple(
        judgment._replace(grade="yes" if judgment.item.answer in "ace" else "no")
        for judgment in evaluation.judgments
    )
    index = Index(evaluation._replace(judgments=agreed, adjudications=()))
    grades = derive(index, "majority").grades
    assert grades == {judgment.item: judgment.grade for judgment in agreed}
    for rule in (*PLAIN, "assessor:cy", "random:9"):
        assert derive(index, rule).grades == grades


def test_a_failure_lists_every_item_or_question_however_many() -> None:
    votes = {(str(qid), f"a{n}"): {"ann": "yes", "bo": "no"} for qid in range(1, 6) for n in range(9)}
    undecided = failure(trec8(votes), "adjudicated")
    assert len(undecided.lines) == 45
    assert "and 25 more" in str(undecided)
    alone = {place: {"ann": "yes"} for place in votes} | {("9", "z"): {"bo": "no"}}
    assert failure(trec8(alone), "assessor:bo").lines == tuple(f"question {qid}" for qid in range(1, 6))
