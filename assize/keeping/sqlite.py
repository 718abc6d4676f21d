"""Copies SQLite by its backup interface, out of one snapshot, while others write."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import connection

from assessment.shared.errors import Refused
from assize.keeping.folders import copy_private, flush, refuse_full
from assize.keeping.manifest import BackupManifest, TableDigest
from assize.keeping.stores import NO_DATA, Progress

PAGES = 256  # copied at a time: a megabyte
PAUSE = 0.001  # seconds between two steps
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
_BESIDE = ("-wal", "-shm", "-journal")


class SqliteSnapshot:
    """A read transaction: in WAL mode it sees one moment, and keeps nobody from writing."""

    def __init__(self, source: sqlite3.Connection) -> None:
        self._source = source

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of that state."""
        return self._source.execute(sql).fetchall()

    def tables(self, progress: Progress) -> dict[str, TableDigest]:
        """Every table with its rows and digest."""
        return tables_of(self._source, progress)

    def write(self, file: Path, progress: Progress) -> str:
        """Copy page by page. Without the open transaction each write of others would begin the copy anew."""

        def report(_: int, remaining: int, total: int) -> None:
            progress(total - remaining, total, "pages of the database copied:")

        with closing(sqlite3.connect(file, isolation_level=None)) as copy:
            self._source.backup(copy, pages=PAGES, progress=report, sleep=PAUSE)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file
        return ""


class SqliteStore:
    """The file of the database."""

    kind = "sqlite"
    file = "database.sqlite3"

    def __init__(self) -> None:
        self.path = Path(str(connection.settings_dict["NAME"]))

    def version(self) -> str:
        """The version of SQLite."""
        return sqlite3.sqlite_version

    def size(self) -> int:
        """The file with what waits beside it."""
        return sum(path.stat().st_size for path in (self.path, _beside(self.path, "-wal")) if path.exists())

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """Hold one state of it."""
        if not self.path.is_file():
            raise Refused(
                f"There is no database {self.path}. Nothing was written.",
                "no_database",
                "See ASSIZE_DATA_DIR and ASSIZE_DATABASE_URL in docs/configuration.md.",
            )
        with closing(_opened(self.path)) as source, _as_refusal(self.path):
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the moment
            yield SqliteSnapshot(source)

    def check(self, file: Path, manifest: BackupManifest) -> str:
        """Read every page and every row of a copy."""
        with closing(_opened(file, "immutable=1")) as copy, _as_refusal(file):
            found = [line for (line,) in copy.execute("PRAGMA integrity_check")]
            if found != ["ok"]:
                raise _damaged(file, found[0])
            refuse_unequal(file, manifest.tables, tables_of(copy))
        return "checksums, structure and every row"

    def is_used(self) -> bool:
        """Whether any table of the site has a row, or the file cannot be read."""
        if not self.path.exists() or not self.size():
            return False
        try:
            with closing(_opened(self.path)) as source:
                names = [name for (name,) in source.execute(_TABLES) if name not in NO_DATA]
                return any(source.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in names)
        except sqlite3.DatabaseError:
            return True

    def refuse_busy(self) -> None:
        """Leaving WAL mode asks for the file alone; it also puts what waits beside it into it."""
        if not self.path.exists():
            return
        with closing(sqlite3.connect(self.path, timeout=1, isolation_level=None)) as former:
            try:
                former.execute("PRAGMA journal_mode=DELETE").fetchone()
            except sqlite3.DatabaseError as error:
                if "locked" in str(error):
                    raise Refused(
                        f"Another process uses {self.path}. Nothing was changed.",
                        "site_runs",
                        "Stop the site and its workers first.",
                    ) from error

    def refuse_unfit(self, manifest: BackupManifest) -> None:
        """Every SQLite reads the files of every other; the disk must hold one more."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        refuse_full(self.path.parent, manifest.bytes)

    def replace(self, file: Path, manifest: BackupManifest, former: str, progress: Progress) -> str:
        """Copy beside the place, compare, then rename: the former file first, the new one after it."""
        new = self.path.with_name(f"{self.path.name}.{former}-new")
        try:
            copy_private(file, new)
            self.check(new, manifest)
            flush(new)
            kept = self._put_aside(former)
            new.rename(self.path)
        finally:
            new.unlink(missing_ok=True)
        flush(self.path.parent)
        return kept

    def _put_aside(self, former: str) -> str:
        if not self.path.exists():
            return ""
        aside = self.path.with_name(f"{self.path.name}.{former}")
        for suffix in _BESIDE:
            with suppress(FileNotFoundError):
                _beside(self.path, suffix).rename(_beside(aside, suffix))
        self.path.rename(aside)
        return str(aside)


def tables_of(source: sqlite3.Connection, progress: Progress | None = None) -> dict[str, TableDigest]:
    """Every table with its rows and the digest of their values, in the order of their keys."""
    names = [name for (name,) in source.execute(_TABLES)]
    found = {}
    for number, name in enumerate(names, 1):
        found[name] = _table(source, name)
        if progress:
            progress(number, len(names), "tables read:")
    return found


def _table(source: sqlite3.Connection, name: str) -> TableDigest:
    digest, rows = hashlib.sha256(), 0
    for row in source.execute(f'SELECT * FROM "{name}" ORDER BY {_order(source, name)}'):
        plain = [hashlib.sha256(value).digest() if isinstance(value, bytes) else value for value in row]
        digest.update(repr(plain).encode())
        rows += 1
    return TableDigest(rows, digest.hexdigest())


def _order(source: sqlite3.Connection, name: str) -> str:
    """The columns of the primary key, without which the rows have no order of their own."""
    columns = source.execute(f'PRAGMA table_info("{name}")').fetchall()
    keys = sorted((column[5], column[1]) for column in columns if column[5])
    return ", ".join(f'"{column}"' for _, column in keys) or "rowid"


def refuse_unequal(where: object, said: dict[str, TableDigest], found: dict[str, TableDigest]) -> None:
    """Refuse a copy of which any table differs."""
    differing = sorted(name for name in said.keys() | found.keys() if said.get(name) != found.get(name))
    if differing:
        raise _damaged(where, f"other rows than when it was made in {', '.join(differing)}")


def _damaged(where: object, damage: str) -> Refused:
    return Refused(
        f"{where} is damaged ({damage}). It was not used.",
        "database_damaged",
        "Use the last good backup; docs/backup.md says how.",
    )


def _opened(path: Path, option: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{option}", uri=True, timeout=20, isolation_level=None)


@contextmanager
def _as_refusal(path: Path) -> Iterator[None]:
    """A file that SQLite cannot read, or a full disk, in the site's words."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if "full" in str(error) or "disk I/O" in str(error):
            raise Refused(
                f"The copy of the database could not be written: {error}. Nothing was kept of it.",
                "disk_full",
                "Make room, or use another disk.",
            ) from error
        raise _damaged(path, str(error)) from error


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
