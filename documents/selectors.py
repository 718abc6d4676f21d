"""Reads: a collection, which ids it knows, a document as a page, and what a judging page says of it."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from django.db.models import QuerySet

from documents import snapshots
from documents.direction import Direction, direction_of_language
from documents.encoding import Decoded
from documents.errors import DocumentsError, NotHeld, UnknownCollection, UnknownDocument
from documents.marked import MarkRequest, count_hits, find_layers
from documents.marks import Hits, How
from documents.models import Collection, DocumentEntry, Snapshot
from documents.prepared import Prepared
from documents.readers import READERS, reader_for, segments, spellings, xmltext
from documents.readers.base import Reader
from documents.sanitise.result import Clean
from documents.say import say
from documents.text import Page, one_line
from documents.webpage import WebPage

_BATCH = 900  # ids in a query; SQLite takes 999 values

State = Literal["held", "ids_only", "unknown", "unreadable"]


class Opened(NamedTuple):
    """A document that was found and read."""

    entry: DocumentEntry
    page: Page
    decoded: Decoded
    snapshot: Snapshot
    web: WebPage | None = None
    around: Snapshot | None = (
        None  # the copy of the document that is shown around it, where it is a segment of one
    )

    @property
    def source_text(self) -> str:
        """The record as it stands in its file."""
        if self.web is None:
            return self.decoded.text
        record, decoded = snapshots.web_record(self.snapshot)
        return record.head.decode("utf-8", "replace") + decoded.text

    @property
    def clean(self) -> Clean | None:
        """The page as HTML, where it is a page of the web that can be shown so."""
        return self.web.clean if self.web else None

    @property
    def language(self) -> str:
        """The document's own language, else its collection's."""
        return self.page.language or self.entry.collection.language

    @property
    def direction(self) -> Direction:
        """In which its language is written."""
        return direction_of_language(self.language)

    def hits(self, wanted: MarkRequest) -> Hits:
        """What is found in the document as it is shown."""
        if self.clean:
            return find_layers(self.clean.text, wanted._replace(known=()))[1]
        return count_hits(self.page, wanted)


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
    revision: int = 0  # of the copy that is shown
    remarks: tuple[str, ...] = ()  # of a web page: what its reader should know
    removed: str = ""  # of a web page: `3 scripts, 1 frame`
    doubt: str = ""  # of a web page: what a second reading found amiss


def get_collection(slug: str) -> Collection:
    """The collection of this name; UnknownCollection where there is none."""
    try:
        return Collection.visible.get(slug=slug)
    except Collection.DoesNotExist:
        message = say("There is no collection {collection} here.", collection=repr(slug))
        raise UnknownCollection(
            message, say("Import it with `{command}`.", command="manage.py import_collection")
        ) from None


def known_docids(collection: str, ids: Iterable[str]) -> set[str]:
    """Those of the ids that the collection of this name has; UnknownCollection where there is none."""
    return indexed_docids(get_collection(collection), ids)


def indexed_docids(collection: Collection, ids: Iterable[str]) -> set[str]:
    """Those of the ids that the collection has; an ending such as `.xml` may be missing or there."""
    suffix, asked = _suffix(collection), set(ids)
    bare = {docid.removesuffix(suffix) for docid in asked}
    there = docids_in(collection.pk, collection.edition, asked | bare)
    return {docid for docid in asked if docid in there or docid.removesuffix(suffix) in there}


def near_docids(collection: str, ids: Iterable[str]) -> dict[str, str]:
    """Of ids that the collection of this name has not, those that it has in other case, or with - for _: as it has them."""
    ways = {docid: dict.fromkeys(_other_ways(docid)) for docid in ids}
    there = known_docids(collection, {way for of_id in ways.values() for way in of_id})
    found = {docid: next((way for way in of_id if way in there), "") for docid, of_id in ways.items()}
    return {docid: way for docid, way in found.items() if way}


def _other_ways(docid: str) -> Iterator[str]:
    for text in (docid, docid.replace("_", "-"), docid.replace("-", "_")):
        yield from (text, text.upper(), text.lower())


def docids_in(collection: int, edition: int, ids: Iterable[str]) -> set[str]:
    """Those of the ids that stand so in an edition of a collection's index."""
    entries = DocumentEntry.objects.filter(collection=collection, edition=edition)
    known: set[str] = set()
    for batch in _batches(set(ids)):
        known.update(entries.filter(docid__in=batch).values_list("docid", flat=True))
    return known


