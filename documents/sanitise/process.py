"""Cleans pages in a process of their own, with limits of time and memory: no page can hold up or fell the site."""

import atexit
import os
import re
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from documents.sanitise import wire
from documents.sanitise.channel import exchange
from documents.sanitise.result import Clean, NotClean

MAX_BYTES = 8 * 1024 * 1024  # of a page; a longer one is shown as text
MAX_ATTRIBUTES = 1000  # of a tag
SECONDS = 3.0  # until a worker that does not answer is ended; it gives up by itself before
_ROOT = Path(__file__).parents[2]
# glibc: memory of a page is kept for the next one, since the system takes as long to give it as a parser to fill it.
_MEMORY_KEPT = {
    "MALLOC_TRIM_THRESHOLD_": str(64 * 1024**2),
    "MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2),
    "MALLOC_TOP_PAD_": str(4 * 1024**2),
}
_LONG_TAG = re.compile(r"<[A-Za-z][^<>]{2000,}")


def sanitise(html: str, base: str = "") -> Clean:
    """The page with only what is allowed, and its visible text. NotClean says why it can only be shown as text."""
    check_size(html)
    return _workshop().clean(html, base)


def check_size(html: str) -> None:
    """NotClean for pages that no parser is to meet: too long, or with a tag of too many attributes."""
    if len(html) > MAX_BYTES or (len(html) * 4 > MAX_BYTES and len(html.encode()) > MAX_BYTES):
        raise NotClean(f"It is longer than {MAX_BYTES // 1024**2} MB.")
    for match in _LONG_TAG.finditer(html) if _has_long_piece(html) else ():
        if len(match[0].split()) > MAX_ATTRIBUTES or match[0].count("=") > MAX_ATTRIBUTES:
            raise NotClean(f"A tag in it has more than {MAX_ATTRIBUTES:,} attributes.")


def _has_long_piece(html: str) -> bool:
    """Whether there may be 2,000 characters without a bracket; half of them would fill a portion that is looked at."""
    portions = range(0, len(html), 1000)
    return any(html.find("<", at, at + 1000) < 0 and html.find(">", at, at + 1000) < 0 for at in portions)


class Workshop:
    """A worker process for one thread at a time; a dead one is replaced at the next page."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.worker: subprocess.Popen[bytes] | None = None

    def clean(self, html: str, base: str) -> Clean:
        """One page, by the worker."""
        with self.lock:
            message = self._exchange(self._running(), html, base)
            if message is None:
                self.close()
                raise NotClean("Reading it takes longer, or more memory, than a page may take.")
        return wire.read_clean(message)

    def close(self) -> None:
        """Ends the worker."""
        worker, self.worker = self.worker, None
        if worker:
            worker.kill()
            worker.wait()
            for stream in (worker.stdin, worker.stdout):
                with suppress(OSError):
                    cast(BinaryIO, stream).close()

    def _exchange(self, worker: "subprocess.Popen[bytes]", html: str, base: str) -> wire.Message | None:
        """The worker's answer; None where it dies over the page, or is not done with it in time."""
        outgoing, incoming = cast(BinaryIO, worker.stdin), cast(BinaryIO, worker.stdout)
        page = wire.packed({"base": base}, html.encode(errors="replace"))
        with suppress(OSError):
            return wire.unpacked(exchange(outgoing.fileno(), incoming.fileno(), page, SECONDS))
        return None

    def _running(self) -> "subprocess.Popen[bytes]":
        if self.worker and self.worker.poll() is not None:
            self.close()
        if not self.worker:
            # Nothing of the site's environment, which holds its secrets, goes along.
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "documents.sanitise.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PYTHONPATH": str(_ROOT), "PATH": os.defpath, **_MEMORY_KEPT},
                cwd=_ROOT,
                bufsize=0,
            )
            for stream in (self.worker.stdin, self.worker.stdout):
                os.set_blocking(cast(BinaryIO, stream).fileno(), False)
        return self.worker


# A process that ends takes its worker along; one that is killed leaves it at the end of its input.
_workshops: dict[int, Workshop] = {}


def _workshop() -> Workshop:
    """This process's own: a worker must not be shared with a fork."""
    return _workshops.setdefault(os.getpid(), Workshop())


def close() -> None:
    """Ends this process's worker; the next page starts another."""
    _workshop().close()


atexit.register(close)
