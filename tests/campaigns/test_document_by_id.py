"""Ids of documents lead to the documents, for whoever may search the collection."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import AnswerClass, Nugget
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
    frame = re.search(r'<iframe[^>]*src="([^"#]+)#hit-1"', page.content.decode())
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


def found(docid: str, qid: str, **typed: str) -> dict[str, str]:
    return {"id": docid, "qid": qid, **typed}


def test_words_of_a_document_become_known_of_a_question(comet: Campaign, enter: Enter) -> None:
    client = enter(comet, "organizer")
    page = client.post("/campaigns/comet/document/known/", found("AP-1&2", "1.1", answer="1910"), follow=True)
    assert "Added 1." in page.content.decode()
    assert "answer=1910" in page.redirect_chain[-1][0]
    row = AnswerClass.objects.get(question__qid="1.1")
    assert (row.text, row.docid, row.origin) == ("1910", "AP-1&2", "development")
    again = client.post(
        "/campaigns/comet/document/known/", found("AP-1&2", "1.1", answer="1910"), follow=True
    )
    assert "Known before: 1." in again.content.decode()
    nugget = found("AP-1&2", "1.3", answer="seen over the harbour", vote="okay")
    client.post("/campaigns/comet/document/known/", nugget)
    assert Nugget.objects.get(question__qid="1.3").text == "seen over the harbour"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (found("AP-1&2", "9.9", answer="1910"), "There is no question 9.9."),
        (found("AP-1&2", "1.1", answer=""), "the text is missing"),
        (found("AP-1&2", "", answer="1910"), "This field is required."),
        (found("AP-1&2", "1.1", answer="1910 | AP-9"), "A bar parts words from their document"),
        (found("AP-1&2", "1.1", answer="\u0414" * 501), "at most 500 characters"),
    ],
)
def test_what_cannot_be_known_is_said_beside_what_was_typed(
    comet: Campaign, enter: Enter, typed: dict[str, str], says: str
) -> None:
    page = enter(comet, "organizer").post("/campaigns/comet/document/known/", typed)
    assert page.status_code == 422
    assert says in page.content.decode()
    assert b"<iframe" in page.content
    assert not AnswerClass.objects.exists()


@pytest.mark.parametrize(
    "typed",
    [
        found("AP-1&2", "1.1", answer="1910"),
        found("AP-1&2", "1.3", answer="seen over the harbour", vote="okay"),
    ],
)
def test_nothing_is_added_beside_a_release(comet: Campaign, enter: Enter, typed: dict[str, str]) -> None:
    client = enter(comet, "organizer")
    Campaign.objects.filter(pk=comet.pk).update(state=State.RELEASED)
    page = client.post("/campaigns/comet/document/known/", typed)
    assert page.status_code == 422
    assert "The scores of comet are released" in page.content.decode()
    assert typed["answer"] in page.content.decode()
    assert not AnswerClass.objects.exists()
    assert not Nugget.objects.exists()


@pytest.mark.both_databases
def test_an_id_that_no_database_holds_is_no_document(comet: Campaign, enter: Enter) -> None:
    client = enter(comet, "organizer")
    typed = found("AP-9\x00", "1.1", answer="1910")
    assert client.post("/campaigns/comet/document/known/", typed).status_code == 404


@pytest.mark.parametrize("role", ["adjudicator", "assessor", "participant"])
def test_who_may_not_edit_adds_nothing(comet: Campaign, enter: Enter, role: str) -> None:
    client = enter(comet, role)
    assert (
        client.post("/campaigns/comet/document/known/", found("AP-1&2", "1.1", answer="1")).status_code == 404
    )
    assert b"document/known/" not in client.get("/campaigns/comet/document/", {"id": "AP-1&2"}).content
    assert not AnswerClass.objects.exists()


def test_a_new_question_begins_with_what_was_found(comet: Campaign, enter: Enter) -> None:
    client = enter(comet, "organizer")
    typed = {"id": "AP-1&2", "answer": "1910", "qid": "", "new": "1"}
    page = client.post("/campaigns/comet/document/known/", typed, follow=True)
    assert page.redirect_chain[-1][0].startswith("/campaigns/comet/candidates/new/?")
    assert "1910 | AP-1&amp;2</textarea>" in page.content.decode()
    search = client.get("/campaigns/comet/questions/1.1/").content.decode()
    assert "/campaigns/comet/search/?q=When+was+it+seen%3F&amp;qid=1.1" in search
