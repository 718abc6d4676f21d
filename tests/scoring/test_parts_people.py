"""Classes and matches of several assessors, under every rule."""

import pytest

from scoring.records import Adjudication, Assignment, Judgment, KnownAnswer, Match
from scoring.rules import RuleError
from tests.scoring.parts import item, report, result, run
from tests.scoring.whole import GRADES, NUGGETS, campaign

ROLES = (
    Assignment("1.3", "ann", "primary", "done"),
    Assignment("1.3", "bo", "judge", "done"),
    Assignment("1.3", "cy", "judge", "done"),
)
X = item("1.3", "x " * 50)


def marked(**names: str) -> tuple[Match, ...]:
    return tuple(
        Match(X, nugget, "" if who == "settled" else who) for who, marks in names.items() for nugget in marks
    )


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("adjudicated", "AB"),
        ("union", "ABCD"),
        ("intersection", "A"),
        ("majority", "AC"),
        ("assessor:bo", "AC"),
        ("assessor:cy", "ACD"),
    ],
)
def test_matches_under_every_rule(rule: str, found: str) -> None:
    marks = marked(ann="AB", bo="AC", cy="ACD")
    other = {"1.3": "OTHER"}
    made = result(other, {"r": [("1.3", X.answer)]}, nuggets={"1.3": NUGGETS["1.3"]}, assignments=ROLES)
    figures = run(made._replace(matches=marks), rule).figures["1.3"]
    assert figures["matched"] == len(found)
    assert figures["weight"] == sum(nugget in "ACD" for nugget in found)


def test_settled_matches_win_over_the_primary_assessor() -> None:
    made = result(
        {"1.3": "OTHER"}, {"r": [("1.3", X.answer)]}, nuggets={"1.3": NUGGETS["1.3"]}, assignments=ROLES
    )
    made = made._replace(matches=marked(ann="AB", bo="AC", settled="D"))
    assert run(made).figures["1.3"]["matched"] == 1
    assert run(made, "union").figures["1.3"]["matched"] == 3


def test_rules_that_matches_do_not_allow_name_the_place() -> None:
    made = result({"1.3": "OTHER"}, {"r": [("1.3", X.answer)]}, nuggets={"1.3": NUGGETS["1.3"]})
    split = made._replace(matches=marked(ann="AB", bo="A"), nugget_votes=())
    nuggets = tuple(nugget._replace(assessor="") for nugget in split.nuggets)
    with pytest.raises(RuleError, match=r"none is primary: 1\.3"):
        report(split._replace(nuggets=nuggets))
    with pytest.raises(RuleError) as caught:
        report(split._replace(nuggets=nuggets), "majority")
    assert caught.value.items == (X,)


def test_a_match_of_somebody_who_handed_the_question_over_does_not_count() -> None:
    made = result({"1.3": "OTHER"}, {"r": [("1.3", X.answer)]}, nuggets={"1.3": NUGGETS["1.3"]})
    sheets = (ROLES[0], ROLES[1]._replace(state="handed_over"))
    made = made._replace(matches=marked(ann="A", bo="ABCD"), assignments=sheets)
    assert run(made, "union").figures["1.3"]["matched"] == 1


@pytest.mark.parametrize(
    ("primary", "settled", "distinct"), [("ann", "", 2), ("bo", "", 1), ("ann", "two", 1), ("bo", "one", 2)]
)
def test_the_class_of_an_answer_is_settled_else_the_primary_assessors_else_anybodys(
    primary: str, settled: str, distinct: int
) -> None:
    lines = [("1.2", text) for text in ("p", "q")]
    made = result({"1.2": "LIST"}, {"r": lines}, developed={"1.2": ["one", "two"]})
    sheets = tuple(
        Assignment("1.2", name, "primary" if name == primary else "judge", "done") for name in ("ann", "bo")
    )
    judgments = (
        Judgment(item("1.2", "p"), "ann", "correct", "one"),
        Judgment(item("1.2", "p"), "bo", "correct", "two"),
        Judgment(item("1.2", "q"), "ann", "incorrect"),
        Judgment(item("1.2", "q"), "bo", "correct", "two"),
    )
    made = made._replace(judgments=judgments, assignments=sheets)
    if settled:
        made = made._replace(
            adjudications=(Adjudication(item("1.2", "p"), "", "", False, answer_class=settled),)
        )
    assert run(made, "union").figures["1.2"]["D"] == distinct
    assert run(made, "intersection").figures["1.2"]["D"] == 1


