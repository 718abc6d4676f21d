"""Conditions: drawn by the seed, the question and the assessor alone; what is blind and what is not adds up to everything."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import bundle
from scoring.conditions import blind_part, edited_part, is_drawn
from scoring.index import Index
from scoring.records import Assignment, Evaluation, Judgment, PostEditing
from scoring.studies.by_condition import among_people, anchoring
from scoring.studies.machines import against_people
from scoring.studies.sentences import of_agreement
from tests.commands import GOLDEN
from tests.scoring.campaigns import item, trec8

PEOPLE = ("ann", "bob")
PLACES = st.tuples(st.sampled_from("1234"), st.sampled_from("abc"))
GRADES = st.sampled_from(["yes", "no"])


def plan(share: int, seed: int = 1, questions: tuple[str, ...] = ()) -> PostEditing:
    return PostEditing("m", share, seed, "0" * 64, questions)


def test_the_share_is_drawn_for_each_question_and_assessor_by_themselves() -> None:
    pairs = [(str(number), name) for number in range(2_000) for name in PEOPLE]
    drawn = {pair: is_drawn(plan(30), *pair) for pair in pairs}
    assert 0.27 < sum(drawn.values()) / len(pairs) < 0.33
    both = sum(drawn[str(number), "ann"] and drawn[str(number), "bob"] for number in range(2_000)) / 2_000
    assert 0.06 < both < 0.12  # .09 where the one says nothing of the other
    assert any(drawn[pair] != is_drawn(plan(30, seed=2), *pair) for pair in pairs)
    assert all(is_drawn(plan(100), *pair) for pair in pairs)
    assert not any(is_drawn(plan(100, questions=("x",)), *pair) for pair in pairs)


@given(
    st.dictionaries(PLACES, st.tuples(GRADES, GRADES, GRADES), min_size=1),
    st.sets(st.tuples(st.sampled_from("1234"), st.sampled_from(PEOPLE))),
)
def test_both_parts_add_up_to_what_people_said(
    said: dict[tuple[str, str], tuple[str, ...]], edited: set[tuple[str, str]]
) -> None:
    evaluation = with_conditions(said, edited)
    blind, seen = Index(blind_part(evaluation)), Index(edited_part(evaluation))
    whole = Index(evaluation)
    assert whole.votes == {
        one: {**blind.votes.get(one, {}), **seen.votes.get(one, {})} for one in whole.votes
    }
    assert all((one.qid, name) in edited for one, votes in seen.votes.items() for name in votes)
    assert not any((one.qid, name) in edited for one, votes in blind.votes.items() for name in votes)
    assert blind.machines == seen.machines == whole.machines
    if edited:
        assert sum(row.judgments for row in among_people(whole)) == 2 * len(said)
        found = anchoring(whole, "m")
        assert found is not None
        ((_, rows, _),) = found.scales
        assert sum(row.judgments for row in rows) == 2 * len(said)
        for row in rows:
            counted = [
                grade == grades[2]
                for place, grades in said.items()
                for name, grade in zip(PEOPLE, grades, strict=False)
                if ((place[0], name) in edited) is (row.condition == "post-editing")
            ]
            assert row.alike.value == (sum(counted) / len(counted) if counted else None)
    else:
        assert blind_part(evaluation) is evaluation
        assert among_people(whole) == ()
        assert anchoring(whole, "m") is None


def test_each_scale_stands_for_itself_under_each_condition() -> None:
    """Agreement over grades of relevance and of support together would count grades that can never meet."""
    found = among_people(Index(_seen_by_bo()))
    assert [(row.scale, row.condition, row.judgments) for row in found] == [
        ("Relevance of segments", "blind", 9),
        ("Relevance of segments", "post-editing", 9),
        ("Support of sentences", "blind", 14),
        ("Support of sentences", "post-editing", 14),
    ]
    assert all("scale" in row.as_json() for row in found)
    # In short: what was judged with grades in view on all scales together, and nothing that was judged blind.
    (said,) = of_agreement({"conditions": [row.as_json() for row in found]})
    assert said.startswith("23 judgments were post-edited: ")
    blind = [row for row in found if row.condition == "blind"]
    assert of_agreement({"conditions": [row._replace(judgments=0).as_json() for row in found]}) == []
    assert of_agreement({"conditions": [row.as_json() for row in blind]}) == []


def test_anchoring_is_told_of_each_scale_by_itself() -> None:
    """Bo saw what the program says of both scales: how often she keeps to it is a share of each, and of both of neither."""
    evaluation = _seen_by_bo()
    index = Index(evaluation)
    found = anchoring(index, "mill@2")
    assert found is not None
    assert [one.scale for one in found.scales] == ["Relevance of segments", "Support of sentences"]
    grades, types = (
        index.machines["mill@2"].grades,
        {one.qid: one.type for one in evaluation.topics.questions},
    )
    for one, type_ in zip(found.scales, ("RELEVANCE", "SUPPORT"), strict=True):
        for row, name in zip(one.rows, ("ann", "bo"), strict=True):
            same = [
                grade == grades[item]
                for item, votes in index.votes.items()
                for who, grade in votes.items()
                if who == name and item in grades and types[item.qid] == type_
            ]
            assert (row.judgments, row.alike.value) == (len(same), sum(same) / len(same))
    told = found.as_json()
    assert [part["scale"] for part in told["scales"]] == [one.scale for one in found.scales]
    assert not {"rows", "more"} & told.keys()


def test_a_scale_that_the_machine_did_not_judge_has_no_anchoring() -> None:
    evaluation = _seen_by_bo()
    said = [
        one for one in evaluation.judgments if one.kind == "human" or not one.item.qid.endswith("/support")
    ]
    index = Index(evaluation._replace(judgments=tuple(said)))
    found = anchoring(index, "mill@2")
    assert found is not None
    assert [one.scale for one in found.scales] == ["Relevance of segments"]


def test_over_a_few_questions_of_a_condition_the_share_of_equal_grades_has_no_interval() -> None:
    """Also where the other condition has many: the share of one question comes out of every resample as it is."""
    for questions, edited in ((9, 9), (40, 1), (40, 9), (40, 10)):
        said = {(str(number), "a"): ("yes", "no", "yes") for number in range(questions)}
        seen = {(str(number), "bob") for number in range(edited)}
        found = anchoring(Index(with_conditions(said, seen)), "m")
        assert found is not None
        ((_, (blind, post_edited), more),) = found.scales
        assert more.value is not None
        assert (blind.alike.low is None) is (questions < 10)
        assert (post_edited.alike.low is None) is (edited < 10)
        assert (more.low is None) is (edited < 10)


def test_a_decision_between_people_who_saw_the_machines_grades_is_not_held_against_it() -> None:
    """Both saw them in question 1, and one did in question 2: what they disputed would be all that is left of them."""
    votes = {(qid, one): {"ann": "yes", "bo": "yes"} for qid in "123" for one in "ab"}
    votes |= {(qid, "a"): {"ann": "no", "bo": "yes"} for qid in "123"}
    decisions = {(qid, "a"): "yes" for qid in "123"}
    runs = {"one": {qid: ["a"] for qid in "123"}, "two": {qid: ["b"] for qid in "123"}}
    shown = (
        Assignment("1", "ann", shown="m"),
        Assignment("1", "bo", shown="m"),
        Assignment("2", "bo", shown="m"),
    )
    found = against_people(_judged_by_machine(trec8(votes, runs, decisions, shown)), "m")
    assert [(row.qid, row.both_right, row.machine_only) for row in found.questions] == [
        ("2", 1, 1),
        ("3", 2, 0),
    ]
    assert {run.run_id: run.by_people for run in found.runs} == {"one": pytest.approx(0.5), "two": 1}


def with_conditions(
    said: Mapping[tuple[str, str], tuple[str, ...]], edited: set[tuple[str, str]]
) -> Evaluation:
    """Two people and a machine on every item; `edited`: who saw what the machine said of which question."""
    votes = {place: dict(zip(PEOPLE, grades, strict=False)) for place, grades in said.items()}
    machine = tuple(Judgment(item(*place), "m", grades[2], kind="machine") for place, grades in said.items())
    rows = tuple(Assignment(qid, name, shown="m") for qid, name in sorted(edited))
    base = trec8(votes, {"r": {qid: [text] for qid, text in said}}, assignments=rows)
    return base._replace(judgments=(*base.judgments, *machine))


def _seen_by_bo() -> Evaluation:
    """Answers with citations, of which Bo saw what a program says before she judged."""
    evaluation, _ = bundle.read(GOLDEN / "rag_small")
    assert evaluation is not None
    rows = [one._replace(shown="mill@2") if one.assessor == "bo" else one for one in evaluation.assignments]
    return evaluation._replace(assignments=tuple(rows))


def _judged_by_machine(evaluation: Evaluation) -> Evaluation:
    own = tuple(Judgment(one, "m", "yes", kind="machine") for one in evaluation.pool)
    return evaluation._replace(judgments=(*evaluation.judgments, *own))
