"""How long an assessor waits for a save while long work goes on beside, and how long that work keeps others from writing."""

import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from bench.data import made_up_answers, write_judgments, write_topics
from bench.site import Figures
from tests.real.generate import write_runs
from tests.write_locks import watch_writes

QUESTIONS, RUNS = 2000, 50  # of the campaign that is pooled: 500,000 responses
JUDGED_QUESTIONS, JUDGED_RUNS = 200, 45  # of the campaign that is judged: as TREC-8 was
IDS = 300_000  # of a collection
TARGETS, LISTED = 50, 1000  # of document lists: as in TAC 2008
PAUSE = 0.05  # seconds between two saves
Command = Callable[..., str]


class Saver(threading.Thread):
    """An assessor who saves one judgment after another."""

    def __init__(self, client: Client, assignment: Assignment) -> None:
        super().__init__(daemon=True, name="saver")
        self.client, self.assignment = client, assignment
        self.client.raise_request_exception = False
        self.refused = 0
        self.items = list(assignment.question.pool_items.order_by("pk").values_list("pk", flat=True))
        self.seconds: list[float] = []
        self.ended = threading.Event()

    def run(self) -> None:
        """Save until told to end."""
        number = 0
        while not self.ended.wait(PAUSE):
            turn, place = divmod(number, len(self.items))
            self._save(self.items[place], seen=turn)
            number += 1
        connection.close()

    def _save(self, item: int, seen: int) -> None:
        fields = {"item": str(item), "grade": "no" if seen % 2 else "yes", "seen": str(seen), "seconds": "4"}
        fields["client_id"] = str(uuid4())
        began = time.perf_counter()
        address = f"/judge/{self.assignment.pk}/save/"
        response = self.client.post(address, fields, headers={"X-Assize-Fetch": "1"})
        self.seconds.append(time.perf_counter() - began)
        if response.status_code != 200:
            self.refused += 1


class Scene:
    """A site with one assessor at work, and the figures of the work that goes on beside."""

    def __init__(self, client: Client, assignment: Assignment) -> None:
        self.client, self.assignment = client, assignment
        self.figures: dict[str, float | str] = {}

    def measure(self, name: str, work: Callable[[], Any]) -> None:
        """Do a piece of work while the assessor saves."""
        with self.saving() as saver, watch_writes() as watch:
            began = time.perf_counter()
            work()
            spent = time.perf_counter() - began
        taken = sorted(saver.seconds)
        others = [done for done in watch.transactions if done.thread != "saver"]
        self.figures |= {
            f"{name}_seconds": spent,
            f"{name}_lock_ms_longest": 1000 * max((done.seconds for done in others), default=0.0),
            f"{name}_rows_most": float(max((done.rows for done in others), default=0)),
            f"{name}_saves": float(len(taken)),
            f"{name}_saves_refused": float(saver.refused),
            f"{name}_save_p50_ms": 1000 * median(taken),
            f"{name}_save_p95_ms": 1000 * taken[int(0.95 * len(taken))],
            f"{name}_save_max_ms": 1000 * taken[-1],
        }

    @contextmanager
    def saving(self) -> Iterator[Saver]:
        """Saves go on; with at least one of them, however short the work is."""
        saver = Saver(self.client, self.assignment)
        _forget(self.assignment)
        saver.start()
        try:
            yield saver
            while not saver.seconds and saver.is_alive():
                time.sleep(0.01)
        finally:
            saver.ended.set()
            saver.join()


def _forget(assignment: Assignment) -> None:
    """Begin the judging anew, so that the saves of each piece of work are alike."""
    Judgment.objects.filter(assignment=assignment).delete()


def pooled(scene: Scene, folder: Path, command: Command) -> None:
    """Questions, runs, the pool and the assignments of a large campaign."""
    answers = made_up_answers(QUESTIONS)
    topics = write_topics(folder / "questions.txt", answers)
    command("create_campaign", "large", "--track", "trec8")
    scene.measure("questions", lambda: command("import_questions", "large", str(topics)))
    files = write_runs(folder / "runs", answers, runs=RUNS)
    scene.measure(
        "submit",
        lambda: [
            command("submit_run", "large", str(file), "--team", file.stem[:6], "--length", "50")
            for file in files
        ],
    )
    scene.measure("pool", lambda: command("pool", "large"))
    names = ["--assessors", ",".join(f"a{number}" for number in range(40)), "--new"]
    scene.measure("assign", lambda: command("assign", "large", "--judges", "3", *names))


def judged(scene: Scene, folder: Path, command: Command) -> None:
    """A campaign as TREC-8: judged, decided, counted, scored, exported and imported again."""
    answers = made_up_answers(JUDGED_QUESTIONS)
    command("create_campaign", "judged", "--track", "trec8")
    command("import_questions", "judged", str(write_topics(folder / "judged.txt", answers)))
    for file in write_runs(folder / "judged", answers, runs=JUDGED_RUNS):
        command("submit_run", "judged", str(file), "--team", file.stem[:6], "--length", "50")
    command("pool", "judged")
    campaign = Campaign.visible.get(slug="judged")
    table = write_judgments(folder / "judgments.csv", campaign, answers, ("a1", "a2", "a3"))
    scene.measure("judgments", lambda: command("import_judgments", "judged", str(table), "--new"))
    scene.measure("adjudicate", lambda: command("adjudicate", "judged", str(folder / "decisions.csv")))
    scene.measure("recount", lambda: command("recount", "judged"))
    scene.measure("score", lambda: command("score", "judged"))
    scene.measure("export", lambda: command("export", "judged", str(folder / "bundle")))
    scene.measure("bundle", lambda: command("import_bundle", str(folder / "bundle"), "--slug", "copy"))


def held(scene: Scene, folder: Path, command: Command) -> None:
    """A collection of ids, imported and then replaced, and the lists of documents of a campaign."""
    ids = folder / "ids.txt"
    ids.write_text("".join(f"BLOG06-20060101-{number:09d}\n" for number in range(IDS)))
    arguments = ("import_collection", "--ids-only", str(ids), "--slug", "ids")
    scene.measure("collection", lambda: command(*arguments))
    scene.measure("collection_replaced", lambda: command(*arguments))
    _lists(scene, folder, command)


def _lists(scene: Scene, folder: Path, command: Command) -> None:
    topics = "".join(
        f'<target id="{number}" text="T{number}"><qa><q id="{number}.1" type="RIGIDLIST">Who?</q></qa></target>\n'
        for number in range(1001, 1001 + TARGETS)
    )
    (folder / "tac.xml").write_text(f'<trecqa year="2008" task="main">\n{topics}</trecqa>\n')
    dice = random.Random(8)
    lists = folder / "lists.txt"
    lists.write_text(
        "".join(
            f"{target} {rank} BLOG06-20060101-{number:09d} {1 / rank:.6f}\n"
            for target in range(1001, 1001 + TARGETS)
            for rank, number in enumerate(dice.sample(range(IDS), LISTED), 1)
        )
    )
    command("create_campaign", "tac", "--track", "tac2008", "--collection", "ids")
    command("import_questions", "tac", str(folder / "tac.xml"))
    scene.measure("lists", lambda: command("import_document_lists", "tac", str(lists)))
    scene.measure("lists_replaced", lambda: command("import_document_lists", "tac", str(lists)))


def measured(client: Client, assignment: Assignment, command: Command) -> Figures:
    """All of it on one site."""
    scene = Scene(client, assignment)
    with tempfile.TemporaryDirectory() as name:
        for part in (pooled, judged, held):
            part(scene, Path(name), command)
    return scene.figures
