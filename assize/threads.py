"""gunicorn's worker with threads, fit for many browsers: no thread waits for a connection that sends nothing.

gunicorn's own gives a thread to each new connection for five seconds. A browser opens some to have them at hand, and
those of forty hold all threads of two processes for more than a minute. It also lets new connections wait, without a
word, while all that it may have are open, though most are idle.
"""

import errno
import time
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.db import Error
from gunicorn.workers import gthread

from assize.connections import IDLE_CLOSED, NONE_IDLE_WAIT, FullLog
from assize.few_at_once import FewAtOnce


class ThreadWorker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Hands a connection to a thread once something has come, and closes an idle one where there is no room."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._full_log = FullLog()

    def get_thread_pool(self) -> FewAtOnce:
        """Threads of which few are at work at once."""
        return FewAtOnce(self.cfg.threads)

    def make_ready(self) -> None:
        """Start the threads, each with a connection to the database that has its statements before a request comes.

        Without a database they begin as they are: its requests say what is wrong.
        """
        self.tpool.start(_prepare)

    def accept(self, listener: Any) -> None:
        """Take a new connection and wait for what it sends without a thread."""
        try:
            client, address = listener.accept()
        except OSError as error:  # another process took it, or the browser has gone again
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        connection = gthread.TConn(self.cfg, client, address, listener.getsockname())
        connection.timeout = time.monotonic() + self.cfg.keepalive
        self.pending_conns.append(connection)
        self.poller.register(client, EVENT_READ, partial(self.on_pending_socket_readable, connection))

    def set_accept_enabled(self, enabled: bool) -> None:
        """Before no more connections are taken, close one that is idle."""
        if not enabled and self.alive:
            has_room = self._close_idle()
            self._full_log.tell(self.worker_connections, IDLE_CLOSED if has_room else NONE_IDLE_WAIT)
            if has_room:
                return
        super().set_accept_enabled(enabled)

    def _close_idle(self) -> bool:
        """Close the connection that is idle longest; False where none is."""
        queues = [queue for queue in (self.keepalived_conns, self.pending_conns) if queue]
        if not queues:
            return False
        connection = min(queues, key=lambda queue: queue[0].timeout).popleft()
        self.poller.unregister(connection.sock)
        connection.close()
        self.nr_conns -= 1
        return True


def _prepare() -> None:
    from documents.prepared import prepare_all  # no application is loaded yet where gunicorn reads this file

    with suppress(Error):
        prepare_all()
