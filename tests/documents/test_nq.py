"""Natural Questions: lines and their faults, and answers marked to the byte on pages of any script."""

import gzip
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from documents.errors import CollectionRefused, Problem
from documents.htmlmarks import mark_html
from documents.links import document_url
from documents.models import Collection
from documents.nq import ByteSpan, Marked, marked, parse_passage
from documents.readers.base import Record, WebRecord
from documents.readers.nq import Candidate, Example, Token, read_example, records, web
from documents.services import import_collection
from documents.webpage import read_page
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.factory import make_reader

WORDS = st.sampled_from(
    [
        ("Vell", "Vell"),
        ("naïve", "naïve"),
        ("漢字", "漢字"),
        ("😀", "😀"),
        ("שלום", "שלום"),
        ("3 < 4", "3 < 4"),
        ("&amp;", "&"),
        ("caf&eacute;", "café"),
        ("&#8364;7", "€7"),
        ("AT&T", "AT&T"),
        ("<b>bo</b>ld", "bold"),
        ('<a href="/x?a>b" title="ü>">link</a>', "link"),
        ("<!-- ä > -->after", "after"),
        ("x<sup>é</sup>", "xé"),
    ]
)
BLOCKS = st.lists(
    st.tuples(st.sampled_from(["P", "Li", "Td", "Dd"]), st.lists(WORDS, min_size=1, max_size=6)),
    min_size=1,
    max_size=6,
)
AROUND = {
    "P": ("", ""),
    "Li": ("<Ul>", "</Ul>"),
    "Td": ("<Table><Tr>", "</Tr></Table>"),
    "Dd": ("<Dl>", "</Dl>"),
}


class Built:
    """A page with the places of its words and elements, in bytes."""

    def __init__(self, blocks: list[tuple[str, list[tuple[str, str]]]]) -> None:
        self.html = "<!DOCTYPE html><html><head><title>Täst</title></head><body>\n".encode()
        self.words: list[tuple[int, int, str]] = []
        self.elements: list[tuple[int, int, str]] = []
        for name, words in blocks:
            before, after = AROUND[name]
            outer = len(self.html)
            self.html += before.encode()
            start = len(self.html)
            self.html += f'<{name} class="ä">'.encode()
            for source, shown in words:
                self.html += b" "
                place = len(self.html)
                self.html += source.encode()
                self.words.append((place, len(self.html), shown))
            self.html += f" </{name}>".encode()
            text = " ".join(shown for _, shown in words)
            self.elements.append((start, len(self.html), text))
            self.html += after.encode() + b"\n"
            if before:
                self.elements.append((outer, len(self.html) - 1, text))
        self.html += b"</body></html>"


def example(html: bytes) -> Example:
    return Example("1", "", "", "http://wiki.test/Vell", html, (), ())


def bare(text: str) -> str:
    return "".join(text.split())


def only(found: Marked) -> str:
    """The text of the one place that was asked for."""
    assert found.page.clean
    (place,) = found.places
    assert place.text, place.error
    return found.page.clean.text[slice(*place.text)]


@settings(deadline=None)
@given(BLOCKS, st.data())
def test_a_short_answer_is_marked_to_the_letter(blocks: Any, data: st.DataObject) -> None:
    page = Built(blocks)
    first = data.draw(st.integers(0, len(page.words) - 1))
    last = data.draw(st.integers(first, len(page.words) - 1))
    span = ByteSpan("short", page.words[first][0], page.words[last][1])
    found = marked(example(page.html), [span])
    expected = bare("".join(word for _, _, word in page.words[first : last + 1]))
    assert bare(only(found)) == expected
    clean = found.page.clean
    unmarked = read_page(WebRecord(page.html, "http://wiki.test/Vell", "utf-8")).clean
    assert clean
    assert unmarked
    assert (clean.html, clean.text, clean.nodes) == (unmarked.html, unmarked.text, unmarked.nodes)
    html = mark_html(clean, found.layers)
    assert bare("".join(node.text() for node in LexborHTMLParser(html).css("mark"))) == expected


@settings(deadline=None)
@given(BLOCKS, st.data())
def test_a_long_answer_is_the_element_of_its_bytes(blocks: Any, data: st.DataObject) -> None:
    page = Built(blocks)
    chosen = data.draw(st.lists(st.sampled_from(page.elements), min_size=1, max_size=4))
    found = marked(example(page.html), [ByteSpan("long", start, end) for start, end, _ in chosen])
    assert found.page.clean
    parsed = LexborHTMLParser(found.page.clean.html)
    for place, (start, _, text) in zip(found.places, chosen, strict=True):
        (element,) = parsed.css(f"#{place.id}")
        assert bare(element.text()) == bare(text)
        assert page.html[start + 1 :].lower().startswith((element.tag or "?").encode())
    unmarked = read_page(WebRecord(page.html, "", "utf-8")).clean
    assert unmarked
    assert found.page.clean.text == unmarked.text


ENDS_IN_A_COMMENT = [("Td", [("<!-- ä > -->after", "after")]), ("P", [("Vell", "Vell")])]


