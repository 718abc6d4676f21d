"""The network between browsers and the site: open, cut before a save arrives, cut before its answer, or slow."""

import contextlib
import re
import socket
import socketserver
import threading

WAYS = ("open", "cut", "deaf", "held")
SAVES = re.compile(rb"POST /(judge/|campaigns/[^ ]*/adjudicate/)")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 30.0  # seconds; as long as somebody holds a save


class Wire(socketserver.ThreadingTCPServer):
    """Hands each request to the site and its answer back; what becomes of saves is said by `way`.

    open: they pass. cut: they never arrive. deaf: the site stores them, but nobody hears its answer. held: they wait
    on the way until another way is chosen. While the site is down (`goal` is None) nothing passes.
    """

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.goal: int | None = None
        self.way = "open"
        self.freed = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def choose(self, way: str) -> None:
        """From now on saves go this way; those that are held go on, also by it."""
        held, self.freed, self.way = self.freed, threading.Event(), way
        held.set()

    def close(self) -> None:
        """Answer nobody any more."""
        self.choose("cut")
        self.shutdown()
        self.server_close()


class _Connection(socketserver.BaseRequestHandler):
    """One request; the connection is closed behind it."""

    server: Wire

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            if request := _whole(self.request):
                self._pass_on(request)

    def _pass_on(self, request: bytes) -> None:
        is_save = bool(SAVES.match(request))
        while is_save and self.server.way == "held":
            if not self.server.freed.wait(PATIENCE):
                return
        way, goal = self.server.way if is_save else "open", self.server.goal
        if way == "cut" or goal is None:
            return
        with socket.create_connection(("127.0.0.1", goal), timeout=PATIENCE) as site:
            site.sendall(_closing(request))
            while part := site.recv(65536):
                if way != "deaf":
                    self.request.sendall(part)


def _whole(connection: socket.socket) -> bytes:
    """A request with its body; nothing where the browser only opened a connection."""
    connection.settimeout(PATIENCE)
    received = b""
    while b"\r\n\r\n" not in received:
        if not (part := connection.recv(65536)):
            return b""
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    found = LENGTH.search(head)
    missing = (int(found[1]) if found else 0) - len(body)
    while missing > 0:
        if not (part := connection.recv(65536)):
            return b""
        received += part
        missing -= len(part)
    return received


def _closing(request: bytes) -> bytes:
    """The same request, which asks the site to close the connection behind its answer."""
    head, end, body = request.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*lines, b"Connection: close"]) + end + body
