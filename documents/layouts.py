"""Where tokens and candidates are on a page of Natural Questions, kept packed beside its copy.

The record of a page is a megabyte of JSON; whoever keeps an annotator's choice needs a few numbers of it, and at once.
What a record says wrongly is told apart: such a token is no word, and such a candidate is not selectable.
"""

import json
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from html import unescape
from typing import NamedTuple

from django.db import IntegrityError, transaction
from isal import isal_zlib

from documents import selectors, snapshots
from documents.errors import Unreadable
from documents.models import PageLayout, Snapshot
from documents.nontext import OPENING
from documents.packing import pack
from documents.readers.nq import Candidate as Read
from documents.readers.nq import Example, read_example
from documents.say import say
from documents.text import one_line

VERSION = 1  # raise it by one whenever the same page would come out differently, here or in `boxes`
BEGINNING = 80  # characters of a candidate's text in a list
_WORD, _TAG, _UNFIT = range(3)
_OUTSIDE = "It lies outside of the page."
_PARTING = re.compile(
    rb"<(?!!--|/?(?:a|abbr|b|bdi|big|cite|code|em|font|i|q|s|small|span|strong|sub|sup|u|var|wbr)[\s/>])",
    re.IGNORECASE,
)
_TAGS = re.compile(rb"<!--.*?-->|<[/!?A-Za-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
_LONGEST = 2000  # bytes of a token that counts as a word; the corpus has none of a tenth of that


class Candidate(NamedTuple):
    """An element that may be a long answer; offsets in bytes and in tokens, the ends exclusive."""

    start: int
    end: int
    start_token: int
    end_token: int
    top_level: bool
    opening: str  # the token that opens it: `<P>`
    reason: str = ""  # why it cannot be selected

    @property
    def is_selectable(self) -> bool:
        """Whether it is an element of the page."""
        return not self.reason


class Layout:
    """Where tokens and candidates are on one page."""

    def __init__(self, kept: PageLayout) -> None:
        self._kept = kept
        self._tokens, self._boxes = isal_zlib.decompress(kept.tokens), isal_zlib.decompress(kept.boxes)
        self.tokens = len(self._tokens) // 9

    @property
    def revision(self) -> int:
        """Which copy of the page it is of."""
        return self._kept.snapshot.revision

    @cached_property
    def _starts(self) -> "array[int]":
        return array("I", self._tokens[: 4 * self.tokens])

    @cached_property
    def _ends(self) -> "array[int]":
        return array("I", self._tokens[4 * self.tokens : 8 * self.tokens])

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """All candidates of the record, in its order."""
        size = int.from_bytes(self._boxes[:4], "little")
        numbers = array("i", self._boxes[4 : 4 + size])
        texts = json.loads(self._boxes[4 + size :])
        *places, openings, reasons = (numbers[column::7] for column in range(7))
        said = (map(texts.__getitem__, column) for column in (openings, reasons))
        return tuple(map(Candidate, *places[:4], map(bool, places[4]), *said))

    @property
    def words(self) -> list[tuple[int, int, int]]:
        """Of each word its token, and the bytes where it begins and ends."""
        kinds = self._tokens[8 * self.tokens :]
        places = zip(range(self.tokens), self._starts, self._ends, strict=True)
        return [place for place, kind in zip(places, kinds, strict=True) if kind == _WORD]

    def bytes_of(self, start_token: int, end_token: int) -> tuple[int, int]:
        """The bytes of some tokens. ValueError where there are none, or the record says wrongly where they are."""
        if not 0 <= start_token < end_token <= self.tokens:
            raise ValueError(f"the page has no tokens {start_token} to {end_token}")
        start, end = self._starts[start_token], self._ends[end_token - 1]
        if _UNFIT in (self._kind(start_token), self._kind(end_token - 1)):
            raise ValueError(f"nobody knows where the tokens {start_token} to {end_token} are")
        return start, end

    def is_word(self, token: int) -> bool:
        """Whether there is such a token, and it is no tag."""
        return 0 <= token < self.tokens and self._kind(token) == _WORD

    def words_of(self, start_token: int, end_token: int) -> list[int]:
        """The numbers of the words among some tokens."""
        return [token for token in range(max(0, start_token), end_token) if self.is_word(token)]

    def _kind(self, token: int) -> int:
        return self._tokens[8 * self.tokens + token]


class Word(NamedTuple):
    """A word of a candidate with its number in it, from 1, as people name it who have no scripts."""

    number: int
    token: int
    text: str


class CandidateText(NamedTuple):
    """A candidate as a list without scripts shows it."""

    place: int  # its number among the candidates, from 0
    candidate: Candidate
    texts: Sequence[str]  # of all tokens of the page
    tokens: Sequence[int]  # its words

    @property
    def words(self) -> list[Word]:
        """Its words with their numbers."""
        return [
            Word(number, token, self.texts[token].lstrip())
            for number, token in enumerate(self.tokens, start=1)
        ]

    @property
    def beginning(self) -> str:
        """The beginning of its visible text."""
        text = _joined(self.texts[token] for token in self.tokens[:BEGINNING])
        return text if len(text) <= BEGINNING else text[: BEGINNING - 1].rstrip() + "…"


def layout_of(collection_slug: str, docid: str) -> Layout:
    """The layout of a page as it was copied. A DocumentsError says why there is none."""
    kept = _kept(collection_slug, docid, "tokens", "boxes")
    return Layout(kept)


def revision_of(collection_slug: str, docid: str) -> int:
    """Which copy of a page is the newest; 0 where there is none."""
    copies = Snapshot.objects.filter(collection__slug=collection_slug, docid=docid)
    return copies.order_by("-revision").values_list("revision", flat=True).first() or 0


def word_texts(collection_slug: str, docid: str, places: Iterable[tuple[int, int]]) -> list[str]:
    """The words at some places, each a pair of tokens, as they are read. A DocumentsError says why there are none."""
    texts = _texts(_kept(collection_slug, docid, "words"))
    return [_joined(texts[max(0, start) : max(0, end)]) for start, end in places]


def candidate_texts(collection_slug: str, docid: str) -> list[CandidateText]:
    """All candidates of a page with their texts, for pages without scripts."""
    kept = _kept(collection_slug, docid, "tokens", "boxes", "words")
    layout, texts = Layout(kept), _texts(kept)
    return [
        CandidateText(index, one, texts, layout.words_of(one.start_token, one.end_token))
        for index, one in enumerate(layout.candidates)
    ]


def layout_row(snapshot: Snapshot) -> PageLayout:
    """The row of a copy, made now where there is none of the present code."""
    kept = PageLayout.objects.filter(snapshot=snapshot, version=VERSION).first()
    return kept or _stored(made_of(snapshot, example_of(snapshot)))


def example_of(snapshot: Snapshot) -> Example:
    """The record of a copy, read. Unreadable where it is none of Natural Questions."""
    try:
        return read_example(snapshots.record_of(snapshot))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        message = say(
            "The document {document} is no page of Natural Questions with its tokens.",
            document=snapshot.docid,
        )
        raise Unreadable(message, say("Its record cannot be read so: {reason}.", reason=str(error))) from None


def made_of(snapshot: Snapshot, example: Example) -> PageLayout:
    """A row that is not stored yet."""
    starts, ends, kinds = _arrays(example)
    candidates = [_checked(example, starts, kinds, one) for one in example.candidates]
    return PageLayout(
        snapshot=snapshot,
        version=VERSION,
        tokens=pack(starts.tobytes() + ends.tobytes() + bytes(kinds)),
        boxes=pack(_packed(candidates)),
        words=pack("\n".join(_words(example.html, starts, ends, kinds)).encode()),
    )


def _kept(collection_slug: str, docid: str, *fields: str) -> PageLayout:
    """The row of the newest copy of a page, with some of its fields."""
    rows = PageLayout.objects.filter(version=VERSION).select_related("snapshot")
    rows = rows.only(*fields, "snapshot__revision")
    copies = Snapshot.objects.filter(collection__slug=collection_slug, docid=docid)
    newest = copies.order_by("-revision").values_list("pk", flat=True).first()
    kept = rows.filter(snapshot=newest).first() if newest else None
    return kept or layout_row(snapshots.snapshot_of(selectors.find_entry(collection_slug, docid)))


def _stored(made: PageLayout) -> PageLayout:
    """The row, stored; or the same one that somebody stored at the same moment."""
    PageLayout.objects.filter(snapshot=made.snapshot).exclude(version=VERSION).delete()
    with suppress(IntegrityError), transaction.atomic():
        made.save(force_insert=True)
        return made
    return PageLayout.objects.get(snapshot=made.snapshot)


def _arrays(example: Example) -> "tuple[array[int], array[int], bytearray]":
    """Where tokens begin and end, and what they are; those outside of the page, or before the one before them, are unfit."""
    starts, ends, kinds = array("I"), array("I"), bytearray()
    done, size = 0, len(example.html)
    for token in example.tokens:
        fits = done <= token.start < token.end <= size and (token.html or token.end - token.start <= _LONGEST)
        done = token.end if fits else done
        starts.append(token.start if fits else 0)
        ends.append(token.end if fits else 0)
        kinds.append((_TAG if token.html else _WORD) if fits else _UNFIT)
    return starts, ends, kinds


def _checked(example: Example, starts: "array[int]", kinds: bytearray, read: Read) -> Candidate:
    if not 0 <= read.start_token < read.end_token <= len(starts):
        return Candidate(-1, -1, -1, -1, read.top_level, "", _OUTSIDE)
    opening = one_line(example.tokens[read.start_token].token)[:100]
    reason = _reason(example.html, starts, kinds, read)
    if reason == _OUTSIDE:
        return Candidate(-1, -1, read.start_token, read.end_token, read.top_level, opening, reason)
    return Candidate(read.start, read.end, read.start_token, read.end_token, read.top_level, opening, reason)


def _packed(candidates: Sequence[Candidate]) -> bytes:
    """The length of the numbers in bytes, the numbers, and the texts that two of them stand for."""
    texts = dict[str, int]()
    numbers = array("i")
    for candidate in candidates:
        *places, opening, reason = candidate
        numbers.extend(
            [*map(int, places), *(texts.setdefault(text, len(texts)) for text in (opening, reason))]
        )
    data = numbers.tobytes()
    return len(data).to_bytes(4, "little") + data + json.dumps(list(texts)).encode()


def _reason(html: bytes, starts: "array[int]", kinds: bytearray, read: Read) -> str:
    """Why a candidate that has tokens cannot be selected."""
    if not 0 <= read.start < read.end <= len(html):
        return _OUTSIDE
    if not OPENING.match(html, read.start):
        return "It does not begin at an element."
    if kinds[read.start_token] != _TAG or starts[read.start_token] != read.start:
        return "Its bytes and its tokens do not begin at one place."
    return ""


def _words(html: bytes, starts: "array[int]", ends: "array[int]", kinds: bytearray) -> Iterator[str]:
    """The text of each token, empty for tags; after a tab where nothing parts it from the word before."""
    done = 0
    for start, end, kind in zip(starts, ends, kinds, strict=True):
        if kind != _WORD:
            yield ""
            continue
        glue = "\t" if done and _is_glued(html[done:start]) else ""
        yield glue + _text(html[start:end])
        done = end


def _is_glued(between: bytes) -> bool:
    """Whether what stands between two words is nothing, to a reader's eye."""
    if not between or between.isspace():
        return not between
    return not _PARTING.search(between) and not _TAGS.sub(b"", between)


def _text(data: bytes) -> str:
    """What a browser shows of a token, on one line."""
    if b"<" in data:
        data = _TAGS.sub(b"", data)
    text = data.decode("utf-8", "replace")
    return one_line(unescape(text)) if not text.isalnum() else text


def _joined(words: Iterable[str]) -> str:
    return "".join(word[1:] if word[0] == "\t" else f" {word}" for word in words if word).lstrip()


def _texts(kept: PageLayout) -> list[str]:
    return isal_zlib.decompress(kept.words).decode().split("\n")
