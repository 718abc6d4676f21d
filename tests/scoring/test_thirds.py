"""Third assessors in scores: a voice in majorities and agreement, and no judge of a question. Values by hand."""

from fractions import Fraction

import pytest

from scoring.agreement.items import graded, means, table
from scoring.evaluate import Scorer, evaluate
from scoring.index import Index
from scoring.records import Assignment, Evaluation
from scoring.rules import choose, derive
from scoring.studies.left_out import people_in_order
from tests.scoring.campaigns import item, trec8

# Ann and bo judge both questions; cy was given the answers on which they differ. On e they came to agree afterwards.
VOTES = {
    ("1", "a"): {"ann": "yes", "bo": "yes"},
    ("1", "b"): {"ann": "yes", "bo": "no", "cy": "yes"},
    ("1", "c"): {"ann": "no", "bo": "yes", "cy": "no"},
    ("1", "e"): {"ann": "yes", "bo": "yes", "cy": "no"},
    ("2", "d"): {"ann": "yes", "bo": "no", "cy": "no"},
}
RUNS = {"r": {"1": ["c", "b"], "2": ["d"]}}


def made(role: str = "third") -> Evaluation:
    people = [("ann", "judge"), ("bo", "judge"), ("cy", role)]
    return trec8(VOTES, RUNS, assignments=[Assignment(qid, *who, "done") for qid in "12" for who in people])


def test_a_third_makes_the_majority() -> None:
    grades = {item.answer: grade for item, grade in derive(made(), "majority").grades.items()}
    assert grades == {"a": "yes", "b": "yes", "c": "no", "d": "no", "e": "yes"}
    run = evaluate(made(), "majority").runs["r"]
    assert run.measures["mrr"] == Fraction(1, 4)  # right at rank 2 of one question, never of the other


def test_a_third_is_never_the_one_judge_even_of_a_question_on_which_all_is_judged_differently() -> None:
    assert Scorer(made()).judges == {"1": ["ann", "bo"], "2": ["ann", "bo"]}
    assert Scorer(made("judge")).judges["2"] == ["ann", "bo", "cy"]
    for seed in range(20):
        chosen = {qid: choose(str(seed), qid, ["ann", "bo"]) for qid in "12"}
        grades = derive(made(), f"random:{seed}").grades
        assert grades == {item(*place): VOTES[place][chosen[place[0]]] for place in VOTES}


def test_judged_disputed_and_overlap_are_of_those_who_judged_the_question() -> None:
    one, two = table(made())
    assert (one.judged, one.disputed, one.overlap) == (4, 2, Fraction(2, 4))
    assert (two.judged, two.disputed, two.overlap) == (1, 1, Fraction(0))
    assert means(table(made())).disputed == Fraction(3, 2)
    plain, _ = table(made("judge"))
    assert (plain.disputed, plain.overlap) == (3, Fraction(1, 4))  # as if cy had judged the question


def test_a_third_stands_in_agreement() -> None:
    ratings = graded(made())
    assert ratings.twice == 5
    assert {name for pattern in ratings.patterns for name, _ in pattern} == {"ann", "bo", "cy"}


def test_who_is_left_out_first_is_the_third() -> None:
    assert all(people_in_order(made(), seed)[qid][-1] == "cy" for qid in "12" for seed in range(5))


def test_where_a_third_is_one_scores_rest_on_it() -> None:
    third, judge = (evaluate(made(role), "majority") for role in ("third", "judge"))
    assert third.inputs_sha256 != judge.inputs_sha256


def test_a_third_who_handed_over_counts_nowhere() -> None:
    evaluation = made()
    gone = tuple(one._replace(state="handed_over") if one.of_some else one for one in evaluation.assignments)
    index = Index(evaluation._replace(assignments=gone))
    assert index.thirds == set()
    assert {name for votes in index.votes.values() for name in votes} == {"ann", "bo"}


@pytest.mark.parametrize("qid", ["1", "2"])
def test_a_question_that_a_third_alone_judged_has_no_judge(qid: str) -> None:
    alone = {place: {"cy": "yes"} for place in VOTES if place[0] == qid}
    evaluation = trec8(alone, assignments=[Assignment(qid, "cy", "third", "done")])
    assert qid not in Scorer(evaluation).judges
    assert Index(evaluation).people.primary == {}
