"""Editions of a collection's index: begun, written chunk by chunk, gone on with, completed or given up.

Every chunk is one transaction that asks first whether this process still has its turn. So a scan that was cut off at
any moment goes on after its last chunk, and of two imports of the same collection the later one goes on alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, starmap, zip_longest
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Max, QuerySet, Sum
from django.utils import timezone

from documents.errors import CollectionRefused, Problem
from documents.listing import FileFacts, Listing
from documents.models import Collection, DocumentEntry, Scan, ScanProblem, ScanState
from documents.rows import EntryRow, FileRow, insert_entries, insert_files
from documents.say import say
from documents.selectors import docids_in
from documents.steps import Pace, delete_in_steps

MAX_LISTED = 100_000  # problems of a scan; the others are counted

Found = EntryRow | Problem


class Chunk(NamedTuple):
    """What was read since the last chunk, in the order of the files."""

    found: Sequence[Found]
    finished: Sequence[FileFacts]  # the files that ended in it
    at: FileFacts | None = None  # the file that is not finished
    items: int = 0  # read of that file, with the chunks before


class Draft:
    """The edition that this process writes. Readers see nothing of it before it is completed."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.finished = scan.files.count()
        self.pace = Pace()

    @property
    def collection(self) -> Collection:
        """The collection that it belongs to."""
        return self.scan.collection

    def items_of(self, file: FileFacts) -> int:
        """How many items of a file are kept already."""
        position = self.scan.position
        return int(position["items"]) if position.get("name") == file.name else 0

    def keep(self, chunk: Chunk, sha256: Mapping[str, str] | None = None) -> None:
        """Write a chunk, or nothing of it. An id that was there before becomes a problem."""
        rows, problems = self._sorted_out(chunk.found)
        tallies = self._tallies(rows, problems)
        position: dict[str, Any] = {}
        if chunk.at:
            position = chunk.at._asdict() | {"items": chunk.items} | tallies[chunk.at.name]
        room = max(0, MAX_LISTED - self.scan.problems_found)
        with self.pace.step():
            self._advance(
                position=position,
                documents=F("documents") + len(rows),
                problems_found=F("problems_found") + len(problems),
                size=F("size") + sum(row.length for row in rows),
            )
            insert_entries(rows)
            ScanProblem.objects.bulk_create([_listed(self.scan, found) for found in problems[:room]], 500)
            insert_files([self._as_row(file, tallies[file.name], sha256 or {}) for file in chunk.finished])
        self.scan.refresh_from_db(fields=["position", "documents", "problems_found", "size"])

    def complete(self) -> Collection:
        """Give readers this edition in place of the former one, which is then cleared away."""
        collection = self.collection
        with transaction.atomic():
            former = Collection.objects.select_for_update(no_key=True).get(pk=collection.pk).edition
            terms = {name: value for name, value in self.scan.terms.items() if name != "anew"}
            self._advance(state=ScanState.COMPLETE, position={}, ended_at=timezone.now(), terms=terms)
            if former:
                Scan.objects.update_or_create(
                    collection=collection, edition=former, defaults={"state": ScanState.OBSOLETE}
                )
            values = self.scan.described | {"documents": self.scan.documents, "edition": self.scan.edition}
            Collection.objects.filter(pk=collection.pk).update(**values)
        clear_obsolete(collection)
        return Collection.visible.get(pk=collection.pk)

    def discard(self) -> None:
        """Give the edition up; what readers see stays as it is."""
        Scan.objects.filter(pk=self.scan.pk, turn=self.scan.turn).update(state=ScanState.OBSOLETE)
        clear_obsolete(self.collection)

    def _advance(self, **values: Any) -> None:
        """Write how far it is; CollectionRefused where another process has taken it up."""
        mine = Scan.objects.filter(pk=self.scan.pk, turn=self.scan.turn, state=ScanState.READING)
        if not mine.update(**values):
            message = say(
                "Another import of {collection} has begun since; this one has ended.",
                collection=self.collection.slug,
            )
            hint = say("Wait for the other one: it continues where this one was, or starts again.")
            raise CollectionRefused(message, hint=hint, code="import_overtaken")

    def _sorted_out(self, found: Sequence[Found]) -> tuple[list[EntryRow], list[Problem]]:
        """Each id once, the first of its rows; and all problems in the order of the files, wherever a chunk ends."""
        new = {row.docid for row in found if isinstance(row, EntryRow)}
        seen = docids_in(self.scan.collection_id, self.scan.edition, new)
        rows: list[EntryRow] = []
        problems: list[Problem] = []
        for one in found:
            if isinstance(one, Problem):
                problems.append(one)
            elif one.docid in seen:
                problems.append(_repeated(one))
            else:
                seen.add(one.docid)
                rows.append(one)
        return rows, problems

    def _as_row(self, file: FileFacts, tally: Mapping[str, int], sha256: Mapping[str, str]) -> FileRow:
        return FileRow(
            self.scan.pk, *file, sha256.get(file.name, ""), tally["documents"], tally["problems_found"]
        )

    def _tallies(self, rows: Sequence[EntryRow], problems: Sequence[Problem]) -> Mapping[str, dict[str, int]]:
        """Documents and problems by file; those of the file of the former chunk go on."""
        tallies = _Tallies()
        if name := self.scan.position.get("name"):
            tallies[name] = {key: self.scan.position[key] for key in ("documents", "problems_found")}
        for row in rows:
            tallies[row.file]["documents"] += 1
        for problem in problems:
            tallies[problem.file]["problems_found"] += 1
        return tallies


