"""What people look for is kept, with what they opened: for them, for the organizers, and never in the way of searching."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from assessment.campaigns.models import Campaign, KeptSearch, State
from assessment.campaigns.services.removal import rows_of
from assessment.privacy.services.removal import remove_personal_data
from documents.models import Collection
from documents.search.indexes import build
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_member
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db

PAGE = "/campaigns/comet/search/"
KEPT = f"{PAGE}kept/"


@pytest.fixture
def campaign(tmp_path: Path, settings: Settings) -> Campaign:
    settings.DATA_DIR = tmp_path / "data"
    texts = {f"AP-{n}": "The tide gauge stood still." for n in range(1, 26)} | {"AP-99": "كِتَاب قديم"}
    import_records(tmp_path / "wire", *(record(docid, text) for docid, text in texts.items()))
    build(Collection.visible.get())
    return make_campaign("comet", collection_slug="wire", state=State.OPEN, search_judging=True)


def signed_in(campaign: Campaign, username: str, *roles: str) -> Client:
    client = Client()
    client.force_login(make_member(campaign, username, *roles))
    return client


@pytest.fixture
def ada(campaign: Campaign) -> Client:
    return signed_in(campaign, "ada", "assessor")


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    return signed_in(campaign, "olga", "organizer")


def hits(response: Any) -> list[str]:
    """The addresses of the documents found, as the page links them."""
    links = re.findall(r'class="open" id="hit-\d+" href="([^"]+)"', response.content.decode())
    return [f"{PAGE}{unescape(link)}" for link in links]


def kept() -> list[tuple[str, str, int, list[tuple[str, int]]]]:
    rows = KeptSearch.objects.order_by("pk").select_related("account")
    return [
        (
            row.account.username,
            row.query,
            row.found,
            [(one["document"], one["rank"]) for one in row.opened],
        )
        for row in rows
    ]


def test_a_search_is_kept_with_the_documents_that_were_opened(ada: Client) -> None:
    first = ada.get(PAGE, {"q": "tide gauge"})
    assert kept() == [("ada", "tide gauge", 25, [])]
    found = hits(first)
    assert len(found) == 20
    assert ada.get(found[2]).status_code == 200
    further = ada.get(found[2] + "&page=2")
    last = hits(further)[-1]
    ada.get(last)
    ada.get(last)  # opened once, however often it is read again
    [(_, _, _, opened)] = kept()
    assert [rank for _, rank in opened] == [3, 25]
    assert [docid for docid, _ in opened] == [first.context["results"].hits[2].docid, opened[1][0]]
    ada.get(PAGE, {"q": "tide gauge"})
    ada.get(PAGE, {"q": "zebra"})
    assert [(query, found) for _, query, found, _ in kept()] == [
        ("tide gauge", 25),
        ("tide gauge", 25),
        ("zebra", 0),
    ]


def test_the_name_of_somebody_elses_search_keeps_ones_own(ada: Client, olga: Client) -> None:
    address = hits(ada.get(PAGE, {"q": "tide"}))[0]
    olga.get(address)
    assert [(name, len(opened)) for name, _, _, opened in kept()] == [("ada", 0), ("olga", 1)]
    ada.get(address.replace("q=tide", "q=gauge"))
    assert [(name, query) for name, query, _, _ in kept()] == [
        ("ada", "tide"),
        ("olga", "tide"),
        ("ada", "gauge"),
    ]


def test_what_cannot_be_looked_for_is_not_kept_nor_what_was_no_hit(ada: Client) -> None:
    ada.get(PAGE, {"q": "-tide"})
    ada.get(PAGE, {"q": "  "})
    assert kept() == []
    ada.get(PAGE, {"q": "tide", "document": "AP-99"})
    ada.get(PAGE, {"q": "tide", "document": "AP-1000"})
    assert [opened for *_, opened in kept()] == [[], []]


def test_people_see_their_own_last_ten_searches(ada: Client, olga: Client) -> None:
    for number in range(12):
        ada.get(PAGE, {"q": f"tide {number}"})
    ada.get(PAGE, {"q": "tide 5"})
    own = ada.get(PAGE).context["own"]
    assert own == [f"tide {number}" for number in (5, 11, 10, 9, 8, 7, 6, 4, 3, 2)]
    assert "?q=tide%205" in ada.get(PAGE).content.decode()
    assert olga.get(PAGE).context["own"] == []


@pytest.mark.both_databases
def test_organizers_read_all_searches_and_choose_among_them(ada: Client, olga: Client) -> None:
    for client, queries in ((ada, ["Tide", "كِتَاب"]), (olga, ["gauge"] * 51)):
        for query in queries:
            client.get(PAGE, {"q": query})
    page = olga.get(KEPT).context["page"]
    assert (page[0].query, page.paginator.num_pages) == ("gauge", 2)
    assert "page=2" in olga.get(KEPT).content.decode()
    for asked, expected in (
        ({"person": "ada"}, ["كِتَاب", "Tide"]),
        ({"words": "TIDE"}, ["Tide"]),
        ({"words": "كتاب"}, ["كِتَاب"]),
        ({"person": "olga", "words": "tide"}, []),
    ):
        assert [row.query for row in olga.get(KEPT, asked).context["page"]] == expected, asked
    assert ada.get(KEPT).status_code == 404
    assert ada.get(f"{KEPT}searches.csv").status_code == 404


def test_the_table_has_a_line_for_each_document_opened(ada: Client, olga: Client) -> None:
    found = hits(ada.get(PAGE, {"q": "+tide"}))
    for address in found[:2]:
        ada.get(address)
    olga.get(PAGE, {"q": "zebra"})
    table = olga.get(f"{KEPT}searches.csv")
    assert "comet-searches.csv" in table["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(table.content.decode())))
    assert [(row["person"], row["query"], row["found"], row["rank"]) for row in rows] == [
        ("ada", "'+tide", "25", "1"),  # no formula of a spreadsheet
        ("ada", "'+tide", "25", "2"),
        ("olga", "zebra", "0", ""),
    ]
    assert all(row["document"] and row["opened_at"] for row in rows[:2])
    only = olga.get(f"{KEPT}searches.csv", {"person": "olga"}).content.decode()
    assert only.count("\r\n") == 2


def test_a_copy_of_ones_data_has_the_searches_and_removal_leaves_a_pseudonym(
    campaign: Campaign, ada: Client, olga: Client
) -> None:
    ada.get(hits(ada.get(PAGE, {"q": "tide"}))[0])
    olga.get(PAGE, {"q": "gauge"})
    account = campaign.members.get(name="ada").account
    assert account
    packed: Any = ada.get("/account/data/file/")
    with zipfile.ZipFile(io.BytesIO(b"".join(packed.streaming_content))) as archive:
        [row] = json.loads(archive.read("searches.json"))
    assert (row["query"], row["found"], row["campaign_slug"], row["opened"][0]["rank"]) == (
        "tide",
        25,
        "comet",
        1,
    )
    remove_personal_data(account=account, by=None)
    assert kept()[0][0].startswith("person-")
    assert ">ada<" not in olga.get(KEPT).content.decode()


@pytest.mark.both_databases
def test_searches_go_with_their_campaign_and_are_not_kept_of_an_archived_one(
    campaign: Campaign, ada: Client
) -> None:
    ada.get(PAGE, {"q": "tide"})
    assert KeptSearch in {rows.model for rows in rows_of(campaign)}
    Campaign.objects.update(archived_at=timezone.now())
    assert ada.get(PAGE, {"q": "gauge"}).status_code == 200
    assert len(kept()) == 1


def test_nobody_waits_for_what_is_kept(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server closes an answer when all of it is sent."""
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda self: None)
    request = RequestFactory().get(PAGE, {"q": "tide"})
    request.COOKIES = {"sessionid": ada.cookies["sessionid"].value}
    ada.get(PAGE)  # which loads the middleware
    response: Any = ada.handler.get_response(request)
    assert b"25 documents" in response.content
    assert kept() == []
    response.close()
    assert kept() == [("ada", "tide", 25, [])]


