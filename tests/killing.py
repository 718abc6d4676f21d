"""Commands killed with SIGKILL at random moments, in a database of their own, and what it holds then."""

import json
import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import psycopg2
from django.conf import settings

from tests.databases import new_database

PATIENCE = 600.0  # seconds; the machine may be busy
RUNNING = "SELECT count(*) FROM jobs_job WHERE state = 'running'"


class Ground:
    """A database with a scene, and commands in it: each a process that is forked from one which has the site loaded."""

    def __init__(self, folder: Path, scene: str, *, postgres: bool, seed: int) -> None:
        self.database, self.postgres = new_database(folder, postgres=postgres), postgres
        self.dice = random.Random(seed)
        self._link = self._connect()
        self._loaded = subprocess.Popen(
            [sys.executable, "-m", "tests.real.warm", "--to-kill"],
            cwd=settings.BASE_DIR,
            env=os.environ
            | {
                "DJANGO_SETTINGS_MODULE": "assize.settings",
                "ASSIZE_SECRET_KEY": "the tests need no secret",
                "ASSIZE_DATA_DIR": str(folder),
                "ASSIZE_DATABASE_URL": self.database,
                "ASSIZE_REDIS_URL": "",
                "ASSIZE_JOB_LEASE": "2",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # so that what was answered can be seen without reading it
        )
        self.command("shell", "--no-imports", "--command", scene)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._link.close()
        self._loaded.__exit__(None, None, None)

    def command(self, *words: str) -> str:
        """What a command says; it has to succeed."""
        self._begin(words)
        code, said = self._answer()
        assert code == 0, said
        return said

    def refusal(self, *words: str) -> str:
        """What a command says that has to fail."""
        self._begin(words)
        code, said = self._answer()
        assert code != 0, said
        return said

    def kill(self, *words: str, when: str, within: float) -> None:
        """Start a command, and kill it up to so many seconds after the value of a query has changed."""
        before, end = self.value(when), time.monotonic() + PATIENCE
        process = self._begin(words)
        while not self._has_answered() and self.value(when) == before and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(self.dice.uniform(0, within))
        if not self._has_answered():
            os.kill(process, signal.SIGKILL)
        self._answer()

    def go_on(self) -> None:
        """Let a worker end what was left."""
        self.command("run_jobs", "--until-done")

    def value(self, query: str) -> Any:
        """The one value that a query gives."""
        return self.row(query)[0]

    def row(self, query: str) -> Any:
        """The one row that a query gives."""
        cursor = self._link.cursor()
        cursor.execute(query)
        (row,) = cursor.fetchall()
        cursor.close()
        return row

    def _connect(self) -> Any:
        """A connection in which each query sees what is there then."""
        if not self.postgres:
            return sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=PATIENCE)
        link = psycopg2.connect(self.database)
        link.autocommit = True
        return link

    def _begin(self, words: tuple[str, ...]) -> int:
        """Start a command; the number of its process."""
        assert self._loaded.stdin
        assert self._loaded.stdout
        self._loaded.stdin.write(json.dumps(words).encode() + b"\n")
        return int(self._loaded.stdout.readline())

    def _has_answered(self) -> bool:
        assert self._loaded.stdout
        return bool(select.select([self._loaded.stdout], [], [], 0)[0])

    def _answer(self) -> tuple[int, str]:
        """How the command ended that was started last, and what it said."""
        assert self._loaded.stdout
        code, said = json.loads(self._loaded.stdout.readline())
        return code, said
