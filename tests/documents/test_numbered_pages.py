"""Texts with numbered paragraphs over HTTP: their typography, the cited paragraph, and the other language beside them."""

from pathlib import Path
from typing import Any

import pytest
from django.utils.safestring import mark_safe
from hypothesis import given
from hypothesis import strategies as st

from assessment.people.models import Account
from assessment.people.services.sessions import end_sessions
from documents.links import document_url
from documents.marked import MarkedBlock
from documents.paragraphs import paragraph
from documents.parallel import align
from documents.selectors import describe_document
from documents.services import import_collection
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.documents.test_xml_records import ACT, DEBATE
from tests.factory import make_reader

DOCID = "jrc31999R0001-en"
HEBREW = '<doc lang="he"><chapter><speaker name="עדה"><p id="1">שלום לכולם.</p><p id="2">תודה.</p></speaker></chapter></doc>'


@pytest.fixture
def reader(db: None) -> Account:
    return make_reader("acts")


@pytest.fixture(autouse=True)
def acts(db: None, tmp_path: Path) -> None:
    french = ACT.replace('"en"', '"fr"').replace("First", "Premier").replace('<p n="4">Done at Vell</p>', "")
    files = {
        "en/1999/jrc31999R0001-en.xml": ACT.encode(),
        "fr/1999/jrc31999R0001-fr.xml": french.replace("</body>", '<p n="6">Encore</p></body>').encode(),
        "de/1999/jrc31999R0001-de.xml": ACT.replace("First", "AT&T").encode(),
        "de/1999/jrc31999R00011-de.xml": ACT.encode(),
        "de/1999/jrc31999R0002-de.xml": b"",
        "de/1999/jrc31999R0003-de.xml": ACT.replace('n="3"', 'n="2"').encode(),
        "EP/EP_CRE-20090112-EN_clean.xml": DEBATE.encode(),
        "EP/EP_CRE-20090112-HE_clean.xml": HEBREW.encode(),
    }
    import_collection(make_folder(tmp_path, files, 'slug = "acts"\nformat = "respubliqa"\n'))


def get(client: Client, reader: Account, docid: str = DOCID, more: str = "", **wanted: Any) -> str:
    response = client.get(document_url("acts", docid, reader=reader.as_reader, **wanted) + more)
    assert response.status_code == 200
    return response.content.decode()


def test_an_act_is_set_with_the_numbers_of_its_paragraphs(client: Client, reader: Account) -> None:
    html = get(client, reader)
    assert '<html lang="en" dir="ltr">' in html
    assert '<h1 dir="ltr" id="p-1"><span class="n">1</span>On ferries</h1>' in html
    assert '<p dir="ltr" id="p-3"><span class="n">3</span>Second, of two lines.</p>' in html
    assert '<h2 class="section" dir="ltr">Annex</h2>' in html
    assert '<dt dir="ltr">classCode</dt>' in html
    assert (
        "unsafe-inline"
        not in client.get(document_url("acts", DOCID, reader=reader.as_reader))["Content-Security-Policy"]
    )


def test_speakers_are_named_and_every_script_may_be_read(client: Client, reader: Account) -> None:
    assert '<h3 class="speaker" dir="ltr">Ida Marrow</h3>' in get(
        client, reader, "EP_CRE-20090112-EN_clean.xml"
    )
    hebrew = get(client, reader, "EP_CRE-20090112-HE_clean")
    assert '<html lang="he" dir="rtl">' in hebrew
    assert '<p dir="rtl" id="p-1"><span class="n">1</span>שלום לכולם.</p>' in hebrew


def test_a_cited_paragraph_without_an_answer_is_marked_whole(client: Client, reader: Account) -> None:
    html = get(client, reader, passage="3")
    assert (
        '<p dir="ltr" id="p-3" class="cited"><span class="n">3</span><mark class="answer passage" id="hit-1">Second'
        in html
    )
    assert html.count("cited") == 1
    response = client.get(document_url("acts", DOCID, reader=reader.as_reader, passage="3"))
    assert response["X-Hits"] == "answer=1, literal=1, find=0"


