"""Says why a database must not be used as it is: gone, empty, cut off, damaged, read-only, or made by another version."""

import logging
import os
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from assessment.shared.outages import DISK_FULL, outage_of
from assize.first_start import name_of_database, read_note
from assize.versions import applied_migrations, why_foreign

READ_WHOLE = 200_000_000  # bytes up to which every page is read at a start: a second at most
RESTORE = (
    "Nothing was changed. Restore a backup (docs/backup.md), or name the right place in ASSIZE_DATA_DIR or "
    "ASSIZE_DATABASE_URL."
)


def why_unsound(*, thorough: bool = False) -> str:
    """What is wrong with the database, and what to do; nothing where it can be used or may be begun.

    To be asked before threads of this process have connections: closing a file gives up the locks that SQLite holds on it.
    """
    if connection.vendor == "sqlite":
        connection.close()
        trouble = _trouble_of_file(Path(str(connection.settings_dict["NAME"])), thorough=thorough)
    else:
        trouble = _trouble_of_server()
    return trouble or why_foreign(applied_migrations())


def refuse_unsound(*, thorough: bool = False, may_be_away: bool = False) -> None:
    """End this process with a sentence where the database must not be used; one that is away may come back."""
    try:
        sentence = why_unsound(thorough=thorough)
    except DatabaseError as error:
        if not may_be_away:
            raise
        logging.getLogger("assize").warning("The database cannot be reached yet: %s", error)
        return
    if sentence:
        raise SystemExit(sentence)


def was_used() -> bool:
    """Whether this data folder belongs to a site that has had its tables in this database.

    Folders of versions that remembered nothing are known by what lies beside the database.
    """
    note, folder = read_note(settings.DATA_DIR), Path(settings.DATA_DIR)
    if note.database:
        return note.database == name_of_database()
    is_own = connection.vendor == "sqlite" and not Path(name_of_database()).is_absolute()
    return is_own and (any(folder.glob("uploads/*")) or any(folder.glob("access-points/*")))


def _trouble_of_file(file: Path, *, thorough: bool) -> str:
    if not file.exists() or not file.stat().st_size:
        what = "is empty" if file.exists() else "is gone"
        return f"The database {file} {what}, though this site has been used. {RESTORE}" if was_used() else ""
    header = os.pread(_held(file, file.stat().st_ino), 100, 0)
    if header[:16] != b"SQLite format 3\0":
        return f"{file} is no SQLite database, or it is damaged. {RESTORE}"
    is_short = _pages(header) > file.stat().st_size
    try:
        with closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as opened_file:
            return _trouble_inside(opened_file, file, thorough=thorough, is_short=is_short)
    except sqlite3.DatabaseError as error:
        if (
            outage_of(error) is DISK_FULL
        ):  # which SQLite calls an error of the disk where it cannot even begin
            return (
                f"The disk of the database {file} is full. Nothing was changed. Make room, and start again."
            )
        return _trouble_met(file, str(error), is_short=is_short)


@cache
def _held(file: Path, number: int) -> int:
    """The file, opened once for the life of this process and never closed.

    Closing it would drop every lock that the process has on it (POSIX), SQLite's own among them. A site without
    its lock has its log removed by the next command that ends, and all that it stores from then on is lost.
    """
    return os.open(file, os.O_RDONLY | os.O_CLOEXEC)


def _trouble_inside(source: sqlite3.Connection, file: Path, *, thorough: bool, is_short: bool) -> str:
    tables = source.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not tables and was_used():
        return f"The database {file} has no tables, though this site has been used. {RESTORE}"
    if (thorough or is_short) and file.stat().st_size <= READ_WHOLE:
        (damage,) = source.execute("PRAGMA quick_check(1)").fetchone()
        if damage != "ok":
            what = "cut off" if is_short else "damaged"
            return f"The database {file} is {what}. {RESTORE}"
    if thorough:
        _try_to_write(source)
    return ""


def _try_to_write(source: sqlite3.Connection) -> None:
    """Write what is there already; a transaction alone would be one of reading where the file is read-only."""
    (version,) = source.execute("PRAGMA user_version").fetchone()
    source.execute("BEGIN IMMEDIATE")
    source.execute(f"PRAGMA user_version = {version}")
    source.execute("ROLLBACK")


def _trouble_met(file: Path, said: str, *, is_short: bool) -> str:
    if "locked" in said:  # somebody writes, so it can be written
        return ""
    if "readonly" in said or "unable to open" in said:
        return (
            f"The database {file} cannot be written ({said}). Nothing was changed. Give the user that runs the site "
            "the right to write the file and its folder, or mount its disk for writing."
        )
    return f"The database {file} is {'cut off' if is_short else 'damaged'} ({said}). {RESTORE}"


def _pages(header: bytes) -> int:
    """The bytes that the file should have by its own header; where the header's count is not kept, none."""
    size = int.from_bytes(header[16:18], "big")
    if header[24:28] != header[92:96]:
        return 0
    return (65536 if size == 1 else size) * int.from_bytes(header[28:32], "big")


def _trouble_of_server() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'")
        if cursor.fetchone()[0]:
            return (
                "The database is read-only: it is a standby, or its server allows no changes. Nothing was changed. "
                "Name the primary server in ASSIZE_DATABASE_URL."
            )
        if not connection.introspection.table_names(cursor) and was_used():
            return (
                f"The database {name_of_database()} has no tables, though this site has been used. {RESTORE}"
            )
    return ""
