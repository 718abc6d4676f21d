"""A participant's own pages: what they hand out is true, and the example passes the checker."""

import gzip
import io
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign, Question, State
from assessment.campaigns.services import SourceFile, edit_question, import_questions
from assessment.submissions import services
from assessment.submissions.services.downloads import download_topics
from scoring import records
from scoring.tracks.base import Declaration
from tests.factory import make_campaign, make_member, make_questions
from tests.submissions import scene, tongues
from tests.submissions.scene import DOCIDS, client_of

pytestmark = pytest.mark.django_db
HOME = "/campaigns/trial/team/"


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = scene.campaign_with_ids(tmp_path)
    scene.team_of(campaign, "lkg", "ann")
    return campaign


def _get(name: str, address: str) -> bytes:
    answer = client_of(name).get(address)
    assert answer.status_code == 200, address
    return b"".join(answer)


def test_the_page_has_what_the_team_needs(campaign: Campaign) -> None:
    page = _get("ann", HOME).decode()
    for text in (
        "Your team: lkg",
        "assize-scoring.zip",
        "All document ids",
        "lkg1",
        "--track trec8",
        "No runs yet",
    ):
        assert text in page, text


@pytest.mark.parametrize(
    ("track", "settings"),
    [
        ("trec8", {}),
        ("trec8", {"columns": "qid docid rank tag answer"}),
        ("trec8", {"columns": "qid tag docid answer", "ranks": 1}),
        ("series2004", {}),
        ("series2004", {"lengths": "7"}),
        ("tac2008", {}),
        ("nq", {}),
    ],
)
def test_the_example_would_be_accepted(tmp_path: Path, track: str, settings: dict[str, Any]) -> None:
    (tmp_path / "ids.txt").write_text("".join(f"{docid}\n" for docid in DOCIDS))
    if track != "tac2008":
        call_command("import_collection", ids_only=tmp_path / "ids.txt", slug="ids")
    campaign = make_campaign(
        "trial",
        track,
        settings=settings,
        state=State.OPEN,
        collection_slug="" if track == "tac2008" else "ids",
    )
    kinds = [name for name, kind in campaign.track.question_types.items() if kind.judged]
    for number, kind in enumerate(kinds):
        make_questions(
            campaign,
            f"{number + 1}1",
            f"{number + 1}2",
            type=kind,
            series=str(number) if campaign.track.series_rules else "",
        )
    scene.team_of(campaign, "lkg", "ann")
    example = client_of("ann").get(f"{HOME}example/")
    name = example["Content-Disposition"].partition('filename="')[2].rstrip('"')
    upload = io.BytesIO(example.content)
    upload.name = name
    limits = campaign.track.length_limits
    sent = {
        "team": "lkg",
        "priority": "1",
        "automatic": "yes",
        "encoding": "utf-8",
        "scope": "all",
        "file": upload,
    }
    sent |= {f"declared_{one.name}": one.expected for one in campaign.track.asked}
    sent |= {"length_limit": str(max(limits))} if limits else {}
    answer = client_of("ann").post("/campaigns/trial/submit/", sent | {"action": "submit"})
    assert answer.status_code == 302, answer.content.decode()
    assert campaign.runs.get().team.name == "lkg"


def test_the_example_of_a_pair_comes_after_its_download(tongues: Campaign) -> None:
    registration = scene_registration(tongues)
    ann = client_of("ann")
    assert ann.get("/campaigns/tongues/team/example/").status_code == 404
    member = tongues.members.get(name="ann").account
    assert member
    download_topics(by=member, registration=registration, pair="EN:EN")
    example = ann.get("/campaigns/tongues/team/example/")
    report = services.check_alone(
        by=None,
        campaign=tongues,
        declaration=Declaration("clct", run_id="clct101PSenen"),
        file=SourceFile("clct101PSenen.xml", example.content),
    )
    assert [problem.code for problem in report.problems] == []
    assert ann.get("/campaigns/tongues/team/topics/").status_code == 404


def scene_registration(campaign: Campaign) -> Any:
    for name in ("clct", "uned"):
        tongues.register(campaign, name)
    registration = campaign.teams.get(name="clct").registration
    registration.team.members.add(campaign.members.get(name="ann"))
    return registration


def test_the_topics_are_byte_for_byte_those_imported(tmp_path: Path) -> None:
    campaign = make_campaign("trial", "trec8")
    topics = records.Topics((records.Question("1", "factoid", "Who was first?"),))
    data = campaign.track.write_topics(topics).replace(b"\n", b"\r\n")
    import_questions(campaign=campaign, topics=SourceFile("topics.txt", data), by=None)
    scene.team_of(campaign, "lkg", "ann")
    assert client_of("ann").get(f"{HOME}topics/").status_code == 404  # a draft
    Campaign.objects.update(state=State.OPEN)
    assert _get("ann", f"{HOME}topics/") == data
    Question.objects.create(campaign=campaign, qid="2", position=2, type="factoid", text="And then?")
    assert b"And then?" in _get("ann", f"{HOME}topics/")


