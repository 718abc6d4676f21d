"""A browser as the server sees one: several connections held open, cookies, and files kept for a while."""

import contextlib
import http.client
import json
import posixpath
import re
import time
import uuid
from collections.abc import Mapping
from html import unescape
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

CONNECTIONS = 7  # Chromium: six to a host, and one opened ahead
PATIENCE = 20.0  # seconds that the page's scripts wait for an answer: static/js/judging/transport.js
ASSET = re.compile(r'(?:src|href)="(/(?:static|assets)/[^"]+)"')
IMPORT = re.compile(r'^import [^"]*"(\.[^"]+)"', re.MULTILINE)
FRESH = re.compile(r"max-age=(\d+)")
REDIRECTS = {301, 302, 303}
TROUBLE = (OSError, http.client.HTTPException)
# Both say that the server closed a connection before it read the request; browsers then send again on a new one.
CLOSED = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)


class Answer(NamedTuple):
    """What came back, from which address."""

    status: int
    body: bytes
    headers: Mapping[str, str]
    path: str

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """One person's browser."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self.port, self.patience = port, patience
        self.cookies: dict[str, str] = {}
        self._connections = [self._new_connection() for _ in range(CONNECTIONS)]
        self._turn = 0
        self._kept: dict[str, tuple[float, str, str]] = {}  # file -> fresh until, last modified, text

    def _new_connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)

    def open(self) -> None:
        """Open every connection, as a browser does when it begins."""
        for connection in self._connections:
            connection.connect()

    def set_patience(self, seconds: float) -> None:
        """Wait so long for answers from now on."""
        self.patience = seconds
        for connection in self._connections:
            connection.timeout = seconds
            if connection.sock is not None:
                connection.sock.settimeout(seconds)

    def close(self) -> None:
        """Close all of them."""
        for connection in self._connections:
            connection.close()

    # Requests

    def get(self, path: str, *, fetch: bool = False) -> Answer:
        """A page, where its redirects lead."""
        return self._follow(self._send("GET", path, None, _fetched(fetch)), fetch)

    def post(
        self, path: str, fields: Mapping[str, Any], files: Mapping[str, tuple[str, bytes]] | None = None
    ) -> Answer:
        """A form as the page without scripts sends it, and the page that it leads to."""
        body, kind = _packed({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **fields}, files)
        return self._follow(self._send("POST", path, body, {"Content-Type": kind}), False)

    def say(self, path: str, fields: Mapping[str, Any]) -> Answer:
        """A form as the page's scripts send it."""
        body, headers = self._said(fields)
        return self._send("POST", path, body, headers)

    def say_and_leave(self, path: str, fields: Mapping[str, Any]) -> None:
        """The same, but the network is gone before the answer comes."""
        body, headers = self._said(fields)
        connection = self._new_connection()
        with contextlib.suppress(*TROUBLE):
            connection.request("POST", path, body, self._headers(headers))
        connection.close()

    def visit(self, path: str, *, fetch: bool = False) -> Answer:
        """A page with its style sheets and scripts."""
        page = self.get(path, fetch=fetch)
        for file in ASSET.findall(page.text) if page.headers["content-type"].startswith("text/html") else ():
            self._load(file)
        return page

    def _said(self, fields: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
        body, kind = _packed(fields, None)
        token = self.cookies.get("csrftoken", "")
        return body, {"Content-Type": kind, "X-Assize-Fetch": "1", "X-CSRFToken": token}

    def _follow(self, answer: Answer, fetch: bool) -> Answer:
        for _ in range(5):
            if answer.status not in REDIRECTS:
                break
            place = urlsplit(answer.headers["location"])
            path = f"{place.path}?{place.query}" if place.query else place.path
            answer = self._send("GET", path, None, _fetched(fetch))
        return answer

    def _load(self, file: str) -> None:
        """A file and what it imports, unless it was loaded lately."""
        until, modified, text = self._kept.get(file, (0.0, "", ""))
        if time.monotonic() > until:
            answer = self._send("GET", file, None, {"If-Modified-Since": modified} if modified else {})
            text = text if answer.status == 304 else answer.body.decode(errors="replace")
            fresh = FRESH.search(answer.headers.get("cache-control", ""))
            until = time.monotonic() + (int(fresh[1]) if fresh else 0)
            self._kept[file] = until, answer.headers.get("last-modified", modified), text
            for name in IMPORT.findall(text) if file.endswith(".js") else ():
                self._load(posixpath.normpath(posixpath.join(posixpath.dirname(file), name)))

    # Connections: each takes its turn, so that none falls idle for long

    def _send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        self._turn = (self._turn + 1) % CONNECTIONS
        connection = self._connections[self._turn]
        is_reused = connection.sock is not None
        try:
            return self._answer(connection, method, path, body, headers)
        except CLOSED:
            connection.close()
            if not is_reused:
                raise
            return self._answer(connection, method, path, body, headers)
        except TROUBLE:
            connection.close()
            raise

    def _answer(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
    ) -> Answer:
        connection.request(method, path, body, self._headers(headers))
        response = connection.getresponse()
        content = response.read()
        for line in response.headers.get_all("Set-Cookie") or ():
            for name, cookie in SimpleCookie(line).items():
                self.cookies[name] = cookie.value
        result = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, content, result, path)

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items() if value)
        return {"Cookie": cookies, "Origin": f"http://127.0.0.1:{self.port}", **more}


def _fetched(fetch: bool) -> dict[str, str]:
    return {"X-Assize-Fetch": "1"} if fetch else {}


def _packed(fields: Mapping[str, Any], files: Mapping[str, tuple[str, bytes]] | None) -> tuple[bytes, str]:
    """The body of a form and its type; with files as browsers send those."""
    if files is None:
        return urlencode(fields, doseq=True).encode(), "application/x-www-form-urlencoded"
    mark = uuid.uuid4().hex
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    for name, (file, content) in files.items():
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n'
        parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
    return b"".join([*parts, f"--{mark}--\r\n".encode()]), f"multipart/form-data; boundary={mark}"


def values_of(page: str, name: str) -> list[str]:
    """The values of an attribute on a page, in their order."""
    return [unescape(found) for found in re.findall(rf'\b{re.escape(name)}="([^"]*)"', page)]
