"""Commands killed with SIGKILL at random moments, in a database of their own, and what it holds then."""

import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg2
from django.conf import settings

from tests.databases import new_database

PATIENCE = 600.0  # seconds; the machine may be busy
RUNNING = "SELECT count(*) FROM jobs_job WHERE state = 'running'"


class Ground:
    """A database with a scene, and commands in it."""

    def __init__(self, folder: Path, scene: str, *, postgres: bool, seed: int) -> None:
        self.database, self.postgres = new_database(folder, postgres=postgres), postgres
        self.dice = random.Random(seed)
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_SECRET_KEY": "the tests need no secret",
            "ASSIZE_DATA_DIR": str(folder),
            "ASSIZE_DATABASE_URL": self.database,
            "ASSIZE_REDIS_URL": "",
            "ASSIZE_JOB_LEASE": "2",
        }
        self._run([sys.executable, "-c", f"import django\ndjango.setup()\n{scene}"])

    def command(self, *words: str) -> str:
        """What a command says; it has to succeed."""
        return self._run(self._manage(words))

    def refusal(self, *words: str) -> str:
        """What a command says that has to fail."""
        done = self._done(self._manage(words))
        assert done.returncode != 0, done.stdout
        return done.stderr

    def kill(self, *words: str, when: str, within: float) -> None:
        """Start a command, and kill it up to so many seconds after the value of a query has changed."""
        before, end = self.value(when), time.monotonic() + PATIENCE
        process = subprocess.Popen(
            self._manage(words),
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while process.poll() is None and self.value(when) == before and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(self.dice.uniform(0, within))
        process.kill()
        process.wait()

    def go_on(self) -> None:
        """Let a worker end what was left."""
        self.command("run_jobs", "--until-done")

    def value(self, query: str) -> Any:
        """The one value that a query gives."""
        link: Any
        if self.postgres:
            link = psycopg2.connect(self.database)
            with link.cursor() as cursor:
                cursor.execute(query)
                (value,) = cursor.fetchone()
        else:
            link = sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=PATIENCE)
            (value,) = link.execute(query).fetchone()
        link.close()
        return value

    def _manage(self, words: tuple[str, ...]) -> list[str]:
        return [sys.executable, "manage.py", *words]

    def _run(self, command: list[str]) -> str:
        done = self._done(command)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _done(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, text=True, check=False
        )
