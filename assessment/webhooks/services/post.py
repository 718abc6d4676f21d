"""One try: a POST to an address that was looked up and checked, within seconds. Only the status of the answer is read."""

import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from assessment.shared.errors import Refused
from assessment.webhooks.models import Failure
from assessment.webhooks.selectors import SECONDS
from assessment.webhooks.services.addresses import checked_address
from documents.remote.public import connected, looked_up, refused_of, shake_hands

_PORTS = {"http": 80, "https": 443}


class Answer(NamedTuple):
    """What came of a try: the status of the answer, or why there was none."""

    status: int | None = None
    failure: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the receiver has the message. A redirect is no such answer, and is not followed."""
        return self.status is not None and 200 <= self.status < 300


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a body to an address. What the settings no longer allow is not connected to."""
    try:
        parts = urlsplit(checked_address(url))
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        addresses = looked_up(host, port)
    except Refused:
        return Answer(failure=Failure.ADDRESS)
    except (OSError, UnicodeError):
        return Answer(failure=Failure.NAME)
    # One private address among public ones is enough: a name can be made to give either.
    if not addresses or refused_of(addresses, settings.WEBHOOK_NETWORKS):
        return Answer(failure=Failure.ADDRESS)
    deadline = time.monotonic() + SECONDS
    try:
        link = _link(addresses, port, host if parts.scheme == "https" else "", deadline)
    except (OSError, ValueError) as error:
        return Answer(failure=_failure_of(error))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return _exchange(link, path, body, {**headers, "Host": parts.netloc}, deadline)


def _link(addresses: list[str], port: int, tls_for: str, deadline: float) -> socket.socket:
    """A connection to the first of the addresses that takes one, and the error of the last where none does."""
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            return connected(address, port, tls_for=tls_for, seconds=_left(deadline) / 2)
    return connected(last, port, tls_for=tls_for, seconds=_left(deadline))


def _exchange(
    link: socket.socket, path: str, body: bytes, headers: Mapping[str, str], deadline: float
) -> Answer:
    connection = HTTPConnection("")
    connection.sock = link
    # An answer may come letter by letter, each in time: at the end of the whole time it is cut off.
    end = Timer(_left(deadline), _hang_up, [link])
    end.daemon = True
    end.start()
    try:
        shake_hands(link)
        connection.request("POST", path, body=body, headers=dict(headers))
        return Answer(status=connection.getresponse().status)
    except (OSError, HTTPException, ValueError) as error:
        is_late = time.monotonic() >= deadline
        return Answer(failure=Failure.TIME if is_late else _failure_of(error))
    finally:
        end.cancel()
        connection.close()
        link.close()


def _hang_up(link: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(link, socket.SHUT_RDWR)  # an encrypted one would first forget what it is at


def _left(deadline: float) -> float:
    return max(0.1, deadline - time.monotonic())


def _failure_of(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return Failure.TIME
    if isinstance(error, ssl.SSLCertVerificationError):
        return Failure.CERTIFICATE
    if isinstance(error, (HTTPException, ValueError)) and not isinstance(error, ConnectionError):
        return Failure.ANSWER
    return Failure.CONNECTION
