"""What keeps the site from storing or reading anything, in words that say what became of people's work."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg2
from django.conf import settings

from assessment.shared.say import sentence

LEAST_FREE = 5 * 1024 * 1024  # bytes; with less, SQLite fails in the middle of a save


class Outage(NamedTuple):
    """A condition of the server: `certain` is whether nothing of a failed request can have been stored.

    Its sentences are marked, and said where they are shown; the log and /healthz have them in English.
    """

    code: str
    title: str
    message: str
    hint: str
    status: int = 503
    certain: bool = True


DISK_FULL = Outage(
    "disk_full",
    sentence("The server’s disk is full"),
    sentence("The server's disk is full, so nothing can be saved."),
    sentence(
        "Tell the people who run this site: they have to free space in the folder of its data and of its database."
    ),
    507,
)
DISK_READ_ONLY = Outage(
    "disk_read_only",
    sentence("The server’s disk cannot be written"),
    sentence("The server's disk can be read but not written, so this could not be saved."),
    sentence(
        "Tell the people who run this site: the disk of its data, or the rights of its folder, have to be set right."
    ),
)
AWAY = Outage(
    "database_away",
    sentence("The database does not answer"),
    sentence("The database of this site does not answer, so nothing can be read or saved."),
    sentence(
        "Try again in a minute. If it continues, tell the people who run this site: the database has to be started."
    ),
    certain=False,
)
BUSY = Outage(
    "database_busy",
    sentence("The database is busy"),
    sentence("The database of this site is busy, so this could not be done in time."),
    sentence("Try again in a minute. If it continues, tell the people who run this site."),
)
READ_ONLY = Outage(
    "database_read_only",
    sentence("The database cannot be written"),
    sentence("The database of this site can be read but not written, so nothing can be saved."),
    sentence(
        "Tell the people who run this site: the rights of its files, or its server's mode, have to be set right."
    ),
)
DAMAGED = Outage(
    "database_damaged",
    sentence("The database is damaged"),
    sentence("The database of this site is damaged, so nothing more is saved in it."),
    sentence(
        "Tell the people who run this site at once: they should stop it, keep a copy of its files and restore a backup."
    ),
)
NO_TABLES = Outage(
    "database_without_tables",
    sentence("The database is not up to date"),
    sentence("The database of this site lacks what this version of the site needs."),
    sentence("Tell the people who run this site: python manage.py migrate brings it up to date."),
)

_OF_SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_IOERR: DAMAGED._replace(
        code="database_away",
        title=sentence("The disk gives errors"),
        message=sentence("The disk of this site's database gives errors, so nothing can be read or saved."),
        hint=sentence("Tell the people who run this site at once: they should look at the disk."),
    ),
    sqlite3.SQLITE_CANTOPEN: AWAY._replace(certain=True),
}
# The codes of PostgreSQL, or how they begin; https://www.postgresql.org/docs/current/errcodes-appendix.html
_OF_POSTGRESQL = {
    "53100": DISK_FULL,
    "25006": READ_ONLY,
    "53": BUSY,  # too many connections, no memory
    "55P03": BUSY,
    "57014": BUSY,  # a limit of time
    "40": BUSY,  # deadlocks
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "08": AWAY,
    "57P": AWAY,  # it is being stopped or started
    "58": AWAY,
}
_FULL_DISK = (errno.ENOSPC, errno.EDQUOT)
_UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


def outage_of(error: BaseException) -> Outage | None:
    """The condition that an exception comes from, at whatever depth; None where it is a bug of the program."""
    for cause in _causes(error):
        if found := _known(cause):
            return found
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _known(error: BaseException) -> Outage | None:
    if isinstance(error, sqlite3.Error):
        # The low byte is the kind, the rest its details.
        found = _OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        return (_of_disk() or found) if found and found.code == "database_away" else found
    if isinstance(error, psycopg2.Error):
        return _known_to_server(error)
    if isinstance(error, OSError):
        return _of_file(error)
    return None


def _of_file(error: OSError) -> Outage | None:
    """What a file of the site met. Rights are the disk's matter only where the site's own folders are closed to it."""
    if error.errno in _FULL_DISK:
        return DISK_FULL
    return DISK_READ_ONLY if error.errno in _UNWRITABLE and is_disk_read_only() else None


def _of_disk() -> Outage | None:
    """What keeps SQLite from its file, where it says no more than that it cannot open or read it."""
    if is_disk_full():
        return DISK_FULL
    return READ_ONLY if is_disk_read_only() else None


def _known_to_server(error: psycopg2.Error) -> Outage | None:
    if code := error.pgcode:
        return next((found for start, found in _OF_POSTGRESQL.items() if code.startswith(start)), None)
    # There is no code where there was no connection, or it broke.
    was_cut = type(error) in (psycopg2.OperationalError, psycopg2.DatabaseError)
    return AWAY if was_cut or "connection already closed" in str(error) else None


def folders() -> list[Path]:
    """The folders that the site writes to."""
    database = settings.DATABASES["default"]
    named = [Path(settings.DATA_DIR)]
    if "sqlite" in database["ENGINE"]:
        named.append(Path(database["NAME"]).parent)
    return [folder for folder in named if folder.is_dir()]


def is_disk_full() -> bool:
    """Whether a folder that the site writes to has hardly any space left."""
    return any(shutil.disk_usage(folder).free < LEAST_FREE for folder in folders())


def is_disk_read_only() -> bool:
    """Whether a folder that the site writes to is closed to it."""
    return not all(os.access(folder, os.W_OK) for folder in folders())
