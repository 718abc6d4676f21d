"""A page with its marks: what is to be marked, how often it stands there, and the HTML of each block."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from documents import marks
from documents.direction import Direction, direction_of
from documents.folding import Span
from documents.marks import Hits, How, Layer
from documents.text import CITED, NUMBERED, Block, Page, RawPage

_KINDS = ("title", "byline", "paragraph", "field")


class MarkRequest(NamedTuple):
    """What to mark in a document: the answer judged, what the assessor searches, and answers accepted before."""

    answer: str = ""
    find: str = ""
    how: How = "exact"
    known: tuple[str, ...] = ()
    passage: str = ""  # the number of the paragraph that is cited
    language: str = "en"  # of the document, in which the search is read too


class MarkedBlock(NamedTuple):
    """A block of the page, ready to be shown."""

    kind: str
    label: str
    html: SafeString
    direction: Direction = "ltr"


class MarkedPage(NamedTuple):
    """All blocks of a page with marks in them."""

    blocks: tuple[MarkedBlock, ...]
    hits: Hits

    def of_kind(self, kind: str) -> list[MarkedBlock]:
        """The blocks of a kind, in order."""
        return [block for block in self.blocks if block.kind == kind]

    def parts(self) -> dict[str, object]:
        """The blocks by kind, as templates name them, and whether the fields are shown unfolded: a mark is among them."""
        found: dict[str, object] = {kind: self.of_kind(kind) for kind in _KINDS}
        return found | {"field_open": any("<mark" in block.html for block in self.of_kind("field"))}


def mark_page(page: Page | RawPage, wanted: MarkRequest) -> MarkedPage:
    """The page with what is wanted marked: the answer outermost, so that it is one mark, and the search innermost.

    Hits of the answer have the ids hit-1, hit-2, …, those of the search find-1, find-2, …
    """
    blocks = page.blocks
    layers, hits = find_in_blocks(blocks, wanted)
    html = marks.highlight(list(marks.pieces_of(block.text for block in blocks)), layers)
    marked = zip(blocks, html[::2], strict=True)
    language = wanted.language
    return MarkedPage(
        tuple(
            MarkedBlock(block.kind, block.label, text, direction_of(block.text, language))
            for block, text in marked
        ),
        hits,
    )


def count_hits(page: Page | RawPage, wanted: MarkRequest) -> Hits:
    """The hits that the page would show, without making its HTML."""
    return find_in_blocks(page.blocks, wanted._replace(known=()))[1]


def find_in_blocks(blocks: tuple[Block, ...], wanted: MarkRequest) -> tuple[list[Layer], Hits]:
    """What is to be marked in blocks: the answer in the cited paragraph first, or all of that where there is no answer."""
    text = visible_text(blocks)
    if segment := _cited(blocks, CITED):
        return _find_in_segment(text, segment, wanted)
    layers, hits = find_layers(text, wanted)
    cited = _cited(blocks, wanted.passage)
    if cited is None:
        return layers, hits
    if not wanted.answer.strip():
        whole = Layer("answer passage", (cited,), "hit")
        return [whole, *layers[1:]], hits._replace(answer=1, literal=True, marked=1, best=1)
    inside = (n for n, span in enumerate(layers[0].spans, 1) if cited.start <= span.start < cited.end)
    return layers, hits._replace(best=next(inside, hits.best))


def _find_in_segment(text: str, segment: Span, wanted: MarkRequest) -> tuple[list[Layer], Hits]:
    """What is to be marked around a segment that is cited: all of it, and the answer where it stands in it.

    The document opens at the answer, or where none of it is there, at the segment.
    """
    layers, hits = find_layers(text, wanted, segment)
    whole = Layer("answer passage", (segment,), "" if hits.marked else "hit")
    if not wanted.answer.strip():
        hits = hits._replace(answer=1, literal=True, marked=1)
    return [whole, *layers], hits._replace(best=hits.best or 1)


def _cited(blocks: tuple[Block, ...], number: str) -> Span | None:
    """Where the paragraph of a number stands in the visible text."""
    if number:
        for index, block in enumerate(blocks):
            if block.label == number and block.kind in NUMBERED:
                before = visible_text((*blocks[:index], Block("paragraph", "")))
                return Span(len(before), len(before) + len(block.text))
    return None


def visible_text(blocks: tuple[Block, ...]) -> str:
    """The text of all blocks as marks count in it."""
    return "".join(marks.pieces_of(block.text for block in blocks))


def find_layers(text: str, wanted: MarkRequest, within: Span | None = None) -> tuple[list[Layer], Hits]:
    """What is to be marked in a visible text, and how often it stands there; the answer only `within` a part of it."""
    place = within or Span(0, len(text))
    answer = marks.find_answer(text[place.start : place.end], wanted.answer)
    spans = tuple(Span(place.start + start, place.start + end) for start, end in answer.spans)
    found = marks.search(text, wanted.find, wanted.how, wanted.language)
    layers = [
        Layer("answer" if answer.literal else "word", spans, "hit"),
        Layer("known", marks.find_known(text, wanted.known)),
        Layer("find", found.spans, "find"),
    ]
    hits = Hits(
        answer=len(answer.spans) if answer.literal else 0,
        literal=answer.literal,
        find=len(found.spans),
        marked=len(answer.spans),
        best=answer.best,
        inexact=answer.inexact,
        find_inexact=found.inexact,
    )
    return layers, hits
