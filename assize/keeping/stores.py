"""What backup and restore ask of a database, and which one this installation has."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from django.db import connection

from assize.keeping.manifest import BackupManifest, TableDigest

Progress = Callable[[int, int, str], None]
NO_DATA = ("django_migrations", "django_content_type", "auth_permission", "sqlite_sequence")
_WAITING = "SELECT arguments FROM jobs_job WHERE state IN ('waiting', 'running')"
_COLLECTIONS = "SELECT slug, path FROM documents_collection WHERE path <> '' ORDER BY slug"
_MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"


class Snapshot(Protocol):
    """One state of the database, whatever is written meanwhile."""

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of that state."""

    def tables(self, progress: Progress) -> dict[str, TableDigest]:
        """Every table with its rows and digest."""

    def write(self, file: Path, progress: Progress) -> str:
        """Write all of it to a file; the program that did it, if any."""


class Store(Protocol):
    """The database of this installation."""

    kind: str
    file: str  # what a backup calls its copy

    def version(self) -> str:
        """The version of SQLite or of the server."""

    def size(self) -> int:
        """How many bytes a copy needs at most."""

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Hold one state of it."""

    def check(self, file: Path, manifest: BackupManifest) -> str:
        """Refuse a copy that cannot be restored; what was checked, in words."""

    def is_used(self) -> bool:
        """Whether there is anything to lose."""

    def refuse_busy(self) -> None:
        """Refuse while other processes are connected to it."""

    def refuse_unfit(self, manifest: BackupManifest) -> None:
        """Refuse a backup that this machine's programs or server cannot take."""

    def replace(self, file: Path, manifest: BackupManifest, former: str, progress: Progress) -> str:
        """Put a copy in the place of what is there, which is kept under the name `former`; where, or nothing."""


def this_store() -> Store:
    """The database that ASSIZE_DATABASE_URL names."""
    return store_of(connection.vendor)


def store_of(kind: str) -> Store:
    """The kind of database that a backup names."""
    if kind == "postgresql":
        from assize.keeping.postgres import PostgresStore

        return PostgresStore()
    from assize.keeping.sqlite import SqliteStore

    return SqliteStore()


def waiting_uploads(snapshot: Snapshot) -> Iterator[Path]:
    """Each upload that a job of that moment has still to read, as its place in the folder of uploads."""
    for (arguments,) in snapshot.query(_WAITING):
        values = arguments if isinstance(arguments, dict) else json.loads(arguments)
        path = Path(str(values.get("path", "")))
        if path.parent.parent.name == "uploads":
            yield Path(path.parent.name, path.name)


def migrations_of(snapshot: Snapshot) -> list[str]:
    """The migrations that its tables have."""
    return [f"{app}.{name}" for app, name in snapshot.query(_MIGRATIONS)]


def collections_of(snapshot: Snapshot) -> dict[str, str]:
    """The folders of the collections' files."""
    return dict(snapshot.query(_COLLECTIONS))