class _Tallies(dict[str, dict[str, int]]):
    def __missing__(self, name: str) -> dict[str, int]:
        return self.setdefault(name, {"documents": 0, "problems_found": 0})


class _Continuation(NamedTuple):
    """Where to continue the scan that was cut off."""

    scan: Scan | None
    goes_on: bool = False
    position: Mapping[str, Any] = {}  # where it goes on

    def is_of(self, scan: Scan) -> bool:
        """Whether the scan is as it was looked at."""
        seen = self.scan
        if seen is None:
            return False
        return (seen.pk, seen.turn, seen.position) == (scan.pk, scan.turn, scan.position)


def take_up(
    *,
    slug: str,
    terms: Mapping[str, Any],
    described: Mapping[str, Any],
    files: Listing,
) -> Draft:
    """The edition to write: the one that was cut off, if its terms and the files read so far are the same, else a new one."""
    found = _continuation_of(_cut_off(slug), terms, files)  # before the lock: there may be very many files
    with transaction.atomic():
        collection = _locked(slug, described)
        scan = collection.scans.select_for_update().filter(state=ScanState.READING).first()
        if scan and not found.is_of(scan):
            found = _continuation_of(scan, terms, files)
        if scan and not found.goes_on:
            scan.state = ScanState.OBSOLETE
            scan.save(update_fields=["state"])
            scan = None
        if scan is None:
            newest = collection.scans.aggregate(newest=Max("edition"))["newest"] or 0
            edition = max(newest, collection.edition) + 1
            scan = Scan(collection=collection, edition=edition, terms=dict(terms))
        scan.position = found.position if found.goes_on else {}
        scan.described = dict(described)
        scan.turn += 1
        scan.save()
    if "forgotten" in scan.position:
        _forget_file(scan)
    clear_obsolete(collection)
    return Draft(scan)


def unchanged_scan(slug: str, terms: Mapping[str, Any], files: Listing) -> Scan | None:
    """The complete scan of a collection, if the same files were read on the same terms."""
    scans = Scan.objects.filter(collection__slug=slug, state=ScanState.COMPLETE).select_related("collection")
    scan = scans.first()
    if scan is None or scan.terms != terms:
        return None
    unchanged = all(kept == file and file.mtime for kept, file in zip_longest(_files_of(scan), files))
    return scan if unchanged else None


def give_up(collection: Collection) -> bool:
    """Forget the scan that has not ended. Returns whether there was one."""
    is_there = collection.scans.filter(state=ScanState.READING).update(state=ScanState.OBSOLETE)
    clear_obsolete(collection)
    return bool(is_there)


def clear_obsolete(collection: Collection) -> None:
    """Delete what nobody sees any more, a little at a time; a collection of which nothing is left goes too."""
    for scan in collection.scans.filter(state=ScanState.OBSOLETE):
        _delete_entries(collection, scan.edition)
        delete_in_steps(scan.files.all())
        delete_in_steps(scan.problems.all())
        scan.delete()
    Collection.objects.filter(pk=collection.pk, edition=0, scans=None).delete()


