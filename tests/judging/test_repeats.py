"""The same change sent again: known by the browser's name for it, whatever happened in between; counted once."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest

from assessment.adjudication.services import settle
from assessment.judging.models import Assignment, Change, Nugget
from assessment.judging.services import classes, nuggets, questions
from assessment.judging.services.changes import undo_as_assessor
from assessment.judging.services.judgments import record_judgment, undo
from assessment.judging.services.parts.part import ChangeConflict
from assessment.judging.services.questions import Notes
from assessment.shared.errors import Refused
from tests import factory
from tests.judging.test_together import together

pytestmark = pytest.mark.django_db(transaction=True)
SENT = 6


class Scene:
    """A list question with two correct answers and a nugget question, both judged by ada."""

    def __init__(self) -> None:
        campaign = factory.make_campaign("comet", "series2004")
        self.list, self.other = factory.make_questions(campaign, "1.3", "1.4", series="1")
        for question, kind in ((self.list, "LIST"), (self.other, "OTHER")):
            question.type = kind
            question.save()
        self.ada = factory.make_account("ada")
        self.items = factory.make_items(self.list, ("D-1", "Halden"), ("D-2", "Rehn"))
        self.texts = factory.make_items(self.other, ("D-1", "its lamp"), ("D-2", "its coil"))
        self.mine = factory.make_assignment(self.list, self.ada)
        self.assignment = factory.make_assignment(self.other, self.ada)
        self.nugget = Nugget.objects.create(question=self.other, name="1", text="its lamp", position=1)
        for item in self.items:
            self.judge(self.mine, item.pk)

    def judge(self, row: Assignment, item: int, **more: Any) -> Any:
        given = {"client_id": uuid4(), "grade": "correct", "seen": 0, **more}
        return record_judgment(by=self.ada, assignment_id=row.pk, item_id=item, **given)


@pytest.fixture
def scene(transactional_db: None) -> Scene:
    return Scene()


class Case(NamedTuple):
    """A change, one that finds everything so already, and another one of the same thing."""

    row: Assignment
    service: Callable[..., Any]
    change: dict[str, Any]
    same: dict[str, Any]
    other: dict[str, Any]

    def send(self, fields: dict[str, Any], client_id: UUID | None = None, **more: Any) -> Any:
        by = self.row.member.account
        return self.service(
            by=by, assignment_id=self.row.pk, client_id=client_id or uuid4(), **{**fields, **more}
        )

    def seconds(self) -> int:
        self.row.refresh_from_db()
        return self.row.seconds


def put(scene: Scene) -> Case:
    item, one, two = scene.items[0].pk, uuid4(), uuid4()
    first = {"items": {item: None}, "uid": one, "label": "one"}
    same = {**first, "items": {item: str(one)}}
    return Case(scene.mine, classes.put_into_class, first, same, {**same, "uid": two, "label": "two"})


def vote(scene: Scene) -> Case:
    vital, okay = ({"uid": scene.nugget.uid, "vote": vote} for vote in ("vital", "okay"))
    return Case(scene.assignment, nuggets.vote_on_nugget, vital, vital, okay)


def reword(scene: Scene) -> Case:
    first = {"uid": scene.nugget.uid, "text": "lamp", "seen": "its lamp"}
    same = {**first, "seen": "lamp"}
    return Case(scene.assignment, nuggets.reword_nugget, first, same, {**same, "text": "a lamp"})


def mark(scene: Scene) -> Case:
    uid, item = scene.nugget.uid, scene.texts[0].pk
    first: dict[str, Any] = {"item_id": item, "uids": [uid], "seen": []}
    same = {**first, "seen": [uid]}
    return Case(scene.assignment, nuggets.mark_nuggets, first, same, {**same, "uids": []})


def notes(scene: Scene) -> Case:
    first, other = ({"notes": Notes(comment=text), "seen": seen} for seen, text in enumerate(("one", "two")))
    return Case(scene.mine, questions.save_notes, first, {**first, "seen": 1}, other)


CASES = [put, vote, reword, mark, notes]


@pytest.mark.parametrize("case_of", CASES)
@pytest.mark.parametrize("was_so", [False, True])
def test_a_change_sent_again_after_another_one_is_known(
    scene: Scene, case_of: Callable[[Scene], Case], was_so: bool
) -> None:
    case, name = case_of(scene), uuid4()
    if was_so:
        case.send(case.change)
    sent = case.same if was_so else case.change
    case.send(sent, name, seconds=7)
    case.send(case.other)
    spent, stored = case.seconds(), Change.objects.count()
    again = case.send(sent, name, seconds=7)
    assert again == 2 if case_of is notes else again.repeated
    assert (case.seconds(), Change.objects.count()) == (spent, stored)


@pytest.mark.both_databases
@pytest.mark.parametrize("case_of", CASES)
@pytest.mark.parametrize("was_so", [False, True])
def test_a_change_sent_many_times_at_once_is_stored_once_and_always_taken(
    scene: Scene, case_of: Callable[[Scene], Case], was_so: bool
) -> None:
    case, name = case_of(scene), uuid4()
    if was_so:
        case.send(case.change)
    spent, stored = case.seconds(), Change.objects.count()
    sent = case.same if was_so else case.change
    answers = together(*(lambda: case.send(sent, name, seconds=7) for _ in range(SENT)))
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    assert Change.objects.count() == stored + 1
    assert case.seconds() == spent + 7


def test_undo_passes_over_what_changed_nothing(scene: Scene) -> None:
    case = vote(scene)
    assert case.send(case.change).undo == case.send(case.same).undo
    sent: dict[str, Any] = {"by": scene.ada, "assignment_id": scene.assignment.pk}
    assert undo_as_assessor(client_id=uuid4(), **sent).state == {"votes": {str(scene.nugget.uid): None}}
    with pytest.raises(Refused):
        undo_as_assessor(client_id=uuid4(), **sent)


@pytest.mark.both_databases
def test_a_judgment_and_its_undo_sent_many_times_at_once(scene: Scene) -> None:
    item, name = scene.items[0].pk, uuid4()
    again = {"client_id": name, "grade": "inexact", "seen": 1, "seconds": 5}
    answers = together(*(lambda: scene.judge(scene.mine, item, **again) for _ in range(SENT)))
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    sent: dict[str, Any] = {
        "by": scene.ada,
        "assignment_id": scene.mine.pk,
        "client_id": uuid4(),
        "of": name,
        "seconds": 3,
    }
    answers = together(*(lambda: undo(**sent) for _ in range(SENT)))
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    scene.mine.refresh_from_db()
    assert scene.mine.seconds == 8
    assert scene.mine.changes.filter(item=item).count() == 3
    assert scene.judge(scene.mine, item, **again).repeated


def test_settled_classes_sent_again_after_another_settling(scene: Scene) -> None:
    item = scene.items[0].pk
    made = classes.put_into_class(
        by=scene.ada, assignment_id=scene.mine.pk, client_id=uuid4(), items={item: None}, uid=uuid4()
    )
    (uid,) = made.state["labels"]
    settled: dict[str, Any] = {"question": scene.list, "by": None, "items": {item: uid}}
    settle.settle_classes(client_id=uuid4(), **settled)
    same = uuid4()
    settle.settle_classes(client_id=same, **settled)
    settle.settle_classes(
        client_id=uuid4(), question=scene.list, by=None, items={item: None}, seen={item: uid}
    )
    assert settle.settle_classes(client_id=same, **settled, seen={item: None}).repeated


def test_the_notes_of_a_second_window_are_still_asked_about(scene: Scene) -> None:
    sent: dict[str, Any] = {"by": scene.ada, "assignment_id": scene.mine.pk, "seen": 0}
    questions.save_notes(notes=Notes(comment="one"), client_id=uuid4(), **sent)
    with pytest.raises(ChangeConflict):
        questions.save_notes(notes=Notes(comment="two"), client_id=uuid4(), **sent)


def test_notes_that_say_something_else_under_a_known_name_are_not_taken_for_a_repeat(scene: Scene) -> None:
    """A plain page that was left and come back to sends the name that it was made with."""
    sent: dict[str, Any] = {"by": scene.ada, "assignment_id": scene.mine.pk, "client_id": uuid4()}
    questions.save_notes(notes=Notes(comment="one"), seen=0, **sent)
    assert questions.save_notes(notes=Notes(comment="two"), seen=1, **sent) == 2
    with pytest.raises(ChangeConflict):
        questions.save_notes(notes=Notes(comment="three"), seen=1, **sent)
