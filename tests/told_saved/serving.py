"""The site's serving process, killed without warning and started again, over the database of the test."""

import os
import signal
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
        self._number = 0  # of the serving process; 0: none
        given = (self._listener.fileno(), self._asking)
        self._warm = subprocess.Popen(
            [str(users_python()), "-m", "tests.told_saved.warm", *map(str, given)],
            cwd=ROOT,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            pass_fds=given,
            text=True,
            bufsize=1,
        )

    @property
    def is_up(self) -> bool:
        """Whether the site can be reached."""
        return self.wire.goal is not None

    def start(self) -> None:
        """Start the process, and wait until it answers."""
        assert self._warm.stdin
        self._warm.stdin.write("start\n")
        self._number = int(self._told())
        port = self._listener.getsockname()[1]
        _wait_until_answered(f"http://127.0.0.1:{port}/healthz")
        self.wire.goal = port

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        self.wire.goal = None
        if self._number:
            os.kill(self._number, signal.SIGKILL)
            assert self._told() == "ended"
        self._number = 0

    def _told(self) -> str:
        assert self._warm.stdout
        return self._warm.stdout.readline().strip()

    def log(self) -> str:
        """The last lines that the process has written."""
        written = Path(self._log.name).read_text(encoding="utf-8", errors="replace")
        return "\n".join(written.splitlines()[-40:])

    def close(self) -> None:
        """Leave nothing behind."""
        self.kill()
        with self._warm:  # which ends with its input
            self.wire.close()
        self._listener.close()
        os.close(self._heard)
        os.close(self._asking)
        self._log.close()


def _environment() -> dict[str, str]:
    others = {
        name: value for name, value in os.environ.items() if not name.startswith(("ASSIZE_", "DJANGO_"))
    }
    return others | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_SECRET_KEY": settings.SECRET_KEY,
        "ASSIZE_DATA_DIR": str(settings.DATA_DIR),
        "ASSIZE_DATABASE_URL": _database(),
        "ASSIZE_REDIS_URL": "",
    }


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
