"""The files of a collection, in the order of their names, however many they are."""

import os
import stat
import time
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import NamedTuple
from weakref import finalize

_NOT_DOCUMENTS = (".md", ".dtd", ".toml")
_YOUNG = 2 * 10**9  # nanoseconds within which a file may change without looking younger
_IN_MEMORY = 1024 * 1024  # bytes of a listing; a longer one stands on the disk
_PORTION = 64 * 1024  # bytes of it that are read at a time


class FileFacts(NamedTuple):
    """A file of a collection, as far as it can be known without reading it."""

    name: str  # from the collection's folder on
    size: int  # bytes on the disk
    mtime: int  # nanoseconds; 0 where the file was written so lately that it might change unseen


class Listing:
    """Facts of files, to be gone through as often as one likes. A long one is kept in a temporary file, not in memory.

    No name may hold the end of a line, or what is not UTF-8.
    """

    def __init__(self, files: Iterable[FileFacts] = ()) -> None:
        self._lines = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - it is open as long as the listing is there
        finalize(self, self._lines.close)
        self.count = self.size = 0
        for file in files:
            self._lines.write(f"{file.size} {file.mtime} {file.name}\n".encode())
            self.count += 1
            self.size += file.size

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[FileFacts]:
        place = 0
        while True:
            self._lines.seek(place)
            lines = self._lines.readlines(_PORTION)
            if not lines:
                return
            place = self._lines.tell()
            for line in lines:
                size, mtime, name = line.decode().removesuffix("\n").split(" ", 2)
                yield FileFacts(name, int(size), int(mtime))


def documents_under(folder: str, name: str = "") -> Iterator[FileFacts]:
    """All files under a folder that may be documents, by code point of their names; hidden files and the like are not.

    What is held in memory is the names of one folder, and of those that it is in. `name` stands before those names.
    """
    for entry in _names(folder):
        path = f"{folder}{os.sep}{entry}"
        if entry.endswith("/"):
            yield from documents_under(path, name + entry)
        elif found := facts_of(path, name + entry):
            yield found


def facts_of(path: str, name: str) -> FileFacts | None:
    """What tells later whether a file has changed; None where there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    is_young = time.time_ns() - found.st_mtime_ns < _YOUNG
    return FileFacts(name, found.st_size, 0 if is_young else found.st_mtime_ns)


def _names(folder: str) -> list[str]:
    """What stands in a folder, in the order that whole paths have: a folder's name ends in a slash."""
    try:
        with os.scandir(folder) as entries:
            found = [
                f"{entry.name}/" if entry.is_dir(follow_symlinks=False) else entry.name for entry in entries
            ]
    except OSError:
        return []
    return sorted(filter(_may_be_document, found))


def _may_be_document(name: str) -> bool:
    """Whether it is to be looked at; of folders, all that are not hidden."""
    if name.startswith("."):
        return False
    lower = name.lower()
    return lower.endswith("/") or not (lower.startswith("readme") or lower.endswith(_NOT_DOCUMENTS))
