"""Signs around the words of a page: characters for private use that tell a script in the page which token is where.

Before a word stand a sign and its number in two digits, after it another sign. All of them are characters that the
page does not have, put in before it is read by a parser: so whatever entities, tables or inline elements there are,
words are where the parser has them.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from documents.nontext import inside_references, splits_reference, texts_of

_PRIVATE = range(0xE000, 0xF900)
_ANY_PRIVATE = re.compile("[\ue000-\uf8ff]")
# What a browser leaves out or draws together; a sign stands beside a letter.
_BLANK = 0x20
_NOTHING = bytes([*range(_BLANK + 1), 0x7F])
_FIRST_MARK = 0xCC  # the byte with which the first combining character begins, U+0300
_JAMO = range(0x1160, 0x1200)  # vowels and finals that are drawn together with what is before them


class Signs(NamedTuple):
    """The characters that are taken as signs on one page."""

    start: str
    end: str
    digits: str

    def numbers(self) -> Sequence[bytes]:
        """What stands before each token, by its number."""
        return [f"{self.start}{high}{low}".encode() for high in self.digits for low in self.digits]

    def without(self, text: str) -> str:
        """A text with all signs taken out."""
        return re.sub(f"{self.start}..|{self.end}", "", text, flags=re.DOTALL)


def signs_for(shown: str, tokens: int) -> Signs | None:
    """Characters that a page as it is shown does not have; None where too few are left for so many tokens."""
    taken = set(_ANY_PRIVATE.findall(shown))
    free = [chr(code) for code in _PRIVATE if chr(code) not in taken]
    base = isqrt(max(0, tokens - 1)) + 1
    return Signs(free[0], free[1], "".join(free[2 : base + 2])) if len(free) >= base + 2 else None


def places_of(html: bytes, words: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Of each word (its token, where it begins and ends) where signs stand in text: those that have none are left out."""
    references = inside_references(html)
    texts = [text for text in texts_of(html) if text[0] < text[1]]
    texts.append((len(html), len(html)))
    at = 0
    for token, start, end in words:
        while texts[at][1] <= start and at < len(texts) - 1:
            at += 1
        first, last = start, end
        if not (texts[at][0] <= start and end <= texts[at][1] and html[start] > _BLANK < html[end - 1]):
            first, last = _drawn_in(html, texts, at, (start, end))
        if first < last and not (_is_unfit(html, references, first) or _is_unfit(html, references, last)):
            yield token, first, last


def _drawn_in(
    html: bytes, texts: Sequence[tuple[int, int]], at: int, word: tuple[int, int]
) -> tuple[int, int]:
    """The part of a word that begins and ends with a letter, not with a tag or a blank; `at` is the first text it may touch."""
    last, first = word
    while texts[at][0] < word[1]:
        start, end = max(word[0], texts[at][0]), min(word[1], texts[at][1])
        part = html[start:end]
        if part.strip(_NOTHING):
            first = min(first, end - len(part.lstrip(_NOTHING)))
            last = start + len(part.rstrip(_NOTHING))
        at += 1
    return first, last


def _is_unfit(html: bytes, references: frozenset[int], offset: int) -> bool:
    """Whether a sign at an offset would cut a character, or keep two from being drawn together."""
    if offset in references and splits_reference(html, offset):
        return True
    if html[offset : offset + 1] < b"\x80":
        return False
    if html[offset] < 0xC0:
        return True
    if html[offset] < _FIRST_MARK:
        return False
    after = html[offset : offset + 4].decode("utf-8", "ignore")[:1]
    return not after or unicodedata.category(after)[0] == "M" or ord(after) in _JAMO
