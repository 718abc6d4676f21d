"""The texts of places on pages of Natural Questions, for lists of answers."""

import re
from collections import defaultdict
from collections.abc import Collection
from html import unescape

from documents import snapshots
from documents.nontext import NO_TEXT
from documents.nq import FORMAT, parse_passage
from documents.readers.nq import read_example

LONGEST = 400  # characters that a list shows
_INLINE = re.compile(
    rb"</?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr)\b",
    re.IGNORECASE,
)

Place = tuple[str, str]  # a document, and long:START:END or short:START:END


def place_texts(collection: str, places: Collection[Place]) -> dict[Place, str]:
    """The beginning of what stands at each place, of documents that were copied for assessors."""
    by_document: defaultdict[str, list[str]] = defaultdict(list)
    for docid, passage in places:
        if parse_passage(passage):
            by_document[docid].append(passage)
    found: dict[Place, str] = {}
    if not by_document:
        return found
    for docid, copy in snapshots.newest_of_some(collection, by_document).items():
        if copy.collection.format == FORMAT:
            html = read_example(snapshots.record_of(copy)).html
            found |= {(docid, passage): text_at(html, passage) for passage in by_document[docid]}
    return found


def text_at(html: bytes, passage: str) -> str:
    """What a reader sees at a place: without tags, blanks as one, cut where it is long."""
    span = parse_passage(passage)
    if span is None:
        return ""
    kept = NO_TEXT.sub(lambda tag: b"" if _INLINE.match(tag[0]) else b" ", html[span.start : span.end])
    text = " ".join(unescape(kept.decode("utf-8", "replace")).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


def kind_of(passage: str) -> str:
    """`long` or `short`; empty where the passage names no place."""
    span = parse_passage(passage)
    return span.kind if span else ""
