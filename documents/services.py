"""Imports of collections: the index of held texts, or the ids alone.

Each writes an edition of the index that nobody sees, and puts it in the place of the former one at its end. One that
fails changes nothing that anybody sees; one that is cut off goes on where it was when it is asked for again.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from documents import scans
from documents.errors import CollectionRefused, Problem
from documents.idlist import read_ids
from documents.listing import FileFacts, Listing
from documents.manifest import NAME, Manifest, checksum_problems, read_manifest
from documents.models import Collection, Scan, SourceFile
from documents.progress import Progress
from documents.readers import xmltext
from documents.replacing import refuse_losing, refuse_other_list
from documents.rows import EntryRow
from documents.say import say, say_n
from documents.scanning import CHUNK, Source, read_chunks
from documents.sources import check_inside, check_slug, list_sources, settle_manifest

MAX_WARNINGS = 1000  # in a report; the others are counted, and stand on the collection's page
INDEXER = 2  # raise it by one whenever the same files would give another index, or other warnings


class ImportReport(NamedTuple):
    """What an import did. Each warning names a record that was left out, or a thing worth checking."""

    collection: Collection
    files: int
    warnings: tuple[Problem, ...]
    more_warnings: int = 0
    unchanged: bool = False

    def __str__(self) -> str:
        count = len(self.warnings) + self.more_warnings
        number = self.collection.documents
        held = say_n("{n} document", "{n} documents", number) if self.collection.held else ""
        parts = [
            held or say_n("{n} id, no texts", "{n} ids, no texts", number),
            say_n("from {n} file", "from {n} files", self.files),
        ]
        if count:
            parts.append(say_n("{n} warning", "{n} warnings", count))
        what = ", ".join(parts)
        if self.unchanged:
            return say(
                "Nothing has changed in {collection}: {counts}.", collection=self.collection.slug, counts=what
            )
        return say("Imported {collection}: {counts}.", collection=self.collection.slug, counts=what)


def import_collection(
    path: Path,
    *,
    slug: str | None = None,
    format: str | None = None,
    progress: Progress | None = None,
    anew: str = "",
    roots: Sequence[Path] = (),
    replace: bool = False,
) -> ImportReport:
    """Index the documents of a folder (with manifest.toml, or of a named format) or of a single file.

    A broken record is left out and listed as a warning; the documents around it are indexed. A wrong checksum, an
    unknown format or a folder without documents refuses the whole import with CollectionRefused, and so does a file
    outside of all `roots`, where there are any. Where the same files are indexed already nothing is read; with `anew`,
    a name of the caller's own, everything is, and only an import with the same name goes on where this one was cut off.
    Where documents that are relied on would be gone, it is refused without `replace`, and asked again it goes on.
    """
    source = source_at(path, slug, format, roots)
    manifest, terms, described = source.manifest, _terms(source, anew), _described(source)
    scan = scans.unchanged_scan(manifest.slug, terms, source.files)
    _check_sums(source, progress)
    if scan:
        Collection.visible.filter(pk=scan.collection_id).update(**described)
        scans.clear_obsolete(scan.collection)
        return _report(scan, len(source.files), unchanged=True)
    draft = scans.take_up(slug=manifest.slug, terms=terms, described=described, files=source.files)
    for chunk in read_chunks(source, draft, progress):
        draft.keep(chunk, manifest.files)
    if not draft.scan.documents:
        problems = scans.problems_of(draft.scan, MAX_WARNINGS)
        draft.discard()
        message = say("No document was found in {path}. Nothing was imported.", path=str(path))
        raise CollectionRefused(message, problems, code="no_documents")
    if not replace:
        refuse_losing(draft.scan)
    draft.complete()
    return _report(draft.scan, len(source.files))


def import_ids(
    file: Path, *, slug: str, progress: Progress | None = None, replace: bool = False
) -> ImportReport:
    """Note the ids of a collection of which the texts are not held: one id a line, the file plain or .gz.

    A faulty line refuses the whole list with CollectionRefused. An id with `.xml` and the same without it are one, since
    runs may cite either. A collection of which the texts are held is not
    turned into one without. A list that differs from the one there is takes its place with `replace` alone.
    """
    refuse_held(slug)
    existing = Collection.visible.filter(slug=slug).first()
    described = _ids_only(existing.title if existing else slug)
    draft = scans.take_up(slug=slug, terms={"ids": token_hex()}, described=described, files=Listing())
    try:
        for chunk in _chunks_of_ids(file, draft, progress):
            draft.keep(chunk)
        if not replace:
            refuse_other_list(draft.scan)
    except Exception:
        draft.discard()
        raise
    draft.complete()
    return _report(draft.scan, 1)


def refuse_held(slug: str) -> None:
    """Refuse a list of ids under a name that is none, or of a collection of which the texts are held."""
    check_slug(slug)
    if Collection.visible.filter(slug=slug, held=True).exists():
        message = say(
            "The texts of the collection {collection} are held here; its ids are already known. Nothing was changed.",
            collection=slug,
        )
        raise CollectionRefused(message, hint=say("Choose another slug."), code="collection_held")


def give_up_import(slug: str) -> bool:
    """Forget what an import that was cut off has read. Returns whether there was one; a running one ends with an error."""
    collection = Collection.objects.filter(slug=slug).first()
    return collection is not None and scans.give_up(collection)


def source_at(path: Path, slug: str | None, format: str | None, roots: Sequence[Path] = ()) -> Source:
    """The files of a collection and its manifest, settled; CollectionRefused where they do not make one."""
    manifest = manifest_of(path, slug, format, roots)
    path = path.resolve()
    files = list_sources(path, manifest)
    folder = path if path.is_dir() else path.parent
    if roots:
        check_inside((folder / file.name for file in files), roots)
    return Source(folder, manifest, files)


def manifest_of(path: Path, slug: str | None, format: str | None, roots: Sequence[Path] = ()) -> Manifest:
    """What is said of a collection, without a look at its files; CollectionRefused where that does not serve."""
    check_inside([path, path / NAME], roots)
    manifest = read_manifest(path, {"slug": slug, "format": format}) if path.is_dir() else Manifest()
    return settle_manifest(manifest, path, slug, format)


def _terms(source: Source, anew: str) -> dict[str, Any]:
    """All that the index depends on besides the files' content."""
    manifest = source.manifest
    terms = {
        "indexer": INDEXER,
        "folder": str(source.folder),
        "format": manifest.format,
        "encoding": manifest.encoding,
        "mapping": manifest.mapping,
        "sources": dict(manifest.sources),
    }
    return terms | {"anew": anew} if anew else terms


