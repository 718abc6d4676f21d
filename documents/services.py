"""Imports of collections: the index of held texts, or the ids alone. Each replaces what was there, or changes nothing."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from django.db import transaction

from documents import store
from documents.bulk import EntryRow, insert_entries
from documents.errors import CollectionRefused, Problem
from documents.idlist import read_ids
from documents.manifest import Manifest, checksum_faults, read_manifest
from documents.models import Collection, DocumentEntry
from documents.readers import reader_for
from documents.readers.base import Record
from documents.selectors import indexed_docids
from documents.sources import check_slug, find_sources, settle_manifest

_CHUNK = 5000  # rows written at once
MAX_WARNINGS = 1000  # listed; the others are counted

Progress = Callable[[int, int, str], None]


class ImportReport(NamedTuple):
    """What an import did. Each warning names a record that was left out, or a thing worth a look."""

    collection: Collection
    files: int
    warnings: tuple[Problem, ...]
    more_warnings: int = 0

    def __str__(self) -> str:
        count = len(self.warnings) + self.more_warnings
        what = "documents" if self.collection.held else "ids, no texts"
        warned = f", {count:,} warning{'' if count == 1 else 's'}" if count else ""
        number = f"{self.files} file{'' if self.files == 1 else 's'}"
        return (
            f"Imported {self.collection.slug}: {self.collection.documents:,} {what}, from {number}{warned}."
        )


def import_collection(
    path: Path, *, slug: str | None = None, format: str | None = None, progress: Progress | None = None
) -> ImportReport:
    """Index the documents of a folder (with manifest.toml, or of a named format) or of a single file.

    A broken record is left out and listed as a warning; the documents around it are indexed. A wrong checksum, an
    unknown format or a folder without documents refuses the whole import with CollectionRefused. On SQLite nobody
    else can write until the import ends.
    """
    path = path.resolve()
    folder = path if path.is_dir() else path.parent
    manifest = settle_manifest(read_manifest(folder) if path.is_dir() else Manifest(), path, slug, format)
    if faults := list(checksum_faults(folder, manifest)):
        raise CollectionRefused("Files are not as the manifest lists them. Nothing was imported.", faults)
    files = find_sources(path, manifest)
    warnings = _Warnings()
    with transaction.atomic():
        collection = _replace(_described(manifest, folder))
        rows = _read_all(collection, manifest, folder, files, warnings, progress)
        count = _write(collection, rows, warnings)
        if not count:
            message = f"No document was found in {path}. Nothing was imported."
            raise CollectionRefused(message, warnings.listed, code="no_documents")
        _settle_count(collection, count)
    warnings.compare_count(manifest.documents, count)
    return ImportReport(collection, len(files), tuple(warnings.listed), warnings.more)


def import_ids(file: Path, *, slug: str) -> ImportReport:
    """Note the ids of a collection of which the texts are not held: one id a line, the file plain or .gz.

    A faulty line refuses the whole list with CollectionRefused. A collection of which the texts are held is not
    turned into one without.
    """
    check_slug(slug)
    if Collection.objects.filter(slug=slug, held=True).exists():
        message = f"The texts of the collection {slug} are held here; its ids are known already. Nothing was changed."
        raise CollectionRefused(message, remedy="Choose another slug.", code="collection_held")
    warnings = _Warnings()
    existing = Collection.objects.filter(slug=slug).first()
    title = existing.title if existing else slug
    with transaction.atomic():
        collection = _replace(Collection(slug=slug, title=title, held=False))
        rows = (EntryRow(collection.pk, docid) for docid in read_ids(file))
        count = _write(collection, rows, warnings)
        _settle_count(collection, count)
    return ImportReport(collection, 1, tuple(warnings.listed), warnings.more)


class _Warnings:
    """Collects warnings, and beyond the first MAX_WARNINGS only counts them."""

    def __init__(self) -> None:
        self.listed: list[Problem] = []
        self.more = 0

    def add(self, problem: Problem) -> None:
        if len(self.listed) < MAX_WARNINGS:
            self.listed.append(problem)
        else:
            self.more += 1

    def compare_count(self, promised: int | None, found: int) -> None:
        """Warns where the manifest gives another number of documents than were indexed."""
        if promised is not None and promised != found:
            message = f"The manifest gives {promised:,} documents; {found:,} were indexed."
            self.add(
                Problem("manifest.toml", 0, "count", message, "The other warnings say which are missing.")
            )


def _described(manifest: Manifest, folder: Path) -> Collection:
    return Collection(
        slug=manifest.slug,
        title=manifest.title or manifest.slug,
        format=manifest.format,
        language=manifest.language,
        source_name=manifest.source,
        licence=manifest.licence,
        encoding=manifest.encoding,
        mapping=manifest.mapping,
        path=str(folder),
        held=True,
    )


def _replace(described: Collection) -> Collection:
    """The stored collection as described, without documents; its age and its primary key stay."""
    former = Collection.objects.select_for_update().filter(slug=described.slug).first()
    if former:
        described.pk, described.created_at = former.pk, former.created_at
        DocumentEntry.objects.filter(collection=former).delete()
    described.save()
    return described


def _read_all(
    collection: Collection,
    manifest: Manifest,
    folder: Path,
    files: list[Path],
    warnings: _Warnings,
    progress: Progress | None,
) -> Iterator[EntryRow]:
    reader = reader_for(manifest.format, manifest.mapping)
    for number, file in enumerate(files, start=1):
        name = file.relative_to(folder).as_posix()
        try:
            with store.open_source(file) as stream:
                for found in reader.records(stream, name):
                    if isinstance(found, Problem):
                        warnings.add(found)
                    else:
                        yield _row(collection, manifest, name, found)
            store.prepare_reads(file)
        except (OSError, EOFError) as error:
            message = f"The file cannot be read to its end: {error}."
            raise CollectionRefused(
                "A file cannot be read. Nothing was imported.",
                [Problem(name, 0, "unreadable", message, "Mend it.")],
            ) from error
        if progress:
            progress(number, len(files), "files")


def _row(collection: Collection, manifest: Manifest, file: str, record: Record) -> EntryRow:
    date, source = _date_and_source(manifest, record)
    return EntryRow(
        collection_id=collection.pk,
        docid=record.docid,
        file=file,
        offset=record.offset,
        length=len(record.data),
        sha256=hashlib.sha256(record.data).hexdigest(),
        date=date[:100],
        source=(manifest.source_of(record.docid) or source)[:200],
    )


def _date_and_source(manifest: Manifest, record: Record) -> tuple[str, str]:
    reader = reader_for(manifest.format, manifest.mapping)
    if reader.web:
        web = reader.web(record.data)
        return web.date, web.source
    if reader.date:
        return reader.date(record.docid), ""
    _, page = reader.read(record.docid, record.data, manifest.encoding)
    return page.date, page.source


def _write(collection: Collection, rows: Iterable[EntryRow], warnings: _Warnings) -> int:
    """Write rows in chunks, each id once: the first stands, a repeated one is a warning."""
    count = 0
    chunk: dict[str, EntryRow] = {}
    for row in rows:
        if row.docid in chunk:
            warnings.add(_repeated(row))
        else:
            chunk[row.docid] = row
        if len(chunk) == _CHUNK:
            count += _write_chunk(collection, chunk, warnings)
            chunk = {}
    return count + _write_chunk(collection, chunk, warnings)


def _write_chunk(collection: Collection, chunk: dict[str, EntryRow], warnings: _Warnings) -> int:
    for docid in sorted(indexed_docids(collection, chunk)):
        warnings.add(_repeated(chunk.pop(docid)))
    insert_entries(list(chunk.values()))
    return len(chunk)


def _repeated(row: EntryRow) -> Problem:
    message = f"The id {row.docid} stands here once more; the first of its documents was indexed."
    return Problem(row.file, 0, "repeated_docid", message, "Give one of them another id.", row.offset)


def _settle_count(collection: Collection, count: int) -> None:
    collection.documents = count
    collection.save(update_fields=["documents"])
