"""Answer patterns as a machine assessor: by command and by page, and what a slip leads to."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from pytest_django import Settings

from assessment.campaigns import services
from assessment.campaigns.models import Campaign, FileImport
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from assessment.judging.selectors.designs import have_people_judged
from tests.client import Client
from tests.factory import make_member

TOPICS = "".join(
    f"<top>\n<num> Number: {number}\n<desc> Description:\nWho made lamp {number}?\n</top>\n"
    for number in (1, 2)
)
RUN = "1 Q0 HN-1 1 2 r Ada Dunn\n1 Q0 HN-2 2 1 r Bo\n2 Q0 HN-3 1 1 r in 1956\n2 Q0 HN-4 2 1 r ADA\n"
JUDGED = """qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at
1,HN-1,,Ada Dunn,ann,no,,,
1,HN-2,,Bo,ann,yes,,,
2,HN-3,,in 1956,ann,yes,,,
2,HN-4,,ADA,ann,no,,,
"""
PATTERNS = "1 Ada\\s+Dunn\r\n2 19[[:digit:]]+\r\n77 nobody\r\n"


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_bytes(text.encode())
    return str(folder / name)


@pytest.fixture
def lamps(db: None, tmp_path: Path) -> Campaign:
    """A pooled campaign that one person judged."""
    call_command(
        "create_campaign", "lamps", "--track", "trec8", "--set", "judges=1", "--set", "unknown_docids=on"
    )
    call_command("import_questions", "lamps", written(tmp_path, "topics", TOPICS))
    campaign = Campaign.objects.get(slug="lamps")
    services.change_state(campaign=campaign, to="open", by=None)
    call_command("submit_run", "lamps", written(tmp_path, "r.txt", RUN), "--team", "r", "--length", "50")
    call_command("pool", "lamps")
    call_command("import_judgments", "lamps", written(tmp_path, "judged.csv", JUDGED), "--new")
    return campaign


def grades(name: str = "patterns") -> dict[str, str]:
    return dict(Judgment.ever.filter(member__name=name).values_list("item__answer", "grade"))


def score(tmp_path: Path, rule: str) -> float:
    file = tmp_path / "scores.json"
    call_command("score", "lamps", "--rule", rule, "--json", str(file))
    return float(json.loads(file.read_text())["runs"]["r"]["score"])


ONE = "1 Ada\\s+Dunn\n"  # nothing of question 2


def test_questions_without_a_pattern_are_named_and_judged_wrong_where_that_is_asked(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "patterns", ONE)
    call_command("import_patterns", "lamps", file, "--machine", "v1")
    assert "1 question has no pattern and is not judged (2)." in capsys.readouterr().out
    assert grades() == {"Ada Dunn": "yes", "Bo": "no"}
    with pytest.raises(CommandError, match="--partial"):
        score(tmp_path, "assessor:patterns")
    call_command("import_patterns", "lamps", file, "--machine", "v1", "--complete")
    said = capsys.readouterr().out
    assert "The patterns of 1 question call 1 of 2 answers right." in said
    assert "1 question has no pattern (2): its answers are judged wrong, 2 in all." in said
    assert grades() == {"Ada Dunn": "yes", "Bo": "no", "in 1956": "no", "ADA": "no"}
    assert score(tmp_path, "assessor:patterns") == 0.5
    stored = Judgment.ever.get(member__name="patterns", item__answer="ADA")
    assert stored.note == "the question has no pattern"


def test_what_a_program_said_stays_hidden_when_it_is_taken_back_and_may_be_said_again(
    lamps: Campaign, tmp_path: Path
) -> None:
    Judgment.objects.all().delete()  # so that nobody but the program has judged
    file = written(tmp_path, "patterns", PATTERNS)
    call_command("import_patterns", "lamps", file, "--machine", "v1")
    said = grades()
    call_command("undo_import", "lamps", str(FileImport.objects.latest("pk").number), "--reason", "wrong")
    assert set(grades().values()) == {""}
    assert not Judgment.objects.filter(item__question__campaign=lamps).exists()
    assert not have_people_judged(lamps)
    call_command("import_patterns", "lamps", file, "--machine", "v1")
    assert grades() == said


def test_completed_patterns_of_another_year_judge_nothing(lamps: Campaign, tmp_path: Path) -> None:
    file = written(tmp_path, "patterns", "901 Ada\n")
    with pytest.raises(CommandError):
        call_command("import_patterns", "lamps", file, "--machine", "v1", "--complete")
    assert grades() == {}


def test_the_page_has_a_box_for_questions_without_a_pattern(lamps: Campaign, client: Client) -> None:
    client.force_login(make_member(lamps, "olga", "organizer"))
    address = "/campaigns/lamps/judgments/patterns/"
    assert "Judge questions without a pattern too" in client.get(address).text
    file = SimpleUploadedFile("patterns", ONE.encode())
    sent = {"file": file, "machine": "v1", "name": "patterns", "documents": "auto", "complete": "on"}
    shown = client.post(address, sent, follow=True).text
    assert "Preview of 4 judgments" in shown


def test_patterns_judge_as_a_machine_that_no_other_rule_counts(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = score(tmp_path, "adjudicated")
    file = written(tmp_path, "patterns", PATTERNS)
    capsys.readouterr()
    call_command("import_patterns", "lamps", file, "--machine", "v1", "--check")
    said = capsys.readouterr().out
    assert "The patterns of 2 questions call 2 of 4 answers right." in said
    assert "Patterns of 1 question were passed over" in said
    assert "4 judgments would be new" in said
    assert grades() == {}
    call_command("import_patterns", "lamps", file, "--machine", "v1")
    assert grades() == {"Ada Dunn": "yes", "Bo": "no", "in 1956": "yes", "ADA": "no"}
    stored = Judgment.ever.get(member__name="patterns", item__answer="Ada Dunn")
    assert (stored.kind, stored.version, stored.note) == ("machine", "v1", "line 1 matches: Ada\\s+Dunn")
    assert not lamps.questions.filter(pool_items__disputed=True).exists()
    assert score(tmp_path, "adjudicated") == before == 0.75
    assert score(tmp_path, "assessor:patterns") == 1.0


def test_the_bundle_scores_by_patterns_alike(lamps: Campaign, tmp_path: Path) -> None:
    from scoring.__main__ import main

    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    score(tmp_path, "assessor:patterns")
    call_command("export", "lamps", str(tmp_path / "bundle"))
    offline = tmp_path / "offline.json"
    assert (
        main(["score", str(tmp_path / "bundle"), "--rule", "assessor:patterns", "--json", str(offline)]) == 0
    )
    assert offline.read_bytes() == (tmp_path / "scores.json").read_bytes()


def test_another_version_changes_what_the_first_said_and_can_ignore_case(
    lamps: Campaign, tmp_path: Path
) -> None:
    call_command("import_patterns", "lamps", written(tmp_path, "one", PATTERNS), "--machine", "v1")
    two = written(tmp_path, "two", "2 Ada\n")
    call_command("import_patterns", "lamps", two, "--machine", "v2", "--ignore-case")
    assert grades() == {"Ada Dunn": "yes", "Bo": "no", "in 1956": "no", "ADA": "yes"}


def test_documents_must_be_those_of_the_file(lamps: Campaign, tmp_path: Path) -> None:
    lines = "1 Ada Dunn HN-1\n2 1956 ZZ-9\n"
    call_command(
        "import_patterns", "lamps", written(tmp_path, "docs", lines), "--machine", "v1", "--name", "strict"
    )
    assert grades("strict") == {"Ada Dunn": "yes", "Bo": "no", "in 1956": "no", "ADA": "no"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 (open\n2 [\n", "pattern_unreadable"),
        ("1 (a|aa)+$x\n1\n", "pattern_missing"),
        ("900 nobody\n", "nothing_to_judge"),
        ("1 \\p{Lu}\n", "pattern_unreadable"),
    ],
)
def test_a_bad_file_is_refused_whole_with_every_line(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: str
) -> None:
    with pytest.raises(CommandError, match="No judgment was stored"):
        call_command("import_patterns", "lamps", written(tmp_path, "bad", text), "--machine", "v1")
    assert code in capsys.readouterr().err
    assert grades() == {}


def test_a_name_that_a_person_has_is_refused(lamps: Campaign, tmp_path: Path) -> None:
    file = written(tmp_path, "patterns", PATTERNS)
    with pytest.raises(CommandError, match="ann is a person of this campaign"):
        call_command("import_patterns", "lamps", file, "--machine", "v1", "--name", "ann")
    with pytest.raises(CommandError, match="no version"):
        call_command("import_patterns", "lamps", file, "--machine", " ")


def test_a_pattern_that_never_ends_is_stopped(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assessment.imports.services.patterns.SECONDS", 1.0)
    run = f"1 Q0 HN-1 1 2 slow {'a' * 45}\n2 Q0 HN-3 1 1 slow x\n"
    call_command("submit_run", "lamps", written(tmp_path, "s.txt", run), "--team", "slow", "--length", "50")
    call_command("pool", "lamps")
    with pytest.raises(CommandError):
        call_command("import_patterns", "lamps", written(tmp_path, "p", "1 (a+)+b\n"), "--machine", "v1")
    assert "pattern_slow" in capsys.readouterr().err


# the page


def test_an_organizer_imports_patterns_on_the_page(lamps: Campaign, client: Client) -> None:
    client.force_login(make_member(lamps, "olga", "organizer"))
    page = "/campaigns/lamps/judgments/patterns/"
    assert client.get(page).status_code == 200
    assert page in client.get("/campaigns/lamps/judgments/").content.decode()
    sent = {"machine": "v1", "name": "patterns", "documents": "auto"}
    bad = client.post(page, {**sent, "file": SimpleUploadedFile("p", b"1 (\n")})
    assert bad.status_code == 422
    assert "pattern_unreadable" in bad.content.decode()
    checked = client.post(page, {**sent, "file": SimpleUploadedFile("p", PATTERNS.encode())}, follow=True)
    assert "call 2 of 4 answers right" in checked.content.decode()
    assert "Preview of 4 judgments" in checked.content.decode()
    assert grades() == {}
    check = checked.context["check"].pk
    client.post(f"/campaigns/lamps/judgments/{check}/import/", {"newcomers": "on"})
    assert grades()["Ada Dunn"] == "yes"


def test_what_takes_longer_than_a_moment_is_shown_in_place(
    lamps: Campaign, client: Client, settings: Settings
) -> None:
    settings.JOBS_INLINE = False  # and no worker runs
    client.force_login(make_member(lamps, "olga", "organizer"))
    page = "/campaigns/lamps/judgments/patterns/"
    sent = {"machine": "v1", "name": "patterns", "documents": "auto"}
    for text, said in (("1 (\n", "pattern_unreadable"), (PATTERNS, "call 2 of 4 answers right")):
        answer = client.post(page, {**sent, "file": SimpleUploadedFile("p", text.encode())})
        job = Job.objects.filter(kind="imports.judge_by_patterns").latest("pk")
        assert answer["Location"] == f"{page}?job={job.pk}"
        assert "Judging by patterns" in client.get(answer["Location"]).text
        run_job(job.pk, heartbeat=False)
        assert said in client.get(answer["Location"]).text
    check = Job.objects.get(kind="campaigns.check_file")
    assert f"/campaigns/lamps/judgments/?job={check.pk}" in client.get(answer["Location"]).text
    assert grades() == {}
