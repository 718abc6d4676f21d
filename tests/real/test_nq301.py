"""1,490 real judgments by three annotators of answers to 301 questions: in by commands and by pages alone, scored, released.

The files stay where they are. What the site says is held against plain Python over the same files.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import CHECK
from assessment.jobs.models import Job
from assessment.judging.models import Assignment, Judgment
from assessment.results.models import Release, ReleasePreview, RunScore
from assessment.submissions.models import PoolItem, Run
from scoring.__main__ import main
from tests.alone import DEFINITION, alone
from tests.client import Client
from tests.commands import outcome, run
from tests.factory import make_account
from tests.scoring.realdata import FOLDER

pytestmark = pytest.mark.django_db
HUMAN = "NQ301_human.tsv"
SYSTEMS = ("EMDR2", "FiD-KD", "R2D2", "text-davinci-003_zeroshot")
HOME = "/campaigns/nq301/"
PEOPLE = {"anna": "annotator1", "ben": "annotator2", "cleo": "annotator3"}
MAP = ",".join(f"assessor:{name}={column}" for name, column in PEOPLE.items())


def file(name: str) -> Path:
    folder = FOLDER.parent / "nq301"
    if not folder.is_dir():
        pytest.skip(f"the human judgments of NQ-open are not at {folder} (set ASSIZE_REAL_DATA)")
    return folder / name


def upload(name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, file(name).read_bytes())


class Plain(NamedTuple):
    """What the files say, by plain Python: as many judgments of each person, accuracy by the majority, and what is open."""

    items: int
    judgments: Counter[str]
    accuracy: dict[str, float]
    unjudged: dict[str, int]
    missed: int  # rows of people that no system gave


def folded(text: str) -> str:
    return " ".join(text.casefold().split())


def plain() -> Plain:
    text = file(HUMAN).read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    said: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        said.setdefault((folded(row["Question"]), folded(row["Model answer"])), row)
    runs = dict(answers())
    pool = {pair for given in runs.values() for pair in given}
    counts = Counter(
        name
        for qid, answer in pool
        for name, column in PEOPLE.items()
        if said.get((folded(qid), folded(answer)), {}).get(column)
    )
    given = {(folded(question), folded(answer)) for question, answer in pool}
    missed = sum((folded(row["Question"]), folded(row["Model answer"])) not in given for row in rows)
    majority = {key: most(row) for key, row in said.items()}
    found = {name: [majority.get((folded(q), folded(a))) for q, a in some] for name, some in runs.items()}
    return Plain(
        len(pool),
        counts,
        {name: sum(grade == "Yes" for grade in grades) / len(grades) for name, grades in found.items()},
        {name: sum(grade is None for grade in grades) for name, grades in found.items()},
        missed,
    )


def answers() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for name in SYSTEMS:
        lines = file(f"NQ301_{name}.jsonl").read_text("utf-8").splitlines()
        given = map(json.loads, lines)
        yield f"NQ301_{name}", [(one["question"], one["prediction"].strip()) for one in given]


def most(row: dict[str, str]) -> str | None:
    """The grade of most of those who judged; no two are given equally often."""
    ordered = Counter(row[column] for column in PEOPLE.values() if row[column]).most_common()
    assert len(ordered) < 2 or ordered[0][1] > ordered[1][1]
    return ordered[0][0]


def hold(campaign: Campaign, scores: dict[str, Any]) -> None:
    """Hold what was stored, and the scores by the majority, against plain Python."""
    expected = plain()
    assert PoolItem.objects.filter(question__campaign=campaign).count() == expected.items
    stored = Judgment.objects.filter(member__campaign=campaign)
    assert Counter(stored.values_list("member__name", flat=True)) == expected.judgments
    assert set(scores) == set(expected.accuracy)
    for run_id, score in scores.items():
        assert score["score"] == pytest.approx(expected.accuracy[run_id], abs=5e-5)
        assert score["unjudged"] == expected.unjudged[run_id]


def test_all_of_it_comes_in_by_commands(tmp_path: Path) -> None:
    campaign = alone(tmp_path, "nq301")
    assert "301 questions" in run("import_questions", "nq301", str(file(HUMAN)))
    for name in SYSTEMS:
        said = run("submit_run", "nq301", str(file(f"NQ301_{name}.jsonl")), "--team", name)
        assert f"NQ301_{name} of {name}: 301 responses" in said
    run("pool", "nq301")
    table = ("import_judgments", "nq301", str(file(HUMAN)), "--new", "--columns", MAP)
    checked = outcome(*table, "--check")
    assert checked["missed"] == plain().missed
    assert [(one["name"], one["items"]) for one in checked["people"]] == sorted(plain().judgments.items())
    assert not Judgment.objects.exists()
    run(*table)
    assert "Nothing changed" in run(*table)
    assert "third assessors" in run("assign", "nq301", "--third", "--from-files", "cleo")
    run("score", "nq301", "--rule", "majority")
    hold(campaign, scores_in(tmp_path))
    declared = Run.objects.get(run_id="NQ301_EMDR2").declared
    assert declared == {"columns": "question=question, answer=prediction"}


def scores_in(folder: Path) -> dict[str, Any]:
    """The scores by the majority, worked out by the scoring package alone from the bundle."""
    bundle, scores = folder / "bundle", folder / "scores.json"
    run("export", "nq301", str(bundle))
    assert main(["score", str(bundle), "--rule", "majority", "--json", str(scores)]) == 0
    found: dict[str, Any] = json.loads(scores.read_text())["runs"]
    return found


def test_all_of_it_comes_in_by_pages(tmp_path: Path) -> None:
    olga = Client()
    olga.force_login(make_account("olga", may_create=True))
    told = {"do": "create", "text": DEFINITION, "title": "Answers alone", "slug": "nq301"}
    assert olga.post("/campaigns/new/evaluation/", told).headers["Location"] == HOME
    campaign = Campaign.objects.get()
    confirm(olga, "import-questions/", file=upload(HUMAN))
    table = "team\n" + "\n".join(SYSTEMS)
    confirm(olga, "teams/import/", file=SimpleUploadedFile("teams.csv", table.encode()))
    olga.post(f"{HOME}state/", {"to": "open"})
    for name in SYSTEMS:
        told = {"team": name, "priority": "1", "automatic": "yes", "encoding": "utf-8"}
        sent = olga.post(f"{HOME}submit/", told | {"file": upload(f"NQ301_{name}.jsonl")}, follow=True)
        assert "301 responses" in sent.text
        assert "answer ← prediction" in sent.text
    olga.post(f"{HOME}state/", {"to": "closed"})
    olga.post(f"{HOME}pool/", {"depth": ""})
    page = checked(olga, "judgments/", file=upload(HUMAN))
    assert "annotator3 ← annotator3" in page  # what was guessed
    people = {f"person-{column}": name for name, column in PEOPLE.items()}
    which = {"column-qid": "id", "column-answer": "Model answer"}
    page = checked(olga, "judgments/", again=str(latest()), **people, **which)
    assert "anna ← annotator1" in page
    assert f"{plain().missed} rows name questions or answers that are not in the pool" in page
    olga.post(f"{HOME}judgments/{latest()}/import/", {"newcomers": "on"})
    olga.post(f"{HOME}assign/third/", {"from_files": "cleo"})
    thirds = Assignment.objects.of_some()
    assert sum(row.judged for row in thirds) == sum(row.asked for row in thirds) == plain().judgments["cleo"]
    assert all(row.is_done_of(row.asked) for row in thirds)
    olga.post(f"{HOME}majorities/accept/", {"shown": olga.get(f"{HOME}majorities/").context["packed"]})
    release(olga)
    found = {row.run.run_id: {"score": row.score, "unjudged": row.unjudged} for row in RunScore.objects.all()}
    hold(campaign, found)


def checked(client: Client, page: str, **sent: Any) -> str:
    """The preview of a file."""
    return str(client.post(f"{HOME}{page}", sent, follow=True).text)


def latest() -> int:
    return Job.objects.filter(kind=CHECK).latest("pk").pk


def confirm(client: Client, page: str, **sent: Any) -> None:
    checked(client, page, **sent)
    client.post(f"{HOME}{page}{latest()}/import/")


def release(client: Client) -> None:
    """Release with what nobody judged counted as wrong."""
    client.post(f"{HOME}results/release/preview/")
    seen = ReleasePreview.objects.get().inputs_sha256
    client.post(f"{HOME}results/release/", {"seen": seen, "audience": "all", "partial": "1"})
    assert sum(Release.objects.get().unjudged.values()) > 0
