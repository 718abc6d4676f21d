"""A process beside the site's, for work that may take too long or too much memory: it is ended then, and replaced."""

import atexit
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self, cast

_ROOT = Path(__file__).parents[2]
_MAX_ANSWER = 256 * 1024**2  # bytes


class _Running(NamedTuple):
    process: "subprocess.Popen[bytes]"
    line: Connection


class Helper:
    """A worker process for one thread at a time; a dead one is replaced when it is next needed."""

    module: str  # what it runs
    environment: Mapping[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._worker: _Running | None = None

    @classmethod
    def own(cls) -> Self:
        """This process's own: a worker must not be shared with a fork."""
        return cast(Self, _helpers.setdefault((os.getpid(), cls), cls()))

    @property
    def worker(self) -> "subprocess.Popen[bytes] | None":
        """The process, where there is one."""
        return self._worker.process if self._worker else None

    def close(self) -> None:
        """Ends the worker."""
        worker, self._worker = self._worker, None
        if worker:
            worker.process.kill()
            worker.process.wait()
            worker.line.close()

    def exchange(self, messages: Sequence[bytes], seconds: float) -> list[bytes]:
        """The worker's answer to each message, in their order.

        There are fewer where it died, or was ended because nothing came of an answer for so many seconds.
        """
        process, line = self._running()
        _set_patience(line, seconds)
        writing = threading.Thread(target=_send, args=(line, messages), daemon=True)
        writing.start()
        answers = list[bytes]()
        with suppress(OSError, EOFError):
            while len(answers) < len(messages):
                answers.append(line.recv_bytes(_MAX_ANSWER))
        if len(answers) < len(messages):
            process.kill()  # so that nothing waits to be written to it
        writing.join()
        if len(answers) < len(messages):
            self.close()
        return answers

    def _running(self) -> _Running:
        if self._worker and self._worker.process.poll() is not None:
            self.close()
        if not self._worker:
            ours, theirs = socket.socketpair()
            with theirs:
                self._worker = _Running(self._start(theirs), Connection(ours.detach()))
        return self._worker

    def _start(self, line: socket.socket) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", self.module],
            stdin=line.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Nothing of the site's environment, which holds its secrets, goes along.
            env={"PYTHONPATH": str(_ROOT), "PATH": os.defpath, **self.environment},
            cwd=_ROOT,
        )


_helpers: dict[tuple[int, type[Helper]], Helper] = {}


@atexit.register
def _close_all() -> None:
    """A process that ends takes its workers along; one that is killed leaves them at the end of their input."""
    for (process, _), helper in _helpers.items():
        if process == os.getpid():
            helper.close()


def _send(line: Connection, messages: Sequence[bytes]) -> None:
    """Write messages, while answers are read elsewhere: neither side waits for the other at each of them."""
    with suppress(OSError):
        for message in messages:
            line.send_bytes(message)


def _set_patience(line: Connection, seconds: float) -> None:
    """Let reads fail after some time without a byte."""
    microseconds = max(1, int(seconds * 1e6))
    with socket.socket(fileno=os.dup(line.fileno())) as ours:
        ours.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", *divmod(microseconds, 10**6))
        )
