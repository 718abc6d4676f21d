"""Finds strings in the visible text of a document and marks them there.

A string is found in any dress: `documents.folding` says what is alike. Marks are put over text nodes, a piece each
where a hit runs across several, and never change what is to be read.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise, starmap, takewhile
from operator import eq
from typing import Literal, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from documents.folding import INVISIBLE, Folded, Span, Spelling, fold_document, loosen_document
from documents.stems import stemmer_of
from documents.stretches import best_of, longest_stretches

MAX_HITS = 1000  # of one kind in one document

How = Literal["exact", "words"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_READ_WORD = re.compile(rf"\w+(?:['’{INVISIBLE}]\w+)*")
_BEGIN, _END = (
    re.compile(rf"(?<!\w)(?<!\w['’{INVISIBLE}])"),
    re.compile(rf"(?!['’{INVISIBLE}]?\w)"),
)  # of such a word
_PART = re.compile(r'<mark class="[a-z ]+" data-of="((?:hit|find)-\d{1,4})">')
_NO_WORD = re.compile(r"\W")


class Layer(NamedTuple):
    """Spans to be marked alike. Each span's first mark gets the id `<anchor>-<number>`; without anchor none.

    Where a span falls into several marks, the others name the first: `data-of="<anchor>-<number>"`.
    """

    css: str
    spans: Sequence[Span]
    anchor: str = ""


class Found(NamedTuple):
    """Where an answer string stands; `literal` is False where an inexact match or only stretches of it were found, or nothing."""

    spans: tuple[Span, ...]
    literal: bool
    best: int  # the number (from 1) of the place where most of it stands together; 0 where nothing was found
    inexact: bool = False  # whether all of it was found, but for accents, points, forms of letters and digits, and hyphens


class Search(NamedTuple):
    """Where what somebody searches stands."""

    spans: tuple[Span, ...]
    inexact: bool  # whether it was found in another spelling alone


class Hits(NamedTuple):
    """How often an answer and a search stand in a document, at most MAX_HITS each."""

    answer: int  # places of the answer string itself
    literal: bool  # whether the answer string stands there; else what it nearly is, or its longest stretches, are marked
    find: int  # places of the search
    marked: int  # marks with the ids hit-1, hit-2, …: of the answer, or else of its stretches
    best: int  # the number of the one at which to open the document; 0 where there is none
    inexact: bool = (
        False  # whether what is marked is the answer but for accents, points and forms of its signs
    )
    find_inexact: bool = False  # whether the search was found in another spelling alone


def find(text: str, needle: str, how: How = "exact", language: str = "en") -> tuple[Span, ...]:
    """All places of a string, at most MAX_HITS; of each of its words, in all forms, where `how` is "words"."""
    if how == "words":
        return _inflected_spans(text, _words(needle), language)
    return _places(fold_document(text), Folded(needle).text)


def search(text: str, needle: str, how: How = "exact", language: str = "en") -> Search:
    """The same places; where there are none, those in another spelling: of the string, or of each of its words."""
    if spans := find(text, needle, how, language):
        return Search(spans, False)
    by_words = how == "words"
    sought = _words(needle) if by_words else [needle]
    found = _apart(span for one in sought for span in _inexact_places(text, one, whole=by_words))
    return Search(found, bool(found))


def has_answer(text: str, answer: str) -> bool:
    """Whether an answer string stands in a text, in whatever dress."""
    needle = Folded(answer).text
    return bool(needle) and bool(next(_all_places(fold_document(text), needle), None))


def find_answer(text: str, answer: str) -> Found:
    """The places of an answer string: as whole words, else within words (systems cut strings by length), else of
    what is the string but for its dress (an inexact match), else of its longest stretches. The last two are not literal."""
    folded, needle = fold_document(text), Folded(answer).text
    spans = _places(folded, needle, whole=True) or _places(folded, needle)
    if spans:
        return Found(spans, True, 1)
    if inexact := _inexact_places(text, answer, whole=True):
        return Found(inexact, False, 1, inexact=True)
    stretches = longest_stretches(folded, needle)[:MAX_HITS]
    best = best_of(stretches, 2 * len(answer))
    return Found(tuple(one.span for one in stretches), False, best)


def find_known(text: str, strings: Iterable[str]) -> tuple[Span, ...]:
    """The places of several strings as whole words; where two overlap, the one that begins first, or is longer."""
    folded = fold_document(text)
    needles = {Folded(string).text for string in strings}
    return _apart(span for needle in needles for span in _places(folded, needle, whole=True))


def _apart(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Those of the spans that do not overlap one that begins before or is longer, in order, at most MAX_HITS."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return tuple(kept[:MAX_HITS])


def pieces_of(texts: Iterable[str]) -> Iterator[str]:
    """Texts that stand apart on a page, with the border between them as a line end of its own."""
    for index, text in enumerate(texts):
        if index:
            yield "\n"
        yield text


def highlight(pieces: Sequence[str], layers: Sequence[Layer]) -> list[SafeString]:
    """Each piece of text as HTML, with the spans of all layers marked; a later layer lies inside an earlier one.

    A span that holds others whole stays in one mark, so that a frame goes around all of it. The pieces joined are the
    text that the spans count in. The spans of a layer are in order and do not overlap.
    A piece of nothing but white space parts two others and takes no mark.
    """
    edges = sorted({edge for layer in layers for span in layer.spans for edge in span})
    pointers = [_SpanPointer(layer) for layer in layers]
    starts = accumulate(map(len, pieces), initial=0)
    return [_highlighted(piece, start, edges, pointers) for piece, start in zip(pieces, starts, strict=False)]


def rules_for_parts(html: str) -> SafeString:
    """Rules of style by which all marks of one span look alike when an address points to it.

    The address names the first of them, and no script runs in a document; so each span in parts has a rule.
    """
    names = dict.fromkeys(_PART.findall(html))
    rules = (
        f':root:has(#{name}:target) [data-of="{name}"]{{--paint:var(--paint-here);--bar:var(--bar-here)}}'
        for name in names
    )
    return mark_safe("\n".join(rules))  # the names are our own


def _highlighted(
    piece: str, start: int, edges: Sequence[int], pointers: "Iterable[_SpanPointer]"
) -> SafeString:
    if not piece or piece.isspace():
        return escape(piece)
    end = start + len(piece)
    inner = edges[bisect_right(edges, start) : bisect_left(edges, end)]
    parts, opened = list[str](), list[tuple[_SpanPointer, int]]()
    for a, b in pairwise([start, *inner, end]):
        here = [(pointer, pointer.index) for pointer in pointers if pointer.stands_at(a)]
        kept = sum(takewhile(bool, starmap(eq, zip(opened, here, strict=False))))
        parts.append("</mark>" * (len(opened) - kept))
        parts += [pointer.tag() for pointer, _ in here[kept:]]
        parts.append(escape(piece[a - start : b - start]))
        opened = here
    return SafeString("".join([*parts, "</mark>" * len(opened)]))


class _SpanPointer:
    """Goes along the spans of a layer as positions rise."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.index = 0
        self.named = -1  # the last span whose id has been given

    def stands_at(self, position: int) -> bool:
        """Whether the text at a position is in a span, which is the one at the index then."""
        spans = self.layer.spans
        while self.index < len(spans) and spans[self.index].end <= position:
            self.index += 1
        return self.index < len(spans) and spans[self.index].start <= position

    def tag(self) -> str:
        """The start tag for the span at the index, with an id where it begins and its name where it goes on."""
        if not self.layer.anchor:
            return f'<mark class="{self.layer.css}">'
        if self.named == self.index:
            return f'<mark class="{self.layer.css}" data-of="{self.layer.anchor}-{self.index + 1}">'
        self.named = self.index
        return f'<mark class="{self.layer.css}" id="{self.layer.anchor}-{self.index + 1}">'


