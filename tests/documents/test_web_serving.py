"""Web pages over HTTP: sanitised, marked across element borders, told what was left out, and shut."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assessment.people.models import Account
from documents.htmlmarks import frame_html, mark_html
from documents.links import document_url
from documents.marked import MarkRequest, find_layers
from documents.models import Snapshot
from documents.sanitise.clean import clean_page
from documents.sanitise.process import MAX_ATTRIBUTES
from documents.sanitise.result import NotClean
from documents.services import import_collection
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.documents.test_sanitise import pages
from tests.factory import make_reader

PAGE = (
    b"<html><head><title>News</title><script>1</script></head><body onload=x bgcolor=red><h1>Comet</h1>"
    b"<p id=hit-1>Found on <b>9</b> <i>Ap</i>ril &amp; seen<iframe></iframe>.<p>9\nApril <br>1926<p style='display:none'>9 April</p></body></html>"
)


@pytest.fixture
def reader() -> Account:
    return make_reader("pages")


def shown(
    client: Client, reader: Account, folder: Path, page: bytes, view: str = "", **wanted: Any
) -> tuple[str, str]:
    """The page and its count of hits, out of a collection of this one page."""
    import_collection(make_folder(folder, {"a.html": page}), slug="pages", format="html")
    url = document_url("pages", "a", reader=reader.as_reader, **wanted)
    response = client.get(url + view)
    assert response.status_code == 200
    return response.content.decode(), response["X-Hits"]


@pytest.mark.django_db
def test_the_answer_is_marked_across_element_borders(client: Client, reader: Account, tmp_path: Path) -> None:
    html, hits = shown(client, reader, tmp_path, PAGE, answer="9 April", find="seen", known=["comet"])
    assert (
        '<b><mark class="answer" id="hit-1">9</mark></b> <i><mark class="answer" data-of="hit-1">Ap</mark></i>'
        '<mark class="answer" data-of="hit-1">ril</mark>' in html
    )
    assert '<mark class="answer" id="hit-2">9 April</mark>' in html
    assert '&amp; <mark class="find" id="find-1">seen</mark>' in html
    assert '<h1><mark class="known">Comet</mark></h1>' in html
    assert hits == "answer=2, literal=1, find=1"
    assert '<p id="doc-hit-1">' in html


@pytest.mark.django_db
def test_the_page_says_how_it_was_read_and_what_is_gone(
    client: Client, reader: Account, tmp_path: Path
) -> None:
    html, _ = shown(client, reader, tmp_path, PAGE)
    assert "read as windows-1252 (nothing says which) · removed: 1 frame, 1 script" in html
    assert '<details class="assize-note assize-foot" lang="en" dir="ltr"><summary>About this document' in html
    assert '<meta charset="utf-8">' in html
    assert '<body bgcolor="red">' in html
    for gone in ("<script", "onload", "<iframe"):
        assert gone not in html


@pytest.mark.django_db
def test_utf8_is_seen_where_nobody_says_so(client: Client, reader: Account, tmp_path: Path) -> None:
    page = "<!doctype html><p>Łódź: das Café öffnet — “spät”".encode()
    html, hits = shown(client, reader, tmp_path, page, answer="Café")
    assert "read as utf-8 (valid UTF-8)" in html
    assert 'Łódź: das <mark class="answer" id="hit-1">Café</mark> öffnet — “spät”' in html
    assert hits.startswith("answer=1, literal=1")


@pytest.mark.django_db
@pytest.mark.parametrize("view", ["", "&view=text"])
def test_an_older_copy_is_read_as_it_was_copied(
    client: Client, reader: Account, tmp_path: Path, view: str
) -> None:
    """Copies of former readings stay what people judged, whatever would be read today."""
    tag = (
        "<p" + " a" * (MAX_ATTRIBUTES + 1) + ">"
    )  # shown as text, which is read from the copy's bytes each time
    html, _ = shown(client, reader, tmp_path, f"<p>café{tag}".encode())
    assert "This page is shown as plain text" in html
    Snapshot.objects.update(encoding="windows-1252", encoding_reason="nothing says which")
    response = client.get(document_url("pages", "a", reader=reader.as_reader) + view)
    assert "cafÃ©" in response.content.decode()
    assert "read as windows-1252 (nothing says which)" in response.content.decode()


@pytest.mark.django_db
def test_one_word_on_encodings_for_pages_of_one_collection(
    client: Client, reader: Account, tmp_path: Path
) -> None:
    page = "<meta charset=utf-8><p>Кафе".encode("koi8-r")
    manifest = 'slug = "pages"\nformat = "html"\nencoding = "koi8-r"\n'
    import_collection(make_folder(tmp_path, {"a.html": page}, manifest))
    html = client.get(document_url("pages", "a", reader=reader.as_reader)).content.decode()
    assert "Кафе" in html
    assert "read as koi8-r (as the collection says)" in html


@pytest.mark.django_db
def test_headers_keep_a_web_page_shut(client: Client, reader: Account, tmp_path: Path) -> None:
    import_collection(make_folder(tmp_path, {"a.html": PAGE}), slug="pages", format="html")
    response = client.get(document_url("pages", "a", reader=reader.as_reader))
    assert response["Content-Security-Policy"].startswith(
        "sandbox; default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-"
    )
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert response["Referrer-Policy"] == "no-referrer"
    assert client.get("/documents/pages/a/").status_code == 403


@pytest.mark.django_db
def test_the_source_and_the_text_alone(client: Client, reader: Account, tmp_path: Path) -> None:
    html, _ = shown(client, reader, tmp_path, PAGE, "&view=source", answer="9 April")
    assert "&lt;body onload=x" in html
    html, hits = shown(client, reader, tmp_path, PAGE, "&view=text", answer="9 April")
    assert (
        '<p id="p-2" dir="ltr">Found on <mark class="answer" id="hit-1">9 April</mark> &amp; seen.</p>'
        in html
    )
    assert hits.startswith("answer=2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page",
    [b"<div>" * 100_000 + b"<p>The word.", b"<p>The word.</p>" * 600_000],
    ids=["too deep", "too long"],
)
def test_what_cannot_be_read_safely_is_text_with_a_notice(
    client: Client, reader: Account, tmp_path: Path, page: bytes
) -> None:
    html, hits = shown(client, reader, tmp_path, page, answer="The word")
    assert "This page is shown as plain text, not as a browser shows it." in html
    assert '<mark class="answer" id="hit-1">The word</mark>' in html
    assert not hits.startswith("answer=0")


@pytest.mark.django_db
def test_a_page_without_text_says_so(client: Client, reader: Account, tmp_path: Path) -> None:
    html, _ = shown(client, reader, tmp_path, b"<frameset><frame src=a></frameset>")
    assert "The page is a set of frames" in html


def _in_a_line(html: str) -> str:
    """The HTML without entities, line ends as the blanks that they are shown as."""
    return re.sub(r"[\n\t\f\r]", " ", unescape(html))


@example('word<a"b c=d>&lt;', "a", "w")
@example("word&#13;", "", "word")
@given(pages, st.text("aw ord&<", max_size=4), st.sampled_from(["word", "w", " ", "o r"]))
def test_marks_never_change_the_visible_text(html: str, answer: str, find: str) -> None:
    try:
        page = clean_page(html.replace("word", "<b>wo</b>rd word &amp; o"))
    except NotClean:
        return
    layers, _ = find_layers(page.text, MarkRequest(answer, find, "exact", ("rd w", "o")))
    marked = mark_html(page, layers)
    bare = re.sub(r"</?mark[^>]*>", "", marked)
    assert _in_a_line(bare) == _in_a_line(page.html)
    inner = re.sub(r'<mark class="(answer|word|find|known)"( id="(hit|find)-\d+")?>', "<i>", marked).replace(
        "</mark>", "</i>"
    )
    assert clean_page(inner).text == page.text
    framed = frame_html(marked, "<!--h-->", "<!--t-->", "<!--f-->")
    assert (
        framed.index("<head><!--h--><title>")
        < framed.index("<!--t-->")
        < framed.index("<!--f--></body></html>")
    )
