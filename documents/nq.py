"""Answers of Natural Questions on their page: byte spans marked exactly, bounding boxes outlined.

A long answer is an element of the page; it gets an id of ours, which its outline hangs on. At both ends of a short
answer a character of a private-use plane is put into the page's bytes before it is read, one of its own for each
offset; when the page is clean they are taken out again, and where they stood is what is marked.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from documents import snapshots
from documents.folding import Span
from documents.links import document_url
from documents.marks import Hits, Layer
from documents.models import Snapshot
from documents.nontext import OPENING, RAW, splits_reference, texts_of
from documents.readers.base import WebRecord
from documents.readers.nq import Example, read_example
from documents.remote.setting import Remote
from documents.sanitise.allowed import PREFIX
from documents.sanitise.result import Clean
from documents.webpage import WebPage, read_page

FORMAT = "nq"
_PASSAGE = re.compile(r"(long|short):(\d{1,10}):(\d{1,10})")
_BOX = "nq-box-"
_FIRST_BOX, _FIRST_WORDS = f"#{PREFIX}{_BOX}1", "#hit-1"
_PRIVATE = range(0xF0000, 0xFFFFE)
_HIDDEN = re.compile(rb"<(?:" + RAW + rb"|plaintext)[\s/>]", re.IGNORECASE)
_MOST = 20_000  # bytes of a short answer
_BLANKS = b" \t\n\f\r"


class ByteSpan(NamedTuple):
    """An answer in the bytes of a page, the end exclusive."""

    kind: Literal["long", "short"]
    start: int
    end: int


class AnswerPlace(NamedTuple):
    """Where an answer stands on the page as it is shown; `error` says why it cannot be marked."""

    span: ByteSpan
    id: str = ""  # of a long answer: of its element
    text: Span | None = None  # of a short one: in the visible text
    error: str = ""


class Marked(NamedTuple):
    """A page of which the answers have been found, in the order in which they were asked for."""

    page: WebPage
    places: tuple[AnswerPlace, ...]

    @property
    def errors(self) -> list[str]:
        """A sentence for each answer that cannot be marked."""
        return [
            f"The answer at bytes {place.span.start} to {place.span.end} cannot be marked. {place.error}"
            for place in self.places
            if place.error
        ]

    def add_to(self, layers: Sequence[Layer], hits: Hits) -> tuple[list[Layer], Hits]:
        """Other marks with the short answers in the place of an answer string's."""
        own = self.layers[0].spans
        if not own:
            return list(layers), hits
        others = [layer for layer in layers if layer.anchor != "hit"]
        return [*self.layers, *others], hits._replace(answer=len(own), literal=True, marked=len(own), best=1)

    @property
    def layers(self) -> list[Layer]:
        """The short answers as marks; those that overlap are one."""
        spans = sorted(place.text for place in self.places if place.text)
        return [Layer("answer", tuple(_united(spans)), "hit")]


def address_of(
    collection_slug: str, docid: str, passages: Sequence[str], *, reader: str, remote: Remote = "off"
) -> str:
    """The address of a page with some answers marked, at the first of them; without any, of the page as it is."""
    url = document_url(collection_slug, docid, reader=reader, passages=passages, remote=remote)
    if not passages:
        return url
    return url + (_FIRST_BOX if passages[0].startswith("long") else _FIRST_WORDS)


def parse_passage(passage: str) -> ByteSpan | None:
    """The span that `long:START:END` or `short:START:END` names; None for anything else."""
    match = _PASSAGE.fullmatch(passage)
    if not match:
        return None
    return ByteSpan("long" if match[1] == "long" else "short", int(match[2]), int(match[3]))


def open_marked(snapshot: Snapshot, passages: Iterable[str]) -> Marked | None:
    """A document with the answers of these passages; None for those of another format and where there is no span."""
    spans = [span for passage in passages if (span := parse_passage(passage))]
    if not spans or snapshot.collection.format != FORMAT:
        return None
    return marked(read_example(snapshots.record_of(snapshot)), spans)


def marked(record: Example, spans: Sequence[ByteSpan]) -> Marked:
    """The page of a record, harmless, with the places of answers on it. The page's text is the same as without them."""
    html = record.html
    texts = _Texts(html) if any(span.kind == "short" for span in spans) else None
    checked = [_checked(html, texts, span) for span in spans]
    shorts = [span for span, error in checked if span.kind == "short" and not error]
    signs = _signs(html, sorted({offset for span in shorts for offset in (span.start, span.end)}))
    longs = dict.fromkeys(span.start for span, error in checked if span.kind == "long" and not error)
    boxes = {start: number for number, start in enumerate(longs, start=1)}
    with_signs = _inserted(html, {**_as_bytes(signs), **_ids(html, boxes)})
    page = read_page(WebRecord(with_signs, record.address, "utf-8"))
    if page.clean is None:
        return Marked(
            page,
            tuple(
                AnswerPlace(span, error=error or page.why)
                for span, (_, error) in zip(spans, checked, strict=True)
            ),
        )
    clean, where = _without_signs(page.clean, signs)
    places = tuple(
        _place(span, inner, error, clean, where, boxes)
        for span, (inner, error) in zip(spans, checked, strict=True)
    )
    decoded = page.decoded._replace(text=_translated(page.decoded.text, signs.values()))
    return Marked(page._replace(clean=clean, decoded=decoded), places)


