"""Where the indexes of collections are, and how the next one takes the place of the one before.

Each edition of a collection has a folder of its own. An index counts only once `complete.json` stands in it, which is
written last; until then, and where it is damaged, that of the edition before goes on being read, if there is one.
"""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from documents.errors import DocumentsError
from documents.models import Collection, DocumentEntry
from documents.progress import Progress
from documents.say import say
from documents.search.analysis import language_field
from documents.search.embedded import Broken, EngineHit, Searcher, Writer
from documents.search.queries import Clause
from documents.search.texts import texts_of

VERSION = (
    1  # raise it by one whenever the same documents would be indexed otherwise: indexes are then made anew
)
COMPLETE = "complete.json"
_BATCH = 200  # documents that are read at once


class NoIndex(DocumentsError):
    """A collection that cannot be searched."""


class Built(NamedTuple):
    """What an index holds: how many documents, and of how many nothing could be read but the id."""

    documents: int
    unread: int


class Busy(DocumentsError):
    """An index that another process is making."""


class Found(NamedTuple):
    """An index that can be searched; `is_current` is False where it is that of an edition before."""

    collection: Collection
    searcher: Searcher
    is_current: bool

    def search(self, clauses: Sequence[Clause], limit: int, offset: int = 0) -> tuple[int, list[EngineHit]]:
        """How many documents fit, and those from one place on, the best first; NoIndex where the index is damaged."""
        try:
            return self.searcher.search(clauses, limit, offset)
        except Broken as error:
            raise no_index(self.collection) from error


def no_index(collection: Collection) -> NoIndex:
    """That there is none to search."""
    return NoIndex(
        say("There is no index of {collection} yet.", collection=collection.slug),
        say("It is made after each import; `manage.py index_collection --anew` makes it now."),
        code="no_index",
    )


def build(collection: Collection, progress: Progress | None = None, *, anew: bool = False) -> Built:
    """Make the index of what readers see of a collection, or go on with one that was cut off; nothing where it is there.

    NoIndex where the texts are not held.
    """
    _refuse_unheld(collection)
    folder = _folder(collection, collection.edition)
    if anew:
        shutil.rmtree(folder, ignore_errors=True)
    if (facts := _facts(folder)) and _searcher(folder, facts):
        return Built(facts["documents"], facts["unread"])
    try:
        (folder / COMPLETE).unlink(missing_ok=True)
        built = _written(collection, _writer(folder), folder, progress)
    except (OSError, ValueError) as error:  # the engine's own are ValueErrors
        raise _not_made(collection, error) from error
    _forget_others(collection, folder)
    return built


def open_index(collection: Collection) -> Found:
    """The newest index of a collection that can be read; NoIndex where there is none."""
    _refuse_unheld(collection)
    for folder in _newest_first(collection):
        if (facts := _facts(folder)) and (searcher := _searcher(folder, facts)):
            return Found(collection, searcher, folder == _folder(collection, collection.edition))
    raise no_index(collection)


def _refuse_unheld(collection: Collection) -> None:
    if not collection.held:
        raise NoIndex(
            say(
                "The texts of {collection} are not held here, only its ids: they cannot be searched.",
                collection=collection.slug,
            ),
            say("Import the collection with its texts."),
            code="texts_not_held",
        )


def _not_made(collection: Collection, error: Exception) -> DocumentsError:
    if "LockBusy" in str(error):
        return Busy(
            say("The index of {collection} is being made by another process.", collection=collection.slug),
            say("Wait until it is there."),
            code="index_busy",
        )
    return NoIndex(
        say(
            "The index of {collection} cannot be written: {reason}.",
            collection=collection.slug,
            reason=str(error),
        ),
        say(
            "See that there is room on the disk, and call `manage.py index_collection`: it goes on where it was."
        ),
        code="index_not_written",
    )


def forget(collection: Collection) -> None:
    """Remove all indexes of a collection."""
    shutil.rmtree(_place(collection), ignore_errors=True)


def _writer(folder: Path) -> Writer:
    """One that goes on, or where what is there is damaged, one that begins."""
    try:
        return Writer(folder)
    except Broken:
        shutil.rmtree(folder)
        return Writer(folder)


def _written(collection: Collection, writer: Writer, folder: Path, progress: Progress | None) -> Built:
    languages, unread = {language_field(collection.language)}, 0
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    last = writer.last()
    done = entries.filter(pk__lte=last).count()
    total = collection.documents
    for batch in _batches(collection, last):
        for document in texts_of(batch):
            writer.add(document)
            languages.add(language_field(document.language))
            unread += not document.size
        done += len(batch)
        if progress:
            progress(done, total, "documents")
    writer.end()
    facts = {"version": VERSION, "documents": done, "unread": unread, "languages": sorted(languages)}
    (folder / COMPLETE).write_text(json.dumps(facts))
    return Built(done, unread)


def _batches(collection: Collection, after: int) -> Iterator[list[DocumentEntry]]:
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    while batch := list(entries.filter(pk__gt=after).order_by("pk")[:_BATCH]):
        for entry in batch:
            entry.collection = collection
        yield batch
        after = batch[-1].pk


def _facts(folder: Path) -> dict[str, Any]:
    """What stands in a complete index; nothing where it is not complete, or of another version."""
    try:
        facts = json.loads((folder / COMPLETE).read_text())
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) and facts.get("version") == VERSION else {}


def _searcher(folder: Path, facts: dict[str, Any]) -> Searcher | None:
    try:
        return Searcher(folder, facts["languages"])
    except Broken:
        return None


def _place(collection: Collection) -> Path:
    return Path(settings.DATA_DIR) / "search" / str(collection.pk)


def _folder(collection: Collection, edition: int) -> Path:
    return _place(collection) / str(edition)


def _newest_first(collection: Collection) -> list[Path]:
    try:
        folders = [folder for folder in _place(collection).iterdir() if folder.name.isdecimal()]
    except OSError:
        return []
    return sorted(folders, key=lambda folder: int(folder.name), reverse=True)


def _forget_others(collection: Collection, kept: Path) -> None:
    for folder in _newest_first(collection):
        if folder != kept:
            shutil.rmtree(folder, ignore_errors=True)
