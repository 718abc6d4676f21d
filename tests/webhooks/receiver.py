"""A receiver of webhooks in this process: it notes what comes, and answers as it is told."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Got(NamedTuple):
    """A message that came in."""

    id: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Where it listens, what came, and what it answers: the next of `statuses`, else 204."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.statuses: list[int] = []
        self.held: threading.Event | None = None  # no answer before it is set
        self.came = threading.Event()
        self.url = ""

    @property
    def ids(self) -> list[str]:
        """The ids of what came, in order."""
        return [one.id for one in self.got]


@contextmanager
def listening(
    handler: Callable[[Receiver], type[BaseHTTPRequestHandler]] | None = None,
) -> Iterator[Receiver]:
    """A receiver on a port of its own, until the block ends."""
    receiver = Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), (handler or _handler)(receiver))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    try:
        yield receiver
    finally:
        if receiver.held:
            receiver.held.set()
        server.shutdown()
        server.server_close()


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append(Got(headers["webhook-id"], headers, body))
            status = receiver.statuses.pop(0) if receiver.statuses else 204
            receiver.came.set()
            if receiver.held:
                receiver.held.wait(60)
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", receiver.url)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