def _places(folded: Folded, needle: str, whole: bool = False) -> tuple[Span, ...]:
    """The places of a string in the one spelling, at most MAX_HITS."""
    return tuple(islice(_all_places(folded, needle, whole), MAX_HITS))


def _inexact_places(text: str, needle: str, whole: bool) -> tuple[Span, ...]:
    """The places of a string in another spelling; in words without hyphens only where there are no others."""
    for spelling in _other_spellings(fold_document(text).text, Folded(needle).text):
        folded, sought = loosen_document(text, spelling), Folded(needle, spelling).text
        if spans := _places(folded, sought, whole):
            return tuple(_with_marks(text, span) for span in spans)
    return ()


def _other_spellings(text: str, needle: str) -> Iterator[Spelling]:
    """Those in which a text or a string may differ from what they are in the one spelling."""
    if not (text.isascii() and needle.isascii()):
        yield "loose"
    if "-" in text or "-" in needle:
        yield "joined"


def _with_marks(text: str, span: Span) -> Span:
    """A place with the marks that belong to its last letter."""
    end = span.end
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return Span(span.start, end)


def _all_places(folded: Folded, needle: str, whole: bool = False) -> Iterator[Span]:
    """Each after the one before. `whole`: it does not begin or end within a word."""
    text, place = folded.text, folded.text.find(needle) if needle else -1
    while place >= 0:
        end = place + len(needle)
        fits = not whole or not (_is_in_word(text, place) or _is_in_word(text, end))
        span = folded.origin(place, end) if fits else None
        if span:
            yield span
        place = text.find(needle, end if span else _next_start(text, place, whole))


def _is_in_word(text: str, place: int) -> bool:
    """Whether a place is between two letters of one word."""
    return 0 < place < len(text) and _is_letter(text[place - 1]) and _is_letter(text[place])


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"


def _next_start(text: str, place: int, whole: bool) -> int:
    """Where a string may begin after a place at which it does not: no whole word begins before this one's end."""
    if not whole or not _is_letter(text[place]):
        return place + 1
    border = _NO_WORD.search(text, place)
    return border.start() if border else len(text)


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(_unhyphenated(unicodedata.normalize("NFC", text)))))


def _inflected_spans(text: str, words: Iterable[str], language: str) -> tuple[Span, ...]:
    """The places of all words of the text that have the same stem as one of these."""
    stem = stemmer_of(language)
    wanted = {stem(word) for word in words}
    if not wanted:
        return ()
    forms = {word for word in set(_READ_WORD.findall(text)) if stem(_unhyphenated(word)) in wanted}
    return tuple(sorted(span for form in forms for span in _whole_words(text, form))[:MAX_HITS])


def _whole_words(text: str, word: str) -> Iterator[Span]:
    """The places of a word that are no part of another."""
    place = text.find(word)
    while place >= 0:
        end = place + len(word)
        if _BEGIN.match(text, place) and _END.match(text, end):
            yield Span(place, end)
        place = text.find(word, end)


def _unhyphenated(word: str) -> str:
    return word if word.isalnum() else re.sub(f"[{INVISIBLE}]", "", word)
