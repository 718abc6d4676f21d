"""What runs are scored by where a machine is held against people: the same questions and answers on both sides."""

import random

import pytest

from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.records import Adjudication, Evaluation, GoldAnswer, Judgment
from scoring.studies.fewer_simulated import simulated
from scoring.studies.machine_ranking import yardsticks
from scoring.studies.machine_report import machine_report
from scoring.studies.machines import against_people
from tests.scoring.campaigns import item, trec8
from tests.scoring.studies.test_estimates import machine_judged
from tests.scoring.studies.test_estimates_of_c1 import paragraphs


def with_gold(evaluation: Evaluation) -> Evaluation:
    """The same where the gold standard settles an answer of every other question, about which nobody is asked."""
    right = {
        one.item.qid: one.item for one in evaluation.judgments if one.kind == "human" and one.grade == "R"
    }
    settled = {one for qid, one in sorted(right.items())[::2]}
    asked = (one for one in evaluation.judgments if one.kind == "machine" or one.item not in settled)
    gold = tuple(GoldAnswer(one.qid, one.docid, one.passage, one.answer) for one in sorted(settled))
    return evaluation._replace(gold=gold, judgments=tuple(asked))


def by_three(evaluation: Evaluation) -> Evaluation:
    """The same judged by three people, each wrong at times."""
    draw = random.Random(1)
    said: list[Judgment] = []
    for one in evaluation.judgments:
        if one.kind == "machine":
            said.append(one)
            continue
        other = "RW"[one.grade == "R"]
        grades = (one.grade if draw.random() > 0.1 else other for _ in range(3))
        said += (one._replace(assessor=name, grade=grade) for name, grade in zip("abc", grades, strict=True))
    return evaluation._replace(judgments=tuple(said))


def test_what_the_gold_standard_settles_is_right_by_people_too() -> None:
    evaluation = with_gold(paragraphs())
    assert len(Index(evaluation).automatic) > 80
    scores = {run_id: float(run.score or 0) for run_id, run in Scorer(evaluation).score().runs.items()}
    found = machine_report(evaluation, "m@1")
    assert {one.run_id: float(one.by_people or 0) for one in found.against.runs} == pytest.approx(scores)
    (size,) = simulated(evaluation, "m@1", (40,), trials=5).sizes
    assert {one.run_id: one.truth for one in size.runs} == pytest.approx(scores)


def test_nobody_is_missed_as_a_judge_of_what_the_gold_standard_settles() -> None:
    (one,) = yardsticks(with_gold(by_three(paragraphs())), "m@1", "c1")
    assert one.questions == len(paragraphs().topics.questions)


@pytest.mark.parametrize("name", ["series_small", "tac_small", "nq_small"])
def test_answers_are_compared_where_runs_cannot_be_scored_by_them(name: str) -> None:
    """Before people judged, and where a score rests on classes and nuggets, which only people make."""
    whole = machine_judged(name)
    alone = whole._replace(judgments=tuple(one for one in whole.judgments if one.kind == "machine"))
    for evaluation in (whole, alone):
        found = machine_report(evaluation, "m@1")
        is_silent = evaluation is alone or name != "series_small"
        assert (found.against.ranking is None) is is_silent
        assert bool(found.yardsticks[0].reason) is is_silent
        assert ("can be told from a further assessor cannot be said" in found.sentence) is is_silent
    assert machine_report(whole, "m@1").items.items > 3


def said_by_machine(evaluation: Evaluation, grade: str = "yes") -> Evaluation:
    own = tuple(Judgment(one, "m", grade, kind="machine") for one in evaluation.pool)
    return evaluation._replace(judgments=(*evaluation.judgments, *own))


def test_runs_are_scored_over_questions_that_both_sides_judged_in_full() -> None:
    """Of question 2 people judged one answer so far: those that are left are not wrong."""
    votes = {("1", one): {"ann": "yes"} for one in "ab"} | {("2", one): {"ann": "yes"} for one in "ab"}
    whole = said_by_machine(trec8(votes, {"one": {"1": ["a"], "2": ["a"]}, "two": {"1": ["b"], "2": ["b"]}}))
    begun = whole._replace(
        judgments=tuple(one for one in whole.judgments if one.item != item("2", "b") or one.kind == "machine")
    )
    for evaluation, items in ((whole, 4), (begun, 3)):
        found = against_people(evaluation, "m")
        assert [(run.by_people, run.by_machine) for run in found.runs] == [(1, 1), (1, 1)]
        assert found.total.items == items
    assert machine_report(begun, "m").significant.reversed == 0


def test_a_trial_takes_questions_that_people_judged_in_full() -> None:
    votes = {(str(number), one): {"ann": "yes"} for number in range(8) for one in "ab"}
    whole = said_by_machine(trec8(votes, {"r": {str(number): ["a"] for number in range(8)}}))
    begun = tuple(one for one in whole.judgments if one.kind == "machine" or one.item != item("7", "b"))
    assert simulated(whole, "m", (3,), trials=5).questions == 8
    assert [size.n for size in simulated(whole, "m", trials=5).sizes] == [4, 6]  # a quarter of 8 is too few
    assert simulated(whole._replace(judgments=begun), "m", (3,), trials=5).questions == 7


def test_what_people_dispute_and_nobody_decided_counts_on_neither_side() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no"}, ("1", "b"): {"ann": "yes", "bo": "yes"}}
    evaluation = said_by_machine(trec8(votes, {"one": {"1": ["a"]}, "two": {"1": ["b"]}}))
    found = against_people(evaluation, "m")
    assert {run.run_id: (run.by_people, run.by_machine) for run in found.runs} == {
        "one": (0, 0),
        "two": (1, 1),
    }
    decided = evaluation._replace(adjudications=(Adjudication(item("1", "a"), "no", "opinion", False),))
    found = against_people(decided, "m")
    assert {run.run_id: (run.by_people, run.by_machine) for run in found.runs} == {
        "one": (0, 1),
        "two": (1, 1),
    }
