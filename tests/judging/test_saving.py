"""Saving judgments: repeats, conflicts, refusals, counters and disputes."""

from uuid import uuid4

import pytest
from django.http import Http404

from assessment.judging.models import Assignment, Change, Judgment
from assessment.judging.services.judgments import record_judgment, undo
from assessment.judging.services.parts.part import ChangeConflict
from assessment.judging.services.questions import finish
from assessment.shared.errors import Conflict, Refused
from assessment.submissions.models import PoolItem
from tests import factory
from tests.judging.history import changes, said_in
from tests.judging.room import Room

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_a_grade_is_stored_with_its_history(room: Room) -> None:
    outcome = room.judge(0, "inexact", note="a surname only", seconds=7)
    assert (outcome.grade, outcome.changes, outcome.judged) == ("inexact", 1, 1)
    room.judge(0, "correct", seen=1, seconds=5)
    stored = Judgment.objects.get()
    assert (stored.grade, stored.note, stored.changes) == ("correct", "a surname only", 2)
    kept = [
        (said_in(change.before)["grade"], said_in(change.after)["grade"], change.made_by)
        for change in changes()
    ]
    assert kept == [
        ("", "inexact", room.ada),
        ("inexact", "correct", room.ada),
    ]
    assert room.counters() == (1, 0)
    assert room.mine.seconds == 12


def test_a_repeat_is_harmless_even_an_old_one(room: Room) -> None:
    first = uuid4()
    room.judge(0, "correct", client_id=first, seconds=5)
    room.judge(0, "incorrect", seen=1)
    for _ in range(2):
        again = room.judge(0, "correct", client_id=first, seconds=5)
        assert again.repeated
        assert again.grade == "incorrect"
    assert Change.objects.count() == 2
    assert room.counters() == (1, 0)
    assert room.mine.seconds == 5


def test_a_judgment_changed_elsewhere_is_shown_and_kept(room: Room) -> None:
    room.judge(0, "correct")
    with pytest.raises(ChangeConflict) as caught:
        room.judge(0, "incorrect", seen=0, note="mine")
    assert caught.value.stored["grade"] == "correct"
    assert caught.value.wanted["grade"] == "incorrect"
    assert caught.value.stored["changes"] == 1
    assert Judgment.objects.get().grade == "correct"
    assert room.judge(0, "incorrect", seen=caught.value.stored["changes"]).grade == "incorrect"


def test_the_history_says_what_was_around_a_change(room: Room) -> None:
    room.judge(0, "correct", seconds=9, place=2, document=3, remote="live")
    room.undo(seconds=4)
    kept = [
        (one.kind, one.seconds, one.place, one.document_revision, one.remote_resources) for one in changes()
    ]
    assert kept == [("grade", 9, 2, 3, "live"), ("grade", 4, None, None, "")]
    assert {(one.item, one.label, one.is_undo) for one in changes()} == {
        (room.items[0], "“correct”", False),
        (room.items[0], "“correct”", True),
    }


def test_another_grade_under_a_known_name_is_no_repeat(room: Room) -> None:
    """A plain page that was left and come back to sends the name that it was made with."""
    name = uuid4()
    room.judge(0, "correct", client_id=name)
    with pytest.raises(ChangeConflict):
        room.judge(0, "incorrect", client_id=name)
    assert room.judge(0, "correct", client_id=name).repeated
    assert Judgment.objects.get().grade == "correct"


def test_a_mark_used_for_another_item_is_refused(room: Room) -> None:
    used = uuid4()
    room.judge(0, "correct", client_id=used)
    with pytest.raises(Refused, match="same id"):
        room.judge(1, "correct", client_id=used)
    assert Judgment.objects.count() == 1


@pytest.mark.parametrize("grade", ["yes", "", "CORRECT", "superb"])
def test_a_grade_off_the_scale_is_refused(room: Room, grade: str) -> None:
    with pytest.raises(Refused) as caught:
        room.judge(0, grade)
    assert caught.value.code == "grade_not_on_scale"
    assert not Judgment.objects.exists()
    assert not Change.objects.exists()


def test_an_answer_of_another_question_is_refused(room: Room) -> None:
    (other,) = factory.make_questions(room.campaign, "1.2")
    (stranger,) = factory.make_items(other, ("A-1", "Halden"))
    room.items.append(stranger)
    with pytest.raises(Refused) as caught:
        room.judge(3, "correct")
    assert caught.value.code == "item_not_in_pool"


def test_nobody_judges_with_somebody_elses_assignment(room: Room) -> None:
    boss = factory.make_member(room.campaign, "boss", "organizer", "admin")
    for stranger in (room.ben, boss, factory.make_account("root", site_admin=True)):
        with pytest.raises(Http404):
            record_judgment(
                by=stranger,
                assignment_id=room.mine.pk,
                item_id=room.items[0].pk,
                grade="correct",
                seen=0,
                client_id=uuid4(),
            )
    assert not Judgment.objects.exists()


def test_later_waits_for_a_grade(room: Room) -> None:
    room.judge(0, None, later=True)
    assert room.counters() == (0, 1)
    room.judge(0, None, seen=1, note="ask about surnames")
    assert room.counters() == (0, 1)
    outcome = room.judge(0, "inexact", seen=2)
    assert outcome.note == "ask about surnames"
    assert room.counters() == (1, 0)
    room.judge(0, None, seen=3, later=True)
    assert room.counters() == (1, 1)
    assert Judgment.objects.get().grade == "inexact"


