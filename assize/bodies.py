"""How much a connection may send before anybody answers: by the address, and by who asks, before any of it is kept.

Anybody may send a small form. Files and the long lists of programs are taken where an address takes such, of those whose
session or token is in force. The server asks when the header of a request is there. What is too large is read past without
being kept, so that the sender hears why, or not at all where it is huge.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.db import Error, close_old_connections
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import RequestEntityTooLarge

from assessment.people.api.authentication import SCHEMES
from assessment.people.api.frame import MOST_JSON
from assessment.people.selectors.tokens import valid_token
from assessment.shared.refusals import PROBLEM_JSON, problem_body
from assize.signed_in import SessionStore
from assize.uploads import takes_files

SMALL = 1024 * 1024  # of anybody
# Far above settings.MAX_RUN_BYTES: a refused upload is read to its end, so that the browser hears why.
LARGEST = 1024 * 1024 * 1024
READ_PAST = 128 * 1024 * 1024  # of what is not kept; a connection that would send more is closed
API = "/api/"


def most_bytes(path: str, headers: Mapping[str, str]) -> int:
    """How large a body an address takes of whoever sends these headers, named as waitress does."""
    path = path.removeprefix(settings.PREFIX)
    try:
        match = resolve(path)
    except Resolver404:
        return SMALL
    if takes_files(match):
        most = LARGEST
    else:
        most = MOST_JSON if path.startswith(API) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return most if is_known(headers) else SMALL


def is_known(headers: Mapping[str, str]) -> bool:
    """Whether a session or a token in force stands behind a request. Where the database is away, nobody's does."""
    close_old_connections()  # as before and after each request
    try:
        return _has_token(headers.get("AUTHORIZATION", "")) or _has_session(headers.get("COOKIE", ""))
    except Error:
        return False
    finally:
        close_old_connections()


def _has_token(authorization: str) -> bool:
    scheme, _, token = authorization.partition(" ")
    return scheme.lower().encode(errors="replace") in SCHEMES and valid_token(token.strip()) is not None


def _has_session(cookie: str) -> bool:
    cookies = SimpleCookie()
    with suppress(CookieError):
        cookies.load(cookie)
    if settings.SESSION_COOKIE_NAME not in cookies:
        return False
    request = HttpRequest()
    request.session = SessionStore(cookies[settings.SESSION_COOKIE_NAME].value)
    return get_user(request).is_authenticated


class TooLarge(RequestEntityTooLarge):
    """The answer to a body that is not taken."""

    def __init__(self, most: int, *, to_program: bool) -> None:
        super().__init__("")
        self._message = (
            f"What was sent is larger than {most // 1024**2} MB, which is as much as this address takes."
        )
        self._hint = "Sign in again, or send a token that works, if you were to send a file here."
        self._to_program = to_program

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and body: problem details for programs, else a line of text."""
        if self._to_program:
            problem = problem_body(
                self.code, "body_too_large", f"{self._message} Nothing was stored.", self._hint
            )
            body, form = json.dumps(problem).encode(), PROBLEM_JSON
        else:
            body = f"{self._message} Nothing was stored. {self._hint}\n".encode()
            form = "text/plain; charset=utf-8"
        return f"{self.code} {self.reason}", [("Content-Type", form)], body


class _ReadPast:
    """Takes a body of a known length and keeps nothing of it."""

    completed = False
    error = None

    def __init__(self, left: int, empty: Any) -> None:
        self._left, self._empty = left, empty

    def received(self, data: bytes) -> int:
        taken = min(len(data), self._left)
        self._left -= taken
        self.completed = not self._left
        return taken

    def getbuf(self) -> Any:
        """What was kept, which the server closes at the end: nothing."""
        return self._empty


class Parser(HTTPRequestParser):
    """A request as it comes in, with the limit of its address."""

    # of waitress, which has no annotations
    adj: Any
    body_rcv: Any
    content_length: int
    error: Any
    expect_continue: bool

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, and say how much may follow."""
        super().parse_header(header_plus)
        if not self.chunked and self.content_length <= SMALL:
            return
        self._most = most_bytes(self.path.encode("latin-1").decode(errors="replace"), self.headers)
        self._limit(self._most)
        if self._most < self.content_length <= READ_PAST and not self.expect_continue:
            self.body_rcv = _ReadPast(self.content_length, self.body_rcv.getbuf())
            self.content_length = 0
            self._limit(READ_PAST)

    def _limit(self, most: int) -> None:
        header = self.adj.max_request_header_size
        self.adj = SimpleNamespace(max_request_header_size=header, max_request_body_size=most + 1)

    def received(self, data: bytes) -> int:
        """Take what came, and see whether that was all."""
        consumed: int = super().received(data)
        is_refused = isinstance(self.error, RequestEntityTooLarge) or isinstance(self.body_rcv, _ReadPast)
        if self.completed and is_refused:
            self.expect_continue = False
            self.error = TooLarge(
                self._most, to_program=self.path.removeprefix(settings.PREFIX).startswith(API)
            )
        return consumed


class Channel(HTTPChannel):
    """A connection whose requests are limited so."""

    parser_class: Any = Parser
