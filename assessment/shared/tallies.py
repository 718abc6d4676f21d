"""What the processes of a machine count of their own doings, added up over all of them, those that ended too.

Each process writes its numbers to a file of its own as it counts, so that whichever is asked can add up all, and
nothing is lost where one is killed. A file whose process is gone (its lock is free) goes into one of ended processes.
Nothing is counted before `begin`; a disk on which nothing can be written costs numbers, never a request.
"""

import fcntl
import os
import socket
import struct
import threading
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

BOUNDS = (
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.2,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
)  # seconds; one more bucket holds the rest
KEY_BYTES, NUMBERS = 128, 16  # of a row: its name and labels, and what is counted
_ROW = struct.Struct(f"<{KEY_BYTES}s{NUMBERS}d")
_ENDED = "ended"

Row = tuple[float, ...]
Totals = dict[str, Row]


def add(key: str, *numbers: float) -> None:
    """Add to the numbers of a row. The key is as the page of numbers writes it: `name{label="value"}`."""
    if _of_process:
        _of_process.add(key, numbers)


def observe(key: str, seconds: float) -> None:
    """Add a time to a row of times: how many fell into each of BOUNDS and beyond, and their sum."""
    numbers = [0.0] * (len(BOUNDS) + 2)
    numbers[bisect_left(BOUNDS, seconds)] = 1.0
    numbers[-1] = seconds
    add(key, *numbers)


def begin(folder: Path) -> None:
    """Count from now on in this process, if it does not yet, for whoever reads the folder."""
    global _of_process  # noqa: PLW0603 -- a process counts in one place
    if not _of_process or (_of_process.folder, _of_process.pid) != (folder, os.getpid()):
        _of_process = _Tallies(folder)


def stop() -> None:
    """Count no more; what was counted stays."""
    global _of_process  # noqa: PLW0603 -- a process counts in one place
    if _of_process:
        _of_process.close()
    _of_process = None


def totals(folder: Path) -> Totals:
    """What all processes of this machine counted that had the folder."""
    here = _of_machine(folder)
    if not here.is_dir():
        return {}
    with _alone(here):
        _gather_ended(here)
        return _summed(here.glob("[!.]*"))


class _Tallies:
    """The numbers of this process, in memory and in its file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.pid = folder, os.getpid()
        self._lock = threading.Lock()
        self._rows: dict[str, tuple[int, list[float]]] = {}  # key -> number of the row in the file, numbers
        self._file = _own_file(folder)

    def add(self, key: str, numbers: Row) -> None:
        with self._lock:
            place, held = self._rows.setdefault(key, (len(self._rows), [0.0] * NUMBERS))
            for n, number in enumerate(numbers):
                held[n] += number
            if self._file >= 0:
                self._write(place, key, held)

    def _write(self, place: int, key: str, held: list[float]) -> None:
        try:
            os.pwrite(self._file, _ROW.pack(key.encode()[:KEY_BYTES], *held), place * _ROW.size)
        except OSError:  # a full disk: the row is written with the next count
            return

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)


_of_process: _Tallies | None = None


def _of_machine(folder: Path) -> Path:
    """Several machines may have one data folder, and each is asked for its own numbers."""
    return folder / (socket.gethostname() or "machine")


def _own_file(folder: Path) -> int:
    """A new file, locked for as long as this process lives; -1 where none can be made."""
    here = _of_machine(folder)
    try:
        here.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(here):
            made = os.open(here / f"{os.getpid()}-{token_hex(4)}", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            fcntl.flock(made, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return made
    except OSError:
        return -1


@contextmanager
def _alone(here: Path) -> Iterator[None]:
    with (here / ".lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _gather_ended(here: Path) -> None:
    """Put the numbers of processes that are gone into one file."""
    gone = [file for file in here.glob("*-*") if _is_left(file)]
    if not gone:
        return
    rows = _summed([*gone, here / _ENDED])
    part = here / f".{_ENDED}"
    try:
        part.write_bytes(b"".join(_ROW.pack(key.encode(), *numbers) for key, numbers in rows.items()))
        part.replace(here / _ENDED)
    except OSError:  # a full disk: they are added up one by one
        return
    for file in gone:
        file.unlink()


def _is_left(file: Path) -> bool:
    with file.open("rb+") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _summed(files: Iterator[Path] | list[Path]) -> Totals:
    rows: Totals = {}
    for file in files:
        data = file.read_bytes() if file.is_file() else b""
        for name, *numbers in _ROW.iter_unpack(data[: len(data) - len(data) % _ROW.size]):
            key = name.rstrip(b"\0").decode(errors="replace")
            if key:
                rows[key] = tuple(map(sum, zip(rows.get(key, (0.0,) * NUMBERS), numbers, strict=True)))
    return rows
