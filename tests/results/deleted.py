"""A campaign of any size beside another one, made by bulk insert, and its deletion killed at random moments."""

import time
from pathlib import Path

from tests.killing import Ground

LARGEST = ("submissions_response", "submissions_poolitem")
TABLES = (
    *LARGEST,
    "submissions_run",
    "judging_judgment",
    "campaigns_question",
    "people_member",
    "campaigns_campaign",
)
SCENE = """
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
fill("stays", 2, 3, 2)
fill("goes", *sizes)
"""
COMMAND = ("delete_campaign", "goes", "--confirm", "goes")
LEFT = "SELECT " + " + ".join(f"(SELECT count(*) FROM {table})" for table in LARGEST)
VISIBLE = "SELECT count(*) FROM campaigns_campaign WHERE deleting IS NULL"


def delete_and_kill(
    folder: Path, *, postgres: bool, kills: int, seed: int, runs: int, questions: int, items: int
) -> str:
    """Kill a deletion again and again, then let it end: nobody saw a half campaign, and the other one is whole."""
    scene = f"sizes = {runs, questions, items}\n{SCENE}"
    with Ground(folder, scene, postgres=postgres, seed=seed) as site:
        story, is_over = [site.value(LEFT)], False
        while not is_over and len(story) <= kills:
            site.kill(*COMMAND, when=LEFT, within=0.02)
            story.append(site.value(LEFT))
            assert site.value(VISIBLE) == 1
            # A kill may strike after the last step, before the process ends.
            is_over = _rows(site, "campaigns_campaign") == 1
        assert story[-1] < story[0], "killed before it began"
        assert len(story) > 2 or not is_over, "over before it could be killed"
        began = time.monotonic()
        sentence = "over before the last kill" if is_over else site.command(*COMMAND)
        seconds = time.monotonic() - began
        # Of the other campaign all.
        assert {table: _rows(site, table) for table in TABLES} == {
            "submissions_response": 30,
            "submissions_poolitem": 6,
            "submissions_run": 2,
            "judging_judgment": 6,
            "campaigns_question": 3,
            "people_member": 1,
            "campaigns_campaign": 1,
        }
    assert is_over or "The campaign goes is deleted" in sentence
    assert story == sorted(story, reverse=True)
    made = runs * questions * 5
    return f"{made:,} responses, rows left at each kill: {story}; then {seconds:.1f} s: {sentence.strip()}"


def _rows(site: Ground, table: str) -> int:
    return int(site.value(f"SELECT count(*) FROM {table}"))
