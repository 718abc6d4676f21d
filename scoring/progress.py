"""How far work on a file is, where somebody wants to know.

Whoever has the work done listens (`listened`), and what goes through rows tells it as it goes (`counted`): so a reader is the
same for a command, which nobody watches, and for a job, whose page says so. Without a listener it costs nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Listener = Callable[[int, int, str], None]  # done, of how many, of what: "rows compared"
T = TypeVar("T")

EACH = 200  # rows from one word to the next

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def untold(done: int, total: int, what: str) -> None:
    """A listener that nobody is behind."""


@contextmanager
def listened(listener: Listener) -> Iterator[None]:
    """Hear how far the work inside is; what the listener raises ends it."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(done: int, total: int, what: str) -> None:
    """Say how far the work is, where somebody listens."""
    if listener := _listener.get():
        listener(done, total, what)


def counted(rows: Iterable[T], total: int, what: str, each: int = EACH) -> Iterable[T]:
    """The rows, of which there are so many; whoever listens hears after some of them how many are done."""
    listener = _listener.get()
    return rows if listener is None else _telling(rows, total, what, each, listener)


def _telling(rows: Iterable[T], total: int, what: str, each: int, listener: Listener) -> Iterator[T]:
    for done, row in enumerate(rows):
        if done % each == 0:
            listener(done, total, what)
        yield row
    listener(total, total, what)
