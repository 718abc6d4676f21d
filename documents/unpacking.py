"""Reads from the middle of .gz files, by access points kept in the data directory.

An access point is a place in the file with what the unpacking needs to go on from there. They are no data of their
own: whoever deletes their folder loses nothing, and they are found anew at the next read.
"""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from indexed_gzip import IndexedGzipFile

SPACING = 1024 * 1024  # bytes of the unpacked file between access points
_ALONE, _IN_ORDER = 64 * 1024, 1024 * 1024  # bytes that are unpacked at once for a single read, and for many
SMALL = 256 * 1024  # bytes of a packed file that is sooner unpacked than its access points are read


def read_packed(path: Path, offset: int, length: int) -> bytes:
    """These bytes of the unpacked file; fewer where it ends before. OSError or EOFError where it cannot be read."""
    with PackedFile(path, ahead=_ALONE) as file:
        return file.read(offset, length)


class PackedFile:
    """A .gz file for several reads, best in the order of their offsets: opening it costs more than a read."""

    def __init__(self, path: Path, ahead: int = _IN_ORDER) -> None:
        """Open a file that is unpacked `ahead` bytes further than each read asks for."""
        with suppress(OSError):  # a folder that cannot be written costs speed only
            prepare(path)
        self.path = path
        points = _points(path)
        self._unpacked = _opened(path, ahead)
        if points.is_file() and not _take_points(self._unpacked, points):
            self._unpacked.close()
            with suppress(OSError):
                prepare(path)
            self._unpacked = _opened(path, ahead)

    def read(self, offset: int, length: int) -> bytes:
        """These bytes of the unpacked file; fewer where it ends before."""
        self._unpacked.seek(offset)
        return bytes(self._unpacked.read(length))

    def close(self) -> None:
        """Give the file back."""
        self._unpacked.close()

    def __enter__(self) -> "PackedFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def prepare(path: Path) -> None:
    """Find and keep the access points of a file, unless it is small or they are there already."""
    if path.stat().st_size <= SMALL or (points := _points(path)).is_file():
        return
    points.parent.mkdir(parents=True, exist_ok=True)
    with _opened(path) as unpacked:
        unpacked.build_full_index()
        handle, part = tempfile.mkstemp(dir=points.parent, suffix=".part")
        os.close(handle)
        try:
            unpacked.export_index(part)
            os.replace(part, points)
        finally:
            Path(part).unlink(missing_ok=True)
    _remove_former(points)


def _take_points(unpacked: IndexedGzipFile, points: Path) -> bool:
    """Whether the kept points serve; damaged ones are removed."""
    try:
        unpacked.import_index(str(points))
    except (OSError, ValueError):
        points.unlink(missing_ok=True)
        return False
    return True


def _points(path: Path) -> Path:
    """Where the access points of a file are kept; a changed file has others."""
    facts = path.stat()
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:32]
    folder: Path = settings.DATA_DIR / "access-points"
    return folder / f"{name}-{facts.st_size}-{facts.st_mtime_ns}.points"


def _remove_former(points: Path) -> None:
    for kept in points.parent.glob(f"{points.name.partition('-')[0]}-*.points"):
        if kept != points:
            kept.unlink(missing_ok=True)


def _opened(path: Path, ahead: int = _IN_ORDER) -> IndexedGzipFile:
    return IndexedGzipFile(str(path), spacing=SPACING, buffer_size=ahead, drop_handles=False)