def _described(source: Source) -> dict[str, Any]:
    manifest = source.manifest
    return {
        "title": manifest.title or manifest.slug,
        "format": manifest.format,
        "language": manifest.language,
        "source_name": manifest.source,
        "licence": manifest.licence,
        "licence_text": manifest.licence_text,
        "encoding": manifest.encoding,
        "mapping": manifest.mapping,
        "path": str(source.folder),
        "held": True,
        "promised": manifest.documents,
    }


def _ids_only(title: str) -> dict[str, Any]:
    texts = dict.fromkeys(("format", "source_name", "licence", "licence_text", "encoding", "path"), "")
    return {"title": title, "language": "en", "mapping": {}, "held": False, "promised": None} | texts


def _check_sums(source: Source, progress: Progress | None) -> None:
    def on_file(done: int, total: int) -> None:
        if progress:
            progress(done, total, "checksums")

    verified = _verified(source.manifest, source.files)
    if found := list(checksum_problems(source.folder, source.manifest, verified, on_file)):
        raise CollectionRefused(say("Files are not as the manifest lists them. Nothing was imported."), found)


def _verified(manifest: Manifest, files: Listing) -> set[str]:
    """The files that had their checksum at an earlier import, and have not changed since."""
    if not manifest.files:
        return set()
    rows = SourceFile.objects.filter(scan__collection__slug=manifest.slug).exclude(sha256="")
    known = {FileFacts(*row[:3]): row[3] for row in rows.values_list("name", "size", "mtime", "sha256")}
    return {
        file.name for file in files if file.mtime and known.get(file) == manifest.files.get(file.name, "")
    }


def _chunks_of_ids(file: Path, draft: scans.Draft, progress: Progress | None) -> Iterator[scans.Chunk]:
    collection, edition = draft.scan.collection_id, draft.scan.edition
    rows: list[EntryRow] = []
    for docid in read_ids(file, progress):
        rows.append(EntryRow(collection, edition, docid.removesuffix(xmltext.SUFFIX)))
        if len(rows) == CHUNK:
            yield scans.Chunk(rows, ())
            rows = []
    yield scans.Chunk(rows, ())


def _report(scan: Scan, files: int, unchanged: bool = False) -> ImportReport:
    collection = Collection.visible.get(pk=scan.collection_id)
    problems = list(scans.problems_of(scan, MAX_WARNINGS))
    more = scan.problems_found - len(problems)
    if collection.promised is not None and collection.promised != collection.documents:
        message = say(
            "The manifest gives {n} documents; {indexed} were indexed.",
            n=collection.promised,
            indexed=collection.documents,
        )
        hint = say("The other warnings say which are missing.")
        problems.append(Problem("manifest.toml", 0, "count", message, hint))
    return ImportReport(collection, files, tuple(problems), more, unchanged)