@pytest.mark.parametrize("whose", ["handed over", "a machine's"])
def test_a_class_of_somebody_who_does_not_count_is_no_class(whose: str) -> None:
    made = result({"1.2": "LIST"}, {"r": [("1.2", "p")]})
    sheets = (Assignment("1.2", "ann", "judge", "done"), Assignment("1.2", "bo", "judge", "handed_over"))
    kind = "human" if whose == "handed over" else "machine"
    judgments = (
        Judgment(item("1.2", "p"), "ann", "correct"),
        Judgment(item("1.2", "p"), "bo" if kind == "human" else "reader", "correct", "two", kind=kind),
    )
    with pytest.raises(RuleError) as caught:
        report(made._replace(judgments=judgments, assignments=sheets))
    assert caught.value.code == "unclassed"


@pytest.mark.parametrize(("finder", "known"), [("", 2), ("ann", 2), ("bo", 1)])
def test_a_known_answer_of_somebody_else_than_the_primary_assessor_is_not_known(
    finder: str, known: int
) -> None:
    made = result({"1.2": "LIST"}, {"r": [("1.2", "p")]}, grades={("1.2", "p"): "correct/one"})
    sheets = (Assignment("1.2", "ann", "primary", "done"), Assignment("1.2", "bo", "judge", "done"))
    found = KnownAnswer("1.2", "two", "Two", "development", finder)
    made = made._replace(known_answers=(*made.known_answers, found), assignments=sheets)
    assert run(made).figures["1.2"]["S"] == known


def test_the_final_answer_set_is_worked_out_anew_under_each_rule() -> None:
    lines = [("1.2", "p")]
    made = result({"1.2": "LIST"}, {"r": lines, "s": [("1.2", "q")]})
    judgments = (
        Judgment(item("1.2", "p"), "ann", "correct", "one"),
        Judgment(item("1.2", "p"), "bo", "correct", "one"),
        Judgment(item("1.2", "q"), "ann", "inexact", ""),
        Judgment(item("1.2", "q"), "bo", "correct", "two"),
    )
    made = made._replace(judgments=judgments)
    assert run(made, "union").figures["1.2"]["S"] == 2
    assert run(made, "intersection").figures["1.2"]["S"] == 1


def test_a_class_with_no_correct_member_is_said_and_does_not_count() -> None:
    made = report(campaign(grades=GRADES | {("1.2", "Kiel?"): "inexact/kiel"}))
    assert "Answer class kiel of question 1.2 has no correct member and does not count." in made.warnings
    assert made.runs["r"].figures["1.2"]["S"] == 4


@pytest.mark.parametrize(("state", "warned"), [("open", True), ("done", False), ("handed_over", False)])
@pytest.mark.parametrize("other", ["pyramid", "nuggets"])
def test_votes_still_to_come_on_a_pyramid_are_warned_of(state: str, warned: bool, other: str) -> None:
    made = result(
        {"1.3": "OTHER"},
        {"r": [("1.3", X.answer)]},
        nuggets={"1.3": NUGGETS["1.3"]},
        assignments=(ROLES[0], Assignment("1.3", "bo", "voter", state)),
        settings={"other": other},
    )
    voting = "Votes on the nuggets of 1.3 are still to come, and change what they weigh."
    assert (voting in report(made._replace(matches=marked(ann="A"))).warnings) is (
        warned and other == "pyramid"
    )


def test_classes_of_one_label_are_warned_of_where_files_alone_are_scored() -> None:
    lines = {"r": [("1.2", "p"), ("1.2", "q")]}
    grades = {("1.2", "p"): "correct/ CHINA", ("1.2", "q"): "correct/Peru"}
    made = report(result({"1.2": "LIST"}, lines, grades=grades, developed={"1.2": ["China"]}))
    assert made.runs["r"].figures["1.2"]["S"] == 3
    warning = (
        "Question 1.2 has 2 answer classes labelled “ CHINA” ( CHINA, China). "
        "Each counts as an answer of its own."
    )
    assert warning in made.as_json()["warnings"]
    alone = report(result({"1.2": "LIST"}, lines, grades=grades))
    assert not [said for said in alone.warnings if "labelled" in said]
