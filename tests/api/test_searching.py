"""Programs search the collection as people do, and are counted and kept as people are."""

from pathlib import Path

import pytest
from pytest_django import Settings

from assessment.campaigns.models import Campaign, State
from documents.models import Collection
from documents.search.indexes import build
from tests.api.asking import client_of
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_member

pytestmark = pytest.mark.django_db

THERE = "/api/v1/campaigns/comet"


@pytest.fixture
def campaign(tmp_path: Path, settings: Settings) -> Campaign:
    settings.DATA_DIR = tmp_path / "data"
    records = (record(f"AP-{n}", f"{'The tide gauge ' * n}stood still.") for n in range(1, 6))
    import_records(tmp_path / "wire", *records)
    build(Collection.visible.get())
    return make_campaign("comet", collection_slug="wire", state=State.OPEN)


def test_a_program_finds_what_its_person_may_find(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    found = olga.get(f"{THERE}/search/", {"q": "tide", "top": "2"}).json()
    assert (found["total"], found["current"], [hit["rank"] for hit in found["hits"]]) == (5, True, [1, 2])
    assert found["hits"][0].keys() == {"rank", "docid", "score", "title", "date", "snippet"}
    assert found["hits"][0]["score"] >= found["hits"][1]["score"] > 0
    assert "tide gauge" in found["hits"][0]["snippet"]
    ada = client_of(make_member(campaign, "ada", "assessor"))
    assert ada.get(f"{THERE}/search/", {"q": "tide"}).status_code == 404
    Campaign.objects.update(search_judging=True)
    assert ada.get(f"{THERE}/search/", {"q": "tide"}).json()["total"] == 5


def test_what_cannot_be_looked_for_is_refused_with_a_sentence(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    for query, code in (("", "query_empty"), ("x" * 10_000, "query_long"), ("date:soon", "query_date")):
        refused = olga.get(f"{THERE}/search/", {"q": query})
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    for top in ("0", "101", "many", ""):
        assert list(olga.get(f"{THERE}/search/", {"q": "tide", "top": top}).json()["wrong"]) == ["top"]


def test_organizers_read_what_was_looked_for(campaign: Campaign) -> None:
    Campaign.objects.update(search_judging=True)
    ada = client_of(make_member(campaign, "ada", "assessor"))
    for query in ("tide", "gauge", "tide gauge"):
        ada.get(f"{THERE}/search/", {"q": query})
    olga = client_of(make_member(campaign, "olga", "organizer"))
    rows = olga.get(f"{THERE}/searches/").json()
    assert [(row["person"], row["query"], row["found"], row["opened"]) for row in rows] == [
        ("ada", query, 5, []) for query in ("tide gauge", "gauge", "tide")
    ]
    assert [row["query"] for row in olga.get(f"{THERE}/searches/?words=TIDE&limit=1").json()] == [
        "tide gauge"
    ]
    assert olga.get(f"{THERE}/searches/?person=olga").json() == []
    assert ada.get(f"{THERE}/searches/").status_code == 404


def test_searches_count_among_the_requests_of_an_account(campaign: Campaign, settings: Settings) -> None:
    settings.API_RATE = 1
    olga = client_of(make_member(campaign, "olga", "organizer"))
    statuses = [olga.get(f"{THERE}/search/", {"q": "tide"}).status_code for _ in range(4)]
    assert statuses[0] == 200
    assert statuses.count(429) >= 2
