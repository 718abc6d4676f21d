"""Imports of judgments whose process is killed at random moments, and what the database holds then."""

import csv
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

ASSESSORS = ("ann", "bo", "cy")
PATIENCE = 240.0  # seconds; the machine may be busy
SCENE = """
import sys, django
django.setup()
from django.db import transaction
from tests.factory import make_campaign, make_items, make_questions
with transaction.atomic():
    for question in make_questions(make_campaign(), *map(str, range(int(sys.argv[1]))), type="factoid"):
        make_items(question, *((f"DOC-{n}", f"answer {n}") for n in range(int(sys.argv[2]))))
"""


class Killed:
    """A database, and imports of one file into it."""

    def __init__(self, folder: Path, *, postgres: bool, questions: int, items: int) -> None:
        self.database = new_database(folder, postgres=postgres)
        self.postgres, self.rows = postgres, questions * items * len(ASSESSORS)
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_SECRET_KEY": "the tests need no secret",
            "ASSIZE_DATA_DIR": str(folder),
            "ASSIZE_DATABASE_URL": self.database,
            "ASSIZE_REDIS_URL": "",
            "ASSIZE_JOB_LEASE": "2",
        }
        self.file = folder / "judgments.csv"
        with self.file.open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(
                [
                    "qid",
                    "docid",
                    "passage",
                    "answer",
                    "assessor",
                    "grade",
                    "answer_class",
                    "note",
                    "judged_at",
                ]
            )
            for qid in range(questions):
                for n in range(items):
                    for place, name in enumerate(ASSESSORS):
                        grade = "yes" if (n + place) % 5 == 0 else "no"
                        table.writerow([qid, f"DOC-{n}", "", f"answer {n}", name, grade, "", "", ""])
        self._run([sys.executable, "-c", SCENE, str(questions), str(items)])

    def kill_one(self, dice: random.Random) -> int:
        """Kill an import some time after it began to store; how many judgments there are then."""
        began, end = self.count(), time.monotonic() + PATIENCE
        process = subprocess.Popen(
            self._command(), cwd=settings.BASE_DIR, env=self.environment, stdout=subprocess.DEVNULL
        )
        while process.poll() is None and self.count() == began and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(dice.uniform(0, 0.3))
        process.kill()
        process.wait()
        return self.count()

    def kill_undo(self, dice: random.Random) -> int:
        """Kill the undo of the import some time after it began; how many judgments count then."""
        began, end = self.count(), time.monotonic() + PATIENCE
        process = subprocess.Popen(
            self._undo_command(), cwd=settings.BASE_DIR, env=self.environment, stdout=subprocess.DEVNULL
        )
        while process.poll() is None and self.count() == began and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(dice.uniform(0, 0.3))
        process.kill()
        process.wait()
        return self.count()

    def undo(self) -> str:
        """Undo the import, to the end; or let a worker go on with an undo that was killed."""
        self._run([sys.executable, "manage.py", "run_jobs", "--until-done"])
        return self._run(self._undo_command()) if self.count() else ""

    def imports(self) -> str:
        """The record of imports."""
        return self._run([sys.executable, "manage.py", "imports", "trial"])

    def _undo_command(self) -> list[str]:
        return [sys.executable, "manage.py", "undo_import", "trial", "1", "--reason", "wrong file"]

    def finish(self) -> str:
        """Import the file once more, to the end."""
        return self._run(self._command())

    def recount(self) -> None:
        """Compare the counters with a fresh count; the command fails where they differ."""
        self._run([sys.executable, "manage.py", "recount", "trial"])

    def count(self) -> int:
        """The judgments that count."""
        link: Any
        query = "SELECT count(*), count(DISTINCT (item_id || ' ' || member_id)) FROM judging_judgment WHERE grade <> ''"
        if self.postgres:
            link = psycopg2.connect(self.database)
            with link.cursor() as cursor:
                cursor.execute(query)
                count, distinct = cursor.fetchone() or (0, 0)
        else:
            link = sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=PATIENCE)
            count, distinct = link.execute(query).fetchone()
        link.close()
        assert count == distinct
        return int(count)

    def _command(self) -> list[str]:
        return [sys.executable, "manage.py", "import_judgments", "trial", str(self.file), "--new"]

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def kill_again_and_again(
    folder: Path, *, postgres: bool, kills: int, seed: int, questions: int, items: int
) -> str:
    """Kill imports of one file; afterwards each judgment is there once, and every counter is right."""
    dice, site = random.Random(seed), Killed(folder, postgres=postgres, questions=questions, items=items)
    strikes = 0
    for _ in range(kills):
        left = site.kill_one(dice)
        strikes += 0 < left < site.rows
        site.recount()
    said = site.finish()
    assert f"{site.rows:,} were there already" in said or f"Stored {site.rows:,} judgments" in said, said
    assert site.count() == site.rows
    site.recount()
    return f"seed {seed}: {kills} kills, {strikes} of them in the middle; {site.rows:,} judgments, each once"


def kill_undo(folder: Path, *, postgres: bool, seed: int, questions: int, items: int) -> str:
    """Kill the undo of an import in the middle; afterwards none of its judgments counts, and every counter is right."""
    dice, site = random.Random(seed), Killed(folder, postgres=postgres, questions=questions, items=items)
    site.finish()
    assert site.count() == site.rows
    left = site.kill_undo(dice)
    site.recount()
    began = time.monotonic()
    site.undo()
    took = time.monotonic() - began
    assert site.count() == 0
    assert site.imports().startswith("1  Undone  Judgments: judgments.csv")
    site.recount()
    where = "in the middle" if 0 < left < site.rows else "at the edge"
    return (
        f"seed {seed}: killed {where}, {left:,} of {site.rows:,} judgments left; the rest took {took:.1f} s"
    )
