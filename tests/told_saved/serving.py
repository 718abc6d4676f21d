"""The site's serving process, killed without warning and started again, over the database of the test."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.services import postgres_url
from tests.told_saved.wire import Wire
from tests.users import ROOT, users_python

PATIENCE = 120.0  # seconds; the machine may be busy


class Serving:
    """One serving process behind a wire. Its socket stays here, as in an installation that keeps the port."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._heard, self._asking = os.pipe()
        self._log = (folder / "serving.log").open("ab")
        self._process: subprocess.Popen[bytes] | None = None
        others = {
            name: value for name, value in os.environ.items() if not name.startswith(("ASSIZE_", "DJANGO_"))
        }
        self._environment = others | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_SECRET_KEY": settings.SECRET_KEY,
            "ASSIZE_DATA_DIR": str(settings.DATA_DIR),
            "ASSIZE_DATABASE_URL": _database(),
            "ASSIZE_REDIS_URL": "",
        }

    @property
    def is_up(self) -> bool:
        """Whether the site can be reached."""
        return self.wire.goal is not None

    def start(self) -> None:
        """Start the process, and wait until it answers."""
        given = (self._listener.fileno(), self._asking)
        self._process = subprocess.Popen(
            [str(users_python()), "-m", "assize.serving_process", *map(str, given)],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            pass_fds=given,
        )
        port = self._listener.getsockname()[1]
        _wait_until_answered(f"http://127.0.0.1:{port}/healthz")
        self.wire.goal = port

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        self.wire.goal = None
        if self._process:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin
            self._process.stdin.close()
        self._process = None

    def log(self) -> str:
        """The last lines that the process has written."""
        written = Path(self._log.name).read_text(encoding="utf-8", errors="replace")
        return "\n".join(written.splitlines()[-40:])

    def close(self) -> None:
        """Leave nothing behind."""
        self.kill()
        self.wire.close()
        self._listener.close()
        os.close(self._heard)
        os.close(self._asking)
        self._log.close()


def _database() -> str:
    """The URL of the test's own database."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return postgres_url().replace("/postgres?", f"/{name}?")


def _wait_until_answered(url: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE):
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end:
                raise
