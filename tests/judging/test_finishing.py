"""What is missing in a question, what comes after it, and taking back that it is finished."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from assessment.adjudication.services.adjudicate import decide
from assessment.judging.models import Assignment
from assessment.judging.services.questions import finish
from assessment.judging.services.reopening import undo_finish
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from tests import factory
from tests.judging.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(db: None) -> Room:
    return Room()


def finish_all(room: Room) -> Assignment:
    for number in range(3):
        room.judge(number, "correct")
    return finish(by=room.ada, assignment_id=room.mine.pk)


def ending(room: Room) -> Any:
    return room.client().get(f"{room.url}ending/").json()


def test_what_is_missing_is_said_in_the_order_in_which_it_is_done(room: Room) -> None:
    room.judge(0, "correct")
    room.judge(1, None, later=True)
    assert ending(room)["missing"] == [
        {"text": "2 answers not judged", "href": room.url},
        {"text": "1 to decide later", "href": f"{room.url}?show=later"},
    ]
    (listed,) = factory.make_questions(room.campaign, "1.2", type="LIST")
    items = factory.make_items(listed, ("A-1", "Aster"))
    row = factory.make_assignment(listed, room.ada)
    room.items, room.mine, room.url = items, row, f"/judge/{row.pk}/"
    room.judge(0, "correct")
    lack = {"text": "1 correct answer without a class", "href": f"{room.url}classes/"}
    assert ending(room)["missing"] == [lack]


def test_one_answer_without_a_grade_keeps_a_question_open(room: Room) -> None:
    for number in range(2):
        room.judge(number, "correct")
    refused = room.client().post(f"{room.url}finish/")
    assert (refused.status_code, "1 answer is not judged yet." in refused.content.decode()) == (422, True)
    room.mine.refresh_from_db()
    assert room.mine.finished_at is None
    room.judge(2, "incorrect")
    assert room.client().post(f"{room.url}finish/").status_code == 302


def test_the_next_question_is_of_the_same_series_else_of_the_campaign(room: Room) -> None:
    (other,) = factory.make_questions(room.campaign, "2.1", series="2")
    (same,) = factory.make_questions(room.campaign, "1.2")
    same.series = room.question.series
    same.save()
    rows = [factory.make_assignment(question, room.ada) for question in (other, same)]
    for question in (other, same):
        factory.make_items(question, ("A-1", "Halden"))
    finish_all(room)
    address = f"/judge/{rows[1].pk}/"
    assert (ending(room)["next"]["qid"], ending(room)["next"]["href"]) == ("1.2", address)
    done = room.client().post(f"{room.url}finish/", follow=True)
    assert done.redirect_chain[0][0] == address
    assert "Question 1.1 is finished." in done.content.decode()
    Assignment.objects.filter(pk=rows[1].pk).update(handed_over_at=timezone.now())
    assert ending(room)["next"]["qid"] == "2.1"
    Assignment.objects.filter(pk=rows[0].pk).update(handed_over_at=timezone.now())
    assert ending(room)["next"] is None
    assert room.client().post(f"{room.url}finish/").headers["Location"] == "/"


def test_finishing_is_taken_back_from_the_page_that_follows(room: Room) -> None:
    for number in range(3):
        room.judge(number, "incorrect")
    client = room.client()
    left = client.post(f"{room.url}finish/", {"no_answer_found": "1"}, follow=True).content.decode()
    assert f'formaction="{room.url}unfinish/"' in left
    assert "Undo finishing" in client.get(room.url, follow=True).content.decode()
    opened = client.post(f"{room.url}unfinish/", follow=True).content.decode()
    assert "Question 1.1 is open again." in opened
    assert 'name="grade"' in opened
    room.mine.refresh_from_db()
    assert (room.mine.finished_at, room.mine.no_answer_found, room.mine.judged) == (None, False, 3)
    event = room.campaign.events.get(verb="question:finish_undone")
    assert (event.account, event.subject) == (room.ada, "1.1")
    undo_finish(by=room.ada, assignment_id=room.mine.pk)  # a second press
    assert room.campaign.events.filter(verb="question:finish_undone").count() == 1


def refusal(room: Room) -> str:
    with pytest.raises(Refused) as caught:
        undo_finish(by=room.ada, assignment_id=room.mine.pk)
    room.mine.refresh_from_db()
    assert room.mine.finished_at
    return f"{caught.value.code}: {caught.value.message}"


@pytest.mark.both_databases
def test_a_day_later_the_organizer_is_asked(room: Room) -> None:
    finish_all(room)
    Assignment.objects.update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    assert refusal(room) == "finish_too_old: Question 1.1 was finished more than a day ago."
    refused = room.client().post(f"{room.url}unfinish/")
    assert refused.status_code == 422
    assert "was finished more than a day ago" in refused.content.decode()
    assert "unfinish" not in room.client().get(room.url, follow=True).content.decode()


@pytest.mark.both_databases
def test_what_was_built_on_it_keeps_it_finished(room: Room) -> None:
    for number in range(3):
        room.judge(number, "incorrect", by="ben")
    finish_all(room)
    record_event(by=None, campaign=room.campaign, verb="qrels:frozen", subject="version 1")
    assert refusal(room) == "finish_scored: Question 1.1 has been scored since you finished it."
    assert "unfinish" not in room.client().get(room.url, follow=True).content.decode()
    room.campaign.events.filter(verb="qrels:frozen").delete()
    factory.make_member(room.campaign, "voorhees", "adjudicator")
    adjudicate(room)
    assert refusal(room) == "finish_adjudicated: Question 1.1 has been adjudicated since you finished it."
    room.campaign.state = "released"
    room.campaign.save()
    assert refusal(room).startswith("campaign_released: ")


def adjudicate(room: Room) -> None:
    item = room.items[0]
    item.refresh_from_db()
    decide(item=item, grade="correct", ground="opinion", by=None)


def test_nobody_takes_back_what_another_finished(room: Room) -> None:
    finish_all(room)
    assert room.client(room.ben).post(f"{room.url}unfinish/").status_code == 404
    assert room.client(room.ben).get(f"{room.url}ending/").status_code == 404
