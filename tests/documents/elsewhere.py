"""Another site, on this machine, at a name of the open network: what pages load from, and who hears of it."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, ClassVar

import pytest
from django.core.cache import cache

from documents.remote import fetch as fetching

GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

SHEET = b"@import 'x'; p { color: red; background: url(/spy.gif) }"


class Elsewhere(BaseHTTPRequestHandler):
    """Another site. It hears who asks, and answers by the path."""

    heard: ClassVar[list[tuple[str, dict[str, str]]]] = []
    closing: ClassVar[Event] = Event()

    def do_GET(self) -> None:
        Elsewhere.heard.append((self.path, dict(self.headers)))
        if self.path == "/slow.css":
            self._drip()
        elif self.path.startswith("/to?"):
            self._send(302, "text/plain", b"", self.path[4:])
        elif self.path.endswith(".gif"):
            self._send(200, "image/gif", b"no picture" if "odd" in self.path else GIF)
        else:
            repeated = 200_000 if self.path.endswith("/long.css") else 1
            kind = "text/html" if self.path.endswith("/page.css") else "text/css"
            self._send(404 if self.path.endswith("/none.css") else 200, kind, SHEET * repeated)

    def _drip(self) -> None:
        """A header letter by letter, until the other side has enough."""
        self.wfile.write(b"HTTP/1.0 200 OK\r\nX: ")
        with suppress(ConnectionError):
            while not Elsewhere.closing.wait(0.02):
                self.wfile.write(b"x")

    def _send(self, status: int, kind: str, body: bytes, there: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if there:
            self.send_header("Location", there)
        self.end_headers()
        with suppress(ConnectionError):  # the other side may hang up
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Another site at a name of the open network, which leads to this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    Thread(target=server.serve_forever, daemon=True).start()
    Elsewhere.heard.clear()
    Elsewhere.closing.clear()
    cache.clear()
    real = socket.getaddrinfo

    def looked_up(host: str, *args: Any, **more: Any) -> Any:
        return real("127.0.0.1" if host.endswith(".test") else host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(fetching, "is_public", lambda address: True)
    yield f"http://blog.test:{server.server_port}"
    Elsewhere.closing.set()
    server.shutdown()
    server.server_close()
