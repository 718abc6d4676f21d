"""Ids of documents lead to the documents, for whoever may search the collection."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign, Question
from tests.client import Client
from tests.documents.helpers import import_records, record

Enter = Callable[[Campaign, str], Client]


@pytest.fixture
def comet(series: Campaign, tmp_path: Path) -> Campaign:
    """The campaign in series, whose collection has a document of an odd id."""
    import_records(tmp_path, record("AP-1&2", "It was seen in 1910 over the harbour."))
    series.collection_slug = "wire"
    series.save()
    Question.objects.filter(qid="1.1").update(suggested_answer="1910", suggested_docid="AP-1&2")
    return series


@pytest.mark.parametrize("role", ["admin", "organizer", "adjudicator"])
def test_an_id_leads_to_the_document_with_the_answer_marked(comet: Campaign, enter: Enter, role: str) -> None:
    client = enter(comet, role)
    question = client.get("/campaigns/comet/questions/1.1/").content.decode()
    found = re.search(r'href="(/campaigns/comet/document/[^"]+)"[^>]*>AP-1&amp;2</a>', question)
    assert found, role
    page = client.get(unescape(found[1]))
    assert page.status_code == 200
    frame = re.search(r'<iframe[^>]*src="([^"#]+)#hit-1"[^>]*sandbox=""', page.content.decode())
    assert frame
    document = client.get(unescape(frame[1]))
    assert document.status_code == 200
    assert b'id="hit-1"' in document.content


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_who_may_not_search_is_led_nowhere(comet: Campaign, enter: Enter, role: str) -> None:
    client = enter(comet, role)
    assert b"/campaigns/comet/document/" not in client.get("/campaigns/comet/questions/1.1/").content
    assert client.get("/campaigns/comet/document/", {"id": "AP-1&2"}).status_code == 404


@pytest.mark.parametrize("docid", ["AP-9", "", "A" * 5000])
def test_an_id_that_the_collection_lacks_is_said(comet: Campaign, enter: Enter, docid: str) -> None:
    page = enter(comet, "organizer").get("/campaigns/comet/document/", {"id": docid})
    assert page.status_code == 404
    assert b'role="alert"' in page.content
    assert b"<iframe" not in page.content


def test_without_a_collection_the_page_says_so(series: Campaign, enter: Enter) -> None:
    page = enter(series, "organizer").get("/campaigns/comet/document/", {"id": "AP-1"})
    assert (page.status_code, b"has no collection" in page.content) == (404, True)
