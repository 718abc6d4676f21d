"""How a newswire record is shown: title, by-line and paragraphs first, everything else of it after them.

Tags found in the collections: AP HEAD, BYLINE, DATELINE, FIRST, SECOND; Financial Times HEADLINE, PUB, PAGE, PROFILE;
Los Angeles Times DATE, SECTION, LENGTH with P inside; Wall Street Journal HL, LP, SO; San Jose Mercury LEADPARA;
FBIS H3 with TI, F inside TEXT; AQUAINT DATE_TIME, BODY, SLUG, TRAILER. No tag is lost: an unknown one becomes a
field under its own name, and its text stays visible. Only comments, attributes and typesetting marks go, which the
source view still shows.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from documents.entities import resolve
from documents.readers.newswire_dates import shown_date
from documents.text import Field, Page, one_line

_TITLE = frozenset(("HEAD", "HEADLINE", "HL", "H3", "HT", "TI", "TITLE", "TTL"))
_DATE = ("DATE_TIME", "DATE", "DATE1", "PUBDATE", "DD")
_SOURCE = ("SOURCE", "PUB", "SO")
_BYLINE = frozenset(("BYLINE", "DATELINE"))
_TEXT = frozenset(("TEXT", "LP", "LEADPARA"))
_WRAPPERS = frozenset(("DOC", "BODY"))
_IDS = frozenset(("DOCNO",))
_BREAKS = _TITLE | {"P", "BR", "LP", "TABLE", "ROW", "ITAG", *(f"H{level}" for level in range(1, 9))}

# Narrow on purpose: `a < b and c > d` or an address in angle brackets is text. No part of it can run long in vain.
_MARKUP = re.compile(r"<!--[^<>]*-->|<(?P<close>/?)(?P<tag>\d?[A-Za-z][\w.:-]*)(?:\s[^<>=]*=[^<>]*|\s*)/?>")
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*|\n(?=[ ]{2,}|\t)")


# What tells date and source; every tag of the kind, so that what follows the last of them need not be cut into parts.
_FACTS = frozenset((*_DATE, *_SOURCE))
_FACT_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_FACTS))})(?=[\s/>])[^<>]*>", re.IGNORECASE)


class _Part(NamedTuple):
    """What stands in one outer tag of a record; name is empty for text in none."""

    name: str
    text: str


def page(docid: str, text: str) -> Page:
    """The display form of a record; of any text at all, something readable."""
    parts = [part for part in _parts(text) if part.text.strip()]
    known = _TITLE | _BYLINE | _TEXT | _IDS
    return Page(
        title=" · ".join(one_line(part.text) for part in parts if part.name in _TITLE),
        date=shown_date(docid, _first(parts, _DATE)),
        source=_first(parts, _SOURCE),
        byline=" · ".join(one_line(part.text) for part in parts if part.name in _BYLINE),
        paragraphs=tuple(
            p for part in parts if part.name in _TEXT or not part.name for p in _paragraphs(part.text)
        ),
        fields=tuple(
            Field(part.name, one_line(part.text)) for part in parts if part.name and part.name not in known
        ),
    )


def date_and_source(docid: str, text: str) -> tuple[str, str]:
    """The date and the source that `page` gives, without the rest of it."""
    end = max((match.end() for match in _FACT_TAG.finditer(text)), default=0)
    parts = list(_parts(text[:end]))
    if parts[-1].name in _FACTS:  # it is not closed and runs on
        parts = list(_parts(text))
    parts = [part for part in parts if part.text.strip()]
    return shown_date(docid, _first(parts, _DATE)), _first(parts, _SOURCE)


def _first(parts: list[_Part], names: tuple[str, ...]) -> str:
    found = {part.name: part.text for part in reversed(parts)}
    return next((one_line(found[name]) for name in names if name in found), "")


def _parts(text: str) -> Iterator[_Part]:
    """The record cut at its outer tags. Tags within them only part paragraphs; one that is not closed runs to the end."""
    name, pieces, position = "", list[str](), 0
    for match in _MARKUP.finditer(text):
        pieces.append(text[position : match.start()])
        position = match.end()
        tag = (match["tag"] or "").upper()
        if not tag or tag in _WRAPPERS:
            continue
        if (match["close"] and tag == name) or (not match["close"] and not name and tag not in ("P", "BR")):
            yield _Part(name, resolve("".join(pieces)))
            name, pieces = ("", []) if match["close"] else (tag, [])
        elif tag in _BREAKS:
            pieces.append("\n\n")
    pieces.append(text[position:])
    yield _Part(name, resolve("".join(pieces)))


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs: parted by tags and blank lines, and begun by an indented line."""
    return (paragraph for part in _PARAGRAPH.split(text) if (paragraph := one_line(part)))