def open_document(collection: str, docid: str) -> Opened:
    """A document as it was copied for assessors; a DocumentsError says why it cannot be had."""
    entry, whole = _entry_and_whole(collection, docid)
    newest, newest_of_whole = snapshots.newest_of_both(entry, whole or entry)
    snapshot = snapshots.up_to_date(entry, newest)
    described = entry.collection
    reader = reader_for(described.format, described.mapping)
    if reader.web:
        return _opened_web_page(entry, reader, snapshot)
    data = snapshots.record_of(snapshot)
    decoded, page = reader.read(entry.docid, data, described.encoding)
    opened = Opened(entry, page._replace(date=entry.date, source=entry.source), decoded, snapshot)
    if whole is None or described.format != segments.FORMAT:
        return opened
    return _within_its_document(opened, data, whole, newest_of_whole)


def _within_its_document(
    opened: Opened, data: bytes, whole: DocumentEntry, newest: Snapshot | None
) -> Opened:
    """A segment in the document that it is of, where the segment stands in it."""
    try:
        copy = snapshots.up_to_date(whole, newest)
    except DocumentsError:  # its file is gone, and the segment's own copy is here
        return opened
    page = segments.within(segments.read_part(data), segments.read_part(snapshots.record_of(copy)))
    return opened._replace(page=page, around=copy) if page else opened


def _opened_web_page(entry: DocumentEntry, reader: Reader, snapshot: Snapshot) -> Opened:
    clean, facts = snapshots.clean_of(snapshot), snapshot.facts
    decoded = Decoded("", snapshot.encoding, snapshot.encoding_reason)
    if clean:
        page = Page(title=clean.title)
    else:
        decoded = snapshots.web_record(snapshot)[1]
        page = reader.page(entry.docid, snapshots.html_of(snapshot))
    web = WebPage(decoded, clean, facts["why"], facts["packed"], snapshots.doubt_about(snapshot))
    return Opened(entry, page._replace(date=entry.date, source=entry.source), decoded, snapshot, web)


def plain_page(opened: Opened) -> Page:
    """The text of a document alone, a paragraph for each line."""
    if not opened.clean:
        return opened.page
    lines = (one_line(line) for line in opened.clean.text.split("\n"))
    return opened.page._replace(paragraphs=tuple(line for line in lines if line))


def get_page(collection: str, docid: str) -> Page:
    """The display form of a document; a DocumentsError says why it cannot be had."""
    return open_document(collection, docid).page


def describe_document(
    collection: str, docid: str, *, answer: str = "", find: str = "", how: How = "exact", passage: str = ""
) -> Description:
    """What a judging page says of a document: never an error, but a state and a sentence."""
    try:
        opened = open_document(collection, docid)
    except DocumentsError as error:
        return not_described(error)
    wanted = MarkRequest(answer, find, how, passage=passage, language=opened.language)
    return described(opened, opened.hits(wanted))


def not_described(error: DocumentsError) -> Description:
    """What is said of a document that cannot be had."""
    if isinstance(error, NotHeld):
        return Description("ids_only", str(error))
    is_unknown = isinstance(error, (UnknownDocument, UnknownCollection))
    return Description("unknown" if is_unknown else "unreadable", str(error))


def described(opened: Opened, hits: Hits) -> Description:
    """What is said of a document in which so much was found."""
    page, web = opened.page, opened.web
    return Description(
        state="held",
        title=page.title,
        date=page.date,
        source=page.source,
        encoding=opened.decoded.encoding,
        language=opened.language,
        hits=hits,
        revision=opened.snapshot.revision,
        remarks=web.remarks if web else (),
        removed=web.removed if web else "",
        doubt=web.opinion if web else "",
    )


def find_entry(collection: str, docid: str) -> DocumentEntry:
    """The row of a document, by its id with or without the ending of its format; UnknownDocument where there is none."""
    return _entry_and_whole(collection, docid)[0]


def _entry_and_whole(collection: str, docid: str) -> tuple[DocumentEntry, DocumentEntry | None]:
    """The same, and the row of the document that it is a segment of, where that is held too: in one statement."""
    names, whole = spellings([docid]), segments.whole_of(docid)  # at most two names: one format has an ending
    rows = _entries(collection=collection, short=min(names, key=len), long=max(names, key=len), whole=whole)
    entry = next((row for row in rows if row.docid != whole), None)
    if entry is None or docid not in (entry.docid, entry.docid + _suffix(entry.collection)):
        title = get_collection(collection).title
        message = say(
            "The collection {collection} has no document {document}.", collection=title, document=docid
        )
        raise UnknownDocument(message, say("Check that the id is spelled as in the collection; case counts."))
    return entry, next((row for row in rows if row.docid == whole), None)


@Prepared
def _entries(collection: str, short: str, long: str, whole: str) -> "QuerySet[DocumentEntry]":
    found = DocumentEntry.visible.filter(collection__slug=collection, docid__in=[short, long, whole])
    return found.select_related("collection").order_by("-docid")


def _suffix(collection: Collection) -> str:
    """The ending that ids of the collection may bear or not; of a list of ids nobody knows the format."""
    if not collection.held:
        return xmltext.SUFFIX
    return READERS[collection.format].suffix if collection.format in READERS else ""


def _batches(ids: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(ids)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
