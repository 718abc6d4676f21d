"""How far an import is: the bytes on the disk that it has read."""

import time
from collections.abc import Callable
from typing import BinaryIO

from documents import store

_SECONDS = 0.2  # between two reports

Progress = Callable[[int, int, str], None]  # done, in all, and what is counted; may raise to end the import


class ProgressReport:
    """Reports how many bytes are read, at most five times a second."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total = total
        self.progress = progress
        self.before = 0  # bytes of the files that are finished
        self._reported_at = 0.0

    def tell(self, stream: BinaryIO) -> None:
        """Say how far it is with the file that is being read."""
        now = time.monotonic()
        if self.progress and now - self._reported_at > _SECONDS:
            self._reported_at = now
            self.progress(min(self.before + store.bytes_read(stream), self.total), self.total, "bytes")

    def finish(self, size: int) -> None:
        """Count a file of so many bytes as read."""
        self.before += size

    def end(self) -> None:
        """Say that all is read."""
        if self.progress:
            self.progress(self.total, self.total, "bytes")