@settings(deadline=None)
@given(BLOCKS, st.lists(st.tuples(st.booleans(), st.integers(-2, 900), st.integers(-2, 900)), max_size=6))
@also(ENDS_IN_A_COMMENT, [(False, start, end) for start in range(90) for end in range(start + 1, 90)][::7])
def test_any_offsets_give_a_place_or_a_fault_and_leave_the_text_alone(blocks: Any, wild: Any) -> None:
    page = Built(blocks)
    spans = [ByteSpan("long" if long else "short", start, end) for long, start, end in wild]
    found = marked(example(page.html), spans)
    unmarked = read_page(WebRecord(page.html, "", "utf-8")).clean
    assert found.page.clean
    assert unmarked
    assert found.page.clean.text == unmarked.text
    assert [place.span for place in found.places] == spans
    assert all(bool(place.error) != bool(place.id or place.text) for place in found.places)


@pytest.mark.parametrize(
    ("html", "start", "end", "said"),
    [
        ("<p>größe</p>", 6, 8, "within a character"),
        ("<p>&eacute;x</p>", 3, 6, "within a character"),
        ("<p>&#8364;7</p>", 4, 10, "within a character"),
        ("<p class='x'>x</p>", 0, 6, "within a tag"),
        ("<p>x</p> <hr> <p>y</p>", 4, 14, "no text"),
        ("<p>x</p><script>var y</script>", 16, 21, "not shown"),
        ("<p hidden>x</p>", 10, 11, "not shown"),
        ("<p>x</p>", 3, 99, "outside"),
        ("<p>x</p>", -1, -1, "outside"),
    ],
)
def test_a_short_answer_that_cannot_be_marked_says_why(html: str, start: int, end: int, said: str) -> None:
    (place,) = marked(example(html.encode()), [ByteSpan("short", start, end)]).places
    assert said in place.error
    assert place.text is None


def test_a_long_answer_needs_an_element() -> None:
    found = marked(example(b"<p>x</p><script>y</script>"), [ByteSpan("long", 3, 4), ByteSpan("long", 8, 26)])
    assert ["does not begin" in found.places[0].error, "not shown" in found.places[1].error] == [True, True]


def test_overlapping_answers_are_marked_as_one_and_our_id_wins() -> None:
    html = b'<p id="own">one two three</p>'
    spans = [ByteSpan("short", 12, 19), ByteSpan("short", 16, 25), ByteSpan("long", 0, len(html))]
    found = marked(example(html), spans)
    assert found.page.clean
    assert [span for layer in found.layers for span in layer.spans] == [(0, 13)]
    assert '<p id="doc-nq-box-1">' in found.page.clean.html


def test_a_page_with_private_characters_of_its_own() -> None:
    html = "<p>\U000f0000one \U000f0001two</p>".encode()
    found = marked(example(html), [ByteSpan("short", 7, 10)])
    assert only(found) == "one"
    assert found.page.clean
    assert found.page.clean.text == "\U000f0000one \U000f0001two"


@pytest.mark.parametrize(
    ("passage", "span"),
    [
        ("long:1:20", ByteSpan("long", 1, 20)),
        ("short:0:7", ByteSpan("short", 0, 7)),
        ("21", None),
        ("long:-1:-1", None),
    ],
)
def test_how_a_passage_names_a_span(passage: str, span: ByteSpan | None) -> None:
    assert parse_passage(passage) == span


def line(**changes: Any) -> bytes:
    html = "<html><body><P>Grüße</P></body></html>\r\n"
    content = {
        "example_id": -8366545547296627039,
        "question_text": "who greets",
        "document_title": "Vell",
        "document_url": "https://wiki.test/w?title=Vell",
        "document_html": html,
        "document_tokens": [{"token": "Grüße", "start_byte": 15, "end_byte": 22, "html_token": False}],
        "long_answer_candidates": [
            {"start_byte": 12, "end_byte": 26, "start_token": 0, "end_token": 3, "top_level": True}
        ],
    }
    content.update(changes)
    return json.dumps({name: value for name, value in content.items() if value is not None}).encode() + b"\n"


def test_a_line_is_a_page_kept_byte_for_byte() -> None:
    (record,) = records(io.BytesIO(line()), "dev-00.jsonl.gz")
    assert isinstance(record, Record)
    assert record.docid == "-8366545547296627039"
    found = read_example(record.data)
    assert found.html == "<html><body><P>Grüße</P></body></html>\r\n".encode()
    assert found.tokens == (Token("Grüße", 15, 22, False),)
    assert found.html[15:22].decode() == "Grüße"
    assert found.candidates == (Candidate(12, 26, 0, 3, True),)
    page = web(record.data)
    assert (page.body, page.address, page.source) == (
        found.html,
        "https://wiki.test/w?title=Vell",
        "wiki.test",
    )
    assert b"who greets" in page.head