def test_disputes_follow_the_grades_of_both(room: Room) -> None:
    def disputed() -> list[bool]:
        return list(PoolItem.objects.order_by("pk").values_list("disputed", flat=True))

    room.judge(0, "correct")
    room.judge(0, "inexact", by="ben")
    assert disputed() == [True, False, False]
    room.judge(0, "correct", seen=1, by="ben")
    assert disputed() == [False, False, False]
    room.judge(0, "incorrect", seen=1)
    assert disputed() == [True, False, False]
    room.undo()
    room.undo()
    assert disputed() == [False, False, False]


def test_undo_goes_back_through_all_items(room: Room) -> None:
    room.judge(0, "correct")
    room.judge(1, "inexact", note="hm")
    room.judge(0, "incorrect", seen=1)
    assert room.undo().grade == "correct"
    outcome = room.undo()
    assert (outcome.item, outcome.grade, outcome.note) == (room.items[1].pk, "", "hm")
    assert room.undo().grade == ""
    with pytest.raises(Refused) as caught:
        room.undo()
    assert caught.value.code == "nothing_to_undo"
    assert room.counters() == (0, 0)
    assert Change.objects.count() == 6


def test_undo_of_a_grade_keeps_the_note_typed_with_it(room: Room) -> None:
    room.judge(0, None, note="first thoughts")
    room.judge(0, "inexact", note="a surname only", seen=1)
    assert room.undo()[1:4] == ("", "a surname only", False)
    assert room.undo()[1:4] == ("", "", False)  # the note itself is what this one takes back


def test_undo_names_what_it_undoes(room: Room) -> None:
    shown = uuid4()
    room.judge(0, "correct", client_id=shown)
    room.judge(1, "correct")
    with pytest.raises(Conflict) as caught:
        room.undo(of=shown)
    assert caught.value.code == "undo_moved"
    assert room.counters() == (2, 0)


def test_undo_of_what_was_never_stored_says_so(room: Room) -> None:
    room.judge(0, "correct")
    with pytest.raises(Conflict) as caught:
        room.undo(of=uuid4())
    assert caught.value.code == "undo_unstored"
    assert room.counters() == (1, 0)


def test_a_repeated_undo_is_harmless(room: Room) -> None:
    room.judge(0, "correct")
    room.judge(1, "correct")
    mark = uuid4()
    for _ in range(3):
        outcome = undo(by=room.ada, assignment_id=room.mine.pk, client_id=mark)
        assert outcome.item == room.items[1].pk
    assert room.counters() == (1, 0)


def test_finishing_needs_every_answer(room: Room) -> None:
    def try_to_finish(**more: bool) -> str:
        with pytest.raises(Refused) as caught:
            finish(by=room.ada, assignment_id=room.mine.pk, **more)
        return caught.value.code

    assert try_to_finish() == "answers_unjudged"
    for number in range(3):
        room.judge(number, "incorrect")
    room.judge(2, None, seen=1, later=True)
    assert try_to_finish() == "answers_later"
    room.judge(2, "incorrect", seen=2)
    assert try_to_finish() == "no_answer_unsaid"
    room.judge(2, "correct", seen=3)
    assert try_to_finish(no_answer_found=True) == "answer_found"
    finished = finish(by=room.ada, assignment_id=room.mine.pk)
    assert finished.is_done
    assert finish(by=room.ada, assignment_id=room.mine.pk).finished_at == finished.finished_at
    with pytest.raises(Refused) as caught:
        room.judge(0, "correct", seen=1)
    assert caught.value.code == "question_finished"
    assert list(room.campaign.events.values_list("verb", flat=True)).count("question:finished") == 1


def test_no_answer_found_alerts_the_organizer(room: Room) -> None:
    for number in range(3):
        room.judge(number, "incorrect")
    assert finish(by=room.ada, assignment_id=room.mine.pk, no_answer_found=True).no_answer_found
    event = room.campaign.events.get(verb="question:no_answer_found")
    assert (event.account, event.subject) == (room.ada, "1.1")


def test_a_pool_that_grows_opens_the_question_again(room: Room) -> None:
    for number in range(3):
        room.judge(number, "incorrect")
    finish(by=room.ada, assignment_id=room.mine.pk, no_answer_found=True)
    room.items += factory.make_items(room.question, ("C-1", "Anders Halden"))
    room.judge(3, "correct")
    room.mine.refresh_from_db()
    assert room.mine.finished_at is None
    assert not room.mine.no_answer_found
    assert finish(by=room.ada, assignment_id=room.mine.pk).is_done


def test_released_and_handed_over_work_stays_as_it_is(room: Room) -> None:
    room.judge(0, "correct")
    room.campaign.state = "released"
    room.campaign.save()
    with pytest.raises(Refused) as caught:
        room.undo()
    assert caught.value.code == "campaign_released"
    room.campaign.state = "closed"
    room.campaign.save()
    Assignment.objects.filter(pk=room.mine.pk).update(handed_over_at=room.campaign.created_at)
    with pytest.raises(Refused) as caught:
        room.judge(1, "correct")
    assert caught.value.code == "handed_over"
    assert room.judge(0, "inexact", by="ben").grade == "inexact"
    assert not PoolItem.objects.filter(disputed=True).exists()
