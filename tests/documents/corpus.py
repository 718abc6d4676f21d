"""Records of Natural Questions made of HTML: its tags and words as tokens, its boxes as candidates."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from documents.models import Snapshot
from documents.selectors import find_entry
from documents.services import import_collection
from documents.snapshots import snapshot_of
from tests.documents.helpers import make_folder

BOXES = ("p", "table", "tr", "ul", "ol", "dl", "li", "dd", "dt")
_TAG = rb"(?:[^>\"']|\"[^\"]*\"|'[^']*')*>"
_INLINE = rb"(?:<!--.*?-->|</?(?:a|b|i|span|sub|sup)(?=[\s>])" + _TAG + rb")"
_LETTER = rb"(?:[^\s<]|<(?![A-Za-z/!]))"
_TOKEN = re.compile(
    rb"<!--.*?-->|<![^>]*>|<(script|style|title)\b.*?</\1>|" + _INLINE + rb"|(</?[A-Za-z]" + _TAG + rb")"
    rb"|(" + _LETTER + rb"(?:" + _LETTER + rb"|" + _INLINE + rb"++(?=" + _LETTER + rb"))*)",
    re.DOTALL | re.IGNORECASE,
)
Token = dict[str, Any]


def tokens_of(html: str) -> list[Token]:
    """Tags and words with their bytes, as in the corpus: inline tags are none, and words may hold some."""
    data = html.encode()
    return [
        {
            "token": match[0].decode("utf-8", "replace"),
            "start_byte": match.start(),
            "end_byte": match.end(),
            "html_token": bool(match[2]),
        }
        for match in _TOKEN.finditer(data)
        if match[2] or match[3]
    ]


def candidates_of(tokens: list[Token]) -> list[dict[str, Any]]:
    """The elements that are closed, in the order in which they begin."""
    return [
        {
            "start_byte": tokens[start]["start_byte"],
            "end_byte": tokens[end]["end_byte"],
            "start_token": start,
            "end_token": end + 1,
            "top_level": top,
        }
        for start, end, top in sorted(_closed(tokens))
    ]


def _closed(tokens: list[Token]) -> Iterator[tuple[int, int, bool]]:
    open_ones: list[tuple[str, int]] = []
    for index, token in enumerate(tokens):
        name = re.sub(r"[</>]|\s.*", "", token["token"], flags=re.DOTALL).lower()
        if not token["html_token"] or name not in BOXES:
            continue
        if not token["token"].startswith("</"):
            open_ones.append((name, index))
            continue
        while open_ones:
            opened, start = open_ones.pop()
            if opened == name:
                yield start, index, not open_ones
                break


def line_of(html: str, example_id: int = 7, **changes: Any) -> bytes:
    """A line of the corpus for a page; `changes` are put into it last."""
    tokens = tokens_of(html)
    content: Mapping[str, Any] = {
        "example_id": example_id,
        "question_text": "what is asked",
        "document_title": "Vell",
        "document_url": "https://wiki.halden.test/Vell",
        "document_html": html,
        "document_tokens": tokens,
        "long_answer_candidates": candidates_of(tokens),
        "annotations": [],
        **changes,
    }
    return json.dumps(content, ensure_ascii=False).encode()


def import_pages(folder: Path, *lines: bytes, slug: str = "wiki") -> None:
    """A collection of these lines."""
    import_collection(
        make_folder(folder, {"a.jsonl.gz": gzip.compress(b"\n".join(lines) + b"\n")}), slug=slug, format="nq"
    )


def copy_of(docid: str = "7", slug: str = "wiki") -> Snapshot:
    """The copy of a document."""
    return snapshot_of(find_entry(slug, docid))


def big_page(rows: int = 1000, words: int = 20) -> str:
    """A page like those of the corpus: a paragraph, a list and a table's row in turn, each of so many words."""
    filler = " ".join(
        f"wörd{n} <b>of</b> &amp; <a href='/wiki/W{n}' title='W {n}'>Vell{n}</a>," for n in range(words // 4)
    )
    parts = [
        (
            f"<P>{row} {filler}</P>",
            f"<Ul><Li>{row} {filler}</Li></Ul>",
            f"<Table><Tr><Td>{row}</Td><Td>{filler}</Td></Tr></Table>",
        )[row % 3]
        for row in range(rows)
    ]
    return (
        "<!DOCTYPE html><html><head><title>Vell</title></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>"
    )
