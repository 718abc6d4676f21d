"""Messages to another process and its answers, through two pipes that do not block, within a time."""

import fcntl
import os
import select
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from documents.sanitise import wire

_MOST = 1024 * 1024  # bytes in a pipe, and read at once


def widen(pipe: int) -> None:
    """Let as much wait in a pipe as the system lets us, so that neither side waits for the other at each page."""
    with suppress(OSError, AttributeError):  # a pipe as narrow as it comes costs speed only
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _MOST)


def exchange(outgoing: int, incoming: int, messages: Sequence[bytes], seconds: float) -> list[bytes]:
    """The answer to each message, in their order.

    There are fewer where the other side is gone, or has not answered a message in time.
    """
    answers: list[bytes] = []
    with suppress(OSError):
        _exchange(_Pipes(outgoing, incoming, b"".join(messages)), answers, len(messages), seconds)
    return answers


class _Pipes:
    """What is still to be written, and what was read."""

    def __init__(self, outgoing: int, incoming: int, data: bytes) -> None:
        self.outgoing, self.incoming = outgoing, incoming
        self.rest = memoryview(data)
        self.read = bytearray()
        self.waiting = select.poll()
        self.waiting.register(incoming, select.POLLIN)
        self.waiting.register(outgoing, select.POLLOUT)

    def move(self, milliseconds: float) -> None:
        """Write and read what can be now; TimeoutError where nothing can in that time."""
        ready = self.waiting.poll(milliseconds)
        if not ready:
            raise TimeoutError("no answer in time")
        if self.rest:
            self._write()
        if any(pipe == self.incoming for pipe, _ in ready):
            data = os.read(self.incoming, _MOST)
            if not data:
                raise ConnectionError("the other side is gone")
            self.read += data

    def _write(self) -> None:
        try:
            self.rest = self.rest[os.write(self.outgoing, self.rest) :]
        except BlockingIOError:
            return
        except OSError:  # gone; but what it answered before may still be read
            self.rest = self.rest[:0]
        if not self.rest:
            self.waiting.unregister(self.outgoing)


def _exchange(pipes: _Pipes, answers: list[bytes], number: int, seconds: float) -> None:
    until = monotonic() + seconds
    while len(answers) < number:
        pipes.move(max(0.0, until - monotonic()) * 1000)
        if whole := wire.split(pipes.read):
            answers += whole
            until = monotonic() + seconds
