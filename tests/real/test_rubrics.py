"""Rubrics as ResearchRubrics (2025) gives them out: criteria of each question with weights, negative ones too, and axes."""

import json
from collections import Counter
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Nugget
from assessment.results.selectors.evaluation import load_evaluation
from scoring.evaluations.gallery import gallery
from scoring.formats.rows import as_weight
from tests.commands import run
from tests.scoring.realdata import FOLDER

pytestmark = pytest.mark.django_db
FILE = FOLDER.parent / "rag" / "research-rubrics-dev.jsonl"


def test_every_criterion_comes_in_with_its_weight_and_axis(tmp_path: Path) -> None:
    if not FILE.is_file():
        pytest.skip(f"the rubrics are not at {FILE} (set ASSIZE_REAL_DATA)")
    rows = [json.loads(line) for line in FILE.read_text().splitlines()]
    # What was asked is not in the file.
    questions = "\n".join(json.dumps({"text": f"Question {row['qid']}", **row}) for row in rows)
    (tmp_path / "questions.jsonl").write_text(questions)
    declared = next(entry for entry in gallery() if entry.name == "rubrics").text
    (tmp_path / "evaluation.toml").write_text(declared)
    run("create_campaign", "mine", "--evaluation", str(tmp_path / "evaluation.toml"))
    run("import_questions", "mine", str(tmp_path / "questions.jsonl"))
    stored = Nugget.objects.values_list("question__qid", "text", "weight", "group")
    found = Counter((qid, text, as_weight(str(weight)), group) for qid, text, weight, group in stored)
    given = Counter(
        (row["qid"], " ".join(one["criterion"].split()), as_weight(str(one["weight"])), one["axis"])
        for row in rows
        for one in row["rubrics"]
    )
    assert found == Counter(dict.fromkeys(given, 1))
    assert (len(found), min(float(weight) for _, _, weight, _ in found)) == (755, -5.0)
    assert len(load_evaluation(Campaign.objects.get()).nuggets) == 755
