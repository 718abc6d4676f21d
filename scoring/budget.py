"""How long reading what somebody sent may take, where somebody waits for it.

Whoever answers a request opens a budget (`within`), and readers ask of it as they go (`spend`): line by line, tag by
tag, problem by problem. Without one, as in jobs and on the command line, reading takes the time it takes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

_end: ContextVar[float | None] = ContextVar("end", default=None)


class OutOfTime(Exception):
    """Reading took longer than it may."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let what is read meanwhile take so many seconds of the clock."""
    token = _end.set(monotonic() + seconds)
    try:
        yield
    finally:
        _end.reset(token)


def spend() -> None:
    """Go on reading, or raise OutOfTime."""
    end = _end.get()
    if end is not None and monotonic() > end:
        raise OutOfTime