def test_an_answer_is_marked_where_it_stands_and_its_paragraph_is_shown(
    client: Client, reader: Account
) -> None:
    html = get(client, reader, passage="3", answer="two lines")
    assert (
        'class="cited"><span class="n">3</span>Second, of <mark class="answer" id="hit-1">two lines</mark>.'
        in html
    )
    assert "cited" not in get(client, reader, passage="33")


def test_a_faulty_file_is_shown_as_its_source(client: Client, reader: Account) -> None:
    html = get(client, reader, "jrc31999R0001-de")
    assert "The file cannot be read as a document (line 5, column" in html
    assert "&lt;p n=&quot;2&quot;&gt;AT&amp;T.&lt;/p&gt;" in html


def test_an_empty_file_and_a_repeated_number(client: Client, reader: Account) -> None:
    assert "The file cannot be read as a document (line 1" in get(client, reader, "jrc31999R0002-de")
    repeated = get(client, reader, "jrc31999R0003-de", passage="2")
    assert repeated.count('id="p-2"') == 1
    assert paragraph("acts", "jrc31999R0003-de", "2") == "First."


def test_the_other_language_stands_beside_it_by_number(client: Client, reader: Account) -> None:
    html = get(client, reader, more="&beside=fr", passage="2")
    assert '<div lang="fr" dir="ltr"><p dir="ltr"><span class="n">2</span>Premier.</p></div>' in html
    assert "do not have the same paragraphs" in html
    row = html[html.index('id="p-4"') :]
    assert '<div lang="fr" dir="ltr"></div>' in row[: row.index("ANNEX")]
    assert "Encore" in html
    assert html.count('id="p-3"') == 1


def test_the_languages_to_choose_from_are_those_held(client: Client, reader: Account) -> None:
    html = get(client, reader, passage="2")
    assert "beside FR</a>" in html
    assert "beside DE</a>" in html
    assert "beside EN" not in html
    address = html.split('href="?')[2].split('"')[0].replace("&amp;", "&")
    assert address.endswith("beside=fr#p-2")
    path = document_url("acts", DOCID, reader=reader.as_reader).split("?")[0]
    assert "Premier" in client.get(f"{path}?{address}").content.decode()


def test_a_language_that_is_not_held_or_cannot_be_read(client: Client, reader: Account) -> None:
    response = client.get(document_url("acts", DOCID, reader=reader.as_reader) + "&beside=pt")
    assert response.status_code == 404
    assert "has no document jrc31999R0001-en in the language pt" in response.content.decode()
    assert "The file of jrc31999R0001-de cannot be read" in get(client, reader, more="&beside=de")


def test_who_signed_in_again_goes_on_from_a_page_that_was_open(reader: Account) -> None:
    url, browser = document_url("acts", DOCID, reader=reader.as_reader), Client()
    end_sessions(account=reader, by=None)
    browser.force_login(reader)
    address = browser.get(url).content.decode().split('href="?')[1].split('"')[0].replace("&amp;", "&")
    assert Client().get(url).status_code == 403
    assert (
        Client().get(f"{url.split('?')[0]}?{address}").status_code == 200
    )  # as a frame asks: without a cookie


def test_beside_needs_the_same_key(client: Client, reader: Account) -> None:
    assert client.get(f"/documents/acts/{DOCID}/?beside=fr").status_code == 403


def test_what_a_judging_page_says_of_a_passage() -> None:
    hits = describe_document("acts", DOCID, passage="3").hits
    assert (hits.answer, hits.literal, hits.marked, hits.best) == (1, True, 1, 1)
    hits = describe_document("acts", DOCID, answer="e", passage="4").hits
    assert hits.marked > hits.best > 1
    assert describe_document("acts", DOCID, passage="99").hits.marked == 0


def blocks(numbers: list[str]) -> list[MarkedBlock]:
    return [MarkedBlock("paragraph", number, mark_safe(number)) for number in numbers]


@given(st.lists(st.sampled_from("abcdefg")), st.lists(st.sampled_from("abcdefg")))
def test_aligning_loses_and_moves_nothing(left: list[str], right: list[str]) -> None:
    rows = list(align(blocks(left), blocks(right)))
    assert [block.label for row in rows for block in row.left] == left
    assert sorted(block.label for row in rows for block in row.right) == sorted(right)
    for row in rows:
        assert all(block.label == row.number for block in (*row.left[-1:], *row.right[-1:]) if row.number)
