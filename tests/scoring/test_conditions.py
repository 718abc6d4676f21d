"""Conditions: drawn by the seed, the question and the assessor alone; what is blind and what is not adds up to everything."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.conditions import blind_part, edited_part, is_drawn
from scoring.index import Index
from scoring.records import Assignment, Evaluation, Judgment, PostEditing
from scoring.studies.by_condition import among_people, anchoring
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
        assert sum(row.judgments for row in found.rows) == 2 * len(said)
        for row in found.rows:
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


def with_conditions(said: dict[tuple[str, str], tuple[str, ...]], edited: set[tuple[str, str]]) -> Evaluation:
    """Two people and a machine on every item; `edited`: who saw what the machine said of which question."""
    votes = {place: dict(zip(PEOPLE, grades, strict=False)) for place, grades in said.items()}
    machine = tuple(Judgment(item(*place), "m", grades[2], kind="machine") for place, grades in said.items())
    rows = tuple(Assignment(qid, name, shown="m") for qid, name in sorted(edited))
    base = trec8(votes, {"r": {qid: [text] for qid, text in said}}, assignments=rows)
    return base._replace(judgments=(*base.judgments, *machine))
