"""Connections of browsers: how many the site keeps, and what becomes of the next when all are in use.

A browser holds six or seven connections open to be quick, most of them idle. One that is idle can be closed at any
time: the browser opens another when it needs one.
"""

import logging
import resource
import time
from concurrent.futures import Future, wait

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from assize.environment import env
from assize.few_at_once import FewAtOnce

logger = logging.getLogger(__name__)

DEFAULT = 1000  # forty people hold 280, and the origin of documents as many again
FILES_BESIDES = 200  # the database in each thread, documents, processes that clean pages
REFUSED_AT_ONCE = 50  # connections beyond the limit that are open to be answered so
NEW = 0.2  # seconds; what came this moment has a request under way
FULL = (
    b"Every connection of this site is at work, so this request was not read and nothing was stored. "
    b"Try again in a moment.\n"
)
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\nRetry-After: 5\r\nConnection: close\r\n\r\n%b" % (len(FULL), FULL)
)


def most_connections() -> int:
    """How many connections one process keeps: ASSIZE_CONNECTIONS, or what the limit of open files leaves room for."""
    text = env.str("ASSIZE_CONNECTIONS", default=str(DEFAULT))
    if not text.isdecimal() or int(text) < 10:
        raise SystemExit(
            f"ASSIZE_CONNECTIONS={text} is too few or no number. Nothing was started. "
            f"Leave it out (it is {DEFAULT} then), or give a number of at least 10."
        )
    wanted = int(text)
    files = _raise_open_files(wanted + REFUSED_AT_ONCE + FILES_BESIDES)
    room = max(files - REFUSED_AT_ONCE - FILES_BESIDES, 10)
    if room < wanted:
        logger.warning(
            "This process may open %s files only, so it keeps %s connections instead of %s. "
            "Allow it more: ulimit -n, or LimitNOFILE of its service.",
            files,
            room,
            wanted,
        )
    return min(wanted, room)


def _raise_open_files(wanted: int) -> int:
    """Raise this process's limit of open files as far as it may, up to what is wanted; the limit then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return wanted if soft == unlimited else soft
    raised = wanted if hard == unlimited else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    except (ValueError, OSError):  # macOS has a further limit, which it does not tell
        return soft
    return raised


class FullLog:
    """Tells the operator, at most once a minute for each outcome, that all connections are in use."""

    SECONDS = 60.0

    def __init__(self) -> None:
        self._written_at: dict[str, float] = {}

    def tell(self, limit: int, outcome: str) -> None:
        """Write that the limit is reached and what became of the newest connection."""
        now = time.monotonic()
        if now - self._written_at.get(outcome, float("-inf")) < self.SECONDS:
            return
        self._written_at[outcome] = now
        logger.warning(
            "All %s connections are in use. %s If this is no attack, allow more: ASSIZE_CONNECTIONS.",
            limit,
            outcome,
        )


IDLE_CLOSED = "The one that was idle longest was closed to let a new one in; its browser opens another."
NONE_IDLE = "None is idle, so a new one was answered with status 503."
NONE_IDLE_WAIT = "None is idle, so new ones wait."


class RefusedChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection for which there is no room: whatever it sends is answered with one sentence, by no thread."""

    close_when_flushed = False

    def received(self, data: bytes) -> bool:
        """Answer once, and close when that is sent."""
        with self.outbuf_lock:
            if not self.close_when_flushed:
                self.outbufs[-1].append(REFUSAL)
                self.total_outbufs_len += len(REFUSAL)
                self.close_when_flushed = True
        return True


class Dispatcher:
    """Has the requests of waitress worked at, few at once."""

    def __init__(self, threads: int) -> None:
        self._threads = FewAtOnce(threads)
        self._threads.start(lambda: None)
        self._asked: set[Future[None]] = set()

    def add_task(self, channel: HTTPChannel) -> None:
        """Have a connection served over which a request came."""
        asked = self._threads.submit(_serve, channel)
        self._asked.add(asked)
        asked.add_done_callback(self._asked.discard)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> None:
        """Begin nothing more, and wait so many seconds for those that are at work."""
        self._threads.shutdown(cancel_futures=cancel_pending)
        wait(set(self._asked), timeout)


def _serve(channel: HTTPChannel) -> None:
    try:
        channel.service()
    except BaseException:
        logger.exception("A connection could not be served.")


class Server(TcpWSGIServer):  # type: ignore[misc]  # nor this
    """waitress, which at its limit closes an idle connection for a new one instead of letting it wait."""

    most = DEFAULT
    _full_log = FullLog()

    def handle_accept(self) -> None:
        """Take a new connection; with no room make some, or say that there is none."""
        is_full = len(self._those(HTTPChannel)) >= self.most
        too_old = self._to_close() if is_full else None
        self.channel_class = HTTPChannel if not is_full or type(too_old) is HTTPChannel else RefusedChannel
        super().handle_accept()
        if is_full:
            self._full_log.tell(self.most, IDLE_CLOSED if self.channel_class is HTTPChannel else NONE_IDLE)
        if too_old:  # closed last, or the new one would get its number while the loop still has events for it
            too_old.handle_close()

    def _those(self, kind: type[HTTPChannel]) -> list[HTTPChannel]:
        return [channel for channel in self.active_channels.values() if type(channel) is kind]

    def _to_close(self) -> HTTPChannel | None:
        """The connection that is idle longest: nothing is read from it, done for it or sent to it.

        Where none is, one of those that were not let in, once they are many.
        """
        idle = [
            channel
            for channel in self._those(HTTPChannel)
            if not (channel.requests or channel.request or channel.total_outbufs_len)
            and channel.last_activity < time.time() - NEW
        ]
        refused = self._those(RefusedChannel)
        candidates = idle or (refused if len(refused) >= REFUSED_AT_ONCE else [])
        return min(candidates, key=lambda channel: channel.last_activity, default=None)
