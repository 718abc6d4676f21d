"""Copies of documents: made when they are pooled, and what assessors read from then on.

A copy is never changed. Where the document's bytes or the code that reads them have changed, a further revision is
made beside it; the newest is shown.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import translation

from documents import store
from documents.encoding import Decoded
from documents.errors import DocumentsError
from documents.marked import visible_text
from documents.models import DocumentEntry, SecondOpinion, Snapshot
from documents.packing import pack
from documents.prepared import Prepared
from documents.readers import reader_for, spellings
from documents.readers.base import WebRecord
from documents.readers.segments import whole_of
from documents.rows import insert_snapshots
from documents.sanitise.result import Clean, NotClean, Packed
from documents.sanitise.sheets import sheets_of
from documents.webpage import ReadPage, page_text, read_pages
from documents.xhtml import as_html

# Raise it by one whenever a page of the same bytes would come out differently: stored pages are then made again.
RENDERER_VERSION = 4
BATCH = 100  # documents copied in one step
_PORTION = 16 * 1024 * 1024  # bytes of documents that are in memory at once
_BYTES = ("record", "html", "text", "nodes")


class Batch(NamedTuple):
    """What one step of copying came to: the last id, and of the documents how many were seen, made, and not readable."""

    last: str
    seen: int
    made: int
    errors: Sequence[str]


def snapshot_of(entry: DocumentEntry) -> Snapshot:
    """The newest copy of a document, made now where there is none of the present bytes and code.

    A DocumentsError says why there is none: the text is not held, or its file cannot be read.
    """
    return up_to_date(entry, newest_of(entry))


def up_to_date(entry: DocumentEntry, newest: Snapshot | None) -> Snapshot:
    """The same where the newest copy is at hand."""
    if newest and newest.renderer_version == RENDERER_VERSION and newest.sha256 == entry.sha256:
        return newest
    return _stored(made_of(entry, newest))


def newest_of(entry: DocumentEntry) -> Snapshot | None:
    """The newest copy of a document, whatever made it."""
    return newest_of_both(entry, entry)[0]


def newest_of_both(entry: DocumentEntry, other: DocumentEntry) -> tuple[Snapshot | None, Snapshot | None]:
    """The same of two documents of one collection, in one statement."""
    found = _newest_copies(collection=entry.collection_id, docid=entry.docid, other=other.docid)
    for copy in found:
        copy.collection = entry.collection
    copies = {copy.docid: copy for copy in found}
    return copies.get(entry.docid), copies.get(other.docid)


@Prepared
def _newest_copies(collection: int, docid: str, other: str) -> "QuerySet[Snapshot]":
    found = Snapshot.objects.filter(collection=collection, docid__in=[docid, other])
    return _newest(found).select_related("opinion")


def _newest(copies: "QuerySet[Snapshot]") -> "QuerySet[Snapshot]":
    same = Snapshot.objects.filter(collection=OuterRef("collection"), docid=OuterRef("docid"))
    return copies.exclude(Exists(same.filter(revision__gt=OuterRef("revision"))))


def newest_of_some(collection: str, docids: Collection[str]) -> dict[str, Snapshot]:
    """The newest copy of each of the documents that were copied, by its id as it was asked for."""
    copies = Snapshot.objects.filter(collection__slug=collection, docid__in=spellings(docids))
    there = {copy.docid: copy for copy in _newest(copies).select_related("collection")}
    return {docid: there[name] for docid in docids for name in spellings([docid]) if name in there}


def made_of(entry: DocumentEntry, former: Snapshot | None = None) -> Snapshot:
    """A copy that is not stored yet. What was copied before is read again where the file has not changed."""
    begun = _begun(entry, former)
    _put_pages([begun])
    return begun.made


class _Begun(NamedTuple):
    """A copy that lacks its page yet, where it is one of the web."""

    made: Snapshot
    record: WebRecord | None


def _begun(entry: DocumentEntry, former: Snapshot | None, reading: store.Reading | None = None) -> _Begun:
    described = entry.collection
    is_same = former is not None and former.sha256 == entry.sha256
    data = record_of(former) if former and is_same else store.read_bytes(entry, reading)
    made = Snapshot(
        collection=described,
        docid=entry.docid,
        revision=former.revision + 1 if former else 1,
        renderer_version=RENDERER_VERSION,
        sha256=entry.sha256,
        record=pack(data),
        date=entry.date,
        source=entry.source,
    )
    reader = reader_for(described.format, described.mapping)
    if reader.web:
        return _Begun(made, reader.web(data)._replace(file=entry.file))
    decoded, _ = reader.read(entry.docid, data, described.encoding)
    made.encoding, made.encoding_reason = decoded.encoding[:40], decoded.reason
    return _Begun(made, None)


def _put_pages(begun: Iterable[_Begun]) -> None:
    """Give copies of one collection that are pages of the web their pages."""
    pages = [(made, record) for made, record in begun if record]
    if pages:
        read = read_pages([record for _, record in pages], pages[0][0].collection.encoding)
        for (made, record), page in zip(pages, read, strict=True):
            _put_page(made, page, record.address)


def record_of(snapshot: Snapshot) -> bytes:
    """The document's bytes as they stood in the collection's file."""
    return zlib.decompress(snapshot.record)


def web_record(snapshot: Snapshot) -> tuple[WebRecord, Decoded]:
    """The record of a page of the web, and the page's source, in the encoding in which it was copied."""
    described = snapshot.collection
    reader = reader_for(described.format, described.mapping)
    assert reader.web
    record = reader.web(record_of(snapshot))
    return record, page_text(record, snapshot.encoding, snapshot.encoding_reason)


