"""200 assessors who think for a second about each answer, on PostgreSQL and as many web processes as there are cores."""

import heapq
import random
import re
import selectors
import tempfile
import time
from pathlib import Path

from django.db import connection
from django.test import override_settings

from bench.at_once import Person, assigned, family_of, figures_of, processor_seconds, served
from bench.site import Figures

ASSESSORS, ANSWERS, THOUGHT = 200, 25, 1.0
CHEAP = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody signs in by password here


def thinking() -> Figures:
    """200 assessors judge 25 answers each, thinking for a second about each, with the documents beside them, on as many web processes as there are cores; name a PostgreSQL in ASSIZE_BENCH_DATABASE_URL (targets: p95 of a save under 200 ms, nothing refused, lost or doubled, a web process under 200 MB)."""
    with tempfile.TemporaryDirectory() as folder:
        with override_settings(PASSWORD_HASHERS=CHEAP):
            assignments = assigned(Path(folder), ASSESSORS, ANSWERS)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        with served() as (port, process):
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


def _megabytes(pid: int) -> float:
    """What a process holds, what it shares with others included."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
