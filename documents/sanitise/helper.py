"""A process beside the site's, for work that may take too long or too much memory: it is ended then, and replaced."""

import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, cast

from documents.sanitise.channel import exchange, widen

_ROOT = Path(__file__).parents[2]


class Helper:
    """A worker process for one thread at a time; a dead one is replaced when it is next needed."""

    module: str  # what it runs
    environment: Mapping[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.worker: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """Ends the worker."""
        worker, self.worker = self.worker, None
        if worker:
            worker.kill()
            worker.wait()
            for stream in (worker.stdin, worker.stdout):
                with suppress(OSError):
                    cast(BinaryIO, stream).close()

    def exchange(self, messages: Sequence[bytes], seconds: float) -> list[bytes]:
        """The worker's answers, as far as they come within a time each."""
        worker = self._running()
        outgoing, incoming = cast(BinaryIO, worker.stdin), cast(BinaryIO, worker.stdout)
        return exchange(outgoing.fileno(), incoming.fileno(), messages, seconds)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self.worker and self.worker.poll() is not None:
            self.close()
        if not self.worker:
            # Nothing of the site's environment, which holds its secrets, goes along.
            self.worker = subprocess.Popen(
                [sys.executable, "-m", self.module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PYTHONPATH": str(_ROOT), "PATH": os.defpath, **self.environment},
                cwd=_ROOT,
                bufsize=0,
            )
            for stream in (self.worker.stdin, self.worker.stdout):
                pipe = cast(BinaryIO, stream).fileno()
                os.set_blocking(pipe, False)
                widen(pipe)
        return self.worker
