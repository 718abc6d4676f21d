"""Judging by programs: blind as the page, all or none, known by their ids, and each change undone by itself."""

from typing import Any
from uuid import uuid4

import pytest

from assessment.judging.models import Assignment, Change, Judgment
from assessment.judging.services.judgments import undo
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from assessment.people.services.tokens import make_token
from tests.client import Client
from tests.judging.room import Room

pytestmark = pytest.mark.django_db


def client_of(account: Account, **limits: Any) -> Client:
    token = make_token(account=account, by=account, **limits).token
    return Client(headers={"Authorization": f"Bearer {token}"})


def address(room: Room, rest: str) -> str:
    return f"/api/v1/campaigns/{room.campaign.slug}/{rest}"


def send(room: Room, client: Client, *rows: dict[str, Any], **headers: str) -> Any:
    body = {"judgments": list(rows)}
    return client.post(address(room, "judgments/"), body, content_type="application/json", headers=headers)


def row(room: Room, n: int, grade: str = "correct", **more: Any) -> dict[str, Any]:
    return {"assignment": room.mine.pk, "item": room.items[n].pk, "grade": grade, **more}


def test_a_program_reads_its_work_and_judges_it(room: Room) -> None:
    client = client_of(room.ada)
    (work,) = client.get(address(room, "assignments/")).json()
    assert (work["id"], work["items"], work["judged"]) == (room.mine.pk, 3, 0)
    assert client.get(address(room, f"assignments/{work['id']}/")).json() == work
    items = client.get(address(room, f"assignments/{work['id']}/items/")).json()
    assert [item["id"] for item in items] == sorted(item.pk for item in room.items)
    rows = [
        {"assignment": work["id"], "item": item["id"], "grade": work["grades"][0], "seen": item["seen"]}
        for item in items
    ]
    stored = send(room, client, *rows)
    assert stored.status_code == 200
    assert [one["seen"] for one in stored.json()["judgments"]] == [1, 1, 1]
    assert room.counters() == (3, 0)
    again = client.get(address(room, f"assignments/{work['id']}/items/")).json()
    assert {item["grade"] for item in again} == {work["grades"][0]}


def test_pages_of_items_follow_their_links(room: Room) -> None:
    client, found = client_of(room.ada), []
    there = address(room, f"assignments/{room.mine.pk}/items/?limit=2")
    while there:
        page = client.get(there)
        found += [item["id"] for item in page.json()]
        there = page.headers.get("Link", "").removesuffix('>; rel="next"').removeprefix("<http://testserver")
    assert found == sorted(item.pk for item in room.items)
    for wrong in ("limit=0", "limit=x", "limit=99999", "cursor=x", "cursor=MS41"):
        refused = client.get(address(room, f"assignments/{room.mine.pk}/items/?{wrong}"))
        assert (refused.status_code, refused.json()["status"]) == (400, 400), wrong


def test_items_say_nothing_of_where_they_came_from_or_what_others_said(room: Room) -> None:
    room.judge(0, "correct", note="mine alone")
    text = client_of(room.ben).get(address(room, f"assignments/{room.theirs.pk}/items/")).content.decode()
    assert "mine alone" not in text
    assert '"grade":"correct"' not in text
    item = client_of(room.ben).get(address(room, f"assignments/{room.theirs.pk}/items/")).json()[0]
    assert set(item) == {
        *("id", "docid", "passage", "answer", "quoted", "grade", "note", "later", "automatic", "seen"),
        *("answer_class", "nuggets", "labels", "read", "machine_grade"),
    }


def test_the_work_of_another_does_not_exist(room: Room) -> None:
    client = client_of(room.ben)
    assert client.get(address(room, f"assignments/{room.mine.pk}/")).status_code == 404
    assert client.get(address(room, f"assignments/{room.mine.pk}/items/")).status_code == 404
    none = room.theirs.pk + 1000
    mixed = [row(room, 1), row(room, 0) | {"assignment": room.theirs.pk}, row(room, 0) | {"assignment": none}]
    refused = send(room, client, *mixed)
    found = [(one["line"], one["code"], one["message"]) for one in refused.json()["problems"]]
    sentence = "{} is none of your assignments in this campaign."
    assert refused.status_code == 422
    assert found == [
        (1, "assignment_unknown", sentence.format(room.mine.pk)),
        (3, "assignment_unknown", sentence.format(none)),
    ]
    assert not Judgment.objects.exists()


