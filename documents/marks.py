"""Finds strings in the visible text of a document and marks them there.

A string is found whatever its case. Any white space, also the border of a paragraph, stands for any other, and
beside punctuation it may be missing (systems cut their answers out of tokenised text). Quotation marks and dashes of
all shapes are alike. Marks are put over text nodes, a piece each where a hit runs across several, and never change
what is to be read.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice, pairwise, starmap, takewhile
from operator import eq
from typing import Literal, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString

from documents.stems import stemmer_of

MAX_HITS = 1000  # of one kind in one document

How = Literal["exact", "words"]

_DOUBLE_QUOTES = '"“”„‟«»″'
_SINGLE_QUOTES = "'‘’‚‛‹›′`´"
_DASHES = "-\u2010\u2011‒–—―−"
_ATOM = re.compile(rf"``|''|[{_DOUBLE_QUOTES}]|[{_SINGLE_QUOTES}]|[{_DASHES}]+|\s+|\w+|[^\w\s]")
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"  # soft hyphen and its kin, which a reader of the page does not see
_READ_WORD = re.compile(rf"\w+(?:['’{_INVISIBLE}]\w+)*")


class Span(NamedTuple):
    """A stretch of the visible text, in characters."""

    start: int
    end: int


class Layer(NamedTuple):
    """Spans to be marked alike. Each span's first mark gets the id `<anchor>-<number>`; without anchor none."""

    css: str
    spans: Sequence[Span]
    anchor: str = ""


class Found(NamedTuple):
    """Where an answer string stands; `literal` is False where only its words were found, or nothing."""

    spans: tuple[Span, ...]
    literal: bool


class Hits(NamedTuple):
    """How often an answer and a search stand in a document, at most MAX_HITS each."""

    answer: int  # places of the answer string itself
    literal: bool  # whether the answer string stands there; else its words are marked
    find: int  # places of the search
    marked: int  # marks with the ids hit-1, hit-2, …: of the answer, or else of its words
    best: int  # the number of the one at which to open the document; 0 where there is none


def find(text: str, needle: str, how: How = "exact", language: str = "en") -> tuple[Span, ...]:
    """All places of a string, at most MAX_HITS; of each of its words, in all forms, where `how` is "words"."""
    if how == "words":
        return _inflected_spans(text, _words(needle), language)
    return _exact_spans(text, needle)


def find_answer(text: str, answer: str) -> Found:
    """The places of an answer string: as whole words, else within words (systems cut strings by length), else of
    its telling words, where the string itself does not stand there."""
    spans = _exact_spans(text, answer, whole=True) or _exact_spans(text, answer)
    if spans:
        return Found(spans, True)
    words = _words(answer)
    telling = [word for word in words if len(word) > 3 or any(map(str.isdigit, word))] or words
    return Found(_spans(text, _words_pattern(tuple(telling))), False)


def find_known(text: str, strings: Iterable[str]) -> tuple[Span, ...]:
    """The places of several strings as whole words; where two overlap, the one that begins first, or is longer."""
    found = {span for string in strings for span in _exact_spans(text, string, whole=True)}
    spans = sorted(found, key=lambda span: (span.start, -span.end))
    kept: list[Span] = []
    for span in spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return tuple(kept[:MAX_HITS])


def best_place(text: str, found: Found, length: int) -> int:
    """The number (from 1) of the hit at which most different words of an answer of some length stand together.

    The answer itself is at its best at its first place. 0 where nothing was found.
    """
    if found.literal or not found.spans:
        return min(len(found.spans), 1)
    words = [text[span.start : span.end].casefold() for span in found.spans]
    starts = [span.start for span in found.spans]
    together = [
        len(set(words[index : bisect_left(starts, start + 2 * length)])) for index, start in enumerate(starts)
    ]
    return together.index(max(together)) + 1


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
        """The start tag for the span at the index, with an id where it begins."""
        if not self.layer.anchor or self.named == self.index:
            return f'<mark class="{self.layer.css}">'
        self.named = self.index
        return f'<mark class="{self.layer.css}" id="{self.layer.anchor}-{self.index + 1}">'


def _spans(text: str, pattern: re.Pattern[str] | None) -> tuple[Span, ...]:
    if pattern is None:
        return ()
    return tuple(islice((Span(*match.span()) for match in pattern.finditer(text)), MAX_HITS))


def _exact_spans(text: str, needle: str, whole: bool = False) -> tuple[Span, ...]:
    return _spans(text, _exact_pattern(needle, whole, any(character in text for character in _INVISIBLE)))


@lru_cache(maxsize=256)
def _exact_pattern(needle: str, whole: bool, invisible: bool) -> re.Pattern[str] | None:
    """The needle as a pattern; None where it is blank.

    `whole`: it does not begin or end within a word. `invisible`: soft hyphens and the like may stand in its words;
    that makes a pattern slow to build, so that it is left out for texts that have none.
    """
    atoms = _ATOM.findall(_clean(needle))
    if not atoms:
        return None
    parts = [_atom_pattern(atoms, index, invisible) for index in range(len(atoms))]
    if whole:
        before, after = r"(?<!\w)" * _is_word(atoms[0]), r"(?!\w)" * _is_word(atoms[-1])
        parts = [before, *parts, after]
    return re.compile("".join(parts), re.IGNORECASE)


def _clean(needle: str) -> str:
    return unicodedata.normalize("NFC", needle.translate(dict.fromkeys(map(ord, _INVISIBLE)))).strip()


def _atom_pattern(atoms: Sequence[str], index: int, invisible: bool) -> str:
    atom = atoms[index]
    if atom.isspace():
        between_words = _is_word(atoms[index - 1]) and _is_word(atoms[index + 1])
        return r"\s++" if between_words else r"\s*+"
    if atom in ("``", "''") or atom in _DOUBLE_QUOTES:
        return f"(?:``|''|[{_DOUBLE_QUOTES}])"
    if atom in _SINGLE_QUOTES:
        return f"[{_SINGLE_QUOTES}]"
    if atom[0] in _DASHES:
        # A whole run of dashes, tried only from its beginning: never one dash after the other, in vain.
        return f"(?<![{_DASHES}])[{_DASHES}]++" if index == 0 else f"[{_DASHES}]++"
    return f"[{_INVISIBLE}]?".join(map(re.escape, atom)) if invisible else re.escape(atom)


def _is_word(atom: str) -> bool:
    return atom[0].isalnum() or atom[0] == "_"


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(_clean(text))))


@lru_cache(maxsize=256)
def _words_pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Any of the words, whole."""
    if not words:
        return None
    longest_first = sorted(map(re.escape, words), key=lambda form: (-len(form), form))
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)


def _inflected_spans(text: str, words: Iterable[str], language: str) -> tuple[Span, ...]:
    """The places of all words of the text that have the same stem as one of these."""
    stem = cache(stemmer_of(language))
    wanted = {stem(word) for word in words}
    if not wanted:
        return ()
    found = (match for match in _READ_WORD.finditer(text) if stem(_unhyphenated(match[0])) in wanted)
    return tuple(Span(*match.span()) for match in islice(found, MAX_HITS))


def _unhyphenated(word: str) -> str:
    return word if word.isalnum() else re.sub(f"[{_INVISIBLE}]", "", word)
