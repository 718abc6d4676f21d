"""A campaign of any size beside another one, made by bulk insert, and its deletion killed at random moments."""

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

PATIENCE = 600.0  # seconds
TABLES = (
    "submissions_response",
    "submissions_poolitem",
    "submissions_run",
    "judging_judgment",
    "campaigns_question",
    "people_member",
    "people_event",
    "campaigns_campaign",
)
SCENE = """
import sys, django
django.setup()
from itertools import islice
from django.utils import timezone
from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.submissions.models import PoolItem, Response, Run
from assessment.submissions.services.teams import ensure_team
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

def store(rows):
    while some := list(islice(rows, 5000)):
        type(some[0]).objects.bulk_create(some)

def fill(slug, runs, questions, items):
    campaign = make_campaign(slug, state="closed")
    team = ensure_team(by=None, campaign=campaign, name="lkg")
    made = make_questions(campaign, *map(str, range(questions)), type="factoid")
    judged = []
    for question in made:
        pool = make_items(question, *((f"DOC-{n}", f"answer {n}") for n in range(items)))
        assignment = make_assignment(question, ada)
        judged += [(item, assignment) for item in pool]
    now = timezone.now()
    store(Judgment(item=item, assignment=a, member=a.member, grade="no", judged_at=now) for item, a in judged)
    for number in range(runs):
        run = Run.objects.create(campaign=campaign, team=team, run_id=f"lkg{number}", run_key=f"lkg{number}",
                                 sha256="0" * 64, responses_count=questions * 5)
        store(Response(run=run, question=q, line=5 * n + rank, rank=rank, docid="DOC", answer="a", key="k" * 64)
              for n, q in enumerate(made) for rank in range(1, 6))
    record_event(by=None, campaign=campaign, verb="campaign:created", subject=slug)

ada = make_account("ada")
runs, questions, items = map(int, sys.argv[1:4])
fill("stays", 2, 3, 2)
fill("goes", runs, questions, items)
"""


class Deletion:
    """A database with a campaign that goes and one that stays, and what is in it."""

    def __init__(self, folder: Path, *, postgres: bool, runs: int, questions: int, items: int) -> None:
        self.database = new_database(folder, postgres=postgres)
        self.postgres = postgres
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_SECRET_KEY": "the tests need no secret",
            "ASSIZE_DATA_DIR": str(folder),
            "ASSIZE_DATABASE_URL": self.database,
            "ASSIZE_REDIS_URL": "",
            "ASSIZE_JOB_LEASE": "2",
        }
        sizes = map(str, (runs, questions, items))
        self._run([sys.executable, "-c", SCENE, *sizes])
        self.responses = runs * questions * 5
        self.is_over = False  # before it was killed

    def kill_one(self, dice: random.Random) -> int:
        """Kill a deletion some time after it began, unless it is over by then; how many responses there are then."""
        before, end = self.left(), time.monotonic() + PATIENCE
        process = subprocess.Popen(
            self._command(), cwd=settings.BASE_DIR, env=self.environment, stdout=subprocess.DEVNULL
        )
        while process.poll() is None and self.left() == before and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(dice.uniform(0, 0.02))
        process.kill()
        process.wait()
        # Then only the other one is left: a kill may strike after the last step, before the process ends.
        self.is_over = self.counts()["campaigns_campaign"] == 1
        return self.left()

    def finish(self) -> str:
        """Delete it, to the end."""
        return self._run(self._command())

    def left(self) -> int:
        """The rows of the largest tables."""
        return sum(self.counts()[table] for table in TABLES[:2])

    def counts(self) -> dict[str, int]:
        """The rows of the tables."""
        return {table: self._value(f"SELECT count(*) FROM {table}") for table in TABLES}

    def visible(self) -> int:
        """The campaigns that people find."""
        return self._value("SELECT count(*) FROM campaigns_campaign WHERE deleting IS NULL")

    def _value(self, query: str) -> int:
        link: Any
        if self.postgres:
            link = psycopg2.connect(self.database)
            with link.cursor() as cursor:
                cursor.execute(query)
                (value,) = cursor.fetchone() or (0,)
        else:
            link = sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=PATIENCE)
            (value,) = link.execute(query).fetchone()
        link.close()
        return int(value)

    def _command(self) -> list[str]:
        return [sys.executable, "manage.py", "delete_campaign", "goes", "--confirm", "goes"]

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def delete_and_kill(
    folder: Path, *, postgres: bool, kills: int, seed: int, runs: int, questions: int, items: int
) -> str:
    """Kill a deletion again and again, then let it end: nobody saw a half campaign, and the other one is whole."""
    dice = random.Random(seed)
    site = Deletion(folder, postgres=postgres, runs=runs, questions=questions, items=items)
    story = [site.left()]
    while not site.is_over and len(story) <= kills:
        story.append(site.kill_one(dice))
        assert site.visible() == 1
    assert site.left() < story[0], "killed before it began"
    assert len(story) > 2 or not site.is_over, "over before it could be killed"
    began = time.monotonic()
    sentence = "over before the last kill" if site.is_over else site.finish()
    seconds = time.monotonic() - began
    # Of the other campaign all, and one event of the site beside its own.
    assert site.counts() == {
        "submissions_response": 30,
        "submissions_poolitem": 6,
        "submissions_run": 2,
        "judging_judgment": 6,
        "campaigns_question": 3,
        "people_member": 1,
        "people_event": site.counts()["people_event"],
        "campaigns_campaign": 1,
    }
    assert site.is_over or "The campaign goes is deleted" in sentence
    assert story == sorted(story, reverse=True)
    return f"{site.responses:,} responses, rows left at each kill: {story}; then {seconds:.1f} s: {sentence.strip()}"