@pytest.mark.parametrize(
    ("track", "file"),
    [
        ("trec8", "coast-facts/questions.txt"),
        ("series2004", "comet-series/questions.xml"),
        ("tac2008", "tide-opinions/questions.txt"),
    ],
)
def test_the_topics_follow_a_changed_question(track: str, file: str) -> None:
    campaign = make_campaign("trial", track, state=State.OPEN)
    path = Path("demo") / file
    import_questions(campaign=campaign, topics=SourceFile(path.name, path.read_bytes()), by=None)
    scene.team_of(campaign, "lkg", "ann")
    assert _get("ann", f"{HOME}topics/") == path.read_bytes()
    assert "Changed since" not in _get("ann", HOME).decode()
    asked = campaign.questions.in_order()
    question = next(one for one in asked if one.text.encode() in path.read_bytes())
    edit_question(question=question, by=None, text="Which one is it, in truth?", reason="A slip.")
    assert b"Which one is it, in truth?" in _get("ann", f"{HOME}topics/")
    page = _get("ann", HOME).decode()
    assert "Changed since the questions were imported" in page
    assert f"/questions/{question.qid}/" in page.partition("Changed since")[2].partition("</dd>")[0]
    assert f"--questions {campaign.track.questions_file}" in page


def test_document_ids_come_packed_and_the_same_each_time(campaign: Campaign) -> None:
    first, second = (_get("ann", f"{HOME}docids.txt.gz") for _ in range(2))
    assert first == second
    assert gzip.decompress(first).decode().split() == sorted(DOCIDS)
    Campaign.objects.update(collection_slug="")
    assert client_of("ann").get(f"{HOME}docids.txt.gz").status_code == 404


def test_the_checker_runs_on_a_bare_python(campaign: Campaign, tmp_path: Path) -> None:
    page = _get("ann", HOME).decode()
    packed = _get("ann", f"{HOME}assize-scoring.zip")
    assert packed == _get("ann", f"{HOME}assize-scoring.zip")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {"__main__.py", "scoring/LICENSE", "scoring/evaluations/trec8/evaluation.toml"} <= set(
            archive.namelist()
        )
    for name, address in (
        ("assize-scoring.zip", "assize-scoring.zip"),
        ("docids.txt.gz", "docids.txt.gz"),
        ("questions.txt", "topics/"),
        ("lkg1.txt", "example/"),
    ):
        (tmp_path / name).write_bytes(_get("ann", f"{HOME}{address}"))
    line = next(part for part in page.split("<pre") if "assize-scoring.zip check" in part)
    command = shlex.split(line.partition(">")[2].partition("</pre>")[0])
    bare = [sys.executable, "-I", "-S", *command[1:]]  # no site packages: no numpy
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "run lkg1, 4 responses, no errors" in done.stdout
    (tmp_path / "lkg1.txt").write_text("1 Q0 NOWHERE 1 0.5 lkg1 x\n")
    wrong = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "unknown_document" in wrong.stderr
    study = [sys.executable, "-I", "-S", "assize-scoring.zip", "study", "."]
    refused = subprocess.run(study, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (refused.returncode, "needs numpy" in refused.stderr) == (1, True)


def test_a_receipt_says_what_was_received(campaign: Campaign) -> None:
    data = scene.as_bytes(scene.whole_run())
    run = scene.submit(campaign, data, team="lkg")
    text = _get("ann", "/campaigns/trial/runs/lkg1/receipt/?form=text").decode()
    assert f"SHA-256: {run.sha256}\n" in text
    assert f"Bytes: {len(data)}\n" in text
    assert run.sha256 in _get("ann", "/campaigns/trial/runs/lkg1/receipt/").decode()
    page = _get("ann", HOME).decode()
    assert "receipt" in page
    assert "lkg1" in page


def test_another_teams_things_do_not_exist(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run("secret1")), team="tern")
    make_member(campaign, "judge", "assessor")
    ann = client_of("ann")
    assert ann.get("/campaigns/trial/runs/secret1/receipt/").status_code == 404
    assert "tern" not in ann.get(f"{HOME}?team=tern").content.decode()
    assert ann.get(f"{HOME}?team=tern").context["own"].team.name == "lkg"
    for part in ("", "topics/", "example/", "docids.txt.gz", "assize-scoring.zip"):
        assert client_of("judge").get(f"{HOME}{part}").status_code == 404


def test_who_is_in_no_team_is_told_what_to_do(campaign: Campaign) -> None:
    make_member(campaign, "solo", "participant")
    assert "You are in no team yet" in _get("solo", HOME).decode()
    assert client_of("solo").get(f"{HOME}example/").status_code == 404