def test_broken_lines_are_reported_and_their_neighbours_are_fine() -> None:
    lines = [
        line(),
        b'{"example_id": 2, \n',
        b"\n",
        b"[1]\n",
        line(example_id=None),
        line(example_id="a b"),
        line(example_id=5, document_html=None),
        line(example_id=6),
    ]
    found = list(records(io.BytesIO(b"".join(lines)), "f"))
    assert [item.docid if isinstance(item, Record) else item.code for item in found] == [
        "-8366545547296627039",
        "bad_json",
        "bad_json",
        "bad_docid",
        "bad_docid",
        "no_html",
        "6",
    ]
    assert [item.line for item in found] == [1, 2, 4, 5, 6, 7, 8]
    for item in found:
        assert item.offset == len(b"".join(lines[: item.line - 1]))
    assert isinstance(found[5], Problem)
    assert "simplified" in found[5].hint


def test_ids_are_whole_numbers_of_64_bits_or_the_same_as_strings() -> None:
    right = [0, -1, "17", 2**53 + 1, 2**63 - 1, -(2**63), str(-(2**63))]
    wrong = [True, 1.5, "007", "", " 1", "x", 2**63, "-0", [1], {"example_id": 1}]
    data = b"".join(line(example_id=docid) for docid in (*right, *wrong))
    found = list(records(io.BytesIO(data), "f"))
    assert [one.docid for one in found if isinstance(one, Record)] == [str(docid) for docid in right]
    assert [one.code for one in found if isinstance(one, Problem)] == ["bad_docid"] * len(wrong)


def test_a_page_that_cannot_be_annotated_is_held_and_named() -> None:
    data = line(example_id=4, document_tokens=None)
    record, problem = records(io.BytesIO(data), "f")
    assert isinstance(record, Record)
    assert isinstance(problem, Problem)
    assert (problem.line, problem.code) == (1, "no_tokens")
    assert problem.message == "The example 4 has no document_tokens."


def test_a_line_that_is_too_long_is_left_out_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("documents.readers.nq.MAX_WEB_RECORD", 2_000)
    monkeypatch.setattr("documents.readers.base._PIECE", 100)
    long = line(example_id=1, document_html="x" * 3_000)
    first, second, third = records(io.BytesIO(long + line(example_id=2) + long.rstrip()), "f")
    assert isinstance(first, Problem)
    assert (first.code, first.line, first.offset) == ("record_too_long", 1, 0)
    assert f"{len(long):,} bytes" in first.message
    assert isinstance(second, Record)
    assert (second.docid, second.line, second.offset) == ("2", 2, len(long))
    assert third.line == 3


@pytest.mark.django_db
def test_a_packed_file_that_breaks_off_says_where_and_nothing_is_stored(tmp_path: Path) -> None:
    rng = random.Random(1)
    whole = b"".join(line(example_id=n, question_text=str(rng.random()) * 200) for n in range(40))
    packed = gzip.compress(whole)
    folder = make_folder(tmp_path / "nq", {"a.jsonl.gz": packed[: len(packed) // 2]})
    with pytest.raises(CollectionRefused) as caught:
        import_collection(folder, slug="questions", format="nq")
    assert re.search(r"cannot be read to its end after line \d+:", caught.value.problems[0].message)
    assert not Collection.visible.filter(slug="questions").exists()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(whole + line(example_id=7)))
    report = import_collection(folder, slug="questions", format="nq")
    assert report.collection.documents == 40
    (warning,) = report.warnings
    assert (warning.code, warning.line) == ("repeated_docid", 41)
    assert "The id 7 " in warning.message


@given(st.binary())
def test_no_bytes_make_the_reader_fail(data: bytes) -> None:
    assert all(isinstance(found, Record | Problem) for found in records(io.BytesIO(data), "f"))


def test_the_text_of_a_line_without_its_page() -> None:
    (record,) = records(io.BytesIO(line().rstrip()), "f")
    assert isinstance(record, Record)
    assert re.search(r"\A\{.*\}\Z", record.data.decode())


@pytest.mark.django_db
def test_answers_named_by_their_bytes_are_marked_and_outlined(client: Client, tmp_path: Path) -> None:
    html = "<html><body><P>Grüße aus <B>Vell</B></P><P>Ende</P></body></html>"
    line = json.dumps({"example_id": -7, "document_html": html, "document_url": "http://wiki.test/"}) + "\n"
    folder = make_folder(tmp_path / "nq", {"a.jsonl.gz": gzip.compress(line.encode())})
    import_collection(folder, slug="questions", format="nq")
    address = document_url("questions", "-7", reader=make_reader("questions").as_reader)
    vell = len(html[: html.index("Vell")].encode())
    response = client.get(f"{address}&passage=long:12:47&passage=short:{vell}:{vell + 4}")
    shown = response.content.decode()
    assert '<p id="doc-nq-box-1">Grüße aus <b><mark class="answer" id="hit-1">Vell</mark></b></p>' in shown
    assert response["X-Hits"] == "answer=1, literal=1, find=0"
    shown = client.get(f"{address}&passage=short:18:19").content.decode()
    assert "The answer at bytes 18 to 19 cannot be marked. It is cut within a character." in shown
    assert "Ende" in client.get(f"{address}&passage=nonsense").content.decode()
    (folder / "a.jsonl.gz").unlink()
    assert 'id="hit-1"' in client.get(f"{address}&passage=short:{vell}:{vell + 4}").content.decode()
