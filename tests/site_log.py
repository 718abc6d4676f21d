"""What the site of the browser's tests is asked for, and what it answers."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pytest_django.live_server_helper import LiveServer

PATIENCE = 60.0  # seconds; the machine may be busy
Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]


class SiteLog:
    """Stands in front of a live server's application, and notes each request from its beginning to the end of its answer."""

    def __init__(self, server: LiveServer) -> None:
        self._changed = threading.Condition()
        self._noted: list[_Asked] = []
        self._began = time.monotonic()
        http: Any = server.thread.httpd
        self._application: Application = http.get_app()
        http.set_app(self._answer)

    def begin(self) -> None:
        """A test begins."""
        with self._changed:
            self._noted.clear()
            self._began = time.monotonic()

    def lines(self) -> list[str]:
        """What was asked for since the test began, in its order, with seconds since then; style sheets and scripts apart."""
        with self._changed:
            return [asked.line(self._began) for asked in self._noted if not asked.is_asset]

    def wait_for_rest(self) -> None:
        """Wait until nothing is being answered."""
        with self._changed:
            is_at_rest = self._changed.wait_for(lambda: all(one.is_done for one in self._noted), PATIENCE)
        assert is_at_rest, "\n".join(["The site still answers:", *self.lines()])

    def _answer(self, environment: Environment, start: Callable[..., Any]) -> "_Body":
        asked = _Asked(environment)
        with self._changed:
            self._noted.append(asked)

        def started(status: str, *more: Any) -> Any:
            asked.status = status.partition(" ")[0]
            return start(status, *more)

        try:
            return _Body(self._application(environment, started), lambda: self._end(asked))
        except BaseException:
            self._end(asked)
            raise

    def _end(self, asked: "_Asked") -> None:
        with self._changed:
            asked.done = time.monotonic()
            self._changed.notify_all()


class _Body:
    """The parts of an answer; whoever has sent or given them up closes it."""

    def __init__(self, parts: Any, ended: Callable[[], None]) -> None:
        self._parts, self._ended = parts, ended

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._parts)

    def close(self) -> None:
        """End the answer, with what Django does then."""
        try:
            self._parts.close()
        finally:
            self._ended()


class _Asked:
    """One request."""

    def __init__(self, environment: Environment) -> None:
        query = environment.get("QUERY_STRING")
        self.what = f"{environment['REQUEST_METHOD']} {environment['PATH_INFO']}{'?' if query else ''}{query}"
        self.begun = time.monotonic()
        self.done = 0.0
        self.status = "…"

    @property
    def is_asset(self) -> bool:
        """Whether it is a file that pages are dressed with, and came."""
        return "/assets/" in self.what and self.status in ("200", "304")

    @property
    def is_done(self) -> bool:
        """Whether it was answered, or given up."""
        return self.done > 0

    def line(self, began: float) -> str:
        """When it came, how long it took, what it was and what was answered."""
        took = f"{self.done - self.begun:.2f} s" if self.is_done else "not done"
        return f"{self.begun - began:7.2f} {self.status} {self.what} ({took})"
