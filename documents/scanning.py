"""From the files of a collection to the rows of its index, in chunks that can be kept one by one."""

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from documents import store
from documents.encoding import decode
from documents.errors import CollectionRefused, Problem
from documents.kinds import doubts_about
from documents.listing import FileFacts, Listing
from documents.manifest import Manifest
from documents.progress import Progress, ProgressReport
from documents.readers import reader_for
from documents.readers.base import Reader, Record
from documents.rows import EntryRow
from documents.say import say
from documents.scans import Chunk, Draft, Found

CHUNK = 1000  # rows and files: others write between two chunks
_CHUNK_BYTES = 256 * 1024 * 1024  # of documents; of long ones fewer make a chunk


class Source(NamedTuple):
    """The files of a collection, and how they are read."""

    folder: Path
    manifest: Manifest
    files: Listing

    def path_of(self, file: FileFacts) -> str:
        """Where a file stands."""
        return f"{self.folder}{os.sep}{file.name}"


class _Pile:
    """What waits to become a chunk."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.finished: list[FileFacts] = []
        self.size = 0

    def add(self, found: Found) -> None:
        """Take one more."""
        self.found.append(found)
        self.size += found.length if isinstance(found, EntryRow) else 0

    @property
    def is_full(self) -> bool:
        """Whether it is time to keep it."""
        return len(self.found) + len(self.finished) >= CHUNK or self.size >= _CHUNK_BYTES

    def take(self, at: FileFacts | None = None, items: int = 0) -> Chunk:
        """All of it as a chunk; it is empty then."""
        chunk = Chunk(self.found, self.finished, at, items)
        self.found, self.finished, self.size = [], [], 0
        return chunk


def read_chunks(source: Source, draft: Draft, progress: Progress | None) -> Iterator[Chunk]:
    """What is not kept yet, in the order of the files."""
    pile, teller = _Pile(), ProgressReport(source.files.size, progress)
    reader = reader_for(source.manifest.format, source.manifest.mapping)
    for file in islice(source.files, draft.finished):
        teller.finish(file.size)
    for file in islice(source.files, draft.finished, None):
        kept = draft.items_of(file)
        for number, found in enumerate(_read_file(source, draft, reader, file, teller), start=1):
            if number > kept:
                pile.add(found)
                if pile.is_full:
                    yield pile.take(file, number)
        pile.finished.append(file)
        teller.finish(file.size)
        if pile.is_full:
            yield pile.take()
    yield pile.take()
    teller.end()


def _read_file(
    source: Source, draft: Draft, reader: Reader, file: FileFacts, teller: ProgressReport
) -> Iterator[Found]:
    path, last = source.path_of(file), 0
    try:
        with store.open_source(path) as stream:
            for found in reader.records(stream, file.name):
                teller.tell(stream)
                last = found.line
                if isinstance(found, Problem):
                    yield found
                    continue
                yield _row(draft, source.manifest, reader, file, found)
                if reader.whole:
                    rule, is_page = source.manifest.encoding, reader.web is not None
                    yield from doubts_about(file.name, found.data, rule, is_page=is_page)
        store.prepare_reads(path)
    except store.UNREADABLE as error:
        message = (
            say(
                "The file cannot be read to its end after line {line}: {reason}.",
                line=f"{last:,}",
                reason=str(error),
            )
            if last
            else say("The file cannot be read to its end: {reason}.", reason=str(error))
        )
        hint = say("Fix it and import again: what was read of the other files is kept for that.")
        raise CollectionRefused(
            say("A file cannot be read. Nothing was imported."),
            [Problem(file.name, 0, "unreadable", message, hint)],
        ) from error


def _row(draft: Draft, manifest: Manifest, reader: Reader, file: FileFacts, record: Record) -> EntryRow:
    date, source = _date_and_source(manifest, reader, record)
    return EntryRow(
        collection_id=draft.scan.collection_id,
        edition=draft.scan.edition,
        docid=record.docid,
        file=file.name,
        offset=record.offset,
        length=len(record.data),
        sha256=hashlib.sha256(record.data).hexdigest(),
        date=date[:100],
        source=(manifest.source_of(record.docid) or source)[:200],
        line=record.line,
    )


def _date_and_source(manifest: Manifest, reader: Reader, record: Record) -> tuple[str, str]:
    if reader.web:
        web = reader.web(record.data)
        return web.date, web.source
    if reader.date:
        return reader.date(record.docid), ""
    if reader.facts:
        return reader.facts(record.docid, decode(record.data, manifest.encoding).text)
    _, page = reader.read(record.docid, record.data, manifest.encoding)
    return page.date, page.source
