"""Searching a collection: hits with their titles, and the places where the words stand."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from documents.marks import find
from documents.models import Collection, DocumentEntry
from documents.search.analysis import folded
from documents.search.engine import MOST_FOUND
from documents.search.indexes import Found, open_index
from documents.search.queries import Clause, read_query, words_of
from documents.search.texts import texts_of

PAGE = 20
MOST = MOST_FOUND  # hits to which pages lead
_MOST_READ = 50_000  # characters of a document in which its snippet is looked for
_MOST_WORDS = 12  # words of a search that a snippet shows
_MOST_PLACES = 200  # places of words at which a snippet may begin, the first of a document
_MOST_NEAR = 50  # places of words that are counted from there
_AROUND = 90  # characters before and behind a word in a snippet
_LONGEST = 60  # characters of a word that is not cut; writing without blanks may be
_SPACE = re.compile(r"\s+")
# Of a word: letters, digits, apostrophes, and the points and accents of all scripts, which are no letters to `re`.
_POINTS = "".join(
    chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code)) in {"Mn", "Mc"}
)
_WITHIN = re.compile(rf"[\w'’{_POINTS}]+")
_WORD_BEFORE = re.compile(rf"[\w'’{_POINTS}]+\Z")


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

    @property
    def text(self) -> str:
        """The snippet without its marks."""
        return "".join(piece.text for piece in self.snippet)


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
    sought = words_of(clauses)
    words, in_snippets = _to_mark(sought), _to_mark(" ".join(sought.split()[:_MOST_WORDS]))
    hits = [Hit(rank, one.docid, one.score) for rank, one in enumerate(found, offset + 1)]
    return Results(
        total, tuple(_read(collection, hits, in_snippets) if shown else hits), words, index.is_current
    )


def _to_mark(words: str) -> str:
    """The words as they were typed and, where that is something else, as they are looked for: texts may have either."""
    plain = folded(words)
    return words if plain == words else f"{words} {plain}"


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
    """The part of a text in which most of the words stand close together, with the words apart; its beginning where none does.

    It begins and ends between words.
    """
    spans = find(text, words, "words", language)
    if not spans:
        return _pieces(text, 0, _word_end(text, 2 * _AROUND), ())
    places = range(min(len(spans), _MOST_PLACES))
    best = max(
        places, key=lambda n: _different(text, spans[n : n + _MOST_NEAR], spans[n].start + 2 * _AROUND)
    )
    first = max(0, spans[best].start - _AROUND // 2)
    begin, end = _word_start(text, first), _word_end(text, max(first + 2 * _AROUND, spans[best].end))
    return _pieces(text, begin, end, [span for span in spans if begin <= span.start and span.end <= end])


def _pieces(text: str, begin: int, end: int, words: Iterable[tuple[int, int]]) -> tuple[Piece, ...]:
    """A part of a text with words apart; all white space as single blanks."""
    pieces = list[Piece]()
    for start, stop in words:
        pieces += [Piece(text[begin:start], False), Piece(text[start:stop], True)]
        begin = stop
    pieces.append(Piece(text[begin:end], False))
    return tuple(Piece(_SPACE.sub(" ", one.text), one.is_word) for one in pieces if one.text)


def _word_start(text: str, at: int) -> int:
    """Where the word begins that a place is in; the place itself where the word is none that people write."""
    if text[at - 1 : at + 1].endswith("-") and _WITHIN.match(text, at - 1):
        return at + 1  # within a word of two parts, whose second begins here
    found = _WORD_BEFORE.search(text, max(0, at - _LONGEST), at) if _WITHIN.match(text, at) else None
    return found.start() if found and found.start() > at - _LONGEST else at


def _word_end(text: str, at: int) -> int:
    """Where the word ends that a place is in, in the same way."""
    if text[at - 1 : at] == "-" and _WITHIN.match(text, at):
        return at - 1
    found = _WITHIN.match(text, at) if at and _WITHIN.match(text, at - 1) else None
    return found.end() if found and found.end() < at + _LONGEST else min(at, len(text))


def _different(text: str, spans: Sequence[tuple[int, int]], end: int) -> int:
    """How many different words stand before a place."""
    return len({text[start:stop].casefold() for start, stop in spans if stop <= end})
