"""An installation of its own: data folder and database, driven by processes as its operator does."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg2

from tests import services
from tests.databases import new_database, new_name, on_server
from tests.users import ROOT, users_python

PATIENCE = 500.0  # seconds; the machine may be busy


# What SQLite and its writers keep beside the database while they work; no byte of it is data.
WAITING = ("assize.sqlite3-shm", "assize.sqlite3-wal", "assize.sqlite3-queue")


class Installation:
    """Has tables where `migrated`, else neither a data folder nor tables."""

    def __init__(self, folder: Path, *, postgres: bool = False, migrated: bool = True, key: str = "") -> None:
        folder.mkdir()
        self.folder, self.postgres = folder, postgres
        self.data = folder / "data"
        self.file = self.data / "assize.sqlite3"
        self.variables = {"ASSIZE_DATA_DIR": str(self.data), "DJANGO_SETTINGS_MODULE": "assize.settings"}
        if key:
            self.variables["ASSIZE_SECRET_KEY"] = key
        if migrated:
            self.data.mkdir(mode=0o700)
            url = new_database(folder, postgres=postgres)
            if not postgres:
                (folder / "site.sqlite3").rename(self.file)
        elif postgres:
            url = on_server(new_name())
        if postgres:
            self.variables["ASSIZE_DATABASE_URL"] = self.url = url
        self._warm: subprocess.Popen[str] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """That of the operator's shell."""
        others = {
            name: text for name, text in os.environ.items() if not name.startswith(("ASSIZE_", "DJANGO_"))
        }
        programs = f"{os.environ['PATH']}:{services.find_postgres()}"  # pg_dump may be where the server is
        return others | {"PATH": programs} | self.variables

    def start(self, *arguments: str, **more: Any) -> "subprocess.Popen[str]":
        """Start Python with these arguments."""
        return subprocess.Popen(
            [str(users_python()), *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **more,
        )

    def run(self, *arguments: str, code: int = 0, **more: Any) -> str:
        """Run Python with these arguments, hold it to its exit code, and return what it says."""
        process = self.start(*arguments, **more)
        said = process.communicate(timeout=PATIENCE)[0]
        assert process.returncode == code, said
        return said

    def manage(self, *arguments: str, code: int = 0) -> str:
        """Give a management command; within `warm` in a fork, which is much faster."""
        if self._warm is None:
            return self.run("manage.py", *arguments, code=code)
        return self._fork(*arguments, code=code)

    def module(self, *arguments: str, code: int = 0) -> str:
        """Run a module with its arguments; within `warm` in a fork, too."""
        if self._warm is None:
            return self.run("-m", *arguments, code=code)
        return self._fork("-m", *arguments, code=code)

    def _fork(self, *arguments: str, code: int) -> str:
        assert self._warm
        assert self._warm.stdin
        assert self._warm.stdout
        print(json.dumps(arguments), file=self._warm.stdin, flush=True)
        ended, said = json.loads(self._warm.stdout.readline())
        assert ended == code, said
        return str(said)

    @contextmanager
    def warm(self) -> Iterator[None]:
        """Give commands without starting Python for each."""
        command = [str(users_python()), "-m", "tests.real.warm"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdin=pipe, stdout=pipe, text=True
        ) as process:
            self._warm = process
            try:
                yield
            finally:
                self._warm = None

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Read or change its database, and close it."""
        connection: Any = (
            psycopg2.connect(self.url) if self.postgres else sqlite3.connect(self.file, timeout=60)
        )
        with closing(connection), connection:
            cursor = connection.cursor()
            cursor.execute(sql)
            return list(cursor.fetchall()) if cursor.description else []

    def state(self) -> dict[str, bytes]:
        """Every file of its data folder."""
        return {
            str(path.relative_to(self.data)): path.read_bytes()
            for path in sorted(self.data.rglob("*"))
            if path.is_file() and path.name not in WAITING
        }


def manifest_of(folder: Path) -> dict[str, Any]:
    """What a backup says of itself."""
    content: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return content
