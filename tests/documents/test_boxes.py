"""Pages for annotators: words between signs and boxes with ids, no letter changed; scripts of ours, and no others."""

import json
import re
from pathlib import Path

import pytest
from django.templatetags.static import static
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from documents import boxes
from documents.boxes import BoxesPage, boxes_page, prepared
from documents.layouts import Layout, made_of
from documents.links import document_url
from documents.models import PageLayout, Snapshot
from documents.nontext import texts_of
from documents.readers.nq import read_example, web
from documents.sanitise.result import Clean
from documents.signs import Signs
from documents.snapshots import clean_of
from documents.webpage import read_page
from tests.client import Client
from tests.documents.corpus import big_page, copy_of, import_pages, line_of, tokens_of
from tests.documents.pages import PAGES
from tests.factory import make_reader


def shown(html: str) -> tuple[BoxesPage, Clean]:
    line = line_of(html)
    clean = read_page(web(line)).clean
    assert clean
    return prepared(web(line), Layout(made_of(Snapshot(), read_example(line))), clean), clean


def words_in(page: BoxesPage) -> dict[int, str]:
    """The words between signs, as the script in the page takes them out."""
    text = LexborHTMLParser(page.html).body.text()  # type: ignore[union-attr]  # a page has a body
    start, end, digits = page.described["signs"]
    found = {}
    for piece in text.split(start)[1:]:
        high, low = map(digits.index, piece[:2])
        found[high * len(digits) + low] = piece[2:].split(end)[0]
    return found


@settings(deadline=None)
@given(PAGES)
def test_signs_change_nothing_of_the_text_and_stand_around_words(html: str) -> None:
    page, clean = shown(html)
    signs = Signs(*page.described["signs"])
    bare = LexborHTMLParser(signs.without(page.html))
    assert bare.body
    assert bare.body.text() == LexborHTMLParser(clean.html).body.text()  # type: ignore[union-attr]  # a page has a body
    tokens = tokens_of(html)
    data = html.encode()
    for number, word in words_in(page).items():
        token = tokens[number]
        assert not token["html_token"]
        source = data[token["start_byte"] : token["end_byte"]].decode()
        alone = read_page(web(line_of(f"<p>{source}</p>"))).clean
        assert alone
        assert "".join(word.split()) == "".join(alone.text.split())


@settings(deadline=None)
@given(PAGES)
def test_boxes_are_the_elements_of_their_bytes(html: str) -> None:
    page, _ = shown(html)
    parsed = LexborHTMLParser(page.html)
    for (*kept, name, id), told in zip(page.described["candidates"], candidates(html), strict=True):
        if id:
            (element,) = parsed.css(f"#{id}")
            assert (element.tag, tuple(kept)) == (name, told)


def candidates(html: str) -> list[tuple[int, int]]:
    told = json.loads(line_of(html))["long_answer_candidates"]
    return [(one["start_token"], one["end_token"]) for one in told]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>one &amp; two</p>", ["one", "&", "two"]),
        ("<p>o<b>n</b>e <i>two</i></p>", ["one", "two"]),
        ("<p>one<script>two</script> <!-- three --> four</p>", ["one", "four"]),
        ("<title>one two</title><p>three", ["three"]),
        ("<p>one <textarea>two</textarea> three", ["one", "three"]),
        ("<p title='a > b'>one</p><p x=y'>z>two</p>", ["one", "z>two"]),
        ("<p>one <a href='two", ["one"]),
        ("<p>\ue000one \ue001two</p>", ["\ue000one", "\ue001two"]),
        ("<p>&#xe000;one</p>", ["\ue000one"]),
        ("<p>e\u0301 x\u0301</p>", ["é", "x\u0301"]),
    ],
)
def test_which_words_have_signs(html: str, words: list[str]) -> None:
    page, _ = shown(html)
    assert list(words_in(page).values()) == words


