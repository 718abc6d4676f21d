"""How waitress has requests worked at: few at once, in the order in which they came.

Python runs one thread at a time: of eight that share it all are late, of two that take turns most are early. Each also
has a connection, which PostgreSQL serves by a process of its own: those used a moment ago are the quickest. Further
threads are made when those at work take long, as one does that waits for a lock. See docs/decisions/0047.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol

logger = logging.getLogger(__name__)

AT_ONCE = 2  # one that runs Python, and one that the database works for
THREADS = 8
BRIEF = 0.1  # seconds; a request that takes longer most likely waits for something, and holds up nobody


class Task(Protocol):
    """A connection of waitress over which a request came."""

    def service(self) -> None:
        """Answer it."""

    def cancel(self) -> None:
        """Give it up."""


class FewAtOnce:
    """Begins a task while fewer than `at_once` others are in their first `brief` seconds and a thread is free."""

    def __init__(
        self,
        first: Callable[[], object],
        threads: int = THREADS,
        at_once: int = AT_ONCE,
        brief: float = BRIEF,
    ) -> None:
        self._first, self._threads, self._at_once, self._brief = first, threads, at_once, brief
        self._changed = threading.Condition()
        self._waiting: deque[Task] = deque()
        self._begun: list[float] = []  # when those at work began
        self._orders: SimpleQueue[tuple[Task, float]] = SimpleQueue()  # for threads that have none
        self._started = 0
        self._is_watched = False
        for _ in range(at_once):
            self._start_thread()

    def add_task(self, task: Task) -> None:
        """Have something done when its turn has come."""
        with self._changed:
            self._waiting.append(task)
            self._begin()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 30) -> None:
        """Begin nothing more, and wait so many seconds for those that are at work."""
        with self._changed:
            while cancel_pending and self._waiting:
                self._waiting.popleft().cancel()
            self._changed.wait_for(lambda: not (self._begun or self._waiting), timeout)

    def _begin(self) -> None:
        """Begin what may begin; where something has to wait, look again in a moment."""
        while order := self._next():
            self._orders.put(order)
            if len(self._begun) > self._started:
                self._start_thread()
        if self._waiting and not self._is_watched:
            self._is_watched = True
            watch = threading.Timer(self._brief, self._look_again)
            watch.daemon = True
            watch.start()

    def _next(self) -> tuple[Task, float] | None:
        now = time.monotonic()
        busy = sum(now - begun < self._brief for begun in self._begun)
        if not self._waiting or busy >= self._at_once or len(self._begun) == self._threads:
            return None
        self._begun.append(now)
        return self._waiting.popleft(), now

    def _look_again(self) -> None:
        with self._changed:
            self._is_watched = False
            self._begin()

    def _start_thread(self) -> None:
        self._started += 1
        threading.Thread(target=self._work, daemon=True, name=f"requests {self._started}").start()

    def _work(self) -> None:
        try:
            self._first()
        except Exception:
            logger.exception("A thread begins without what was to be ready for it.")
        while True:
            order: tuple[Task, float] | None = self._orders.get()
            while order:  # the thread that was at work last takes what waits
                _serve(order[0])
                order = self._next_after(order[1])

    def _next_after(self, begun: float) -> tuple[Task, float] | None:
        with self._changed:
            self._begun.remove(begun)
            order = self._next()
            self._begin()
            self._changed.notify_all()
            return order


def _serve(task: Task) -> None:
    try:
        task.service()
    except BaseException:
        logger.exception("A connection could not be served.")
