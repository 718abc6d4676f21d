"""What scripts are told when a save no longer reaches its question, so that the page can show what was typed."""

from http import HTTPStatus
from uuid import uuid4

import pytest

from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor
from assessment.judging.models import Judgment
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from tests.client import Client
from tests.factory import make_account
from tests.judging.room import Room

pytestmark = pytest.mark.django_db
FETCH = {"X-Assize-Fetch": "1"}
ADDRESSES = ["save/", "undo/", "sheet/", "finish/", "classes/put/", "nuggets/vote/"]


@pytest.fixture
def room(db: None) -> Room:
    return Room()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_question_that_was_taken_away_is_no_longer_theirs(room: Room, address: str) -> None:
    remove_assessor(assignment=room.mine, by=None)
    fields = room.form(0, grade="correct", uid=str(uuid4()), vote="vital")
    answer = room.client().post(room.url + address, fields, headers=FETCH)
    assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.NOT_FOUND, "assignment_gone")
    assert "no longer assigned to you" in answer.json()["message"]
    plain = room.client().post(room.url + address, fields)
    assert plain.status_code == HTTPStatus.NOT_FOUND


def test_work_that_waited_reaches_a_question_that_was_given_back(room: Room) -> None:
    remove_assessor(assignment=room.mine, by=None)
    headers = {**FETCH, "X-Assize-Question": str(room.mine.question_id)}
    form = room.form(0, grade="correct")
    assert room.client().post(room.url + "save/", form, headers=headers).json()["code"] == "assignment_gone"
    (again,) = add_assessor(question=room.mine.question, member=room.mine.member, by=None)
    sent = room.client().post(room.url + "save/", form, headers=headers)
    assert (sent.status_code, sent.json()["grade"]) == (HTTPStatus.OK, "correct")
    assert Judgment.objects.get().assignment == again


@pytest.mark.parametrize("question", ["", "x", "²", "-1", "9" * 18, "9" * 40])
def test_a_question_that_is_none_leads_nowhere(room: Room, question: str) -> None:
    remove_assessor(assignment=room.mine, by=None)
    headers = {**FETCH, "X-Assize-Question": question}
    answer = room.client().post(room.url + "save/", room.form(0, grade="correct"), headers=headers)
    assert answer.json()["code"] == "assignment_gone"


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_somebody_else_typed_is_not_stored_from_this_sign_in(room: Room, address: str) -> None:
    headers = {**FETCH, "X-Assize-Account": str(room.ben.pk)}
    answer = room.client().post(room.url + address, room.form(0, grade="correct"), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.FORBIDDEN, "other_account")
    assert not Judgment.objects.exists()
    headers["X-Assize-Account"] = str(room.ada.pk)
    assert (
        room.client().post(room.url + "save/", room.form(0, grade="correct"), headers=headers).json()["grade"]
    )


def test_who_has_the_question_now_is_said(room: Room) -> None:
    people = [_assessor(room, name) for name in ("carl", "dora")]
    (second,) = hand_over(assignment=room.mine, to=people[0], by=None)
    hand_over(assignment=second, to=people[1], by=None)
    result = room.client().post(room.url + "save/", room.form(0, grade="correct"), headers=FETCH)
    assert result.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert result.json()["message"].startswith("Question 1.1 was handed over to dora.")
    assert "handed over to dora" in _page(room.client(), room.url)


def _page(client: Client, url: str) -> str:
    return client.get(url, follow=True).content.decode()


def _assessor(room: Room, name: str) -> Member:
    return ensure_member(
        campaign=room.campaign, name=name, roles=["assessor"], by=None, account=make_account(name)
    )
