"""The first start of an installation: one process at a time, remembered in the data folder until it is complete."""

import fcntl
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

NOTE = "installation.json"
LOCK = ".lock"
LOCK_NUMBER = zlib.crc32(b"assize prepare")  # of PostgreSQL's advisory lock


class Installation(NamedTuple):
    """What the data folder remembers of its own beginning."""

    database: str = ""  # where all tables were made; empty until then
    demo_wanted: bool = (
        False  # the first start made this folder, was to make the demo, and did not complete it yet
    )


def read_note(folder: Path) -> Installation:
    """What is remembered; nothing of folders that somebody else made, or an older version."""
    try:
        return Installation(**json.loads((folder / NOTE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Installation()


def _write_note(folder: Path, note: Installation) -> None:
    part = folder / f"{NOTE}.{token_hex(4)}"
    with part.open("w", encoding="utf-8") as out:
        json.dump(note._asdict(), out)
        out.flush()
        os.fsync(out.fileno())
    part.replace(folder / NOTE)


def make_data_folder(folder: Path, *, demo: bool) -> None:
    """Make the data folder with its note in it, at once, so that of two first starts one makes it and the other finds it."""
    if folder.exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = folder.with_name(f"{folder.name}.{token_hex(4)}")
    part.mkdir(mode=0o700)
    try:
        _write_note(part, Installation(demo_wanted=demo))
        part.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another first start was quicker
            raise
    finally:
        shutil.rmtree(part, ignore_errors=True)


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Let other starts on this data folder wait. The lock ends with the process, however that ends."""
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another process prepares this installation: waiting for it", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def one_at_the_database() -> Iterator[None]:
    """Let starts with other data folders wait, on PostgreSQL; SQLite's file has one."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    lock = connection.copy()
    try:
        with lock.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK_NUMBER])
        yield
    finally:
        lock.close()


def name_of_database() -> str:
    """Which database this process is set up for, without who signs in to it; a file of the data folder by its name."""
    from django.conf import settings
    from django.db import connection

    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        file = Path(str(facts["NAME"])).resolve()
        folder = Path(settings.DATA_DIR).resolve()  # which may be moved with all that is in it
        return file.name if file.parent == folder else str(file)
    host = facts["HOST"] or facts["OPTIONS"].get("host", "")
    return f"postgresql://{host}:{facts['PORT']}/{facts['NAME']}"


def note_installed(*, demo_left: bool = False) -> None:
    """Remember that the database has its tables, and whether something of the first start is left: demo campaigns."""
    from django.conf import settings

    note = Installation(database=name_of_database(), demo_wanted=demo_left)
    if read_note(settings.DATA_DIR) != note:
        _write_note(settings.DATA_DIR, note)
