"""A site of real processes that are killed without warning: web, workers, Redis, on SQLite or PostgreSQL."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg2
from django.contrib.auth.hashers import Argon2PasswordHasher

from tests import services
from tests.databases import new_database
from tests.users import ROOT, users_python

PATIENCE = 240.0  # seconds; the machine may be busy
LEASE = 2.0
ACCOUNT = """INSERT INTO people_account (
    username, password, display_name, first_name, last_name, email, zone, page_language, languages, keys,
    is_superuser, is_staff, is_active, may_create, date_joined
) VALUES (
    '{name}', '{password}', '', '', '', '', '', '', '[]', '{{}}', true, true, true, false, CURRENT_TIMESTAMP
)"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    """Wait until something holds, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {PATIENCE:.0f} s: {what}")


def add_account(url: str, name: str, password: str) -> None:
    """Make an admin's account in a database past the commands, which would load the site for it."""
    hasher = Argon2PasswordHasher()
    sql = ACCOUNT.format(name=name, password=hasher.encode(password, hasher.salt()))
    connection: Any = (
        psycopg2.connect(url)
        if url.startswith("postgres:")
        else sqlite3.connect(url.removeprefix("sqlite:///"), timeout=PATIENCE)
    )
    with closing(connection), connection:
        connection.cursor().execute(sql)


def started_again(command: list[str]) -> list[str]:
    """A command that is started again where it ends by itself, as systemd and the container's engine do."""
    return ["sh", "-c", 'until "$@"; do sleep 1; done', "sh", *command]


class Site:
    """Processes by name, each of which can be killed and started again, over one database."""

    supervised = True  # whether a worker of Celery that ends by itself is started again

    def __init__(self, folder: Path, *, postgres: bool, redis: bool, **variables: str) -> None:
        self.folder = folder
        self.postgres = postgres
        self.port = free_port()
        self.redis_port = free_port() if redis else 0
        self.said_before: dict[str, int] = {}  # bytes of each log before its process was started last
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.database = new_database(folder, postgres=postgres)
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("ASSIZE_", "DJANGO_")) or name == "ASSIZE_TEST_PG_URL"
        } | {
            "DJANGO_SETTINGS_MODULE": "tests.jobs.ground.settings",
            "ASSIZE_SECRET_KEY": "the tests need no secret",
            "ASSIZE_DATA_DIR": str(folder),
            "ASSIZE_DATABASE_URL": self.database,
            "ASSIZE_REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0" if redis else "",
            "ASSIZE_JOB_LEASE": str(LEASE),
            "PORT": str(self.port),
            **variables,
        }

    # Processes

    def command(self, name: str) -> list[str]:
        """How a process is started; `worker1`, `worker2`, … are workers."""
        if name == "web":
            return [str(users_python()), "-m", "assize.serve", "--without-demo"]
        if name == "redis":
            program = str(services.find_redis())
            port, place = str(self.redis_port), str(self.folder)
            return [program, "--port", port, "--bind", "127.0.0.1", "--dir", place, "--save", ""]
        if self.redis_port:
            options = ["--concurrency", "2", "--loglevel", "INFO", "-n", f"{name}@%h"]
            command = [str(users_python()), "-m", "assize.worker", *options]
            return started_again(command) if self.supervised else command
        return [str(users_python()), "manage.py", "run_jobs"]

    def start(self, *names: str) -> None:
        """Start processes; those that are killed stay dead until they are started again."""
        for name in names:
            with (self.folder / f"{name}.log").open("ab") as log:
                self.said_before[name] = log.tell()
                self.processes[name] = subprocess.Popen(
                    self.command(name),
                    cwd=ROOT,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )

    def kill(self, name: str) -> None:
        """End a process and its children at once, without a word."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self.processes):
            self.kill(name)

    def log(self, name: str) -> str:
        """What a process said since it was started last."""
        return (self.folder / f"{name}.log").read_bytes()[self.said_before[name] :].decode(errors="replace")

    def logs(self) -> str:
        """What the processes said, for a failure."""
        paths = sorted(self.folder.glob("*.log"))
        return "\n".join(f"== {path.name}\n{path.read_text(errors='replace')[-3000:]}" for path in paths)

    def add_account(self, name: str, password: str = "correct horse") -> None:
        """Make an admin's account."""
        add_account(self.environment["ASSIZE_DATABASE_URL"], name, password)

    def manage(self, *arguments: str, **variables: str) -> str:
        """Give a command; what it said."""
        done = subprocess.run(
            [str(users_python()), "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    # What people do

    def get(self, path: str) -> str:
        """A page, or nothing where the web process is down."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, OSError):
            return ""

    def wait_until_working(self, worker: str) -> None:
        """Wait until a worker of Celery, started now, takes up jobs."""
        wait_for(lambda: " ready." in self.log(worker), f"{worker} is ready")

    def child(self, name: str, module: str) -> int:
        """The process that another one keeps and that runs a module; 0 while there is none."""
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.processes[name].pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        found = re.search(rf"^ *(\d+) .*{re.escape(module)}", listed.stdout, re.MULTILINE)
        return int(found[1]) if found else 0

    def kill_child(self, name: str, module: str) -> None:
        """End such a process at once, when it is there."""
        os.kill(wait_for(lambda: self.child(name, module), f"{module} runs"), signal.SIGKILL)

    def wait_until_up(self) -> None:
        """Wait until the web process answers."""
        wait_for(lambda: self.get("/healthz"), "the site is up")

    def ask(self, kind: str, name: str, rows: int, seconds: float) -> None:
        """Ask for a job as a stubborn person does: again, until its row is there."""
        path = f"/ask/?kind={kind}&name={name}&rows={rows}&seconds={seconds}"
        wait_for(lambda: self.get(path) or self.query(f"SELECT 1 FROM jobs_job WHERE key='{name}'"), path)

    # Result

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the database, read by none of the processes above."""
        if not self.postgres:
            connection = sqlite3.connect(self.folder / "site.sqlite3", timeout=60)
            try:
                return connection.execute(sql).fetchall()
            finally:
                connection.close()
        with psycopg2.connect(self.database) as server, server.cursor() as cursor:
            cursor.execute(sql)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        server.close()
        return rows

    def states(self) -> dict[str, list[str]]:
        """The states of the jobs by key; a job that was asked for twice has two."""
        found: dict[str, list[str]] = {}
        for key, state in self.query("SELECT key, state FROM jobs_job ORDER BY id"):
            found.setdefault(key, []).append(state)
        return found

    def all_ended(self) -> bool:
        """Whether no job is left."""
        sql = "SELECT count(*) FROM jobs_job WHERE state IN ('waiting', 'running')"
        return self.query(sql) == [(0,)]

    def strikes(self) -> int:
        """How often a job had to be taken up again because its worker had vanished."""
        logs = self.query("SELECT CAST(log AS TEXT) FROM jobs_job")
        return sum(text.count("An earlier worker disappeared") for (text,) in logs)

    def rows(self, name: str) -> list[int]:
        """The numbers of the rows that a job wrote, in order."""
        number = "(data->>'number')::int" if self.postgres else "json_extract(data, '$.number')"
        sql = f"SELECT {number} FROM people_event WHERE verb='ground:row' AND subject='{name}' ORDER BY 1"
        return [row[0] for row in self.query(sql)]
