"""Examples made of pages: tokens to the byte, candidates that nest, and tables of questions with every fault named."""

import gzip
import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from documents.corpus import example_of, title_of
from documents.outline import CANDIDATES
from documents.readers.nq import read_example
from documents.services import import_collection
from scoring.spans.examples import stream_examples

PIECES = st.sampled_from(
    [
        "Vell",
        "naïve",
        "漢字",
        "😀",
        "שָׁלוֹם",
        "3&lt;4",
        "caf&eacute;s",
        "a&#8364;7",
        "AT&T",
        "&notit;",
        "&fjlig;ord",
        "&nbsp;",
        "-",
        "O’Lott",
        "Ada’s",
        "1,200",
        "<b>bo</b>ld",
        "<p>",
        "</p>",
        "<ul>",
        "</ul>",
        "<li>",
        "</li>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<table>",
        "<tr>",
        "<td>",
        "</td>",
        "</tr>",
        "</table>",
        "<div>",
        "</div>",
        "</b>",
        "<h2>",
        "</h2>",
        "<script>if(a<b)</script>",
        "<!--<p>-->",
        "<STYLE>p{}</STYLE>",
        "<a&#32;href='x>y'>",
        "<",
        "<3",
        "&#",
        "&#x;",
        "</",
        "<!",
        '="',
        "<br>",
        "\u200bx\u200e",
    ]
)


def example(html: str) -> dict[str, Any]:
    return example_of(html.encode(), 7, "who is it", "Page", "https://wiki.test/Page")


def words(html: str) -> list[str]:
    return [token["token"] for token in example(html)["document_tokens"]]


@given(st.lists(PIECES, max_size=40).map(" ".join) | st.lists(PIECES, max_size=30).map("".join) | st.text())
def test_tokens_and_candidates_are_exact(html: str) -> None:
    data = html.encode("utf-8", "replace")
    made = example_of(data, 7, "", "", "")
    end = 0
    for token in made["document_tokens"]:
        source = data[token["start_byte"] : token["end_byte"]].decode()
        assert end <= token["start_byte"] < token["end_byte"] <= len(data)
        end = token["end_byte"]
        if token["html_token"]:
            name = re.match(r"</?\w+", source)
            assert name
            assert token["token"].lower() == f"{name[0]}>".lower()
        else:
            assert token["token"] == unescape(source)
            assert token["token"].strip() == token["token"] != ""
    _nest(made, len(data))


def _nest(made: dict[str, Any], size: int) -> None:
    tokens, around = made["document_tokens"], list[dict[str, Any]]()
    last = -1
    for box in made["long_answer_candidates"]:
        assert last < box["start_byte"] < box["end_byte"] <= size
        last = box["start_byte"]
        first, after = tokens[box["start_token"]], tokens[box["end_token"] - 1]
        assert first["start_byte"] == box["start_byte"]
        assert first["token"].strip("<>").lower() in CANDIDATES
        assert after["end_byte"] <= box["end_byte"]
        following = tokens[box["end_token"] :][:1]
        assert all(box["end_byte"] <= one["start_byte"] for one in following)
        while around and around[-1]["end_byte"] <= box["start_byte"]:
            around.pop()
        assert not around or around[-1]["end_byte"] >= box["end_byte"]
        assert box["top_level"] == (not around)
        around.append(box)


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("Ada’s &amp; Ben&#39;s 61.5 km, O’Lott", "Ada|’s|&|Ben|'s|61.5|km|,|O’Lott"),
        ("caf&eacute; 19:30 1,318 3-2 1930s.", "café|19:30|1,318|3|-|2|1930s|."),
        ("<title>Reed &ndash; X</title><style>p</style>a<sup>2</sup>", "Reed|–|X|a|2"),
        ("<p class='a>b'>x</P><h2>y</h2><span>z</span>", "<P>|x|</P>|<H2>|y|</H2>|z"),
        ("維爾 שָׁלוֹם عَلَيْكُم &copy2 AT&T", "維|爾|שָׁלוֹם|عَلَيْكُم|©|2|AT|&|T"),
        ("a\u00adb &nbsp; \u200e <!-- c --> <script>d</script><!-- e", "a\u00adb"),
    ],
)
def test_words_are_those_that_a_reader_sees(html: str, found: str) -> None:
    assert "|".join(words(html)) == found


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li>one<li>two<ul><li>in</ul><li>three</ul>",
        "<p>one<p>two<div>three</div><p>four</p>",
        "<dl><dt>a<dd>b<p>c<dt>d<dd>e</dl>f",
        "<table><tr><td>a<td>b<table><tr><td>c</table><tr><th>d</table>",
        "<div><p>a</div>b<p>c<b>d</p>e</b>",
        "<table><tbody><tr><td><ul><li>x</td></tr></tbody></table><p>y",
        "<ol><li><p>a<li><p>b</ol></li></p>",
        "<p>a<table><tr><td><p>b</table>c",
    ],
)
def test_elements_without_their_end_tags_end_where_a_browser_ends_them(html: str) -> None:
    body = LexborHTMLParser(f"<!DOCTYPE html>{html}").body
    assert body
    shown = [node for node in body.traverse() if node.tag in CANDIDATES]
    data = html.encode()
    boxes = read_example(json.dumps(example(html)).encode()).candidates
    texts = [re.sub(r"<[^>]*>|\s", "", data[box.start : box.end].decode()) for box in boxes]
    assert texts == [re.sub(r"\s", "", node.text()) for node in shown if node.text() or node.tag != "p"]


