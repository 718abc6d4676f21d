"""The published runs of 2006 and 2007: which rules they break, and how the relaxations let them in."""

from collections import Counter
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.submissions.models import PoolItem, QuestionPool, Run

YEARS = {
    "2006": ("trec15questions.xml", "QA.outputs_2006"),
    "2007": ("trec16questions.xml", "QA.outputs_2007"),
}
RELAXED = {"missing_questions": "true", "free_run_tag": "true"}


def _campaign(real_data: Path, folder: Path, year: str, rules: Mapping[str, str], known: bool = True) -> Path:
    """Make the campaign with a collection of the ids that the run names, or of another one; return the run's file."""
    topics, name = YEARS[year]
    run = real_data / name
    ids = {line.split(b" ")[2] for line in run.read_bytes().splitlines()} - {b"NIL"}
    listed = folder / "ids.txt"
    listed.write_bytes(b"".join(docid + b"\n" for docid in sorted(ids)) if known else b"NYT00000000.0000\n")
    chosen = [part for key, value in rules.items() for part in ("--set", f"{key}={value}")]
    for command in (
        ["import_collection", "--ids-only", str(listed), "--slug", "named"],
        ["create_campaign", f"q{year}", "--track", "series2004", "--collection", "named", *chosen],
        ["import_questions", f"q{year}", str(real_data / topics)],
    ):
        call_command(*command, stdout=StringIO(), stderr=StringIO())
    return run


def _submit(year: str, run: Path, **options: Any) -> tuple[str, str]:
    said, errors = StringIO(), StringIO()
    try:
        call_command(
            "submit_run",
            f"q{year}",
            str(run),
            "--team",
            "khan",
            all_problems=True,
            stdout=said,
            stderr=errors,
            **options,
        )
    except CommandError as error:
        errors.write(str(error))
    return said.getvalue(), errors.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(("year", "many", "missing"), [("2006", 402, 164), ("2007", 307, 208)])
def test_without_relaxations_every_broken_rule_is_told_with_its_place(
    real_data: Path, tmp_path: Path, year: str, many: int, missing: int
) -> None:
    run = _campaign(real_data, tmp_path, year, {})
    said, errors = _submit(year, run)
    listed = [line for line in errors.splitlines() if line.startswith(f"{run.name}:")]
    assert Counter(line.split(": ")[1] for line in listed) == {
        "run_tag_team": 1,
        "factoid_many": many,
        "missing_question": missing,
    }
    assert f"{run.name} breaks 3 rules" in errors
    assert not said
    assert not Run.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("many", "items"), [("first", 403), ("any", 4167)])
def test_the_run_of_2006_comes_in_with_relaxations_and_is_pooled(
    real_data: Path, tmp_path: Path, many: str, items: int
) -> None:
    run = _campaign(real_data, tmp_path, "2006", {"many_per_factoid": many, **RELAXED})
    said, errors = _submit("2006", run)
    assert not errors
    assert said == "Stored 2006 of khan: 4,167 responses, 567 warnings. New team: khan.\n"
    call_command("pool", "q2006", stdout=StringIO())
    assert PoolItem.objects.count() == items
    stored = Run.objects.get()
    assert {rule["code"]: rule["count"] for rule in stored.warnings} == {
        "run_tag_team": 1,
        "factoid_many": 402,
        "missing_question": 164,
    }
    assert not QuestionPool.objects.exclude(question__type="FACTOID").exists()


@pytest.mark.django_db
def test_the_run_of_2007_comes_in_with_unknown_documents_too(real_data: Path, tmp_path: Path) -> None:
    run = _campaign(real_data, tmp_path, "2007", {"many_per_factoid": "any", **RELAXED}, known=False)
    _, errors = _submit("2007", run)
    assert "unknown_document" in errors
    campaign = Campaign.objects.get()
    campaign.settings["unknown_docids"] = True
    campaign.save()
    said, errors = _submit("2007", run)
    assert not errors
    assert said.startswith("Stored 2007 of khan: 3,470 responses")
    ids = {line.split(b" ")[2] for line in run.read_bytes().splitlines()}
    counted = {rule["code"]: rule["count"] for rule in Run.objects.get().warnings}
    assert counted["unknown_document"] == len(ids)
