"""A run of retrieval beside runs of answers: its first segments are judged, and it is measured by them alone."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.submissions.models import PoolItem, Run
from scoring.__main__ import main
from tests.client import Client
from tests.commands import refusal, run
from tests.factory import make_member
from tests.journeys.test_cited_answers import PAGES, SMALL, judge, prepare, scores, submit

pytestmark = pytest.mark.django_db
SEGMENTS = {"rag-1": ("halden_02#1_237", "halden_01#0_100", "halden_05#2_574"), "rag-2": ("halden_03#0_300",)}
LOAD = "/campaigns/mine/import/run-files/"
MEASURED = {"mean_grade@20", "Judged@20"}


def ranked(folder: Path) -> Path:
    """The run, of two of the three topics; its third segment for one of them is cited by no answer to it."""
    lines = (
        f"{topic} Q0 {docid} {rank} {10 - rank} gull1\n"
        for topic, docids in SEGMENTS.items()
        for rank, docid in enumerate(docids, 1)
    )
    (folder / "gull1").write_text("".join(lines))
    return folder / "gull1"


@pytest.fixture
def made(tmp_path: Path) -> Campaign:
    campaign = prepare(tmp_path, "ranking_depth=3")
    submit()
    run("submit_run", "mine", str(ranked(tmp_path)), "--team", "gull")
    (told,) = (rule for rule in Run.objects.get(run_id="gull1").warnings if rule["code"] == "only_ranks")
    assert "of each question the first 3 are judged (Relevance of segments)" in json.dumps(told)
    return campaign


def pooled() -> set[str]:
    return set(PoolItem.objects.filter(question__qid="rag-1/relevance").values_list("docid", flat=True))


@pytest.mark.both_databases
def test_its_first_segments_are_pooled_and_judged_beside_those_that_answers_cite(
    made: Campaign, tmp_path: Path
) -> None:
    judge(tmp_path)
    assert "halden_05#2_574" in pooled()
    assert dict(Run.objects.values_list("run_id", "depth")) == {
        "lake1": None,
        "moor1": None,
        "tern1": None,
        "gull1": 3,
    }
    item = PoolItem.objects.get(question__qid="rag-1/relevance", docid="halden_05#2_574")
    assert not PoolItem.objects.exclude(question__type="RELEVANCE").filter(
        docid="halden_05#2_574", question__qid__startswith="rag-1"
    )
    grade = tmp_path / "grade.csv"
    grade.write_text(
        f"qid,docid,answer,assessor,grade\nrag-1/relevance,{item.docid},,ann,1\nrag-1/relevance,{item.docid},,bo,1\n"
    )
    run("import_judgments", "mine", str(grade))
    run("finish_judged", "mine", "--nothing-found")
    found = scores("mine", tmp_path / "scores.json")
    assert found["gull1"]["score"] is None
    assert {name for name, value in found["gull1"]["measures"].items() if value is not None} == MEASURED
    assert found["lake1"]["score"] is not None
    run("release", "mine")
    bundle = tmp_path / "bundle"
    run("export", "mine", str(bundle))
    assert main(["score", str(bundle), "--json", str(tmp_path / "files.json")]) == 0
    assert json.loads((tmp_path / "files.json").read_text())["runs"] == found
    run("import_bundle", str(bundle), "--slug", "elsewhere")
    assert scores("elsewhere", tmp_path / "there.json") == found


@pytest.mark.both_databases
def test_how_many_are_judged_is_a_setting(tmp_path: Path) -> None:
    prepare(tmp_path, "ranking_depth=2")
    submit()
    run("submit_run", "mine", str(ranked(tmp_path)), "--team", "gull")
    run("pool", "mine")
    assert "halden_05#2_574" not in pooled()
    run("settings", "mine", "ranking_depth=3")
    run("pool", "mine")
    assert "halden_05#2_574" in pooled()


def test_pages_say_what_the_run_is_for(made: Campaign, tmp_path: Path) -> None:
    judge(tmp_path)
    run("score", "mine")
    client = Client()
    client.force_login(make_member(made, "olga", "organizer", "adjudicator"))
    addresses = [f"/campaigns/mine/{page}".replace("moor1", "gull1") for page in PAGES]
    addresses += [
        "/campaigns/mine/runs/gull1/",
        "/campaigns/mine/results/1/runs/gull1/sheet.html",
        "/campaigns/mine/results/1/book.html",
    ]
    found = {page: client.get(page).status_code for page in addresses}
    assert {page: code for page, code in found.items() if code not in (200, 302)} == {}
    shown = " ".join(client.get("/campaigns/mine/runs/gull1/").content.decode().split())
    assert re.search(r"<dt>Holds</dt>\s*<dd>\s*a ranking, and no answers", shown)
    row = " ".join(client.get("/campaigns/mine/results/1/runs/gull1/").content.decode().split())
    assert "runs that only rank documents have no answers to score" in row


def test_a_file_of_the_same_run_takes_its_place_whatever_either_holds(made: Campaign, tmp_path: Path) -> None:
    """Several files at once keep what was declared of the run before; what that file held, the new one says anew."""
    client = Client()
    client.force_login(make_member(made, "olga", "organizer"))
    answers = (SMALL / "runs/lake1.jsonl").read_text().replace("lake1", "gull1")
    ranking = ranked(tmp_path).read_text().replace("halden_05#2_574", "halden_03#0_300")
    for data, holds in ((answers, {}), (ranking, {"holds": "ranking"}), (answers + "\n", {})):
        sent = SimpleUploadedFile("gull-1.jsonl", data.encode())
        page = client.post(LOAD, {"file": [sent]}, follow=True).content.decode()
        assert "1 run can be loaded." in page, page
        client.post(f"{LOAD}{Job.objects.latest('pk').pk}/import/", follow=True)
        stored = Run.objects.current().get(run_id="gull1")
        assert (stored.sha256, stored.declared) == (sha256(data.encode()).hexdigest(), holds)


def test_a_wrong_one_is_refused_whole_at_every_door(tmp_path: Path) -> None:
    campaign = prepare(tmp_path)
    bad = ranked(tmp_path)
    bad.write_text(bad.read_text() + "rag-9 Q0 halden_03#0_300 1 1 gull1\nrag-2 Q0 nowhere#1 2 1 gull1\n")
    said = refusal("submit_run", "mine", str(bad), "--team", "gull")
    assert "unknown_question" in said
    assert "unknown_document" in said
    assert not Run.objects.filter(campaign=campaign).exists()