def problems_of(scan: Scan, most: int) -> tuple[Problem, ...]:
    """The first problems of a scan, in the order of the files."""
    rows = scan.problems.order_by("pk")[:most]
    return tuple(Problem(row.file, row.line, row.code, row.message, row.hint, row.offset) for row in rows)


def _locked(slug: str, described: Mapping[str, Any]) -> Collection:
    """The collection, which no other import begins or completes meanwhile.

    Rows that refer to it may be written: a chunk of another import has its own row of Scan locked when they are.
    """
    collection, _ = Collection.objects.select_for_update(no_key=True).get_or_create(
        slug=slug, defaults={**described, "edition": 0}
    )
    return collection


def _cut_off(slug: str) -> Scan | None:
    """The scan of a collection that has not ended."""
    scans = Scan.objects.filter(collection__slug=slug, state=ScanState.READING)
    return scans.select_related("collection").first()


def _continuation_of(scan: Scan | None, terms: Mapping[str, Any], files: Listing) -> _Continuation:
    if scan is None or not _goes_on(scan, terms, files):
        return _Continuation(scan)
    return _Continuation(scan, goes_on=True, position=_position(scan, files))


def _goes_on(scan: Scan, terms: Mapping[str, Any], files: Listing) -> bool:
    """Whether what was read so far still stands. A changed file that was not finished is begun anew."""
    there = iter(files)
    if scan.terms != terms or not all(done.mtime and done == next(there, None) for done in _files_of(scan)):
        return False
    now = next(there, None)
    return not scan.position or (now is not None and now.name == scan.position["name"])


def _position(scan: Scan, files: Listing) -> Mapping[str, Any]:
    """Where a scan goes on; the unfinished file is marked as to be forgotten where it has changed.

    The mark holds the bytes that its documents take, since a forgetting that is cut off leaves some of them.
    """
    position: dict[str, Any] = scan.position
    if not position or "forgotten" in position:
        return position
    now = next(islice(iter(files), scan.files.count(), None))
    if now.mtime and (now.size, now.mtime) == (position["size"], position["mtime"]):
        return position
    lengths = _entries_of_file(scan).aggregate(all=Sum("length"))
    return position | {"forgotten": lengths["all"] or 0}


def _forget_file(scan: Scan) -> None:
    """Undo what was written of the file that is not finished, a little at a time."""
    position = scan.position
    delete_in_steps(_entries_of_file(scan))
    delete_in_steps(scan.problems.filter(file=position["name"]))
    scan.size -= position["forgotten"]
    scan.documents -= position["documents"]
    scan.problems_found -= position["problems_found"]
    scan.position = {}
    mine = Scan.objects.filter(pk=scan.pk, turn=scan.turn)
    mine.update(size=scan.size, documents=scan.documents, problems_found=scan.problems_found, position={})


def _entries_of_file(scan: Scan) -> "QuerySet[DocumentEntry]":
    entries = DocumentEntry.objects.filter(collection=scan.collection_id, edition=scan.edition)
    return entries.filter(file=scan.position["name"])


def _files_of(scan: Scan) -> Iterator[FileFacts]:
    return starmap(FileFacts, scan.files.order_by("pk").values_list("name", "size", "mtime").iterator())


def _delete_entries(collection: Collection, edition: int) -> None:
    # Asked for as a sum, so that no database goes through the index of the whole collection for each portion.
    ours = DocumentEntry.objects.alias(owner=F("collection_id") + 0).filter(
        owner=collection.pk, edition=edition
    )
    delete_in_steps(ours)


def _repeated(row: EntryRow) -> Problem:
    message = say("The id {id} occurs again here; the first of its documents was indexed.", id=row.docid)
    return Problem(
        row.file, row.line, "repeated_docid", message, say("Give one of them another id."), row.offset
    )


def _listed(scan: Scan, problem: Problem) -> ScanProblem:
    """A problem as a row; a NUL, which no text column takes, is shown as the character for what cannot be shown."""
    texts = {"message": problem.message, "hint": problem.hint}
    shown = {name: text.replace("\0", "\ufffd") for name, text in texts.items()}
    return ScanProblem(
        scan=scan, file=problem.file, line=problem.line, code=problem.code, offset=problem.offset, **shown
    )
