"""Qrels of one named assessor for each question, and who can be that assessor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.records import Assignment, Evaluation, Match
from scoring.rules import RuleError, choose, chosen, derive, judges_of, parse_rule
from scoring.scales import CANNOT_JUDGE
from scoring.studies.left_out import people_in_order
from tests.scoring.campaigns import item, judged_campaigns, trec8
from tests.scoring.parts import item as place
from tests.scoring.parts import result

VOTES = {
    ("1", "a"): {"ann": "yes", "bo": "no"},
    ("1", "b"): {"bo": "yes"},
    ("2", "a"): {"ann": "yes"},
    ("2", "b"): {"cy": "no"},
}


def nuggets(*marks: tuple[str, str], done: str = "") -> Evaluation:
    """A question of one string, x, in which assessors marked nuggets A and B."""
    return result(
        {"1.1": "FACTOID", "1.2": "OTHER"},
        {"r": [("1.2", "x")]},
        grades={("1.1", "z"): "incorrect"},
        nuggets={"1.2": {"A": ["vital"], "B": ["vital"]}},
        assignments=tuple(Assignment("1.2", name, state="done") for name in done.split()),
    )._replace(matches=tuple(Match(place("1.2", "x"), nugget, name) for nugget, name in marks))


def matched(evaluation: Evaluation, by_question: dict[str, str]) -> int:
    scorer = Scorer(evaluation)
    return int(scorer.facts("r", scorer.key_of(chosen(scorer.index, by_question)))["1.2"].given.matched)


def test_each_question_has_the_grades_of_its_assessor_alone() -> None:
    qrels = chosen(Index(trec8(VOTES)), {"1": "bo", "2": "ann"})
    assert qrels.grades == {item("1", "a"): "no", item("1", "b"): "yes", item("2", "a"): "yes"}
    assert qrels.warnings == ()


def test_judges_are_those_of_the_whole_question_else_all() -> None:
    found = judges_of(Index(trec8(VOTES)))
    assert found == {"1": (["bo"], True), "2": (["ann", "cy"], False)}


def test_who_cannot_judge_an_answer_is_still_a_judge_of_the_question() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no"}, ("1", "b"): {"ann": CANNOT_JUDGE, "bo": "yes"}}
    both = trec8(votes)
    assert judges_of(Index(both)) == {"1": (["ann", "bo"], True)}
    assert {derive(both, f"random:{seed}").grades[item("1", "a")] for seed in range(20)} == {"yes", "no"}
    nobody = trec8({**votes, ("1", "c"): {"bo": CANNOT_JUDGE}})  # what nobody judged is asked of nobody
    assert judges_of(Index(nobody)) == judges_of(Index(both))
    firsts = {people_in_order(both, seed)["1"][0] for seed in range(20)}
    assert firsts == {"ann", "bo"}  # the seed alone decides between those who judged all of it


@given(judged_campaigns(), st.integers(0, 99))
def test_random_is_one_of_them(evaluation: Evaluation, seed: int) -> None:
    index = Index(evaluation)
    by_question = {qid: choose(str(seed), qid, one.names) for qid, one in judges_of(index).items()}
    assert chosen(index, by_question).grades == derive(index, f"random:{seed}").grades


def test_no_text_spells_it() -> None:
    with pytest.raises(RuleError):
        parse_rule("chosen")


def test_nuggets_are_those_that_the_assessor_marked() -> None:
    evaluation = nuggets(("A", "ann"), ("A", "bo"), ("B", "bo"), done="ann bo cy")
    assert Scorer(evaluation).judges == {"1.1": ["ann"], "1.2": ["ann", "bo", "cy"]}
    assert [matched(evaluation, {"1.2": name}) for name in ("ann", "bo", "cy")] == [1, 2, 0]
    assert matched(evaluation, {}) == 0


def test_settled_nuggets_are_nobodys() -> None:
    evaluation = nuggets(("A", ""))
    assert Scorer(evaluation).judges == {"1.1": ["ann"]}
    for rule in ("random:1", "union", "intersection"):
        scorer = Scorer(evaluation)
        assert scorer.facts("r", scorer.under(rule))["1.2"].given.matched == 0
