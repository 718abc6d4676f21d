"""200 assessors who think for a second about each answer, on PostgreSQL and the container's two web processes."""

import heapq
import os
import random
import re
import selectors
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import override_settings

from bench.at_once import Person, assigned, family_of, figures_of, processor_seconds
from bench.site import ROOT, Figures

ASSESSORS, ANSWERS, THOUGHT = 200, 25, 1.0
CHEAP = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody signs in by password here


def thinking() -> Figures:
    """200 assessors judge 25 answers each, thinking for a second about each, with the documents beside them, on two web processes; name a PostgreSQL in ASSIZE_BENCH_DATABASE_URL (targets: p95 of a save under 200 ms, nothing refused, lost or doubled, a web process under 200 MB)."""
    with tempfile.TemporaryDirectory() as folder:
        with override_settings(PASSWORD_HASHERS=CHEAP):
            assignments = assigned(Path(folder), ASSESSORS, ANSWERS)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        with _served() as (port, process):
            people = [_Thinker(port, assignment) for assignment in assignments]
            for person in people:
                person.open()
            began, before = time.perf_counter(), processor_seconds(process)
            _work(people)
            wall, used = time.perf_counter() - began, processor_seconds(process) - before
            memory = max(_megabytes(pid) for pid in family_of(process))
    return {**figures_of(people, wall, used), "database": connection.vendor, "mb_of_a_process": memory}


class _Thinker(Person):
    """Has the socket of their browser waited for among those of all others."""

    def fileno(self) -> int:
        return self._connection.sock.fileno()


def _work(people: list[_Thinker]) -> None:
    """Everybody judges all answers and thinks before each; nobody begins at the same moment.

    One loop speaks for all: a thread for each would take a third of a core away from the site.
    """
    due = [(time.perf_counter() + random.uniform(0, THOUGHT), number) for number in range(len(people))]
    heapq.heapify(due)
    with selectors.DefaultSelector() as asked:
        while due or asked.get_map():
            wait = max(0.0, due[0][0] - time.perf_counter()) if due else None
            for key, _ in asked.select(wait):
                asked.unregister(key.fileobj)
                people[key.data].hear()
                if people[key.data].is_at_work:
                    thought = random.uniform(0.5 * THOUGHT, 1.5 * THOUGHT)
                    heapq.heappush(due, (time.perf_counter() + thought, key.data))
            while due and due[0][0] <= time.perf_counter():
                _, number = heapq.heappop(due)
                people[number].say()
                asked.register(people[number], selectors.EVENT_READ, number)


@contextmanager
def _served() -> Iterator[tuple[int, "subprocess.Popen[Any]"]]:
    """The container's gunicorn, on the database of this process."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    line = re.search(r"exec (gunicorn [^\"]+)\"", (ROOT / "Dockerfile").read_text())
    assert line, "the Dockerfile starts no gunicorn"
    command = [
        sys.executable,
        "-m",
        *(option.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for option in shlex.split(line[1])),
    ]
    process = subprocess.Popen(command, env=os.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port, process
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    """Until both processes have begun, which is when a connection is answered and a moment has passed."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            time.sleep(5)
            return
    raise SystemExit("the site did not start")


def _megabytes(pid: int) -> float:
    """What a process holds, what it shares with others included."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
