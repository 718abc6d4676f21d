"""The queue in which writers wait for SQLite's one write lock: first come, first served, in all processes.

SQLite itself lets writers try again after 1 to 100 ms, and whoever happens to try first wins. Here each takes a number
from a file beside the database and holds a lock on the byte of that number; its turn has come when nobody holds an
earlier byte. The kernel frees the bytes of a process that dies, so nobody waits for the dead. The queue makes waiting
fair and nothing else: who waited too long, or cannot have the file, goes on without, and SQLite keeps the data right.
"""

import fcntl
import os
import threading
import time
from pathlib import Path

PATIENCE = 3.0  # seconds; after that SQLite's own waiting follows
_COUNTER = 2**62  # the byte whose holder takes a number; numbers are below
_NUMBER_BYTES = 8
_FIRST_LOOK, _LAST_LOOK = 0.0002, 0.002  # seconds between two looks at what other processes hold


class Turn:
    """A place in the queue: waiting, then at work until it is left."""

    def __init__(self, queue: "WriteQueue", number: int) -> None:
        self.number = number
        self.is_first = threading.Event()  # among those of this process
        self._queue: WriteQueue | None = queue

    def leave(self) -> None:
        """Let the next one go on; a second call does nothing."""
        queue, self._queue = self._queue, None
        if queue:
            queue.remove(self.number)

    def __del__(self) -> None:
        """A thread that ends within a transaction takes its connection along, and nobody waits for it."""
        self.leave()


class WriteQueue:
    """The queue of one database, as one process has it. The file stays open: closing it would free every byte."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._mutex = threading.RLock()  # a turn may be left by the collector of garbage, in whichever thread
        self._here: dict[int, threading.Event] = {}  # those of this process by their numbers, in that order

    def take(self, patience: float) -> Turn | None:
        """Wait for a turn, at most so many seconds; None where it did not come."""
        until = time.monotonic() + patience
        turn = self._enter(until)
        if turn is None:
            return None
        if turn.is_first.wait(until - time.monotonic()) and self._others_are_done(turn.number, until):
            return turn
        turn.leave()
        return None

    def remove(self, number: int) -> None:
        """Take somebody out of the queue, wherever they stand in it."""
        with self._mutex:
            self._here.pop(number, None)
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, number)
            self._call_first()

    def newest(self) -> int:
        """The number that was taken last, in whichever process."""
        return int.from_bytes(os.pread(self._file, _NUMBER_BYTES, 0), "little")

    def _enter(self, until: float) -> Turn | None:
        """Take the next number and hold its byte before anybody takes a further one."""
        with self._mutex:
            if not self._locked(fcntl.LOCK_EX, 1, _COUNTER, until):
                return None
            try:
                turn = Turn(self, self._next_number())
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, turn.number)
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _COUNTER)
            self._here[turn.number] = turn.is_first
            self._call_first()
            return turn

    def _call_first(self) -> None:
        first = next(iter(self._here.values()), None)
        if first:
            first.set()

    def _next_number(self) -> int:
        number = (self.newest() + 1) % _COUNTER or 1
        os.pwrite(self._file, number.to_bytes(_NUMBER_BYTES, "little"), 0)
        return number

    def _others_are_done(self, number: int, until: float) -> bool:
        """Wait until no byte before this number is held. Whoever is first here holds none of them in this process."""
        if not self._locked(fcntl.LOCK_SH, number, 0, until):
            return False
        fcntl.lockf(self._file, fcntl.LOCK_UN, number, 0)
        return True

    def _locked(self, how: int, length: int, start: int, until: float) -> bool:
        """Lock some bytes as soon as they are free: by looking, since waiting in the kernel knows no end."""
        pause = _FIRST_LOOK
        while True:
            try:
                fcntl.lockf(self._file, how | fcntl.LOCK_NB, length, start)
                return True
            except (BlockingIOError, PermissionError):  # systems differ in how they say so
                if time.monotonic() >= until:
                    return False
            time.sleep(pause)
            pause = min(pause * 1.5, _LAST_LOOK)


_queues: dict[Path, WriteQueue] = {}
# A process that was forked holds no byte of its parent's, and nobody in it waits.
os.register_at_fork(after_in_child=_queues.clear)


def queue_of(database: Path) -> WriteQueue:
    """The queue of a database, one in each process; OSError where its file cannot be had.

    Of two that threads make at the same moment one is kept; the file of the other stays open, as it must.
    """
    found = _queues.get(database)
    return found or _queues.setdefault(database, WriteQueue(database.with_name(f"{database.name}-queue")))


def take_turn(database: Path) -> Turn | None:
    """Wait for the turn to write in a database; None for whoever goes on without one."""
    try:
        return queue_of(database).take(PATIENCE)
    except OSError:  # a folder that is read-only, a disk that is full
        return None
