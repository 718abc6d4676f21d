"""Searching a collection: hits with their titles, and the places where the words stand."""

from collections.abc import Sequence
from typing import NamedTuple

from documents.marks import find
from documents.models import Collection, DocumentEntry
from documents.search.engine import MOST_FOUND
from documents.search.indexes import Found, open_index
from documents.search.queries import Clause, read_query, words_of
from documents.search.texts import texts_of

PAGE = 20
MOST = MOST_FOUND  # hits to which pages lead
_MOST_READ = 50_000  # characters of a document in which its snippet is looked for
_AROUND = 90  # characters before and behind a word in a snippet


class Piece(NamedTuple):
    """A piece of a snippet; `is_word`: one of those looked for."""

    text: str
    is_word: bool


class Hit(NamedTuple):
    """A document found; `rank` counts from 1."""

    rank: int
    docid: str
    score: float
    title: str = ""
    date: str = ""
    snippet: tuple[Piece, ...] = ()


class Results(NamedTuple):
    """A page of what was found. `words` are those to be marked in a document."""

    total: int
    hits: tuple[Hit, ...]
    words: str
    is_current: bool


def search(
    collection: Collection, typed: str, *, limit: int = PAGE, offset: int = 0, shown: bool = True
) -> Results:
    """The documents that fit what was typed, the best first; QueryRefused or NoIndex where nothing can be looked for.

    `shown`: with titles, dates and snippets, for which the documents are read.
    """
    clauses = read_query(typed)
    index = open_index(collection)
    total, found = index.search(clauses, limit, offset)
    words = words_of(clauses)
    hits = [Hit(rank, one.docid, one.score) for rank, one in enumerate(found, offset + 1)]
    return Results(total, tuple(_read(collection, hits, words) if shown else hits), words, index.is_current)


def search_words(index: Found, words: Sequence[str], *, limit: int) -> tuple[Hit, ...]:
    """The documents with any of some words, the best first, by their ids alone; none where there are no words."""
    if not words:
        return ()
    _, found = index.search([Clause("words", "may", word) for word in words], limit)
    return tuple(Hit(rank, one.docid, one.score) for rank, one in enumerate(found, 1))


def _read(collection: Collection, hits: Sequence[Hit], words: str) -> list[Hit]:
    """The hits with what is shown of them."""
    entries = DocumentEntry.visible.filter(collection=collection, docid__in=[hit.docid for hit in hits])
    texts = {text.docid: text for text in texts_of(list(entries.select_related("collection").order_by("pk")))}
    return [
        hit._replace(
            title=text.title,
            date=text.date,
            snippet=snippet_of(text.text[:_MOST_READ], words, text.language),
        )
        if (text := texts.get(hit.docid))
        else hit
        for hit in hits
    ]


def snippet_of(text: str, words: str, language: str) -> tuple[Piece, ...]:
    """The part of a text in which most of the words stand close together, with the words apart; its beginning where none does."""
    spans = find(text, words, "words", language)
    if not spans:
        return (Piece(" ".join(text[: 2 * _AROUND].split()), False),)
    best = max(range(len(spans)), key=lambda n: _different(text, spans[n:], spans[n].start + 2 * _AROUND))
    begin = max(0, spans[best].start - _AROUND // 2)
    end = begin + 2 * _AROUND
    pieces, at = list[Piece](), begin
    for span in spans[best:]:
        if span.end > end:
            break
        pieces += [Piece(text[at : span.start], False), Piece(text[span.start : span.end], True)]
        at = span.end
    pieces.append(Piece(text[at:end], False))
    return tuple(
        Piece(" ".join(one.text.split(" ")).replace("\n", " "), one.is_word) for one in pieces if one.text
    )


def _different(text: str, spans: Sequence[tuple[int, int]], end: int) -> int:
    """How many different words stand before a place."""
    return len({text[start:stop].casefold() for start, stop in spans[:50] if stop <= end})
