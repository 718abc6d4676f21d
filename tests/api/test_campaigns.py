"""Campaigns by the API: made, opened, given a collection, released; and the slips."""

from typing import Any

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.people.services.accounts import ensure_member
from assessment.people.services.tokens import make_token
from documents.models import Collection
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member

CAMPAIGNS = "/api/v1/campaigns/"

pytestmark = pytest.mark.django_db


def make(client: Client, **fields: Any) -> Any:
    return send_json(client, CAMPAIGNS, {"slug": "trial", "track": "trec8", **fields})


def test_who_may_makes_campaigns() -> None:
    ada = make_account("ada", may_create=True)
    client = client_of(ada)
    eve = client_of(make_account("eve"))
    refused = make(eve)
    assert (refused.status_code, refused.json()["code"]) == (403, "may_not_create")
    assert "site admin" in refused.json()["remedy"]
    assert eve.post("/api/v1/bundles/").json()["code"] == "may_not_create"
    other = make_campaign("other")
    ensure_member(campaign=other, name="ada", roles=["organizer"], by=None, account=ada)
    narrow = make_token(account=ada, by=None, name="narrow", campaign=other)
    refused = make(Client(headers={"Authorization": f"Bearer {narrow.token}"}))
    assert (refused.status_code, refused.json()["code"]) == (403, "token_narrow")
    wrong = make(client, settings={"judges": "many"})
    assert (wrong.status_code, Campaign.objects.filter(slug="trial").exists()) == (422, False)
    slips: tuple[dict[str, Any], ...] = (
        *({"judges": []}, {"judges": None}, {"columns": 1}),
        *({"deadline": 5}, {"none": {"a": 1}}),
    )
    for odd in slips:
        assert make(client, settings=odd).status_code == 422, odd
    assert make(client, slug="new").json()["code"] == "slug"
    assert make(client, track="none").json()["code"] == "track"
    made = make(client, title="Trial", settings={"judges": 2})
    assert (made.status_code, made.json()["roles"], made.json()["state"]) == (201, ["admin"], "draft")
    taken = make(client)
    assert (taken.status_code, taken.json()["code"]) == (422, "slug_taken")
    empty = send_json(client, f"{CAMPAIGNS}trial/", {"to": "open"}, "patch")
    assert (empty.status_code, empty.json()["code"]) == (422, "no_questions")


def test_a_collection_is_attached_and_detached() -> None:
    campaign = make_campaign("trial", state=State.OPEN)
    olga = client_of(make_member(campaign, "olga", "organizer"))
    Collection.objects.create(slug="wire", title="Wire", edition=1, documents=2)
    (listed,) = olga.get(f"{CAMPAIGNS}trial/collections/").json()
    assert (listed["slug"], listed["attached"]) == ("wire", False)
    settings = f"{CAMPAIGNS}trial/settings/"
    for slug in ("wire", ""):
        assert send_json(olga, settings, {"collection": slug}, "patch").status_code == 200
        (listed,) = olga.get(f"{CAMPAIGNS}trial/collections/").json()
        assert listed["attached"] is bool(slug)
    back = send_json(olga, f"{CAMPAIGNS}trial/", {"to": "draft"}, "patch")
    assert (back.status_code, back.json()["code"]) == (422, "reason_missing")


def test_a_collection_that_there_is_not_is_refused_at_once() -> None:
    client = client_of(make_account("ada", may_create=True))
    none = make(client, collection="wire")
    assert (none.status_code, "there is none yet" in none.json()["detail"]) == (400, True)
    Collection.objects.create(slug="wire", title="Wire", edition=1, documents=2)
    refused = make(client, collection="mynote")
    assert (refused.status_code, list(refused.json()["wrong"])) == (400, ["collection"])
    assert "there are wire" in refused.json()["detail"]
    assert not Campaign.objects.exists()
    assert make(client, collection="wire").status_code == 201
    settings = f"{CAMPAIGNS}trial/settings/"
    refused = send_json(client, settings, {"collection": "mynote", "title": "Another"}, "patch")
    assert (refused.status_code, list(refused.json()["wrong"])) == (400, ["collection"])
    shown = client.get(settings).json()
    assert (shown["title"], shown["collection"]) == ("trial", "wire")


def test_a_collection_that_is_still_to_come_may_stay() -> None:
    campaign = make_campaign("trial", collection_slug="to-come")
    olga, settings = client_of(make_member(campaign, "olga", "organizer")), f"{CAMPAIGNS}trial/settings/"
    shown = olga.get(settings).json()
    kept = send_json(olga, settings, {"title": "Another", "collection": shown["collection"]}, "patch")
    assert (kept.status_code, kept.json()["collection"]) == (200, "to-come")
    assert send_json(olga, settings, {"collection": ""}, "patch").status_code == 200
