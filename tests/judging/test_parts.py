"""Answer classes, nuggets, votes and matches: stored with their history, held against what the page saw, undone."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import Http404

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Assignment, Judgment, Nugget, NuggetMatch, NuggetVote
from assessment.judging.services import classes, nuggets
from assessment.judging.services.changes import undo_as_assessor
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.parts.part import ChangeConflict
from assessment.people.models import Account
from assessment.results.selectors.evaluation import load_evaluation
from assessment.shared.errors import Refused
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("comet", "series2004")


@pytest.fixture
def ada() -> Account:
    return make_account("ada")


@pytest.fixture
def listed(campaign: Campaign, ada: Account) -> Assignment:
    """A list question with three answers that ada judged correct and one that she did not."""
    (question,) = make_questions(campaign, "1.2", type="LIST", series="1")
    items = make_items(question, ("D1", "Aster"), ("D2", "the Aster"), ("D3", "Grey Gull"), ("D4", "none"))
    assignment = make_assignment(question, ada)
    for item in items:
        grade = "incorrect" if item.answer == "none" else "correct"
        record_judgment(
            by=ada, assignment_id=assignment.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade=grade
        )
    return assignment


@pytest.fixture
def other(campaign: Campaign, ada: Account) -> Assignment:
    """An Other question after a question whose answer is known."""
    asked, question = make_questions(campaign, "2.1", "2.4", type="OTHER", series="2")
    Question.objects.filter(pk=asked.pk).update(type="FACTOID")
    AnswerClass.objects.create(question=asked, name="1", text="1843", origin="development")
    make_items(question, ("D1", "a lighthouse of 1843"), ("D2", "its lamp burned whale oil"))
    return make_assignment(question, ada)


def pks(assignment: Assignment) -> dict[str, int]:
    return dict(assignment.question.pool_items.values_list("answer", "pk"))


def classes_of(assignment: Assignment) -> dict[str, str | None]:
    rows = Judgment.objects.filter(assignment=assignment).values_list("item__answer", "answer_class__text")
    return dict(rows)


def put(
    assignment: Assignment, *answers: str, uid: UUID | None = None, seen: str | None = None, label: str = ""
) -> None:
    items = {pks(assignment)[answer]: seen for answer in answers}
    classes.put_into_class(
        by=assignment.member.account,
        assignment_id=assignment.pk,
        client_id=uuid4(),
        items=items,
        uid=uid,
        label=label,
    )


def undo(assignment: Assignment) -> None:
    undo_as_assessor(by=assignment.member.account, assignment_id=assignment.pk, client_id=uuid4())


def test_classes_are_made_merged_split_renamed_and_undone(listed: Assignment) -> None:
    ship, bird = uuid4(), uuid4()
    put(listed, "Aster", uid=ship)
    put(listed, "the Aster", uid=ship, label="ignored: the class is there")
    put(listed, "Grey Gull", uid=bird, label="the gull")
    states = [classes_of(listed)]
    assert states[0] == {"Aster": "Aster", "the Aster": "Aster", "Grey Gull": "the gull", "none": None}
    said: dict[str, Any] = {"by": listed.member.account, "assignment_id": listed.pk}
    classes.rename_class(**said, client_id=uuid4(), uid=ship, label=" The  ship ", seen="Aster")
    states.append(classes_of(listed))
    assert states[1]["Aster"] == "The ship"
    classes.merge_classes(**said, client_id=uuid4(), uid=bird, into="The ship")
    states.append(classes_of(listed))
    assert states[2]["Grey Gull"] == "The ship"
    put(listed, "the Aster", "Grey Gull", uid=uuid4(), seen=str(ship), label="split off")
    assert classes_of(listed)["Grey Gull"] == "split off"
    for state in reversed(states):
        undo(listed)
        assert classes_of(listed) == state
    names = set(AnswerClass.objects.filter(judgments__isnull=False).values_list("name", flat=True))
    assert names == {"1", "2"}


@pytest.mark.both_databases
def test_a_class_that_was_merged_meanwhile_is_not_merged_again(listed: Assignment) -> None:
    ship, bird, third = uuid4(), uuid4(), uuid4()
    for uid, answer in ((ship, "Aster"), (bird, "the Aster"), (third, "Grey Gull")):
        put(listed, answer, uid=uid)
    shown: dict[int, str | None] = {pks(listed)["the Aster"]: str(bird)}
    said: dict[str, Any] = {"by": listed.member.account, "assignment_id": listed.pk, "uid": bird}
    classes.merge_classes(**said, client_id=uuid4(), into=str(ship), items=shown)
    before = classes_of(listed)
    with pytest.raises(Refused, match="has no answers any more"):
        classes.merge_classes(**said, client_id=uuid4(), into=str(third), items=shown)
    put(listed, "Grey Gull", uid=bird, seen=str(third))
    with pytest.raises(ChangeConflict, match="meanwhile"):
        classes.merge_classes(**said, client_id=uuid4(), into=str(ship), items=shown)
    undo(listed)
    assert classes_of(listed) == before
    undo(listed)
    assert classes_of(listed)["the Aster"] == "the Aster"


def test_a_class_takes_only_correct_answers_of_this_question(listed: Assignment) -> None:
    with pytest.raises(Refused, match="that you judged correct"):
        put(listed, "Aster", "none", uid=uuid4())
    (elsewhere,) = make_questions(listed.question.campaign, "9.1", type="LIST")
    stranger = AnswerClass.objects.create(question=elsewhere, name="1", text="x")
    with pytest.raises(Refused, match="no longer exists"):
        put(listed, "Aster", uid=stranger.uid)
    assert set(classes_of(listed).values()) == {None}


def test_what_another_window_changed_is_not_overwritten(listed: Assignment) -> None:
    first, second = uuid4(), uuid4()
    put(listed, "Aster", uid=first)
    with pytest.raises(ChangeConflict) as conflict:
        put(listed, "Aster", uid=second, seen=None)
    assert conflict.value.stored["classes"] == {str(pks(listed)["Aster"]): str(first)}
    assert classes_of(listed)["Aster"] == "Aster"


def test_a_repeat_of_a_change_is_harmless(listed: Assignment) -> None:
    said: dict[str, Any] = {
        "by": listed.member.account,
        "assignment_id": listed.pk,
        "client_id": uuid4(),
        "uid": uuid4(),
    }
    items = {pks(listed)["Aster"]: None}
    assert not classes.put_into_class(**said, items=items).repeated
    assert classes.put_into_class(**said, items=items).repeated
    assert AnswerClass.objects.count() == 1


@pytest.mark.both_databases
def test_the_rest_gets_classes_of_its_own_and_the_scores_know_them(listed: Assignment) -> None:
    outcome = classes.group_the_rest(by=listed.member.account, assignment_id=listed.pk, client_id=uuid4())
    assert outcome.undo == "give 3 answers a class of their own"
    result = load_evaluation(listed.question.campaign)
    assert {it.item.answer: it.answer_class for it in result.judgments} == {
        "Aster": "1",
        "the Aster": "2",
        "Grey Gull": "3",
        "none": "",
    }
    assert [(it.name, it.label, it.assessor) for it in result.known_answers][:1] == [("1", "Aster", "ada")]
    undo(listed)
    assert load_evaluation(listed.question.campaign).known_answers == ()


def test_nobody_else_reaches_an_assignment(listed: Assignment) -> None:
    with pytest.raises(Http404):
        classes.put_into_class(
            by=make_account("eve"),
            assignment_id=listed.pk,
            client_id=uuid4(),
            items={pks(listed)["Aster"]: None},
            uid=uuid4(),
        )


def write(assignment: Assignment, text: str, vote: str = "vital", item: int | None = None) -> UUID:
    uid = uuid4()
    nuggets.write_nugget(
        by=assignment.member.account,
        assignment_id=assignment.pk,
        client_id=uuid4(),
        uid=uid,
        text=text,
        vote=vote,
        item_id=item,
    )
    return uid


@pytest.mark.both_databases
def test_a_merge_means_the_nugget_that_the_page_showed(other: Assignment) -> None:
    lamp, oil, gas = (write(other, text) for text in ("a lamp", "whale oil", "gas"))
    said: dict[str, Any] = {"by": other.member.account, "assignment_id": other.pk}
    nuggets.move_nugget(**said, client_id=uuid4(), uid=gas, place=1)  # in another window
    nuggets.merge_nuggets(**said, client_id=uuid4(), uid=lamp, number=2, into=oil)
    assert texts(other) == ["gas", "whale oil"]
    nuggets.remove_nugget(**said, client_id=uuid4(), uid=oil)
    with pytest.raises(Refused):
        nuggets.merge_nuggets(**said, client_id=uuid4(), uid=gas, number=1, into=oil)
    assert texts(other) == ["gas"]


def texts(assignment: Assignment) -> list[str]:
    return [row.text for row in Nugget.objects.filter(question=assignment.question).current().in_order()]


def test_nuggets_are_written_reworded_ordered_merged_removed_and_undone(other: Assignment) -> None:
    said: dict[str, Any] = {"by": other.member.account, "assignment_id": other.pk}
    answer = pks(other)["its lamp burned whale oil"]
    lamp, oil = write(other, "its lamp", item=answer), write(other, "burned  whale\noil", "okay", answer)
    assert texts(other) == ["its lamp", "burned whale oil"]
    nuggets.reword_nugget(**said, client_id=uuid4(), uid=lamp, text="it had a lamp", seen="its lamp")
    nuggets.move_nugget(**said, client_id=uuid4(), uid=oil, place=1)
    assert texts(other) == ["burned whale oil", "it had a lamp"]
    nuggets.merge_nuggets(**said, client_id=uuid4(), uid=lamp, number=1)
    assert texts(other) == ["burned whale oil"]
    assert {match.nugget.text for match in NuggetMatch.objects.all()} == {"burned whale oil"}
    for expected in (["burned whale oil", "it had a lamp"], ["it had a lamp", "burned whale oil"]):
        undo(other)
        assert texts(other) == expected
    undo(other)
    undo(other)
    undo(other)
    assert texts(other) == []
    assert not NuggetMatch.objects.exists()
    assert not NuggetVote.objects.exists()


def test_a_nugget_that_repeats_what_was_asked_is_warned_of(other: Assignment) -> None:
    outcome = nuggets.write_nugget(
        by=other.member.account,
        assignment_id=other.pk,
        client_id=uuid4(),
        uid=uuid4(),
        text="built in 1843",
        vote="vital",
    )
    assert outcome.notices == ("Question 2.1 asked for this: “1843”.",)


@pytest.mark.both_databases
def test_two_edits_of_one_nugget_at_once(other: Assignment) -> None:
    uid = write(other, "its lamp")
    said: dict[str, Any] = {
        "by": other.member.account,
        "assignment_id": other.pk,
        "uid": uid,
        "seen": "its lamp",
    }
    nuggets.reword_nugget(**said, client_id=uuid4(), text="the lamp")
    with pytest.raises(ChangeConflict) as conflict:
        nuggets.reword_nugget(**said, client_id=uuid4(), text="a lamp")
    assert conflict.value.stored == {"texts": {str(uid): "the lamp"}}
    assert conflict.value.wanted == {"texts": {str(uid): "a lamp"}}
    assert texts(other) == ["the lamp"]


def mark(
    assignment: Assignment, answer: str, *uids: UUID, seen: Sequence[UUID] | None = None
) -> tuple[str, ...]:
    outcome = nuggets.mark_nuggets(
        by=assignment.member.account,
        assignment_id=assignment.pk,
        client_id=uuid4(),
        item_id=pks(assignment)[answer],
        uids=uids,
        seen=seen,
    )
    return outcome.notices


@pytest.mark.both_databases
def test_a_nugget_removed_while_somebody_marks_it(other: Assignment, campaign: Campaign) -> None:
    uid = write(other, "its lamp")
    ben = make_assignment(other.question, make_account("ben"))
    nuggets.remove_nugget(
        by=other.member.account,
        assignment_id=other.pk,
        client_id=uuid4(),
        uid=uid,
    )
    assert mark(ben, "its lamp burned whale oil", uid) == (
        "“its lamp” was removed meanwhile: your mark is kept with it.",
    )
    assert load_evaluation(campaign).matches == ()
    undo(other)
    assert [it.assessor for it in load_evaluation(campaign).matches] == ["ben"]
    assert mark(ben, "its lamp burned whale oil", seen=[uid]) == ()
    assert load_evaluation(campaign).matches == ()


def test_marks_count_an_answer_as_read_and_keep_what_is_hidden(other: Assignment) -> None:
    lamp, oil = write(other, "its lamp"), write(other, "whale oil")
    mark(other, "its lamp burned whale oil", lamp, oil)
    mark(other, "a lighthouse of 1843")
    other.refresh_from_db()
    assert other.judged == 2
    nuggets.remove_nugget(
        by=other.member.account,
        assignment_id=other.pk,
        client_id=uuid4(),
        uid=lamp,
    )
    mark(other, "its lamp burned whale oil", seen=[oil])
    undo(other)
    undo(other)
    stored = NuggetMatch.objects.values_list("nugget__text", flat=True)
    assert sorted(stored) == ["its lamp", "whale oil"]


def test_a_match_needs_a_nugget_and_an_answer_of_the_question(other: Assignment, campaign: Campaign) -> None:
    (elsewhere,) = make_questions(campaign, "3.4", type="OTHER", series="3")
    stranger = Nugget.objects.create(question=elsewhere, name="1", text="x", position=1)
    with pytest.raises(Refused, match="does not belong to this question"):
        mark(other, "a lighthouse of 1843", stranger.uid)
    (item,) = make_items(elsewhere, ("D9", "y"))
    with pytest.raises(Refused, match="not in the pool"):
        nuggets.mark_nuggets(
            by=other.member.account, assignment_id=other.pk, client_id=uuid4(), item_id=item.pk, uids=[]
        )


@pytest.mark.both_databases
def test_a_voter_votes_and_does_nothing_else(other: Assignment) -> None:
    uid = write(other, "its lamp", "okay")
    voter = make_assignment(other.question, make_account("ben"))
    Assignment.objects.filter(pk=voter.pk).update(stage="votes", asked=1)
    said: dict[str, Any] = {"by": voter.member.account, "assignment_id": voter.pk}
    nuggets.vote_on_nugget(**said, client_id=uuid4(), uid=uid, vote="vital")
    voter.refresh_from_db()
    assert (voter.judged, voter.pool_size) == (1, 1)
    for action in (
        lambda: nuggets.remove_nugget(**said, client_id=uuid4(), uid=uid),
        lambda: mark(voter, "a lighthouse of 1843", uid),
    ):
        with pytest.raises(Refused):
            action()
    with pytest.raises(Refused, match="not a vote"):
        nuggets.vote_on_nugget(**said, client_id=uuid4(), uid=uid, vote="maybe")
    write(other, "whale oil")
    voter.refresh_from_db()
    assert (voter.judged, voter.pool_size) == (1, 2)
