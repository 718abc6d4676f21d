"""A pool of threads that works at few requests at once, in the order in which they came.

Python runs one thread at a time: of eight that share it all are late, of two that take turns most are early. Each also
has a connection, which PostgreSQL serves by a process of its own: those used a moment ago are the quickest. The other
threads are there for when those at work take long, as one does that waits for a slow browser or for a lock. See
docs/decisions/0047.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from queue import SimpleQueue
from typing import Any

logger = logging.getLogger(__name__)

AT_ONCE = 2  # one that runs Python, and one that the database works for
BRIEF = 0.1  # seconds; a task that takes longer most likely waits for something, and holds up nobody

_Orders = SimpleQueue[Callable[[], object] | None]  # what a thread is to do; nothing more at None


class FewAtOnce(Executor):
    """Begins a task while fewer than `at_once` others are in their first `brief` seconds and a thread is free."""

    def __init__(self, threads: int, at_once: int = AT_ONCE, brief: float = BRIEF) -> None:
        self._at_once, self._brief = at_once, brief
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._begun: dict[_Orders, float] = {}
        self._free: list[_Orders] = []  # the thread that was at work last is the last
        self._all = [_Orders() for _ in range(threads)]
        self._is_watched = self._is_closed = False

    def start(self, first: Callable[[], object]) -> None:
        """Start all threads. Each does something first."""
        for orders in self._all:
            threading.Thread(target=self._work, args=(orders, first), daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Have something done when its turn has come."""
        future: Future[Any] = Future()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("nothing more is begun after shutdown")
            self._waiting.append((future, partial(fn, *args, **kwargs)))
            self._begin()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take nothing more. What waits is still done, unless it is to be given up; nobody waits for that here."""
        with self._lock:
            self._is_closed = True
            if cancel_futures:
                for future, _ in self._waiting:
                    future.cancel()
            self._begin()

    def _begin(self) -> None:
        """Begin what there is room for; where something has to wait, have a free thread look again in a moment."""
        now = time.monotonic()
        busy = sum(now - begun < self._brief for begun in self._begun.values())
        while self._waiting and self._free and busy < self._at_once:
            orders = self._free.pop()
            self._begun[orders] = now
            orders.put(partial(_do, *self._waiting.popleft()))
            busy += 1
        if self._waiting and self._free and not self._is_watched:
            self._is_watched = True
            self._free.pop(0).put(self._watch)
        if self._is_closed and not self._waiting:
            for orders in self._free:
                orders.put(None)
            self._free.clear()

    def _watch(self) -> None:
        """Until those at work may have taken long; then this thread is free, and begins what waits."""
        time.sleep(self._brief)
        self._is_watched = False

    def _work(self, orders: _Orders, first: Callable[[], object]) -> None:
        try:
            first()
        except Exception:
            logger.exception("A thread begins without what was to be ready for it.")
        self._is_free(orders)
        while task := orders.get():
            task()
            self._is_free(orders)

    def _is_free(self, orders: _Orders) -> None:
        with self._lock:
            was_at_work = self._begun.pop(orders, None) is not None
            self._free.insert(len(self._free) if was_at_work else 0, orders)
            self._begin()


def _do(future: "Future[Any]", work: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except BaseException as error:  # whoever asks for the result gets it
        future.set_exception(error)
