"""Long work in short steps, so that others write in between.

SQLite has one lock on writing. Those who want it wait in a queue (decision 33), but nobody who saves should find it
taken most of the time: while others write, there is a pause as long as the step after each step; while nobody does, there
is none. Long works take turns with their steps and pauses, so that three of them at once leave as much room as one.
"""

import fcntl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from time import perf_counter, sleep
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import QuerySet

T = TypeVar("T")

FEWEST, FIRST, MOST = 50, 500, 2_000  # rows of a step
SECONDS = 0.05  # that a step should take; the hard limit is four times as much
LONGEST_PAUSE = 0.2  # seconds

_turns = threading.local()


@contextmanager
def short_step() -> Iterator[None]:
    """One step of long work: a transaction, and the pause after it if others write. Within a caller's transaction neither."""
    with _turn():
        with transaction.atomic():
            began = perf_counter()
            yield
        pause(perf_counter() - began)


@contextmanager
def _turn() -> Iterator[None]:
    """Wait until no other long work writes, in whichever process: a lock on a file that ends with its holder."""
    if connection.vendor != "sqlite" or connection.in_atomic_block or getattr(_turns, "mine", False):
        yield
        return
    with open(f"{connection.settings_dict['NAME']}-turn", "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        _turns.mine = True
        try:
            yield
        finally:
            _turns.mine = False


class Pace:
    """How many rows a step of some work writes: fewer where they take longer than they should."""

    def __init__(self, first: int = 0, most: int = 0, fewest: int = FEWEST) -> None:
        self.rows, self.most, self.fewest = first or FIRST, most or MOST, fewest

    @contextmanager
    def step(self) -> Iterator[None]:
        """One step: a transaction, and the pause after it. Within a caller's transaction it is neither."""
        with short_step(), self.timed():
            yield

    @contextmanager
    def timed(self) -> Iterator[None]:
        """The writes of a step inside somebody else's transaction, such as that of a job."""
        began = perf_counter()
        yield
        wanted = int(self.rows * SECONDS / max(perf_counter() - began, 0.001))
        self.rows = min(max(wanted, self.rows // 2, self.fewest), self.rows * 2, self.most)

    def portions(self, rows: Iterable[T]) -> Iterator[list[T]]:
        """The rows in portions of one step each."""
        remaining = iter(rows)
        while portion := list(islice(remaining, self.rows)):
            yield portion


def pause(seconds: float) -> None:
    """Let others write for as long as they were kept from it, if any do; no database but SQLite needs that."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block and _others_write():
        sleep(min(seconds, LONGEST_PAUSE))


def _others_write() -> bool:
    """What the queue of writers says; True where the site's connections have none."""
    asked: Callable[[], bool] | None = getattr(connection, "others_write", None)
    return asked is None or asked()


def write_in_steps(rows: Iterable[T], write: Callable[[list[T]], object]) -> None:
    """Write rows, some in each step. What is half written must be hidden, or be completed by whoever repeats it."""
    pace = Pace()
    for portion in pace.portions(rows):
        with pace.step():
            write(portion)


def delete_in_steps(rows: "QuerySet[Any]") -> None:
    """Delete rows, some in each step, in the order of their keys; rows that refer to them go along."""
    pace, last = Pace(), 0
    found = rows.order_by("pk").values_list("pk", flat=True)
    while keys := list(found.filter(pk__gt=last)[: pace.rows]):
        with pace.step():
            rows.model._base_manager.filter(pk__in=keys).delete()
        last = keys[-1]