def test_notes_are_written_and_not_overwritten(room: Room) -> None:
    client, there = client_of(room.ada), address(room, f"assignments/{room.mine.pk}/")

    def patch(**said: Any) -> Any:
        return client.patch(there, said, content_type="application/json")

    assert patch(comment="the page is long", seen=0).json()["notes_version"] == 1
    second = patch(canonical_answer="Halden", seen=1, id=str(uuid4())).json()
    assert (second["canonical_answer"], second["comment"]) == ("Halden", "the page is long")
    late = patch(comment="mine", seen=1)
    assert (late.status_code, late.json()["now"]["comment"]) == (409, "the page is long")
    assert patch(comment="mine").status_code == 400
    assert "the page is long" not in client_of(room.ben).get(address(room, "assignments/")).content.decode()


def test_a_token_for_another_role_does_not_judge(room: Room) -> None:
    from assessment.people.services.accounts import ensure_member

    ensure_member(
        campaign=room.campaign, name="ada", roles=["assessor", "organizer"], by=None, account=room.ada
    )
    client = client_of(room.ada, role="organizer")
    assert client.get(address(room, "assignments/")).status_code == 404
    assert send(room, client, row(room, 0)).status_code == 404
    assert send(room, client_of(room.ada, name="read", writes=False), row(room, 0)).status_code == 403


def test_all_or_none_with_everything_that_is_wrong(room: Room) -> None:
    client = client_of(room.ada)
    refused = send(room, client, row(room, 0), row(room, 1, "nonsense"), row(room, 2) | {"item": 987654})
    assert refused.status_code == 422
    problems = [(one["line"], one["code"]) for one in refused.json()["problems"]]
    assert problems == [(2, "grade_not_on_scale"), (3, "item_not_in_pool")]
    assert not Judgment.objects.exists()
    assert room.counters() == (0, 0)
    assert send(room, client, row(room, 0), row(room, 0)).json()["problems"][0]["code"] == "item_twice"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"grade": 7}, "grade_invalid"),
        ({"item": "1"}, "item_invalid"),
        ({"item": 2**63}, "item_invalid"),
        ({"assignment": True}, "assignment_invalid"),
        ({"seen": -1}, "seen_invalid"),
        ({"id": "no uuid"}, "id_invalid"),
        ({"note": "x" * 10_001}, "note_invalid"),
        ({"run": "lake1"}, "field_unknown"),
    ],
)
def test_what_is_no_judgment_is_named(room: Room, wrong: dict[str, Any], code: str) -> None:
    refused = send(room, client_of(room.ada), row(room, 0) | wrong)
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, code)


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"judgments": []}', '{"judgments": [1]}', "nonsense", "null"]
)
def test_a_body_that_is_none_is_refused(room: Room, body: str) -> None:
    client = client_of(room.ada)
    refused = client.post(address(room, "judgments/"), body, content_type="application/json")
    assert refused.status_code in (400, 422)
    assert refused["Content-Type"] == "application/problem+json"


def test_a_repeat_is_stored_once(room: Room) -> None:
    client, name = client_of(room.ada), str(uuid4())
    first = send(room, client, row(room, 0, id=name, seconds=5), row(room, 1, id=str(uuid4())))
    assert not first.json()["judgments"][0]["repeated"]
    room.judge(0, "incorrect", seen=1)
    again = send(room, client, row(room, 0, id=name, seconds=5)).json()["judgments"][0]
    assert (again["repeated"], again["grade"], again["seen"]) == (True, "incorrect", 2)
    assert Change.objects.count() == 3
    assert room.counters() == (2, 0)
    other = send(room, client, row(room, 0, "inexact", id=name, seen=2))
    assert other.json()["problems"][0]["code"] == "client_id_used"