def test_a_page_calls_itself_by_its_title() -> None:
    assert title_of(b"<TITLE lang=en>Reed\n &amp; Tern</TITLE>") == "Reed & Tern"
    assert title_of(b"<p>none") == ""


def _folder(folder: Path, table: str) -> Path:
    (folder / "reed.html").write_text("<title>Reed</title><p>The Reed is long.", encoding="utf-8")
    (folder / "latin.html").write_bytes(b"<p>\ncaf\xe9")
    (folder / "questions.csv").write_text(table, encoding="utf-8")
    return folder


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["made.jsonl", "made.jsonl.gz"])
def test_a_folder_of_pages_becomes_a_collection(tmp_path: Path, name: str) -> None:
    table = "example_id,question,page,title,address\n-9223372036854775808,how long is the reed,reed.html,,\n7,why,reed.html,River,https://wiki.test/R\n"
    folder, said = _folder(tmp_path, table), io.StringIO()
    (tmp_path / "documents").mkdir()
    out = tmp_path / "documents" / name
    call_command("make_examples", str(folder), str(out), stdout=said)
    assert said.getvalue() == f"Wrote 2 examples to {out}.\n"
    data = gzip.decompress(out.read_bytes()) if name.endswith(".gz") else out.read_bytes()
    first, second = (json.loads(line) for line in data.splitlines())
    assert (first["document_title"], second["document_title"]) == ("Reed", "River")
    assert first["question_tokens"] == ["how", "long", "is", "the", "reed"]
    assert not any(one.problems for one in stream_examples(io.BytesIO(data), name))  # type: ignore[union-attr]  # no line is broken
    report = import_collection(tmp_path, slug="made", format="nq")
    assert (report.collection.documents, report.warnings) == (2, ())


FAULTS = """example_id,question,page
7,when,reed.html
7,twice,reed.html
9223372036854775808,too large,reed.html
8,,reed.html
9,where,../reed.html
10,where,nothing.html
11,where,latin.html
12,a, lone,reed.html
"""


def test_every_fault_is_named_with_its_line(tmp_path: Path) -> None:
    said, out = io.StringIO(), tmp_path / "out.jsonl"
    out.write_text("kept", encoding="utf-8")
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("make_examples", str(_folder(tmp_path, FAULTS)), str(out), stderr=said)
    codes = [":".join(line.split(":")[:3]).replace(" ", "") for line in said.getvalue().splitlines()]
    assert codes == [
        f"questions.csv:{line}:{code}"
        for line, code in [
            (3, "twice"),
            (4, "bad_id"),
            (5, "no_question"),
            (6, "no_page"),
            (7, "no_page"),
            (8, "not_utf8"),
            (9, "cells"),
        ]
    ]
    assert "see its line 2" in said.getvalue()
    assert out.read_text(encoding="utf-8") == "kept"
    assert {path.name for path in tmp_path.iterdir()} == {
        "out.jsonl",
        "questions.csv",
        "reed.html",
        "latin.html",
    }


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("example_id,question\n", "no column page"),
        ("", "no column example_id, question, page"),
        ("example_id,question,page\n", "no question"),
        ('example_id,question,page\n7,"when,reed.html\n', "no CSV"),
    ],
)
def test_a_table_that_is_none_is_refused(tmp_path: Path, table: str, said: str) -> None:
    errors = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(
            "make_examples", str(_folder(tmp_path, table)), str(tmp_path / "out.jsonl"), stderr=errors
        )
    assert said in errors.getvalue() + str(refused.value)


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    errors = io.StringIO()
    with pytest.raises(CommandError):
        call_command("make_examples", str(tmp_path), str(tmp_path / "out.jsonl"), stderr=errors)
    assert "questions.csv: unreadable: It cannot be read: No such file" in errors.getvalue()