def html_of(snapshot: Snapshot) -> str:
    """The source of a page of the web as a parser of HTML is to read it."""
    text = web_record(snapshot)[1].text
    return as_html(text) if snapshot.facts.get("xhtml") else text


def clean_of(snapshot: Snapshot) -> Clean | None:
    """The page that may be shown; None where there is only its text."""
    if not snapshot.html:
        return None
    facts = snapshot.facts
    sheets = sheets_of(facts.get("sheets", ()))
    html, text, nodes = map(bytes, (snapshot.html, snapshot.text, snapshot.nodes))
    remarks = tuple(facts["remarks"])
    return Packed(html, text, nodes, facts["title"], facts["removed"], remarks, sheets).unpacked()


def shown_text(snapshot: Snapshot) -> str:
    """The visible text of a document, as marks count in it."""
    if clean := clean_of(snapshot):
        return clean.text
    described = snapshot.collection
    reader = reader_for(described.format, described.mapping)
    if reader.web:
        page = reader.page(snapshot.docid, html_of(snapshot))
    else:
        page = reader.read(snapshot.docid, record_of(snapshot), described.encoding)[1]
    return visible_text(page.blocks)


def doubt_about(snapshot: Snapshot) -> str:
    """What a second reading of the copy found amiss, in the English of its page; empty where it found nothing."""
    try:
        with translation.override(None):
            return snapshot.opinion.sentence
    except SecondOpinion.DoesNotExist:
        return ""


def copy_some(collection: str, docids: Sequence[str]) -> Batch:
    """Copy those of the documents of which there is no present copy. Repeating it does no harm."""
    errors, count, asked = list[str](), 0, spellings(docids)
    for pairs in _portions(_without_copy(collection, docids)):
        made = _made_of_some(pairs, errors)
        insert_snapshots(made)
        count += sum(one.docid in asked for one in made)  # others are only shown around these
    return Batch(docids[-1], len(docids), count, errors)


def batches(docids: Iterable[str]) -> Iterator[list[str]]:
    """Ids in portions that one step copies."""
    remaining = iter(docids)
    while batch := list(islice(remaining, BATCH)):
        yield batch


_Pair = tuple[DocumentEntry, Snapshot | None]  # a document and its former copy


def _without_copy(collection: str, docids: Sequence[str]) -> list[_Pair]:
    """Those of the documents of which there is no present copy. Bytes of copies stay in the database until asked for."""
    names = spellings(docids) | {whole_of(docid) for docid in docids}  # with what is shown around segments
    wanted = DocumentEntry.visible.filter(collection__slug=collection, docid__in=names)
    entries = {entry.docid: entry for entry in wanted}
    copies = Snapshot.objects.filter(collection__slug=collection, docid__in=entries).order_by("revision")
    newest = {copy.docid: copy for copy in copies.defer(*_BYTES)}
    pairs = list[_Pair]()
    for docid, entry in sorted(entries.items(), key=lambda one: store.in_order(one[1])):
        former = newest.get(docid)
        if not (former and former.renderer_version == RENDERER_VERSION and former.sha256 == entry.sha256):
            entry.collection = pairs[0][0].collection if pairs else entry.collection  # asked for once
            pairs.append((entry, former))
    return pairs


def _portions(pairs: Iterable[_Pair]) -> Iterator[list[_Pair]]:
    """Documents in portions whose bytes are in memory at once."""
    portion, size = list[_Pair](), 0
    for pair in pairs:
        portion.append(pair)
        size += pair[0].length
        if size >= _PORTION:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _made_of_some(pairs: Iterable[_Pair], errors: list[str]) -> list[Snapshot]:
    """Copies that are not stored yet, of all documents that can be read; of the others, what is amiss."""
    begun = list[_Begun]()
    with store.Reading() as reading:
        for entry, former in pairs:
            try:
                begun.append(_begun(entry, former, reading))
            except DocumentsError as error:
                errors.append(f"{entry.docid}: {error.message}")
    _put_pages(begun)
    return [made for made, _ in begun]


def _put_page(made: Snapshot, page: ReadPage, address: str) -> None:
    made.encoding, made.encoding_reason = page.decoded.encoding[:40], page.decoded.reason
    made.address = address[:2000]
    clean = page.outcome
    made.facts = {"why": str(clean) if isinstance(clean, NotClean) else "", "packed": page.packed}
    if page.xhtml:
        made.facts["xhtml"] = True
    if not isinstance(clean, NotClean):
        made.html, made.text, made.nodes = clean[:3]
        made.facts |= {"title": clean.title, "removed": dict(clean.removed), "remarks": clean.remarks}
        if clean.sheets:
            made.facts["sheets"] = clean.sheets


def _stored(made: Snapshot) -> Snapshot:
    """The copy, stored; or the same one that somebody stored at the same moment."""
    with suppress(IntegrityError), transaction.atomic():
        made.save(force_insert=True)
        return made
    return Snapshot.objects.get(collection=made.collection, docid=made.docid, revision=made.revision)
