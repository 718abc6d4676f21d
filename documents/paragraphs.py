"""Numbered paragraphs of XML documents: one by its number, or all of a document, parsed when asked for."""

from collections.abc import Collection, Mapping
from contextlib import suppress

from documents import snapshots, store
from documents.errors import DocumentsError, Unreadable
from documents.readers import xmltext
from documents.readers.shapes import FORMATS, Shape, shapes_of
from documents.say import say
from documents.selectors import find_entry

_NONE: Mapping[str, str] = {}


def paragraph(collection: str, docid: str, n: str) -> str | None:
    """The exact text of a paragraph by the document's id, with or without .xml, and its number.

    None where there is no such document or paragraph, or the document cannot be read. White space is as in the file.
    """
    try:
        return paragraphs(collection, docid).get(n)
    except DocumentsError:
        return None


def paragraphs(collection: str, docid: str) -> Mapping[str, str]:
    """The exact text of each numbered paragraph of a document, in its order; a DocumentsError where it cannot be had.

    Where the document was copied for assessors, it is the text of the newest copy, as they read it.
    """
    entry = find_entry(collection, docid)
    described = entry.collection
    if described.format not in FORMATS:
        return _NONE
    shapes = shapes_of(described.format, described.mapping)
    copy = snapshots.newest_of(entry)
    data = snapshots.record_of(copy) if copy else store.read_bytes(entry)
    return _read(shapes, entry.docid, data)


def copied_paragraphs(collection: str, docids: Collection[str]) -> dict[str, Mapping[str, str]]:
    """The same of several documents by their ids, of those that were copied for assessors (one query)."""
    found: dict[str, Mapping[str, str]] = {}
    for docid, copy in snapshots.newest_of_some(collection, docids).items():
        described = copy.collection
        if described.format in FORMATS:
            with suppress(DocumentsError):
                shapes = shapes_of(described.format, described.mapping)
                found[docid] = _read(shapes, copy.docid, snapshots.record_of(copy))
    return found


def _read(shapes: tuple[Shape, ...], docid: str, data: bytes) -> Mapping[str, str]:
    found = xmltext.read(shapes, docid, data)
    if found.error:
        message = say(
            "The file of document {document} cannot be read: {reason}.",
            document=docid,
            reason=str(found.error),
        )
        raise Unreadable(message, say("Fix the file, and import the collection again."))
    return found.paragraphs
