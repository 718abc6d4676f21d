"""Reads: a collection, which ids it knows, a document as a page, and what a judging page says of it."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from documents import store
from documents.encoding import Decoded, decode
from documents.errors import DocumentsError, NotHeld, UnknownCollection, UnknownDocument
from documents.marked import Wanted, count_hits
from documents.marks import Hits, How
from documents.models import Collection, DocumentEntry
from documents.readers import READERS
from documents.text import Page

_BATCH = 900  # ids in a query; SQLite takes 999 values

State = Literal["held", "ids_only", "unknown", "unreadable"]


class Opened(NamedTuple):
    """A document that was found and read."""

    entry: DocumentEntry
    page: Page
    decoded: Decoded


class Description(NamedTuple):
    """What stands above a document while it is judged; `message` says what is amiss where it is not held."""

    state: State
    message: str = ""
    title: str = ""
    date: str = ""
    source: str = ""
    encoding: str = ""
    language: str = "en"
    hits: Hits = Hits(0, False, 0, 0, 0)


def get_collection(slug: str) -> Collection:
    """The collection of this name; UnknownCollection where there is none."""
    try:
        return Collection.objects.get(slug=slug)
    except Collection.DoesNotExist:
        message = f"There is no collection {slug!r} here."
        raise UnknownCollection(message, "Import it with `manage.py import_collection`.") from None


def known_docids(collection: str, ids: Iterable[str]) -> set[str]:
    """Those of the ids that the collection of this name has; UnknownCollection where there is none."""
    return indexed_docids(get_collection(collection), ids)


def indexed_docids(collection: Collection, ids: Iterable[str]) -> set[str]:
    """Those of the ids that the collection has."""
    entries = DocumentEntry.objects.filter(collection=collection)
    known: set[str] = set()
    for batch in _batches(set(ids)):
        known.update(entries.filter(docid__in=batch).values_list("docid", flat=True))
    return known


def open_document(collection: str, docid: str) -> Opened:
    """A document read from the collection's files; a DocumentsError says why it cannot be had."""
    entry = _entry(collection, docid)
    decoded = decode(store.read_bytes(entry), entry.collection.encoding)
    page = READERS[entry.collection.format].page(docid, decoded.text)
    return Opened(entry, page._replace(date=entry.date, source=entry.source), decoded)


def get_page(collection: str, docid: str) -> Page:
    """The display form of a document; a DocumentsError says why it cannot be had."""
    return open_document(collection, docid).page


def describe_document(
    collection: str, docid: str, *, answer: str = "", find: str = "", how: How = "exact"
) -> Description:
    """What a judging page says of a document: never an error, but a state and a sentence."""
    try:
        entry, page, decoded = open_document(collection, docid)
    except NotHeld as error:
        return Description("ids_only", str(error))
    except (UnknownDocument, UnknownCollection) as error:
        return Description("unknown", str(error))
    except DocumentsError as error:
        return Description("unreadable", str(error))
    hits = count_hits(page, Wanted(answer, find, how))
    language = entry.collection.language
    return Description("held", "", page.title, page.date, page.source, decoded.encoding, language, hits)


def _entry(collection: str, docid: str) -> DocumentEntry:
    entries = DocumentEntry.objects.select_related("collection")
    entry = entries.filter(collection__slug=collection, docid=docid).first()
    if entry is None:
        title = get_collection(collection).title
        message = f"The collection {title} has no document {docid}."
        raise UnknownDocument(message, "Look whether the id is spelled as in the collection; case counts.")
    return entry


def _batches(ids: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(ids)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
