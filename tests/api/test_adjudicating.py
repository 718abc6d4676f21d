"""Adjudication by programs: classes that differ are settled, decisions withdrawn, clear majorities accepted."""

from typing import Any
from uuid import uuid4

import pytest

from assessment.campaigns.models import Campaign
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Adjudication, Assignment
from assessment.judging.services.classes import put_into_class
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account
from assessment.people.services.tokens import make_token
from tests.api.asking import send_json
from tests.client import Client
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions

pytestmark = pytest.mark.django_db

ANSWERS = (("D-1", "Aster"), ("D-2", "the Aster"), ("D-3", "Grey Gull"))


def client_of(account: Account) -> Client:
    token = make_token(account=account, by=account, name=str(uuid4())).token
    return Client(headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("comet", "series2004")


@pytest.fixture
def abe(campaign: Campaign) -> Client:
    return client_of(make_member(campaign, "abe", "adjudicator"))


@pytest.fixture
def listed(campaign: Campaign) -> dict[str, Assignment]:
    """A list with three right answers, on which ada and ben do not agree: is the Aster one ship or two?"""
    (question,) = make_questions(campaign, "1.2", type="LIST", series="1")
    items = make_items(question, *ANSWERS)
    found = {}
    for name, groups in (("ada", (items[:2], items[2:])), ("ben", (items[:1], items[1:2], items[2:]))):
        account = make_member(campaign, name, "assessor")
        found[name] = make_assignment(question, account)
        said: Any = {"by": account, "assignment_id": found[name].pk}
        for item in items:
            more: Any = {"seen": 0, "client_id": uuid4(), "grade": "correct"}
            record_judgment(**said, item_id=item.pk, **more)
        for group in groups:
            put: Any = {"items": {item.pk: None for item in group}, "uid": uuid4(), "client_id": uuid4()}
            put_into_class(**said, **put)
    return found


def test_classes_that_differ_are_settled(abe: Client, listed: dict[str, Assignment]) -> None:
    there = "/api/v1/campaigns/comet/class-disputes/"
    assert abe.get(there).json() == [{"qid": "1.2", "open": 1}]
    dispute = abe.get(f"{there}1.2/").json()
    assert dispute["assessors"] == ["ada", "ben"]
    (group,) = dispute["groups"]
    ship = group["answers"][0]["given"][0]["answer_class"]
    assert ship in {choice["id"] for choice in dispute["classes"]}
    answers = [{"item": one["item"], "answer_class": ship} for one in group["answers"]]
    double = {"answers": [*answers, answers[0] | {"answer_class": None}]}
    assert list(send_json(abe, f"{there}1.2/", double).json()["wrong"]) == ["answers"]
    assert abe.get(there).json() == [{"qid": "1.2", "open": 1}]
    body = {"answers": answers, "id": str(uuid4())}
    for _ in range(2):
        settled = abe.post(f"{there}1.2/", body, content_type="application/json")
        assert settled.status_code == 200, settled.content
    (group,) = settled.json()["groups"]
    assert [one["answer_class"] for one in group["answers"]] == [ship, ship]
    assert abe.get(there).json() == []
    late = abe.post(f"{there}1.2/", {"answers": answers[:1]}, content_type="application/json")
    assert (late.status_code, late.json()["now"]) == (409, {"classes": {str(answers[0]["item"]): ship}})
    odd = [{"item": 987654, "answer_class": ship}]
    refused = abe.post(f"{there}1.2/", {"answers": odd}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "not_correct")
    for _ in range(2):
        undone = abe.delete(f"{there}1.2/", headers={"Idempotency-Key": "once"})
        assert undone.json()["groups"][0]["open"]
    assert abe.delete(f"{there}1.2/").json()["code"] == "nothing_to_undo"
    assessor = listed["ada"].member.account
    assert assessor
    assert client_of(assessor).get(f"{there}1.2/").status_code == 404


def test_majorities_are_accepted_as_they_were_seen_and_decisions_withdrawn(
    abe: Client, campaign: Campaign
) -> None:
    (question,) = make_questions(campaign, "1.1", series="1")
    items = make_items(question, *ANSWERS)
    for name, grades in (("ada", "cci"), ("ben", "cic"), ("cem", "iic")):
        account = make_member(campaign, name, "assessor")
        assignment = make_assignment(question, account)
        for item, grade in zip(items, grades, strict=True):
            word = {"c": "correct", "i": "incorrect"}[grade]
            said: Any = {"seen": 0, "client_id": uuid4(), "grade": word}
            record_judgment(by=account, assignment_id=assignment.pk, item_id=item.pk, **said)
    there = "/api/v1/campaigns/comet/majorities/"
    assert abe.get(f"{there}?agree=but_one").json()["wrong"] == {"agree": "Give one of half, but-one."}
    seen = abe.get(there).json()
    assert (seen["items"], seen["questions"]) == (3, [{"qid": "1.1", "open": 3, "clear": 3}])
    misspelled = send_json(abe, there, {"shown": seen["shown"], "without": ["1.1", "1.9"]})
    assert (misspelled.status_code, list(misspelled.json()["wrong"])) == (400, ["without"])
    job = abe.post(there, {"shown": seen["shown"]}, content_type="application/json")
    assert job.status_code == 202, job.content
    run_job(job.json()["id"], heartbeat=False)
    decided = dict(Adjudication.objects.values_list("item__answer", "grade"))
    assert decided == {"Aster": "correct", "the Aster": "incorrect", "Grey Gull": "correct"}
    disputes = "/api/v1/campaigns/comet/disputes/"
    row = abe.get(disputes).json()[0]
    decision = f"{disputes}{row['item']}/decision/"
    late = abe.delete(f"{decision}?seen={row['seen'] + 1}")
    assert (late.status_code, late.json()["now"]["grade"]) == (409, row["grade"])
    assert "member_id" not in late.json()["now"]
    assert late.json()["now"]["seen"] == row["seen"]
    withdrawn = abe.delete(f"{decision}?seen={row['seen']}")
    assert (withdrawn.status_code, withdrawn.json()["grade"]) == (200, "")
    assert abe.delete(decision).json()["code"] == "not_decided"
    assert abe.delete(f"{decision}?seen=x").status_code == 400
    refused = abe.post(there, {"shown": "nonsense"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "list_unreadable")
