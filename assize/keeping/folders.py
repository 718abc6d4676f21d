"""Folders that are written under another name and renamed when all is on the disk."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from assessment.shared.errors import Refused
from assize.keeping.manifest import private_file

SPARE = 16 * 1024 * 1024  # bytes left free beside what is written


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A folder to fill, which gets its name when the block ends well; whatever ends it early, there is no `folder`."""
    _refuse_used(folder)
    part = folder.with_name(f"{folder.name}.unfinished-{token_hex(4)}")
    part.mkdir(mode=0o700)
    try:
        yield part
        for path in [*part.rglob("*"), part]:
            flush(path)
        part.rename(folder)  # takes the place of an empty folder too
        flush(folder.parent)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _refuse_used(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists() or folder.is_symlink():
        what = "is not empty" if folder.is_dir() else "is a file"
        raise Refused(
            f"{folder} {what}. Nothing was written.", "folder_used", "Give each backup a new folder."
        )
    if not folder.parent.is_dir():
        raise Refused(
            f"There is no folder {folder.parent}. Nothing was written.",
            "no_such_folder",
            "Make it, or mount the disk that should be there.",
        )


def flush(path: Path) -> None:
    """Have a file or a folder written to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def refuse_full(folder: Path, needed: int) -> None:
    """Refuse where the disk of a folder has less than this many bytes to spare."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE:
        raise Refused(
            f"{folder} has {free / 1e6:,.0f} MB free, and {(needed + SPARE) / 1e6:,.0f} MB are needed. Nothing was changed.",
            "disk_full",
            "Make room, or use another disk.",
        )


def copy_private(source: Path, target: Path) -> None:
    """Copy a file for its owner alone, making the folders above it."""
    private_folder(target.parent)
    with source.open("rb") as read, private_file(target) as out:
        shutil.copyfileobj(read, out, 1024 * 1024)


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone."""
    if not folder.exists():
        private_folder(folder.parent)
        folder.mkdir(mode=0o700)


def size_of(folder: Path) -> int:
    """The bytes of all files below a folder; of none where there is no such folder."""
    sizes = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            sizes += path.stat().st_size if path.is_file() else 0
    return sizes
