"""The same document in another language: which there are, and the two texts side by side, paragraph by paragraph."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString

from documents.direction import direction_of_language
from documents.errors import UnknownDocument
from documents.marked import MarkedBlock, MarkRequest, mark_page
from documents.models import DocumentEntry
from documents.numbered import blocks_html
from documents.readers.shapes import FORMATS, Shape, shapes_of
from documents.say import say
from documents.selectors import Opened, open_document
from documents.text import NUMBERED

_LAST = "\U0010ffff"


class ParallelRow(NamedTuple):
    """What stands at the same height: a numbered paragraph with what leads up to it, in both languages."""

    number: str  # empty at the end of a text, after the last numbered paragraph
    left: Sequence[MarkedBlock]
    right: Sequence[MarkedBlock]

    def html(self, languages: tuple[str, str], cited: bool) -> str:
        """Both sides; ours with the ids that addresses point to."""
        ours, theirs = blocks_html(self.left), blocks_html(self.right, anchor="")
        left, right = (
            f'<div lang="{escape(language)}" dir="{direction_of_language(language)}">'
            for language in languages
        )
        return f'<div class="row{" cited" if cited else ""}">{left}{ours}</div>{right}{theirs}</div></div>'


class Beside(NamedTuple):
    """A document and its parallel one."""

    opened: Opened
    language: str
    rows: Sequence[ParallelRow]

    def html(self, language: str, passage: str) -> SafeString:
        """All rows, the paragraph of a number as the cited one; `language` is that of our side."""
        languages = (language, self.language)
        rows = (row.html(languages, bool(passage) and row.number == passage) for row in self.rows)
        return SafeString("\n".join(rows))

    @property
    def uneven(self) -> bool:
        """Whether a numbered paragraph has no counterpart."""
        return any(row.number and not (row.left and row.right) for row in self.rows)


def languages_of(entry: DocumentEntry) -> dict[str, str]:
    """The other languages that a document is held in, as language -> id, by the rule for ids of its collection."""
    collection = entry.collection
    if collection.format not in FORMATS:
        return {}
    for shape in shapes_of(collection.format, collection.mapping):
        if match := shape.match(entry.docid):
            start, text = entry.docid[: match.start("language")], match["text"]
            return dict(_others(entry, shape, start, text))
    return {}


def open_beside(entry: DocumentEntry, language: str, left: Sequence[MarkedBlock]) -> Beside:
    """The parallel document beside the blocks of one; UnknownDocument where it is not held in that language."""
    docid = languages_of(entry).get(language.lower())
    if docid is None:
        message = say(
            "The collection {collection} has no document {document} in the language {language}.",
            collection=entry.collection.title,
            document=entry.docid,
            language=language,
        )
        raise UnknownDocument(message, say("Open the document alone."))
    opened = open_document(entry.collection.slug, docid)
    spoken = opened.page.language or language.lower()
    right = mark_page(opened.page, MarkRequest(language=spoken)).blocks
    return Beside(opened, spoken, tuple(align(left, right)))


def align(left: Sequence[MarkedBlock], right: Sequence[MarkedBlock]) -> Iterator[ParallelRow]:
    """Rows of equal numbers, in the order of the left text; numbers of the right one alone stand where they come there."""
    ours, theirs = dict(_groups(left)), dict(_groups(right))
    waiting = iter(theirs)
    for number, group in ours.items():
        if number in theirs:
            for other in waiting:
                if other == number:
                    break
                if other not in ours:
                    yield ParallelRow(other, (), theirs[other])
        yield ParallelRow(number, group, theirs.get(number, ()))
    for other in waiting:
        if other not in ours:
            yield ParallelRow(other, (), theirs[other])


def _groups(blocks: Sequence[MarkedBlock]) -> Iterator[tuple[str, tuple[MarkedBlock, ...]]]:
    """The blocks up to each new number; what follows the last, or repeats a number, goes with the one before."""
    seen, group = set[str](), list[MarkedBlock]()
    for block in blocks:
        group.append(block)
        if block.kind in NUMBERED and block.label and block.label not in seen:
            seen.add(block.label)
            yield block.label, tuple(group)
            group = []
    if group:
        yield "", tuple(group)


def _others(entry: DocumentEntry, shape: Shape, start: str, text: str) -> Iterator[tuple[str, str]]:
    entries = DocumentEntry.visible.filter(
        collection=entry.collection, docid__gte=start, docid__lt=start + _LAST
    )
    for docid in entries.order_by("docid").values_list("docid", flat=True):
        match = shape.match(docid)
        if match and match["text"] == text and docid != entry.docid:
            yield match["language"].lower(), docid