def _place(
    span: ByteSpan,
    inner: ByteSpan,
    error: str,
    clean: Clean,
    where: Mapping[int, int],
    boxes: Mapping[int, int],
) -> AnswerPlace:
    if error:
        return AnswerPlace(span, error=error)
    if span.kind == "long":
        id = f"{PREFIX}{_BOX}{boxes[span.start]}"
        return (
            AnswerPlace(span, id)
            if f' id="{id}"' in clean.html
            else AnswerPlace(span, error="It is not shown on the page.")
        )
    start, end = where.get(inner.start), where.get(inner.end)
    if start is None or end is None or start >= end:
        return AnswerPlace(span, error="It is not shown on the page.")
    return AnswerPlace(span, text=Span(start, end))


class _Texts:
    """The texts of a page, between its tags, comments and scripts."""

    def __init__(self, html: bytes) -> None:
        self._starts, self._ends = zip(*texts_of(html), strict=True)

    def error(self, html: bytes, offset: int) -> str:
        """Why an offset is neither in a text nor at an end of one; "" where it is."""
        end: int = self._ends[bisect_right(self._starts, offset) - 1]
        if offset <= end:
            return ""
        if _HIDDEN.match(html, end):
            return "It is not shown on the page."
        return f"It is cut within a {'comment' if html.startswith(b'<!--', end) else 'tag'}."

    def within(self, span: ByteSpan) -> Iterator[tuple[int, int]]:
        """The parts of a span that are text."""
        for place in range(bisect_right(self._starts, span.start) - 1, len(self._starts)):
            start, end = max(self._starts[place], span.start), min(self._ends[place], span.end)
            if start >= span.end:
                return
            if start < end:
                yield start, end


def _checked(html: bytes, texts: _Texts | None, span: ByteSpan) -> tuple[ByteSpan, str]:
    """The span, a short one drawn in to the text in it; and why it cannot be marked."""
    if not 0 <= span.start < span.end <= len(html):
        return span, "It lies outside of the page."
    if span.kind == "long":
        return span, "" if OPENING.match(html, span.start) else "It does not begin at an element."
    if span.end - span.start > _MOST:
        return span, f"It is longer than {_MOST:,} bytes."
    assert texts  # where any span is short
    for offset in (span.start, span.end):
        if error := _offset_error(html, texts, offset):
            return span, error
    inner = _drawn_in(html, texts, span)
    return inner, "" if inner.start < inner.end else "It holds no text."


def _offset_error(html: bytes, texts: _Texts, offset: int) -> str:
    if offset < len(html) and html[offset] & 0xC0 == 0x80:
        return "It is cut within a character."
    if splits_reference(html, offset):
        return "It is cut within a character."
    return texts.error(html, offset)


def _drawn_in(html: bytes, texts: _Texts, span: ByteSpan) -> ByteSpan:
    """Without the tags and blanks at both ends: a sign of ours must stand in text, beside a letter."""
    first, last = span.end, span.start
    for start, end in texts.within(span):
        text = html[start:end]
        if text.strip(_BLANKS):
            first = min(first, end - len(text.lstrip(_BLANKS)))
            last = start + len(text.rstrip(_BLANKS))
    return span._replace(start=first, end=last)


def _signs(html: bytes, offsets: Iterable[int]) -> dict[int, str]:
    """For each offset a character that the page does not have."""
    free = (chr(code) for code in _PRIVATE if chr(code).encode() not in html)
    return dict(zip(offsets, free, strict=False))


def _as_bytes(signs: Mapping[int, str]) -> dict[int, bytes]:
    return {offset: sign.encode() for offset, sign in signs.items()}


def _ids(html: bytes, boxes: Mapping[int, int]) -> dict[int, bytes]:
    """An id after each tag's name: of several ids the first one counts, so that it goes before the page's own."""
    made = {}
    for start, index in boxes.items():
        if opening := OPENING.match(html, start):
            made[opening.end()] = f' id="{_BOX}{index}"'.encode()
    return made


def _inserted(html: bytes, insertions: Mapping[int, bytes]) -> bytes:
    parts, done = list[bytes](), 0
    for offset in sorted(insertions):
        parts += [html[done:offset], insertions[offset]]
        done = offset
    return b"".join([*parts, html[done:]])


def _without_signs(clean: Clean, signs: Mapping[int, str]) -> tuple[Clean, dict[int, int]]:
    """The page without our signs, its map drawn together; and where each offset is in the visible text."""
    if not signs:
        return clean, {}
    anyone = re.compile("[" + "".join(signs.values()) + "]")
    in_text = [match.start() for match in anyone.finditer(clean.text)]
    in_html = [match.start() for match in anyone.finditer(clean.html)]
    offsets = {sign: offset for offset, sign in signs.items()}
    where = {offsets[clean.text[position]]: position - index for index, position in enumerate(in_text)}
    nodes = array("I")
    for start, end, place in zip(clean.nodes[::3], clean.nodes[1::3], clean.nodes[2::3], strict=True):
        nodes.extend((_before(in_text, start), _before(in_text, end), _before(in_html, place)))
    html, text = _translated(clean.html, signs.values()), _translated(clean.text, signs.values())
    return clean._replace(
        html=html, text=text, nodes=nodes, title=_translated(clean.title, signs.values())
    ), where


def _before(removed: Sequence[int], position: int) -> int:
    return position - bisect_left(removed, position)


def _translated(text: str, signs: Iterable[str]) -> str:
    return text.translate(dict.fromkeys(map(ord, signs)))


def _united(spans: Iterable[Span]) -> Iterator[Span]:
    current: Span | None = None
    for span in spans:
        if current and span.start < current.end:
            current = Span(current.start, max(current.end, span.end))
        else:
            if current:
                yield current
            current = span
    if current:
        yield current
