"""Somebody who asks all the time whether the site is there: what it says of itself, and for how long it is away."""

import http.client
import threading
import time
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from tests.faults.topology import Topology

EVERY = 0.1  # seconds
PATIENCE = 20.0


class Moment(NamedTuple):
    """One look."""

    at: float
    status: int  # of /healthz through the proxy, which needs the database; 0: nothing within the patience
    text: str
    codes: frozenset[str]  # of /readyz, of every web process that answers
    are_all_ready: bool


class Watch(threading.Thread):
    """Looks until it is told to stop."""

    def __init__(self, site: Topology) -> None:
        super().__init__(daemon=True, name="watch")
        self._site, self._over = site, threading.Event()
        self.moments: list[Moment] = []

    def __enter__(self) -> "Watch":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        """Look again and again."""
        while not self._over.wait(EVERY):
            began = time.monotonic()
            status, text = _asked(self._site.port, "/healthz")
            found = [_asked(port, "/readyz") for port in self._site.ports.values()]
            codes = {
                line.partition(":")[0] for code, lines in found if code == 503 for line in lines.splitlines()
            }
            are_all_ready = all(code == 200 for code, _ in found)
            self.moments.append(Moment(began, status, text, frozenset(codes), are_all_ready))

    def since(self, moment: float) -> list[Moment]:
        """The looks from a moment on."""
        return [look for look in list(self.moments) if look.at >= moment]

    def is_well(self) -> bool:
        """Whether the last look found nothing wrong."""
        return bool(self.moments) and self.moments[-1].status == 200 and self.moments[-1].are_all_ready


def away(looks: list[Moment]) -> float:
    """Seconds in which it was not well."""
    return sum(
        (following.at - look.at for look, following in pairwise(looks) if look.status != 200),
        0.0,
    )


def said(looks: list[Moment]) -> Counter[str]:
    """How often each code was said by /readyz."""
    return Counter(code for look in looks for code in look.codes)


def _asked(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace")
    except (OSError, http.client.HTTPException):
        return 0, ""
    finally:
        connection.close()
