"""Many assessors at once, without time to think, through real HTTP: how many judgments a second the site takes."""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.test import Client

from assessment.judging.models import Assignment, Change, Judgment
from bench.site import Figures
from tests.documents.helpers import import_records, record
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

ASSESSORS, ANSWERS = 32, 40
TICKS = os.sysconf("SC_CLK_TCK")
TOKEN = "b" * 32
HEADERS = {
    "X-Assize-Fetch": "1",
    "X-CSRFToken": TOKEN,
    "Content-Type": "application/x-www-form-urlencoded",
}


def at_once() -> Figures:
    """32 assessors judge 40 answers each without a pause, with the documents beside them, in as many processes as there are cores (targets: 100 judgments a second, p95 of a save under 700 ms, nothing refused, lost or doubled)."""
    with tempfile.TemporaryDirectory() as folder:
        assignments = assigned(Path(folder), ASSESSORS, ANSWERS)
        with served() as (port, process):
            people = [Person(port, assignment) for assignment in assignments]
            for person in people:
                person.open()
            began, before = time.perf_counter(), processor_seconds(process)
            for person in people:
                person.start()
            for person in people:
                person.join()
            wall, used = time.perf_counter() - began, processor_seconds(process) - before
    return figures_of(people, wall, used)


def figures_of(people: "Sequence[Person]", wall: float, used: float) -> Figures:
    """What was measured in so many seconds, of which the site used some of the processors."""
    saves = sorted(took for person in people for took in person.saves)
    sent = len(saves)
    mine = Assignment.objects.filter(question__campaign__slug="bench")
    return {
        "judgments": sent,
        "judgments_a_second": sent / wall,
        "ms": median(saves) * 1000,
        "ms_p95": saves[int(0.95 * sent)] * 1000,
        "ms_longest": saves[-1] * 1000,
        "server_cpu_ms_a_judgment": used / sent * 1000,
        "requests_a_judgment": sum(person.requests for person in people) / sent,
        "refused": sum(person.refused for person in people),
        "lost": sent - Judgment.objects.filter(assignment__in=mine).exclude(grade="").count(),
        "doubled": Change.objects.filter(assignment__in=mine).count() - sent,
        "load": os.getloadavg()[0],
    }


def assigned(folder: Path, assessors: int, answers: int) -> list[Assignment]:
    """A question with so many answers for each of so many assessors, and the documents."""
    import_records(
        folder, *(record(f"D-{n}", "It was answer 7, or so they said. " * 20) for n in range(answers))
    )
    campaign = make_campaign("bench", "series2004", collection_slug="wire")
    questions = make_questions(campaign, *(str(n) for n in range(1, assessors + 1)))
    for question in questions:
        make_items(question, *((f"D-{n}", f"answer {n}") for n in range(answers)))
    return [make_assignment(question, make_account(f"a{question.qid}")) for question in questions]


class Person(threading.Thread):
    """Somebody who judges answer after answer over one connection, as the page's scripts do."""

    def __init__(self, port: int, assignment: Assignment) -> None:
        super().__init__()
        account = assignment.member.account
        assert account
        client = Client()
        client.force_login(account)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self._headers = HEADERS | {"Cookie": f"csrftoken={TOKEN}; {settings.SESSION_COOKIE_NAME}={session}"}
        self._items = list(assignment.question.pool_items.order_by("pk").values_list("pk", flat=True))
        self._page = f"/judge/{assignment.pk}/"
        self._path = f"{self._page}save/"
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.saves: list[float] = []
        self.requests = self.refused = 0

    def open(self) -> None:
        """Ask for a page, so that connections and statements are there as after a person's first answers."""
        self._ask("GET", self._page)
        self.requests = 0

    def run(self) -> None:
        """Judge all answers."""
        while self.is_at_work:
            self.say()
            self.hear()

    @property
    def is_at_work(self) -> bool:
        """Whether there is another answer to judge."""
        return len(self.saves) < len(self._items)

    def say(self) -> None:
        """Send the grade of the next answer."""
        number = len(self.saves)
        fields = {
            "item": self._items[number],
            "grade": "incorrect" if number % 9 else "correct",
            "seen": 0,
            "seconds": 1,
            "client_id": str(uuid4()),
            "beside": self._items[(number + 2) % len(self._items)],
        }
        self._began = time.perf_counter()
        self._send("POST", self._path, urlencode(fields))

    def hear(self) -> None:
        """Wait for what the site says of it, and get the document that it did not bring."""
        answer = json.loads(self._receive() or b"{}")
        self.saves.append(time.perf_counter() - self._began)
        (beside,) = answer["beside"]
        if not beside["page"]:
            self._ask("GET", beside["src"])

    def _ask(self, method: str, address: str) -> bytes:
        self._send(method, address)
        return self._receive()

    def _send(self, method: str, address: str, body: str | None = None) -> None:
        self._connection.request(method, address, body, self._headers)

    def _receive(self) -> bytes:
        response = self._connection.getresponse()
        said = response.read()
        self.requests += 1
        self.refused += response.status >= 400
        return said if response.status == 200 else b""


@contextmanager
def served() -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """The site as `make run` serves it, on the database of this process."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = os.environ | {"PORT": str(port)}
    environment.setdefault("ASSIZE_PROCESSES", str(os.cpu_count()))
    command = [sys.executable, "-u", "-m", "assize.serve", "--without-demo"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        if not any("Assize is ready" in line for line in process.stdout):
            raise SystemExit("the site did not start")
        _wait_for_all(process, int(environment["ASSIZE_PROCESSES"]))
        yield port, process
    finally:
        process.terminate()
        process.wait()


def _wait_for_all(process: "subprocess.Popen[str]", number: int) -> None:
    """Until the processes beside the first have begun to serve, which is when they have used no processor for a second."""
    used = -1.0
    while number > 1 and (now := processor_seconds(process)) > used + 0.05:
        used = now
        time.sleep(1)


def processor_seconds(process: "subprocess.Popen[Any]") -> float:
    """What a process and those that it started have used of the processors."""
    stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in family_of(process))
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICKS


def family_of(process: "subprocess.Popen[Any]") -> list[int]:
    """A process and those that it started."""
    family = [process.pid]
    for pid in family:
        family += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        for task in Path(f"/proc/{pid}/task").iterdir():
            more = task.joinpath("children").read_text().split() if task.name != str(pid) else []
            family += map(int, more)
    return list(dict.fromkeys(family))
