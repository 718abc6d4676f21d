"""Fetches a file of the web for a page: small, in seconds, and never from a private network.

The host is looked up once, and the connection goes to the address that was found public: a name that changes meanwhile
leads nowhere else. No cookie, no referrer and no word of the reader goes along.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from threading import Timer
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from documents.remote.public import connected, is_public, looked_up, shake_hands
from documents.sanitise.addresses import remote_address

SECONDS = 8.0  # for one file, redirects included; looking its host up is not counted
MAX_BYTES = 2 * 1024 * 1024
_REDIRECTS = 4
_PORTS = {"http": 80, "https": 443}
_PORTION = 64 * 1024
_HEADERS = {"User-Agent": "Assize", "Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close"}


class Fetched(NamedTuple):
    """A file with the type that its server gave it."""

    body: bytes
    type: str


class NotFetched(Exception):
    """A file that could not be had; the message says why, in a few words."""


def fetch(address: str, *, trusted: str = "", limit: int = MAX_BYTES) -> Fetched:
    """The file at an address. `trusted` is a host and port of the owner's choice that may be in a private network."""
    deadline = time.monotonic() + SECONDS
    for _ in range(_REDIRECTS + 1):
        parts = urlsplit(address)
        is_trusted = bool(trusted) and parts.netloc == trusted and parts.scheme in _PORTS
        if not is_trusted and not remote_address(address):
            raise NotFetched("it leads to no public place")
        try:
            answer = _ask(address, is_trusted, deadline, limit)
        except (OSError, HTTPException, ValueError) as error:
            raise NotFetched(str(error) or type(error).__name__) from error
        if isinstance(answer, Fetched):
            return answer
        address = urljoin(address, answer)
    raise NotFetched("it is redirected again and again")


def _ask(address: str, is_trusted: bool, deadline: float, limit: int) -> Fetched | str:
    """The file, or the address that its server names instead."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    connection = HTTPConnection(host, port)
    connection.sock = link = _connected(host, port, parts.scheme, is_trusted, deadline)
    # A server may send its answer letter by letter, each in time: at the end of the whole time it is cut off.
    end = Timer(_left(deadline), _hang_up, [link])
    end.start()
    try:
        shake_hands(link)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", path, headers={**_HEADERS, "Host": parts.netloc})
        response = connection.getresponse()
        if 300 <= response.status < 400 and (there := response.headers.get("Location")):
            return there
        if response.status != 200:
            raise NotFetched(f"its server answered {response.status}")
        body = b"".join(_portions(response, deadline, limit))
        _left(deadline)
        if response.length:
            raise NotFetched("its server broke off in the middle")
        return Fetched(body, response.headers.get_content_type())
    finally:
        end.cancel()
        connection.close()


def _connected(host: str, port: int, scheme: str, is_trusted: bool, deadline: float) -> socket.socket:
    """A connection to a public address of the host."""
    found = looked_up(host, port)
    public = [address for address in found if is_trusted or is_public(address)]
    if not public:
        raise NotFetched("its host is in a private network")
    tls_for = host if scheme == "https" else ""
    return connected(public[0], port, tls_for=tls_for, seconds=_left(deadline))


def _hang_up(link: socket.socket) -> None:
    with suppress(OSError):
        link.shutdown(socket.SHUT_RDWR)


def _portions(response: HTTPResponse, deadline: float, limit: int) -> Iterator[bytes]:
    size = 0
    while portion := response.read1(_PORTION):
        size += len(portion)
        _left(deadline)
        if size > limit:
            raise NotFetched(f"it is longer than {limit:,} bytes")
        yield portion


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise NotFetched(f"it took longer than {SECONDS:g} seconds")
    return left
