"""A PostgreSQL of one test's own, to be killed and started again with the same data."""

import json
import os
import signal
import subprocess
from pathlib import Path

import psycopg2

from tests import processes, services
from tests.jobs.site import wait_for


class Postgres:
    """As on a server, but for waiting for the disk: what it acknowledged survives its own death, not that of the machine."""

    def __init__(self) -> None:
        self.url = services.start_postgres(durable=True, options=["-F"])
        self.folder = Path(self.url.partition("host=")[2]).parent
        self._pid = json.loads((self.folder / "started.json").read_text(encoding="utf-8"))["pid"]
        line = Path(f"/proc/{self._pid}/cmdline").read_text(encoding="utf-8")
        self._command = line.rstrip("\0").split("\0")
        self._process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """End the server at once; its processes for connections notice it and end, too."""
        os.kill(self._pid, signal.SIGKILL)
        if self._process:
            self._process.wait()
        else:
            os.waitpid(self._pid, 0)

    def start(self) -> None:
        """Begin again; it reads its log first, and waits for the processes of the former server to be gone."""
        wait_for(self._has_begun, "PostgreSQL has begun again")

    def _has_begun(self) -> bool:
        if not self._process or self._process.poll() is not None:
            self._process = processes.spawn(
                self.folder, self._command, services._server_user(), signal.SIGINT
            )
            self._pid = self._process.pid
        try:
            psycopg2.connect(self.url).close()
        except psycopg2.OperationalError:
            return False
        return True
