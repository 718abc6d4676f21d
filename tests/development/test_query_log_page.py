"""A query log is uploaded on a page: looked at first, then entered, by the same rules as the command."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from tests.client import Client
from tests.development.test_query_log import LOG
from tests.factory import make_campaign, make_member

pytestmark = pytest.mark.django_db

PAGE = "/campaigns/quest/query-log/"
ALMOST = "who owned most of the big tide mills in the 1800s\t2\n"


@pytest.fixture
def quest() -> Campaign:
    return make_campaign("quest")


@pytest.fixture
def olga(quest: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(quest, "olga", "organizer"))
    return client


def fields(log: str = LOG, **more: Any) -> dict[str, Any]:
    file = SimpleUploadedFile("log.tsv", log.encode())
    said = {"filters": "1a 1b 2 3 4 5", "words": 8, "people": 2, "sample": 500, "seed": 7, "own": ""}
    return {"top": 5, "file": file, **said, "type": "factoid", "source": "question log", **more}


def test_a_log_is_looked_at_and_entered(quest: Campaign, olga: Client) -> None:
    assert PAGE in olga.get("/campaigns/quest/candidates/").content.decode()
    page = olga.post(PAGE, fields(LOG + ALMOST), follow=True)
    html = page.content.decode()
    assert "6 queries would become candidates" in " ".join(html.split())
    assert "nearly equals" in html
    assert not quest.candidates.exists()
    check = quest.jobs.get()
    entered = olga.post(f"{PAGE}{check.pk}/enter/", follow=True)
    assert "6 queries became candidates." in entered.content.decode()
    assert quest.candidates.count() == 6
    olga.post(f"{PAGE}{check.pk}/enter/")
    assert quest.candidates.count() == 6
    again = " ".join(olga.post(PAGE, fields(), follow=True).content.decode().split())
    assert "5 queries are passed over" in again


def test_options_hold_and_what_is_wrong_is_said(quest: Campaign, olga: Client) -> None:
    page = olga.post(PAGE, fields(filters="1a", own="far=^how (far|long)", sample=1), follow=True)
    assert "1 query would become a candidate" in " ".join(page.content.decode().split())
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"own": "far"}, "a name and a pattern"),
        ({"filters": "9"}, "no filter 9"),
        ({"own": "far=("}, "no regular expression"),
        ({"log": LOG + "a\tb\n"}, "no query"),
        ({"sample": 9999}, "2000"),
    )
    for wrong, says in cases:
        refused = olga.post(PAGE, fields(**wrong))
        assert refused.status_code == 422
        assert says in refused.content.decode()
    assert not quest.candidates.exists()


def test_a_campaign_in_series_says_that_it_takes_none(db: None) -> None:
    campaign = make_campaign("quest", "series2004")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get(PAGE)
    assert page.status_code == 422
    assert "outside of series" in page.content.decode()


def test_nobody_else_enters_a_log(quest: Campaign, olga: Client) -> None:
    olga.post(PAGE, fields())
    check = quest.jobs.get()
    client = Client()
    client.force_login(make_member(quest, "ada", "assessor"))
    assert client.get(PAGE).status_code == 404
    assert client.post(f"{PAGE}{check.pk}/enter/").status_code == 404
    assert not quest.candidates.exists()
