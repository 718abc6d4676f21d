"""How long, and over how many rows, a piece of work keeps others from writing.

On SQLite a transaction holds the only lock on writing from its BEGIN IMMEDIATE to its COMMIT. `watch_writes` notes
every outermost transaction of this process, of all its threads. Tests assert on rows and statements, which no busy
machine changes; benchmarks print the seconds.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest import mock

from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.transaction import Atomic

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "COPY")


class Transaction(NamedTuple):
    """One transaction, or one writing statement outside of any."""

    thread: str
    seconds: float  # since it held the lock; 0 of a lone statement, whose wait for the lock is part of it
    statements: int
    rows: int  # inserted, changed and deleted


class Watch:
    """The transactions that ended while it was open, in the order of their ends."""

    def __init__(self) -> None:
        self.transactions: list[Transaction] = []

    @property
    def longest(self) -> float:
        """The seconds of the longest transaction."""
        return max((done.seconds for done in self.transactions), default=0.0)

    @property
    def most_rows(self) -> int:
        """The rows that the largest transaction wrote."""
        return max((done.rows for done in self.transactions), default=0)

    @property
    def most_statements(self) -> int:
        """The statements of the transaction that sent most of them."""
        return max((done.statements for done in self.transactions), default=0)


class _Open:
    """A transaction that has begun, on one connection."""

    def __init__(self, connection: Any) -> None:
        self.connection, self.depth, self.statements, self.counted = connection, 1, 0, 0
        self.changes, self.began = _changes(connection), time.perf_counter()

    def ended(self) -> Transaction:
        seconds = time.perf_counter() - self.began
        changed = max(_changes(self.connection) - self.changes, 0)
        rows = changed if self.connection.vendor == "sqlite" else self.counted
        return Transaction(threading.current_thread().name, seconds, self.statements, rows)


@contextmanager
def watch_writes() -> Iterator[Watch]:
    """Note every transaction that begins and ends inside, of any thread.

    Begun inside a transaction (a test's own), it takes the savepoints directly below for the transactions.
    """
    watch, opened = Watch(), dict[int, _Open]()
    cursors: Any = CursorWrapper
    with ExitStack() as patched:
        for name, method in (("__enter__", _entered(opened)), ("__exit__", _left(opened, watch))):
            patched.enter_context(mock.patch.object(Atomic, name, method))
        for name in ("_execute", "_executemany"):
            method = _sent(getattr(cursors, name), opened, watch)
            patched.enter_context(mock.patch.object(cursors, name, method))
        yield watch


def _entered(opened: dict[int, _Open]) -> Callable[[Atomic], None]:
    enter = Atomic.__enter__

    def entered(self: Atomic) -> None:
        enter(self)
        connection = connections[self.using or "default"]
        if found := opened.get(id(connection)):
            found.depth += 1
        else:
            opened[id(connection)] = _Open(connection)

    return entered


def _left(opened: dict[int, _Open], watch: Watch) -> Callable[..., None]:
    leave = Atomic.__exit__

    def left(self: Atomic, *error: Any) -> None:
        connection = connections[self.using or "default"]
        found = opened.get(id(connection))
        if found:
            found.depth -= 1
        try:
            leave(self, *error)
        finally:
            if found and not found.depth:
                watch.transactions.append(opened.pop(id(connection)).ended())

    return left


def _sent(send: Callable[..., Any], opened: Mapping[int, _Open], watch: Watch) -> Callable[..., Any]:
    def sent(self: CursorWrapper, sql: str, *arguments: Any) -> Any:
        writes = str(sql).lstrip().upper().startswith(WRITES)
        alone = writes and id(self.db) not in opened
        found = _Open(self.db) if alone else opened.get(id(self.db))
        result = send(self, sql, *arguments)
        if found:
            found.statements += 1
            found.counted += max(self.cursor.rowcount, 0) if writes else 0
        if found and alone:
            watch.transactions.append(found.ended()._replace(seconds=0.0))
        return result

    return sent


def _changes(connection: Any) -> int:
    """Rows that a connection to SQLite has written since it was opened."""
    return int(getattr(connection.connection, "total_changes", 0))
