"""One message to another process and its answer, through two pipes that do not block, within a time."""

import os
import select
from time import monotonic

from documents.sanitise import wire

_MOST = 1024 * 1024  # bytes read at once


def exchange(outgoing: int, incoming: int, message: bytes, seconds: float) -> bytes:
    """The whole answer to a message. OSError where the other side is gone, or has not answered in time."""
    until, answer = monotonic() + seconds, bytearray()
    waiting = select.poll()
    waiting.register(incoming, select.POLLIN)
    rest = _write(outgoing, memoryview(message))
    if rest:
        waiting.register(outgoing, select.POLLOUT)
    while len(answer) < (wire.length_of(answer) or len(answer) + 1):
        ready = waiting.poll(max(0.0, until - monotonic()) * 1000)
        if not ready:
            raise TimeoutError("no answer in time")
        if any(file == incoming for file, _ in ready):
            answer += _read(incoming)
        if rest:
            rest = _write(outgoing, rest)
            if not rest:
                waiting.unregister(outgoing)
    return bytes(answer)


def _write(file: int, data: memoryview) -> memoryview:
    """Writes as much as there is room for; returns what is left."""
    try:
        return data[os.write(file, data) :]
    except BlockingIOError:
        return data


def _read(file: int) -> bytes:
    try:
        data = os.read(file, _MOST)
    except BlockingIOError:
        return b""
    if not data:
        raise ConnectionError("the other side is gone")
    return data