def test_the_time_of_each_judgment_counts_and_none_for_more_than_an_hour(room: Room) -> None:
    send(
        room,
        client_of(room.ada),
        *(row(room, number, seconds=took) for number, took in enumerate((3_000, 2_000, 9_999))),
    )
    assert sorted(Change.objects.values_list("seconds", flat=True)) == [2_000, 3_000, 3_600]
    assert Assignment.objects.get(member__account=room.ada).seconds == 8_600


def test_what_was_changed_meanwhile_is_told_and_nothing_overwritten(room: Room) -> None:
    room.judge(1, "incorrect", note="from the page")
    refused = send(room, client_of(room.ada), row(room, 0), row(room, 1))
    assert (refused.status_code, refused.json()["code"]) == (409, "judgment_changed")
    (now,) = refused.json()["now"]["judgments"]
    assert (now["line"], now["grade"], now["note"], now["seen"]) == (2, "incorrect", "from the page", 1)
    assert Judgment.objects.count() == 1


def test_each_is_a_change_of_its_own_that_the_page_undoes(room: Room) -> None:
    send(room, client_of(room.ada), row(room, 0), row(room, 1, note="a note"), row(room, 2, "incorrect"))
    assert Change.objects.count() == 3
    undo(by=room.ada, assignment_id=room.mine.pk, client_id=uuid4())
    assert Judgment.objects.get(item=room.items[2]).grade == ""
    assert room.counters() == (2, 0)


def test_disputes_are_kept_as_if_each_had_been_saved_alone(room: Room) -> None:
    send(room, client_of(room.ada), row(room, 0), row(room, 1))
    theirs = [
        row(room, n, grade) | {"assignment": room.theirs.pk}
        for n, grade in ((0, "incorrect"), (1, "correct"))
    ]
    send(room, client_of(room.ben), *theirs)
    disputed = []
    for item in room.items:
        item.refresh_from_db()
        disputed.append(item.disputed)
    assert disputed == [True, False, False]


def test_a_finished_question_is_closed(room: Room) -> None:
    for n in range(3):
        room.judge(n, "correct")
    finish(by=room.ada, assignment_id=room.mine.pk)
    refused = send(room, client_of(room.ada), row(room, 0, "incorrect", seen=1))
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "question_finished")


def test_the_same_request_gets_the_same_answer(room: Room) -> None:
    client, key = client_of(room.ada), {"Idempotency-Key": "first"}
    one = send(room, client, row(room, 0), **key)
    two = send(room, client, row(room, 0), **key)
    assert (one.json(), two.headers.get("Idempotent-Replayed")) == (two.json(), "true")
    assert Change.objects.count() == 1
    other = send(room, client, row(room, 1), **key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_used")
    refused = send(room, client, row(room, 1, "nonsense"), **{"Idempotency-Key": "second"})
    assert refused.status_code == 422
    assert send(room, client, row(room, 1), **{"Idempotency-Key": "second"}).status_code == 200


def test_an_account_may_make_so_many_requests_in_a_minute(room: Room, settings: Any) -> None:
    settings.API_RATE = 3
    client, other = client_of(room.ada), client_of(room.ben)
    # Four of seven requests stand in one minute of the clock, whenever the test runs.
    answers = [client.get("/api/v1/campaigns/") for _ in range(7)]
    late = next(answer for answer in answers if answer.status_code == 429)
    assert 1 <= int(late["Retry-After"]) <= 60
    assert late.json()["code"] == "throttled"
    assert other.get("/api/v1/campaigns/").status_code == 200


def test_statements_do_not_grow_with_the_judgments(room: Room, django_assert_max_num_queries: Any) -> None:
    client = client_of(room.ada)
    with django_assert_max_num_queries(40):
        send(room, client, *(row(room, n) for n in range(3)))