def test_an_id_of_the_page_is_none_of_ours() -> None:
    page, _ = shown('<p id="nq-candidate-2">one</p><p ID="nq-candidat&#101;-1">two</p>')
    ids = [id for *_, id in page.described["candidates"]]
    assert ids == ["doc-nq-candidate-x1", "doc-nq-candidate-x2"]
    elements = LexborHTMLParser(page.html).css(",".join(f"#{id}" for id in ids))
    assert [words_in(BoxesPage(f"<body>{element.html}", page.described)) for element in elements] == [
        {1: "one"},
        {4: "two"},
    ]


def test_a_page_that_would_read_differently_has_no_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "places_of", lambda html, words: [(0, 0, 1)])
    page, clean = shown("<p title='one'>two</p>")
    assert page.described["signs"] == []
    assert "cannot be selected" in page.remark
    assert page.html == clean.html.replace("<p ", '<p id="doc-nq-candidate-1" ')


@pytest.mark.parametrize(
    "piece", ["<", "<!--", "</script ", "<script>", "<a '", '<a b="', "<p x='y' ", "&", "<title", "a<b "]
)
def test_no_page_holds_up_the_search_for_text(piece: str) -> None:
    html = piece.encode() * 200_000
    assert sum(end - start for start, end in texts_of(html)) <= len(html)


@settings(deadline=None)
@given(st.text(alphabet="<>/!-=\"' abp", max_size=60))
def test_whatever_the_tags_the_text_stays(html: str) -> None:
    html = f"<p>one {html} two</p>"
    page, clean = shown(html)
    if page.described["signs"]:
        page = page._replace(html=Signs(*page.described["signs"]).without(page.html))
    assert LexborHTMLParser(page.html).body.text() == LexborHTMLParser(clean.html).body.text()  # type: ignore[union-attr]  # a page has a body


@pytest.mark.django_db
def test_a_page_is_prepared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_pages(tmp_path, line_of(big_page(30)))
    copy = copy_of()
    clean = clean_of(copy)
    assert clean
    first = boxes_page(copy, clean)
    monkeypatch.setattr(boxes, "prepared", lambda *_: pytest.fail("prepared again"))
    assert boxes_page(copy, clean) == first
    monkeypatch.undo()
    PageLayout.objects.update(version=0, page=b"x")
    assert boxes_page(copy, clean) == first


@pytest.mark.django_db
def test_the_view_runs_our_scripts_and_nothing_else(client: Client, tmp_path: Path) -> None:
    html = "<p onclick=x()>one</p><script>x()</script><a href='javascript:x()'>two</a></script>"
    import_pages(tmp_path, line_of(html))
    address = document_url("wiki", "7", reader=make_reader("wiki").as_reader)
    response = client.get(f"{address}&view=boxes")
    policy = dict(
        part.split(" ", 1) for part in response["Content-Security-Policy"].split("; ") if " " in part
    )
    assert policy["sandbox"] == "allow-scripts"
    assert policy["default-src"] == "'none'"
    sources = policy["script-src"].split()
    assert sources == [f"http://testserver{static(script)}" for script in boxes.SCRIPTS]
    body = response.content.decode()
    assert re.findall(r'<script defer src="([^"]+)"></script>', body) == sources
    assert body.count("<script") == len(sources) + 1
    data = re.search(r'<script type="application/json" id="assize-layout">\s*(.*?)\s*</script>', body)
    assert data
    assert json.loads(data[1])["candidates"] == [[0, 3, "p", "doc-nq-candidate-1"]]
    assert "onclick" not in body
    assert "href" not in body.split("<body>")[1]
    ordinary = client.get(address)["Content-Security-Policy"]
    assert ordinary.startswith("sandbox; default-src 'none'; style-src")


@pytest.mark.django_db
def test_the_view_needs_its_key(client: Client, tmp_path: Path) -> None:
    import_pages(tmp_path, line_of("<p>one</p>"))
    response = client.get("/documents/wiki/7/?view=boxes")
    assert response.status_code == 403
    assert "script" not in response["Content-Security-Policy"]
