"""Runs that are tables of any program, whose answers name no documents: by page, program and command, into every file."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError

from assessment.campaigns.models import Campaign
from assessment.submissions.models import PoolItem, QuestionPool, Run, RunState
from scoring.__main__ import main
from tests.alone import alone
from tests.api.asking import client_of
from tests.client import Client
from tests.commands import run
from tests.factory import make_member
from tests.results.golden import contents

pytestmark = pytest.mark.django_db
HOME = "/campaigns/alone/"
QUESTIONS = "qid,text\n1,Who wrote Ulysses?\n2,Where is the ferry?\n"
LINES = (
    '{"question": "who wrote ulysses?", "answer": ["James Joyce"], "prediction": "Joyce,\\n born in Dublin"}\n'
    '{"question": "Where is the  ferry?", "answer": ["quay"], "prediction": "at the quay"}\n'
)
ROWS = "n;text;best\n1;Who wrote Ulysses?;Homer\n2;Where is the ferry?;at the quay\n"
JUDGED = 'qid,answer,ann,bo\n1,"Joyce, born in Dublin",yes,no\n1,Homer,no,no\n2,at the quay,yes,yes\n'


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    found = alone(tmp_path)
    run("import_questions", "alone", write(tmp_path, "questions.csv", QUESTIONS))
    run("open_campaign", "alone")
    return found


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer", "adjudicator"))
    return client


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def submit(client: Client, text: str, action: str = "submit", **said: str) -> Any:
    told = {"team": "lake", "priority": "1", "automatic": "yes", "encoding": "utf-8", "action": action}
    file = SimpleUploadedFile("sys.jsonl", text.encode())
    return client.post(f"{HOME}submit/", told | said | {"file": file}, follow=True)


def judged(campaign: Campaign, folder: Path) -> None:
    """Two runs, pooled, and judged by two people of whom one differs once."""
    run("submit_run", "alone", write(folder, "one.jsonl", LINES), "--team", "lake")
    run(
        "submit_run",
        "alone",
        write(folder, "two.csv", ROWS),
        "--team",
        "tern",
        "--columns",
        "question=text,answer=best",
    )
    run("close_campaign", "alone")
    run("pool", "alone")
    run(
        "import_judgments",
        "alone",
        write(folder, "judged.csv", JUDGED),
        "--new",
        "--columns",
        "assessor:ann=ann,assessor:bo=bo",
    )


def test_a_run_is_checked_submitted_and_kept_with_what_was_taken_for_what(organizer: Client) -> None:
    run("add_team", "alone", "lake")
    assert "Which column of the file is which?" in organizer.get(f"{HOME}submit/").text
    checked = submit(organizer, LINES, "check").text
    assert "answer ← prediction" in checked
    assert "Not read: &quot;answer&quot;" in checked
    assert not Run.objects.exists()
    assert "2 responses" in submit(organizer, LINES).text
    kept = Run.objects.get()
    assert (kept.run_id, kept.declared) == ("sys", {"columns": "question=question, answer=prediction"})
    assert "question=question, answer=prediction" in organizer.get(f"{HOME}runs/sys/").text
    assert "already been submitted" in submit(organizer, LINES).text
    submit(organizer, LINES.replace("at the quay", "somewhere"))
    assert list(Run.objects.order_by("pk").values_list("state", flat=True)) == [
        RunState.REPLACED,
        RunState.SUBMITTED,
    ]


def test_where_no_name_tells_the_columns_somebody_says_which_they_are(organizer: Client) -> None:
    run("add_team", "alone", "lake")
    refused = submit(organizer, ROWS)
    assert refused.status_code == 422
    assert "Columns missing: &quot;qid&quot;" in refused.text
    nowhere = submit(organizer, ROWS, declared_columns="question=text, answer=nobody")
    assert "The file has no column &quot;nobody&quot;" in nowhere.text
    assert "is no column of this table" in submit(organizer, ROWS, declared_columns="grade=best").text
    assert "2 responses" in submit(organizer, ROWS, declared_columns="question=text, answer=best").text


def test_by_program(campaign: Campaign) -> None:
    program = client_of(make_member(campaign, "olga", "organizer"))

    def post(**more: Any) -> Any:
        sent = {"file": SimpleUploadedFile("sys.csv", ROWS.encode()), "team": "lake", **more}
        return program.post("/api/v1/campaigns/alone/runs/", sent)

    assert post(check_only=True).json()["problems"][0]["code"] == "header"
    said = json.dumps({"question": "text", "answer": "best"})
    assert post(columns=said, check_only=True).json()["responses"] == 2
    assert post(columns="question=text,answer=best").status_code == 201
    assert Run.objects.get().declared == {"columns": "question=text, answer=best"}


def test_by_command(campaign: Campaign, tmp_path: Path) -> None:
    table, columns = write(tmp_path, "sys.csv", ROWS), "question=text,answer=best"
    with pytest.raises(CommandError):
        run("submit_run", "alone", table, "--team", "lake")
    said = run("submit_run", "alone", table, "--team", "lake", "--columns", columns)
    assert "2 responses" in said


def test_an_answer_is_pooled_without_a_document(campaign: Campaign, tmp_path: Path) -> None:
    judged(campaign, tmp_path)
    rows = PoolItem.objects.order_by("question__qid", "answer").values_list(
        "question__qid", "docid", "answer"
    )
    assert list(rows) == [("1", "", "Homer"), ("1", "", "Joyce, born in Dublin"), ("2", "", "at the quay")]
    assert list(QuestionPool.objects.order_by("pk").values_list("items", "documents")) == [(2, 0), (1, 0)]


def test_every_page_shows_answers_without_documents(
    organizer: Client, campaign: Campaign, tmp_path: Path
) -> None:
    judged(campaign, tmp_path)
    run("score", "alone", "--rule", "union")
    for address in (
        "pool/",
        "pool/1/",
        "adjudicate/1/",
        "agreement/",
        "majorities/",
        "results/1/",
        "results/1/runs/one/",
    ):
        page = organizer.get(f"{HOME}{address}")
        assert page.status_code == 200, address
        assert "search/?id=" not in page.text
    assert "2 items" in organizer.get(f"{HOME}pool/1/").text
    assert "0 documents" not in organizer.get(f"{HOME}pool/1/").text
    assert "Joyce, born in Dublin" in organizer.get(f"{HOME}adjudicate/1/").text
    assert "<iframe" not in organizer.get(f"{HOME}adjudicate/1/").text


def test_files_have_a_hyphen_or_nothing_for_the_document(campaign: Campaign, tmp_path: Path) -> None:
    judged(campaign, tmp_path)
    run("score", "alone", "--rule", "union")
    run("export_qrels", "alone", str(tmp_path / "qrels.txt"), "--rule", "union")
    assert "1 - 1 Joyce, born in Dublin\n" in (tmp_path / "qrels.txt").read_text()
    trec_eval = run("export_trec_eval", "alone", str(tmp_path / "trec"), "--rule", "union")
    assert trec_eval
    judged_ids = (tmp_path / "trec" / "qrels.txt").read_text().split()[2::4]
    assert judged_ids
    assert all(one.startswith("-.") for one in judged_ids)


def test_the_bundle_goes_out_and_comes_back_whole(campaign: Campaign, tmp_path: Path) -> None:
    judged(campaign, tmp_path)
    run("score", "alone", "--rule", "union")
    run("export", "alone", str(tmp_path / "bundle"))
    assert (tmp_path / "bundle/pool.csv").read_text().splitlines()[1] == "1,,,Homer"
    assert main(["score", str(tmp_path / "bundle"), "--rule", "union"]) == 0
    run("import_bundle", str(tmp_path / "bundle"), "--slug", "again")
    run("export", "again", str(tmp_path / "second"))
    first, second = contents(tmp_path / "bundle"), contents(tmp_path / "second")
    differing = {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)}
    assert differing <= {"campaign.json", "MANIFEST.sha256"}
    assert Run.objects.get(campaign__slug="again", run_id="two").declared == {
        "columns": "question=text, answer=best"
    }
