"""The resources of the API: each shows what the page of the same room shows, to the same people."""

from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Adjudication
from assessment.people.models import Account, Event
from assessment.people.services.tokens import make_token
from assessment.submissions.models import PoolItem
from tests.client import Client
from tests.factory import make_campaign, make_member, make_questions
from tests.judging.room import Room

pytestmark = pytest.mark.django_db


def client_of(account: Account) -> Client:
    token = make_token(account=account, by=account, name=str(uuid4())).token
    return Client(headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign("trial", state=State.OPEN)
    make_questions(campaign, "1", "2", type="factoid")
    return campaign


def _patch(client: Client, body: Any, **headers: str) -> Any:
    there = "/api/v1/campaigns/trial/settings/"
    return client.patch(there, body, content_type="application/json", headers=headers)


def test_settings_are_read_and_changed(campaign: Campaign) -> None:
    client = client_of(make_member(campaign, "olga", "organizer"))
    seen = client.get("/api/v1/campaigns/trial/settings/")
    assert (seen.json()["title"], seen.json()["settings"]["judges"]) == ("Trial", 3)
    changed = _patch(client, {"title": "Trial 2", "settings": {"judges": 2}}, **{"If-Match": seen["ETag"]})
    assert (changed.status_code, changed.json()["settings"]["judges"]) == (200, 2)
    assert changed["ETag"] != seen["ETag"]
    refused = _patch(client, {"settings": {"judges": "many"}})
    assert (refused.status_code, len(refused.json()["problems"])) == (422, 1)


def test_what_somebody_else_changed_is_told(campaign: Campaign) -> None:
    client = client_of(make_member(campaign, "olga", "organizer"))
    seen = client.get("/api/v1/campaigns/trial/settings/")["ETag"]
    assert _patch(client, {"title": "Mine"}).status_code == 200
    late = _patch(client, {"title": "Yours"}, **{"If-Match": seen})
    assert (late.status_code, late.json()["now"]["title"]) == (412, "Mine")
    campaign.refresh_from_db()
    assert campaign.title == "Mine"


def test_settings_are_changed_by_organizers_alone(campaign: Campaign) -> None:
    client = client_of(make_member(campaign, "abe", "adjudicator"))
    assert client.get("/api/v1/campaigns/trial/settings/").status_code == 200
    assert _patch(client, {"title": "Mine"}).status_code == 404


def test_people_and_teams_are_listed_for_organizers(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    ada = client_of(make_member(campaign, "ada", "assessor"))
    rows = olga.get("/api/v1/campaigns/trial/people/").json()
    assert [(row["name"], row["roles"]) for row in rows] == [("olga", ["organizer"]), ("ada", ["assessor"])]
    assert olga.get("/api/v1/campaigns/trial/teams/").json() == []
    for place in ("people", "teams", "jobs", "pools", "imports", "settings", "disputes", "studies"):
        assert ada.get(f"/api/v1/campaigns/trial/{place}/").status_code == 404, place


def test_lists_come_page_by_page(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    for n in range(4):
        make_member(campaign, f"ada{n}", "assessor")
    there, names = "/api/v1/campaigns/trial/people/?limit=2", []
    while there:
        page = olga.get(there)
        names += [row["name"] for row in page.json()]
        there = page.headers.get("Link", "").removesuffix('>; rel="next"').removeprefix("<http://testserver")
    assert names == ["olga", "ada0", "ada1", "ada2", "ada3"]
    one, two = (
        olga.get(f"/api/v1/campaigns/trial/questions/?limit=1{more}") for more in ("", "&cursor=WzFd")
    )
    assert ([row["qid"] for row in one.json()], [row["qid"] for row in two.json()]) == (["1"], ["2"])


def test_a_round_is_pooled_by_a_job(campaign: Campaign) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    olga = client_of(make_member(campaign, "olga", "organizer"))
    lines = b"1 Q0 D-1 1 5.0 lake1 Ada Novak\n2 Q0 D-2 1 5.0 lake1 1926\n"
    form = {"file": SimpleUploadedFile("lake1.txt", lines), "team": "lake", "length_limit": "50"}
    assert olga.post("/api/v1/campaigns/trial/runs/", form).status_code == 201
    asked = olga.post("/api/v1/campaigns/trial/pools/", {}, content_type="application/json")
    assert asked.status_code == 202
    job = f"/api/v1/campaigns/trial/jobs/{asked.json()['id']}/"
    assert olga.get(job).json()["state"] in ("waiting", "running", "done")
    assert [row["id"] for row in olga.get("/api/v1/campaigns/trial/jobs/").json()] == [asked.json()["id"]]
    assert olga.get("/api/v1/campaigns/trial/pools/").status_code == 200
    assert PoolItem.objects.count() in (0, 2)  # whoever does jobs may be at it


def test_a_question_that_is_not_pooled_has_no_numbers_of_a_pool(campaign: Campaign, schema: Any) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    row, _ = olga.get("/api/v1/campaigns/trial/pools/").json()
    described = schema["components"]["schemas"]["Pool"]["properties"]
    for name in ("items", "documents", "automatic"):
        assert (row[name], described[name].get("nullable")) == (None, True)


def test_the_same_file_under_the_same_key_is_one_run(campaign: Campaign) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    olga = client_of(make_member(campaign, "olga", "organizer"))

    def send(data: bytes) -> Any:
        form = {"file": SimpleUploadedFile("lake1.txt", data), "team": "lake", "length_limit": "50"}
        headers = {"Idempotency-Key": "lake1"}
        return olga.post("/api/v1/campaigns/trial/runs/", form, headers=headers)

    lines = b"1 Q0 D-1 1 5.0 lake1 Ada Novak\n2 Q0 D-2 1 5.0 lake1 1926\n"
    first, second = send(lines), send(lines)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert Event.objects.filter(verb="run:submitted").count() == 1
    assert send(lines + b"\n").json()["code"] == "idempotency_key_used"


def test_disputes_are_seen_and_decided(settings: LazySettings) -> None:
    room = Room()
    room.judge(0, "correct", note="ada's reason")
    room.judge(0, "incorrect", by="ben")
    abe = client_of(make_member(room.campaign, "abe", "adjudicator"))
    there = f"/api/v1/campaigns/{room.campaign.slug}/disputes/"
    (row,) = abe.get(there).json()
    assert [(one["name"], one["grade"]) for one in row["given"]] == [("ada", "correct"), ("ben", "incorrect")]
    decision = {"grade": "correct", "ground": "opinion", "seen": row["seen"], "id": str(uuid4())}
    for _ in range(2):
        decided = abe.post(f"{there}{row['item']}/decision/", decision, content_type="application/json")
        assert (decided.status_code, decided.json()["grade"]) == (200, "correct")
    assert Adjudication.objects.get().changes == 1
    stale = decision | {"grade": "incorrect", "id": str(uuid4())}
    refused = abe.post(f"{there}{row['item']}/decision/", stale, content_type="application/json")
    assert refused.status_code == 409