@contextmanager
def refusing(message: str) -> Iterator[list[str]]:
    """A database that takes no searches."""
    refused: list[str] = []

    def wrapper(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")) and "campaigns_keptsearch" in sql:
            refused.append(sql)
            raise OperationalError(message)
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapper):
        yield refused


@pytest.mark.parametrize("message", ["database or disk is full", "database is locked"])
def test_the_page_shows_though_nothing_can_be_kept(ada: Client, message: str) -> None:
    with refusing(message) as refused:
        found = ada.get(PAGE, {"q": "tide"})
        opened = ada.get(hits(found)[0])
    assert (found.status_code, opened.status_code, len(refused)) == (200, 200, 2)
    assert "<iframe" in opened.content.decode()
    assert kept() == []
    ada.get(hits(found)[0])  # which keeps what could not be kept before
    assert [(query, len(opened)) for _, query, _, opened in kept()] == [("tide", 1)]


@pytest.mark.both_databases
@pytest.mark.parametrize("others", [0, 120])
def test_queries_do_not_grow_with_what_is_kept(
    campaign: Campaign, ada: Client, olga: Client, query_count: QueryCount, others: int
) -> None:
    account = campaign.members.get(name="olga").account
    KeptSearch.objects.bulk_create(
        KeptSearch(campaign=campaign, account=account, uid=uuid4(), query="tide", folded="tide", found=1)
        for _ in range(others)
    )
    first = hits(ada.get(PAGE, {"q": "tide"}))[0]
    ada.get(first)
    with query_count("search page"):
        ada.get(PAGE, {"q": "gauge"})
    with query_count("search page with a document"):
        ada.get(first)
    with query_count("kept searches"):
        olga.get(KEPT)
