"""Browsers as a server meets them: each holds several connections open, most of them idle, one not yet used at all."""

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlencode

CONNECTIONS = 7
PATIENCE = 30.0  # seconds; whoever waits for a place among the connections waits longer


class Browser:
    """One person's browser: what is asked first goes over the first of its connections, which stay open."""

    def __init__(self, port: int) -> None:
        self.connections = [
            http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE) for _ in range(CONNECTIONS)
        ]
        self._cookies: dict[str, str] = {}

    def open(self) -> None:
        """Open all connections: over all but the last, which is spare, something of a page is loaded."""
        for connection in self.connections[:-1]:
            status, _ = self.ask("GET", "/static/css/base.css", connection=connection)
            assert status == 200
        self.connections[-1].connect()

    def ask(
        self,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
        connection: http.client.HTTPConnection | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, str]:
        """Send a request over a connection that stays open, keeping cookies; its status and text."""
        self.send(method, path, fields, connection, headers)
        return self.hear(connection)

    def send(
        self,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
        connection: http.client.HTTPConnection | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Send a request."""
        used = connection or self.connections[0]
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if fields is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            sent["X-CSRFToken"] = self._cookies.get("csrftoken", "")
        used.request(method, path, urlencode(fields) if fields is not None else None, sent | (headers or {}))

    def hear(self, connection: http.client.HTTPConnection | None = None) -> tuple[int, str]:
        """The status and text of the answer."""
        answer = (connection or self.connections[0]).getresponse()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.status, answer.read().decode(errors="replace")

    def sign_in(self, name: str, password: str = "correct horse") -> float:
        """Sign in over the page; the seconds it took."""
        began = time.monotonic()
        status, page = self.try_to_sign_in(name, password)
        assert status == 302, page
        return time.monotonic() - began

    def try_to_sign_in(self, name: str, password: str) -> tuple[int, str]:
        """Fill in the page; the status and text of the answer."""
        return self.ask("POST", "/sign-in/", self.sign_in_form(name, password))

    def sign_in_form(self, name: str, password: str = "correct horse") -> dict[str, str]:
        """The page, filled in."""
        _, page = self.ask("GET", "/sign-in/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token, page
        return {"username": name, "password": password, "csrfmiddlewaretoken": token[1]}

    def close(self) -> None:
        """Close all connections."""
        for connection in self.connections:
            connection.close()


@contextmanager
def browsers(port: int, number: int) -> Iterator[list[Browser]]:
    """So many browsers, with all their connections open."""
    with ExitStack() as stack:
        opened = []
        for _ in range(number):
            browser = Browser(port)
            stack.callback(browser.close)
            browser.open()
            opened.append(browser)
        yield opened
