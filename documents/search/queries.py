"""What somebody typed into a search field, as clauses.

tide gauge              documents with any of the words, those with more of them, and rarer ones, first
"tide gauge"            the words in this order
+gauge -mill            with the first, and without the second
title:harbour           a word of the title; id:LA0101* ids that begin so
date:1989..1990-06      of these days; date:1989.. and date:..1989 have one end
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from documents.errors import DocumentsError
from documents.fields import MAX_DOCID
from documents.say import say

MOST = 1000  # characters
MOST_CLAUSES = 64
MOST_BEGINNINGS = 2  # of ids: for each, all ids of the collection are gone through
_MOST_BYTES = 900  # of an id: engines look for the beginnings of ids by its bytes, at most a thousand of them

Kind = Literal["words", "title", "id", "date"]
Occurs = Literal["may", "must", "not"]

_CLAUSE = re.compile(
    r'(?P<sign>[+-]?)(?:(?P<field>title|id|date):)?(?:"(?P<phrase>[^"]*)(?:"|$)|(?P<word>[^\s"]+))'
)
_LETTER = re.compile(r"\w")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_SIGNS: dict[str, Occurs] = {"": "may", "+": "must", "-": "not"}


class QueryRefused(DocumentsError):
    """A search that cannot be carried out."""


class Clause(NamedTuple):
    """One thing that is looked for. Of days `text` is empty, and both ends are numbers such as 19891231."""

    kind: Kind
    occurs: Occurs
    text: str
    first: int = 0
    last: int = 0


def read_query(typed: str) -> list[Clause]:
    """The clauses of a search; QueryRefused where there is none, or it is too long, or a date is none."""
    if len(typed) > MOST:
        raise QueryRefused(
            say(
                "A search has at most {most} characters; this one has {n}.",
                most=f"{MOST:,}",
                n=f"{len(typed):,}",
            ),
            say("Look for fewer words."),
            code="query_long",
        )
    clauses = list(_clauses(_CONTROL.sub(" ", typed)))
    if len(clauses) > MOST_CLAUSES:
        raise QueryRefused(
            say(
                "A search has at most {most} words and phrases; this one has {n}.",
                most=MOST_CLAUSES,
                n=len(clauses),
            ),
            say("Look for fewer words."),
            code="query_long",
        )
    clauses = list(dict.fromkeys(clauses))
    if not any(clause.occurs != "not" for clause in clauses):
        raise QueryRefused(
            say("Nothing is looked for."),
            say("Type a word that the documents should have."),
            code="query_empty",
        )
    _refuse_ids([clause.text for clause in clauses if clause.kind == "id"])
    return clauses


def _refuse_ids(ids: Sequence[str]) -> None:
    if any(len(one) > MAX_DOCID or len(one.encode("utf-8", "replace")) > _MOST_BYTES for one in ids):
        raise QueryRefused(
            say("No document has an id that is so long."),
            say("Look for a shorter one."),
            code="query_long",
        )
    n = sum(one.endswith("*") for one in ids)
    if n > MOST_BEGINNINGS:
        raise QueryRefused(
            say(
                "A search has at most {most} ids that end in *; this one has {n}.", most=MOST_BEGINNINGS, n=n
            ),
            say("Look for one after the other."),
            code="query_long",
        )


def _clauses(typed: str) -> Iterator[Clause]:
    for found in _CLAUSE.finditer(typed):
        text = (found["phrase"] if found["word"] is None else found["word"]).strip()
        occurs = _SIGNS[found["sign"]]
        if found["field"] == "date" or text == "date:":
            yield _days(text.removeprefix("date:"), occurs)
        elif _LETTER.search(text):
            kind: Kind = "title" if found["field"] == "title" else "id" if found["field"] == "id" else "words"
            yield Clause(kind, occurs, text)


def _days(text: str, occurs: Occurs) -> Clause:
    """The days from one to another: a filter, whatever else is looked for.

    A date of a document that names no day is one of the day 0 of its month or year; without a date it is 0, outside all.
    """
    begin, dots, end = text.partition("..")
    ends = _edges(begin, 0, 0), _edges(end if dots else begin, 12, 31)
    if not (begin or end) or None in ends:
        raise QueryRefused(
            say("{text} is no date.", text=text or "date:"),
            say("Write it like date:1989, date:1989-06-12 or date:1989..1990-06."),
            code="query_date",
        )
    first, last = ends
    return Clause("date", "not" if occurs == "not" else "must", "", first or 1, last or 99_999_999)


def _edges(text: str, month: int, day: int) -> int | None:
    """A day as a number, with the month and day that a part of a date leaves open; 0 for an open end, None for no date."""
    if not text:
        return 0
    found = _DAY.fullmatch(text)
    if not found:
        return None
    return int(found[1]) * 10_000 + int(found[2] or month) * 100 + int(found[3] or day)


def words_of(clauses: list[Clause]) -> str:
    """The words that are looked for in texts, for marking them in a document."""
    return " ".join(clause.text for clause in clauses if clause.kind == "words" and clause.occurs != "not")
