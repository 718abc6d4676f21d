"""The indexes of collections: which there is, and how the next one takes the place of the one before.

Each edition of a collection has an index of its own, under a name that says what it was made of. Until it is whole, and
where it is damaged, that of the edition before goes on being searched, if there is one.
"""

import fcntl
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from documents.errors import DocumentsError
from documents.models import Collection, DocumentEntry, Scan
from documents.progress import Progress
from documents.say import say
from documents.search.engine import (
    VERSION,
    Away,
    Broken,
    Contents,
    Engine,
    EngineHit,
    NotWritten,
    Searcher,
    Writer,
)
from documents.search.queries import Clause
from documents.search.texts import texts_of

_BATCH = 200  # documents that are read at once
_ATTEMPTS = 3  # of opening an index, while others take the place of those that were there a moment ago


class NoIndex(DocumentsError):
    """A collection that cannot be searched."""


class Busy(DocumentsError):
    """An index that another process is making."""


class SearchAway(DocumentsError):
    """The engine does not answer, which is nothing that keeps anybody from judging."""

    code = "search_away"


class Found(NamedTuple):
    """An index that can be searched; `is_current` is False where it is that of an edition before."""

    collection: Collection
    searcher: Searcher
    is_current: bool

    def search(self, clauses: Sequence[Clause], limit: int, offset: int = 0) -> tuple[int, list[EngineHit]]:
        """How many documents fit, and those from one place on, the best first; NoIndex where the index is damaged."""
        try:
            with _here():
                return self.searcher.search(clauses, limit, offset)
        except Broken as error:
            raise no_index(self.collection, is_damaged=True) from error


def no_index(collection: Collection, *, is_damaged: bool = False) -> NoIndex:
    """That there is none to search. `is_damaged`: one is there that seems whole."""
    return NoIndex(
        say("There is no index of {collection} yet.", collection=collection.slug),
        say(
            "It is made by itself within minutes, as a job; `manage.py index_collection {arguments}` makes it at once.",
            arguments=f"{collection.slug} --anew" if is_damaged else collection.slug,
        ),
        code="no_index",
    )


def build(collection: Collection, progress: Progress | None = None, *, anew: bool = False) -> Contents:
    """Make the index of what readers see of a collection, or go on with one that was cut off; nothing where it is there.

    `anew`: although it is there, which goes on being searched until the new one is whole. NoIndex where the texts are
    not held or the index cannot be written, Busy where another process is at it.
    """
    _refuse_unheld(collection)
    wanted = _Wanted.of(collection)
    with _alone(collection), _here():
        engine = _engine()
        whole = None if anew else _whole(engine, wanted)
        name, contents = whole or _made(engine, wanted, collection, progress, anew=anew)
        now = _now(collection)
        if contents and now and wanted == _Wanted.of(now):
            _forget_others(engine, wanted.slug, name)
        else:
            engine.remove(wanted.slug, name)
            contents = None
        _forget_gone(engine)
    if now is None:
        raise no_index(collection)
    # Where an import ended meanwhile, it found this process at work, and left its index to it.
    return contents or build(now, progress)


def _now(collection: Collection) -> Collection | None:
    """The collection as readers see it now; None where it is gone."""
    return Collection.visible.filter(pk=collection.pk).first()


def is_indexed(collection: Collection) -> bool:
    """Whether the index of what readers see of a collection now is there and can be read."""
    with _here():
        return _whole(_engine(), _Wanted.of(collection)) is not None


def open_index(collection: Collection) -> Found:
    """The newest index of a collection that can be read; NoIndex where there is none."""
    _refuse_unheld(collection)
    wanted = _Wanted.of(collection)
    with _here():
        for _ in range(_ATTEMPTS):
            engine = _engine()
            for name in _newest_first(engine, wanted):
                with suppress(Broken):
                    return Found(collection, engine.open(wanted.slug, name), wanted.is_in(name))
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


class _Wanted(NamedTuple):
    """What the index of a collection has to be made of. Names are `EDITION-STAMP-TURN`, the last rising with each new one."""

    slug: str
    edition: int
    stamp: str

    @classmethod
    def of(cls, collection: Collection) -> "_Wanted":
        """That of a collection as readers see it. The same edition may be another one in a database that was restored."""
        begun = Scan.objects.filter(collection=collection, edition=collection.edition).values_list("begun_at")
        made_of = f"{VERSION} {collection.language} {collection.created_at} {begun.first()}"
        stamp = hashlib.sha256(made_of.encode()).hexdigest()[:12]
        return cls(collection.slug, collection.edition, stamp)

    def is_in(self, name: str) -> bool:
        """Whether an index is of just this."""
        return name.startswith(f"{self.edition}-{self.stamp}-")

    def place(self, name: str) -> tuple[bool, int, int]:
        """By which the newest comes last."""
        edition, _, turn = name.split("-")
        return self.is_in(name), int(edition), int(turn)

    def next(self, names: Sequence[str]) -> str:
        """The name of one more."""
        turns = [self.place(name)[2] for name in names if self.is_in(name)]
        return f"{self.edition}-{self.stamp}-{max(turns, default=0) + 1}"


