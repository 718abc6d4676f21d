"""Many saves at once: nothing is lost, nothing counted twice, and disputes are seen whoever comes last."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from assessment.assignments.services.handover import hand_over
from assessment.judging.models import Assignment, Change, Judgment
from assessment.judging.services.judgments import record_judgment, undo
from assessment.judging.services.parts.part import ChangeConflict
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import AssizeError
from assessment.submissions.models import PoolItem
from tests import factory
from tests.factory import give
from tests.judging.room import Room
from tests.judging.scene import at_once

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
TOGETHER = 20


def together(*actions: Callable[[], object]) -> list[object]:
    """Do all of it at the same moment; what each gave or raised."""
    return at_once(lambda number: actions[number](), times=len(actions))


@pytest.fixture
def room(transactional_db: None) -> Room:
    return Room(*((f"D-{number}", f"answer {number}") for number in range(TOGETHER)))


def saver(
    room: Room, number: int, grade: str, client_id: UUID, assignment: Assignment | None = None
) -> Callable[[], object]:
    """A save of one answer."""
    pk = (assignment or room.mine).pk
    item = room.items[number].pk
    return lambda: record_judgment(
        by=None, assignment_id=pk, item_id=item, grade=grade, seen=0, client_id=client_id, seconds=1
    )


def test_twenty_answers_of_one_assignment(room: Room) -> None:
    together(*(saver(room, number, "correct", uuid4()) for number in range(TOGETHER)))
    assert Judgment.objects.filter(grade="correct").count() == TOGETHER
    assert room.counters() == (TOGETHER, 0)
    assert room.mine.seconds == TOGETHER


def test_one_save_sent_twenty_times(room: Room) -> None:
    mark = uuid4()
    results = together(*(saver(room, 0, "correct", mark) for _ in range(TOGETHER)))
    assert not [result for result in results if isinstance(result, Exception)]
    assert Change.objects.count() == 1
    assert room.counters() == (1, 0)
    assert room.mine.seconds == 1


def test_twenty_windows_and_one_answer(room: Room) -> None:
    grades = ["correct", "inexact", "unsupported", "incorrect"] * 5
    results = together(*(saver(room, 0, grade, uuid4()) for grade in grades))
    conflicts = [result for result in results if isinstance(result, ChangeConflict)]
    assert len(conflicts) == TOGETHER - 1
    assert {conflict.stored["grade"] for conflict in conflicts} == {Judgment.objects.get().grade}
    assert room.counters() == (1, 0)


def test_ten_pairs_of_assessors_who_disagree(room: Room) -> None:
    saves = []
    for number in range(TOGETHER):
        member = ensure_member(campaign=room.campaign, name=f"a{number}", roles=["assessor"], by=None)
        own = give(room.question, member)
        saves.append(saver(room, number // 2, ("correct", "incorrect")[number % 2], uuid4(), own))
    together(*saves)
    assert Judgment.objects.count() == TOGETHER
    assert PoolItem.objects.filter(disputed=True).count() == TOGETHER // 2


def test_twenty_undos(room: Room) -> None:
    for number in range(TOGETHER):
        room.judge(number, "correct")
    at_once(lambda _: undo(by=room.ada, assignment_id=room.mine.pk, client_id=uuid4()))
    assert room.counters() == (0, 0)
    assert Change.objects.filter(undone=True).count() == TOGETHER
    assert not Judgment.objects.exclude(grade="").exists()


def test_handing_over_while_judging(room: Room) -> None:
    """Neither waits for the other for ever, and what is set aside takes part in no dispute."""
    other = factory.make_account("cleo")
    member = ensure_member(campaign=room.campaign, name="cleo", roles=["assessor"], by=None, account=other)
    for number in range(TOGETHER):
        room.judge(number, "incorrect", by="ben")
    saves = [saver(room, number, "correct", uuid4()) for number in range(TOGETHER - 1)]
    results = together(lambda: hand_over(assignment=room.mine, to=member, by=None), *saves)
    assert not [
        result for result in results if isinstance(result, Exception) and not isinstance(result, AssizeError)
    ]
    refused = [result.code for result in results if isinstance(result, AssizeError)]
    assert set(refused) <= {"handed_over"}
    room.mine.refresh_from_db()
    assert room.mine.handed_over_at
    assert Judgment.objects.filter(member=room.mine.member).count() == TOGETHER - 1 - len(refused)
    assert room.mine.judged == TOGETHER - 1 - len(refused)
    assert not PoolItem.objects.filter(disputed=True).exists()
