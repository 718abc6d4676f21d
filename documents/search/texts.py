"""The visible text of documents, for an index: many at a time, in the order of their files."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from documents import store
from documents.errors import DocumentsError
from documents.models import DocumentEntry
from documents.readers import reader_for
from documents.readers.base import Reader
from documents.sanitise.result import NotClean
from documents.text import Page
from documents.webpage import read_pages

_PORTION = 16 * 1024 * 1024  # bytes of documents that are in memory at once
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAMED = re.compile(r"(?:(\d{1,2})\.? )?(?:([A-Za-z]{3})[a-z]*\.? )(?:(\d{1,2}),? )?(\d{4})")
_NUMBERED = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?|(\d{4})")


class IndexedText(NamedTuple):
    """A document as it is indexed. `number` rises in the order of the import; `day` is 19891231, or 0 where no date is known."""

    number: int
    docid: str
    title: str
    date: str  # as it is shown
    day: int
    language: str
    text: str
    size: int  # bytes that were read


def texts_of(entries: Sequence[DocumentEntry]) -> Iterator[IndexedText]:
    """The documents of one collection; of one that cannot be read the id alone, so that it is found by that."""
    with store.Reading() as reading:
        for portion in _portions(entries):
            yield from _texts(portion, reading)


def _portions(entries: Sequence[DocumentEntry]) -> Iterator[list[DocumentEntry]]:
    portion, size = list[DocumentEntry](), 0
    for entry in entries:
        if portion and size + entry.length > _PORTION:
            yield portion
            portion, size = [], 0
        portion.append(entry)
        size += entry.length
    if portion:
        yield portion


def _texts(entries: Sequence[DocumentEntry], reading: store.Reading) -> Iterator[IndexedText]:
    described = entries[0].collection
    reader = reader_for(described.format, described.mapping)
    data = [_bytes_of(entry, reading) for entry in entries]
    pages = _web_pages(entries, data, reader) if reader.web else _pages(entries, data, reader)
    for entry, raw, page in zip(entries, data, pages, strict=True):
        language = page.language or described.language
        text = "\n".join(block.text for block in page.blocks)
        yield IndexedText(
            entry.pk, entry.docid, page.title, entry.date, day_of(entry.date), language, text, len(raw)
        )


def _bytes_of(entry: DocumentEntry, reading: store.Reading) -> bytes:
    try:
        return store.read_bytes(entry, reading)
    except DocumentsError:
        return b""


def _pages(entries: Sequence[DocumentEntry], data: Sequence[bytes], reader: Reader) -> Iterator[Page]:
    rule = entries[0].collection.encoding
    for entry, raw in zip(entries, data, strict=True):
        yield reader.read(entry.docid, raw, rule)[1] if raw else Page()


def _web_pages(entries: Sequence[DocumentEntry], data: Sequence[bytes], reader: Reader) -> Iterator[Page]:
    assert reader.web
    records = [reader.web(raw)._replace(file=entry.file) for entry, raw in zip(entries, data, strict=True)]
    for entry, page in zip(entries, read_pages(records, entries[0].collection.encoding), strict=True):
        if isinstance(page.outcome, NotClean):
            yield reader.page(entry.docid, page.decoded.text)
        else:
            clean = page.outcome.unpacked()
            yield Page(title=clean.title, paragraphs=(clean.text,))


def day_of(date: str) -> int:
    """The day that a date names as it is shown, as 19891231; with a month or day of 0 where it names none; 0 for no date."""
    if found := _NUMBERED.search(date):
        year, month, day = (found[1] or found[4]), found[2], found[3]
        if found[1]:
            return int(year) * 10_000 + int(month or 0) * 100 + int(day or 0)
    if (named := _NAMED.search(date)) and named[2].lower() in _MONTHS:
        month_number = _MONTHS.index(named[2].lower()) + 1
        return int(named[4]) * 10_000 + month_number * 100 + int(named[1] or named[3] or 0)
    return int(found[4]) * 10_000 if found else 0