def _engine() -> Engine:
    """The engine that the site uses, loaded where somebody searches at all."""
    if settings.SEARCH_URL:
        from documents.search.opensearch import Cluster

        return Cluster(settings.SEARCH_URL)
    from documents.search.embedded import Embedded

    return Embedded(_root())


@contextmanager
def _here() -> Iterator[None]:
    """Says in a sentence that the engine is away."""
    try:
        yield
    except Away as error:
        raise SearchAway(
            say("The search does not answer: {reason}.", reason=str(error)),
            say(
                "Try again in a minute. If it continues, tell the people who run this site. Nothing else needs it."
            ),
        ) from error


def _root() -> Path:
    return Path(settings.DATA_DIR) / "search"


def _newest_first(engine: Engine, wanted: _Wanted) -> list[str]:
    """What is whole of a collection."""
    names = [name for name, whole in engine.names(wanted.slug).items() if whole]
    return sorted(names, key=wanted.place, reverse=True)


def _whole(engine: Engine, wanted: _Wanted) -> tuple[str, Contents] | None:
    """The index that is wanted, where it is there and can be read."""
    for name in filter(wanted.is_in, _newest_first(engine, wanted)):
        with suppress(Broken):
            return name, engine.open(wanted.slug, name).contents
    return None


@contextmanager
def _alone(collection: Collection) -> Iterator[None]:
    """One process at a time for each collection; whatever ends it gives its turn back."""
    try:
        _root().mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (_root() / f"{collection.slug}.lock").open("w")
    except OSError as error:
        raise _not_written(collection, str(error)) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy(
                say(
                    "The index of {collection} is being made by another process.", collection=collection.slug
                ),
                say("Wait until it is there."),
                code="index_busy",
            ) from None
        yield


def _made(
    engine: Engine, wanted: _Wanted, collection: Collection, progress: Progress | None, *, anew: bool
) -> tuple[str, Contents | None]:
    """The name of a new index with what it holds; nothing where an import has overtaken it, which leaves it cut off."""
    names = engine.names(wanted.slug)
    begun = [name for name, whole in names.items() if wanted.is_in(name) and not whole]
    name = wanted.next(list(names)) if anew or not begun else max(begun, key=wanted.place)
    try:
        try:
            writer, last = _writer(engine, collection, name)
        except Broken:
            engine.remove(wanted.slug, name)
            writer, last = _writer(engine, collection, name)
        done = _written(collection, writer, last, progress)
        now = _now(collection)
        # An import clears the documents of the edition before away: of these there may be some alone.
        is_overtaken = now is None or wanted != _Wanted.of(now)
        return name, None if is_overtaken else _ended(writer, done)
    except (Broken, NotWritten) as error:
        engine.remove(wanted.slug, name)  # which gives the disk its room back
        raise _not_written(collection, str(error)) from error


def _writer(engine: Engine, collection: Collection, name: str) -> tuple[Writer, int]:
    """One with the number of a document that it has come to."""
    scan = Scan.objects.filter(collection=collection, edition=collection.edition).first()
    writer = engine.writer(collection.slug, name, scan.size if scan else 0)
    return writer, writer.last()


def _written(collection: Collection, writer: Writer, last: int, progress: Progress | None) -> int:
    """Writes what is not there yet; how many documents are then."""
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    done = entries.filter(pk__lte=last).count()
    for batch in _batches(collection, last):
        for document in texts_of(batch):
            writer.add(document)
        done += len(batch)
        if progress:
            progress(done, collection.documents, say("documents indexed"))
    return done


def _ended(writer: Writer, done: int) -> Contents:
    contents = writer.end()
    if contents.documents != done:
        raise NotWritten(say("it holds {n} documents of {all}", n=contents.documents, all=done))
    return contents


def _batches(collection: Collection, after: int) -> Iterator[list[DocumentEntry]]:
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    while batch := list(entries.filter(pk__gt=after).order_by("pk")[:_BATCH]):
        for entry in batch:
            entry.collection = collection
        yield batch
        after = batch[-1].pk


def _not_written(collection: Collection, reason: str) -> NoIndex:
    return NoIndex(
        say(
            "The index of {collection} cannot be written: {reason}.",
            collection=collection.slug,
            reason=reason,
        ),
        say("See that there is room on the disk, and call `manage.py index_collection`."),
        code="index_not_written",
    )


def _forget_others(engine: Engine, slug: str, newest: str) -> None:
    for name in engine.names(slug):
        if name != newest:
            engine.remove(slug, name)


def _forget_gone(engine: Engine) -> None:
    """Remove the indexes of collections that are no longer there."""
    gone = set(engine.slugs()) - set(Collection.objects.values_list("slug", flat=True))
    for slug in gone:
        for name in engine.names(slug):
            engine.remove(slug, name)
