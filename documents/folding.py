"""Texts in one spelling, so that a string is found whatever its dress, and the way back to where each letter stands.

Capitals are small letters. White space of any kind is one blank between two words, and nothing beside punctuation
(systems cut their answers out of tokenised text, which has `do n't` and ` , `). Quotation marks and dashes of all
shapes are alike. Entities are what they mean (`&amp;`, `& hyph ;`), composed letters are one, and what a reader does
not see is not there.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple

from documents.entities import resolve

# Soft hyphen, zero-width blanks, marks of direction and their kin, which a reader of the page does not see
INVISIBLE = "\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_ALIKE = {
    "'": "'‘’‚‛‹›′`´",
    '"': '"“”„‟«»″',
    "-": "-\u2010\u2011‒–—―−",
    "i": "İı",
    "σ": "Σς",
    "s": "ſ",
    "μ": "µ",
    " ": "".join(chr(code) for code in range(0x3001) if chr(code).isspace()),
}
_ONE_FOR_ONE = [(one, letter) for letter, alike in _ALIKE.items() for one in alike if one != letter]
# Classes of combining characters (UAX 44): points of Hebrew, Arabic and Syriac; and accents of all scripts.
_BESIDE = frozenset((*range(10, 37), *range(200, 241)))
_ODD = re.compile(rf"[{INVISIBLE}\u0300-\u036f]")
_UNUSUAL = re.compile(
    rf"& ?(?P<name>#\d{{1,7}}|#x[0-9a-f]{{1,6}}|[a-z][a-z0-9]{{0,31}}) ?;|[{INVISIBLE}]+|[^\W\d_][\u0300-\u036f]+"
)
_SEVERAL = re.compile(r"  +")
_NOT_BETWEEN_WORDS = re.compile(r" (?:(?!\w)|(?<!\w )|(?=n't(?!\w)))")
_DASHES = re.compile(r"--+")
_HYPHEN_IN_WORD = re.compile(r"(?<=[^\W\d_])- *(?=[^\W\d_])")
_DOUBLE = re.compile(r"\"")
_BLANKS_AND_SIGNS = ((_SEVERAL, " "), (_NOT_BETWEEN_WORDS, ""), (_DASHES, "-"), (_DOUBLE, "''"))

Spelling = Literal["plain", "loose", "joined"]
_Written = str | Callable[[re.Match[str]], str]


class Span(NamedTuple):
    """A stretch of a text, in characters."""

    start: int
    end: int


class Folded:
    """A text in the one spelling, as `text`, or in a looser one; what is found so is no exact match.

    `loose`: with less of its dress still, in compatibility forms, letters without accents and points, plain digits:
    `café` is then `cafe`, and `١٩٢٦` is 1926. `joined`: words moreover without hyphens in them, since a hyphen may have
    broken a word at the end of a line, which is a blank by now: `infor- mation` is then `information`.
    """

    def __init__(self, original: str, spelling: Spelling = "plain") -> None:
        self._steps: list[_Step] = []
        self.text = _lowered(original)
        if "&" in self.text or (not self.text.isascii() and _ODD.search(self.text)):
            self._replace(_UNUSUAL, lambda match: _resolved(match, original))
        if spelling != "plain":
            self._undress()
        if spelling == "joined":
            self._replace(_HYPHEN_IN_WORD, "")
        for pattern, written in _BLANKS_AND_SIGNS:
            self._replace(pattern, written)

    def origin(self, start: int, end: int) -> Span | None:
        """Where some letters stand in the original; None where they are but a part of one of its letters."""
        span: Span | None = Span(start, end)
        for step in reversed(self._steps):
            span = step.origin(*span) if span else None
        return span

    def _undress(self) -> None:
        odd = sorted(sign for sign in set(self.text) if not sign.isascii() and _undressed(sign) != sign)
        if odd:
            self._replace(re.compile(f"[{re.escape(''.join(odd))}]"), lambda match: _undressed(match[0]))

    def _replace(self, pattern: re.Pattern[str], written: _Written) -> None:
        before = self.text
        self.text = pattern.sub(written, before)
        if self.text != before:
            self._steps.append(_Step(before, pattern, written))


class _Step:
    """What was replaced in a text. Where, is only looked up when somebody asks where a letter stood."""

    def __init__(self, text: str, pattern: re.Pattern[str], written: _Written) -> None:
        self._text, self._pattern, self._written = text, pattern, written

    @cached_property
    def _before(self) -> list[tuple[int, int]]:
        """From where to where each replaced part stood."""
        return [match.span() for match in self._pattern.finditer(self._text)]

    @cached_property
    def _starts(self) -> list[int]:
        """Where each stands now, in order."""
        shrunk = accumulate(
            (end - start - length for (start, end), length in zip(self._before, self._lengths, strict=True)),
            initial=0,
        )
        return [start - less for (start, _), less in zip(self._before, shrunk, strict=False)]

    @cached_property
    def _lengths(self) -> list[int]:
        written = self._written
        if isinstance(written, str):
            return [len(written)] * len(self._before)
        return [len(written(match)) for match in self._pattern.finditer(self._text)]

    def origin(self, start: int, end: int) -> Span | None:
        """Where a stretch stood before; None where it begins or ends within what was replaced."""
        begun, ended = self._begin_of(start), self._end_of(end)
        return None if begun is None or ended is None else Span(begun, ended)

    def _begin_of(self, start: int) -> int | None:
        number = bisect_right(self._starts, start) - 1
        if number < 0:
            return start
        here, (was, until) = self._starts[number], self._before[number]
        after = start - here - self._lengths[number]
        if after >= 0:
            return until + after
        return was if start == here else None

    def _end_of(self, end: int) -> int | None:
        number = bisect_right(self._starts, end - 1) - 1
        if number < 0:
            return end
        after = end - self._starts[number] - self._lengths[number]
        return self._before[number][1] + after if after >= 0 else None


@lru_cache(maxsize=4)
def fold_document(text: str) -> Folded:
    """The text of a document; what was asked for last is kept, since a page asks several times."""
    return Folded(text)


@lru_cache(maxsize=4)
def loosen_document(text: str, spelling: Spelling) -> Folded:
    """The same in a looser spelling."""
    return Folded(text, spelling)


@lru_cache(maxsize=10_000)
def _undressed(sign: str) -> str:
    """A character as NFKC has it, a digit as that of ASCII, without what stands on or below it or lengthens it."""
    parts = (part for part in unicodedata.normalize("NFKD", sign) if not _is_beside(part))
    plain = "".join(str(unicodedata.decimal(part, part)) for part in parts)
    return _lowered(unicodedata.normalize("NFKC", plain))


def _is_beside(part: str) -> bool:
    """Whether it is an accent, a point of Hebrew or Arabic, or the Arabic tatweel; vowels of India's scripts stay."""
    return part == "\u0640" or unicodedata.combining(part) in _BESIDE


def _lowered(text: str) -> str:
    """The text with letter for letter in the one spelling."""
    for one, letter in _ONE_FOR_ONE:
        if (
            one in text
        ):  # most are not; a table of translation would look at each letter of a text beyond ASCII
            text = text.replace(one, letter)
    return text.lower().replace("ς", "σ")


def _resolved(match: re.Match[str], original: str) -> str:
    """What an entity means, nothing for what is not seen, and a letter with its accents as one."""
    if match["name"]:
        entity = f"&{original[slice(*match.span('name'))]};"
        meaning = resolve(entity)
        return match[0] if meaning == entity else _lowered(meaning)
    return unicodedata.normalize("NFC", re.sub(f"[{INVISIBLE}]", "", match[0]))
