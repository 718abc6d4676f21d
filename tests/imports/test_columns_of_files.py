"""Tables whose columns are called otherwise: by page, program and command; shown, corrected, kept and used again."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from assessment.campaigns.models import Campaign, ImportedFile
from assessment.campaigns.services.checked_files import CHECK, check_kept
from assessment.campaigns.services.intakes import INTAKES
from assessment.imports.selectors import IMPORT
from assessment.imports.services.files import CHECKED_AT_ONCE
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from tests import factory
from tests.api.asking import client_of
from tests.client import Client
from tests.judging.scene import pooled

pytestmark = [pytest.mark.django_db]
PAGE = "/campaigns/trial/judgments/"
ALIKE = "Question ID;doc-id;Response;Annotator;Label;Colour\n1;DOC-0;answer 0;ann;yes;red\n1;DOC-1;answer 1;ann;no;blue\n"
UNLIKE = "no;where;said;by;how\n1;DOC-0;answer 0;ann;yes\n1;DOC-1;answer 1;ann;no\n"
WHICH = {"qid": "no", "docid": "where", "answer": "said", "assessor": "by", "grade": "how"}


@pytest.fixture
def campaign() -> Campaign:
    (question,) = pooled(factory.make_campaign(), ["1"], items=2)
    return question.campaign


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "olga", "organizer"))
    return client


def send(client: Client, text: str) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("sheet.csv", text.encode())}, follow=True)


def last() -> Job:
    return Job.objects.filter(kind=CHECK).latest("pk")


def stored() -> set[tuple[str, str]]:
    return set(Judgment.objects.values_list("item__docid", "grade"))


def test_what_was_guessed_is_shown_and_kept_with_the_import(organizer: Client) -> None:
    page = send(organizer, ALIKE).content.decode()
    assert "qid ← Question ID" in page
    assert "Not read: Colour." in page
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "no")}
    kept = ImportedFile.objects.get()
    assert kept.columns["assessor"] == "Annotator"
    assert "qid ← Question ID" in organizer.get("/campaigns/trial/imports/1/").content.decode()


def test_a_file_of_which_nobody_knows_the_columns_is_kept_until_somebody_says(organizer: Client) -> None:
    asked = send(organizer, UNLIKE)
    assert asked.status_code == 422
    page = asked.content.decode()
    assert "Which column is which?" in page
    assert "header" in page
    fields = {f"column-{name}": other for name, other in WHICH.items()}
    checked = organizer.post(PAGE, {"again": last().pk, **fields}, follow=True).content.decode()
    assert "Preview of 2 judgments" in checked
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "no")}
    again = send(organizer, UNLIKE)
    assert again.status_code == 200, "what was said is used for the next such file"
    assert "repeat what is stored" in again.content.decode()


def test_a_guess_is_corrected_on_the_preview(organizer: Client) -> None:
    text = "qid;docid;answer;judge;label;second\n1;DOC-0;answer 0;ann;no;yes\n"
    send(organizer, text)
    fields = {"again": last().pk, "column-grade": "second"}
    assert "Preview" in organizer.post(PAGE, fields, follow=True).content.decode()
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes")}


def test_only_whoever_may_import_says_which_column_is_which(organizer: Client, campaign: Campaign) -> None:
    send(organizer, UNLIKE)
    stranger = Client()
    stranger.force_login(factory.make_member(campaign, "ada", "assessor"))
    assert stranger.post(PAGE, {"again": last().pk}).status_code == 404
    assert organizer.post(PAGE, {"again": "999999"}).status_code == 404
    last().delete()
    assert organizer.post(PAGE, {"again": "x"}).status_code == 404


def test_a_file_that_is_gone_is_told(organizer: Client) -> None:
    send(organizer, UNLIKE)
    organizer.post(f"{PAGE}{last().pk}/discard/")
    gone = organizer.post(PAGE, {"again": last().pk, "column-qid": "no"})
    assert gone.status_code == 422
    assert "no longer kept" in gone.content.decode()


def test_a_text_that_is_no_table_asks_nothing(organizer: Client) -> None:
    page = send(organizer, "just a line\n").content.decode()
    assert "Which column is which?" not in page
    assert "Columns missing" in page


def test_programs_say_or_let_guess_and_may_send_objects(campaign: Campaign) -> None:
    olga = client_of(factory.make_member(campaign, "olga", "organizer"))
    rows = "".join(
        json.dumps(
            {
                "question_id": 1,
                "doc": {"id": f"DOC-{n}"},
                "response": f"answer {n}",
                "by": "ann",
                "label": grade,
            }
        )
        + "\n"
        for n, grade in enumerate(("yes", "no"))
    )

    def post(**more: Any) -> Any:
        file = SimpleUploadedFile("rows.jsonl", rows.encode())
        return olga.post(
            "/api/v1/campaigns/trial/imports/", {"kind": "judgments", "file": file, "newcomers": True, **more}
        )

    refused = post(check_only=True)
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "header")
    named = json.dumps({"docid": "doc.id", "assessor": "by"})
    checked = post(columns=named, check_only=True).json()
    assert "review" in checked, checked
    assert checked["review"]["added"] == 2
    assert checked["review"]["columns"]["used"]["qid"] == "question_id"
    wrong = post(columns=json.dumps(["qid"]))
    assert wrong.status_code == 400
    assert post(columns=named).status_code == 202
    run_job(Job.objects.latest("pk").pk, heartbeat=False)
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "no")}


def test_commands_say_it_too(campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(UNLIKE)
    with pytest.raises(CommandError):
        call_command("import_judgments", "trial", str(sheet), "--new")
    assert "The file has" in capsys.readouterr().err
    named = ",".join(f"{name}={other}" for name, other in WHICH.items())
    call_command("import_judgments", "trial", str(sheet), "--new", "--columns", named)
    assert "Stored 2 judgments" in capsys.readouterr().out
    with pytest.raises(CommandError, match="columns"):
        call_command("import_judgments", "trial", str(sheet), "--columns", "qid")


OWN = "qid,docid,passage,answer,assessor,grade,note\n1,DOC-0,,answer 0,ann,yes,secret\n"


@pytest.mark.parametrize("text", [OWN, OWN.replace(",", ";"), OWN.replace("note", "comment", 1)])
def test_a_column_that_was_said_not_to_be_there_is_not_stored(organizer: Client, text: str) -> None:
    send(organizer, text)
    fields = {"again": last().pk, "column-note": ""}
    assert "Preview" in organizer.post(PAGE, fields, follow=True).content.decode()
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    assert Judgment.objects.get().note == ""


def test_a_correction_is_used_for_the_next_file_though_a_guess_would_do(organizer: Client) -> None:
    text = "qid;docid;answer;judge;label;second\n1;DOC-0;answer 0;ann;no;yes\n"
    send(organizer, text)
    organizer.post(PAGE, {"again": last().pk, "column-grade": "second"})
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    send(organizer, text.replace("DOC-0;answer 0", "DOC-1;answer 1"))
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "yes")}


def test_a_guess_with_which_something_is_wrong_can_be_corrected(organizer: Client) -> None:
    text = "qid;docid;answer;judge;label;time\n1;DOC-0;answer 0;ann;yes;12.5\n"
    page = send(organizer, text).content.decode()
    assert "judged_at ← time" in page
    assert "Which column is which?" not in page
    assert "Correct the file" in page
    organizer.post(PAGE, {"again": last().pk, "column-judged_at": ""})
    organizer.post(f"{PAGE}{last().pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes")}


def test_a_wrong_correction_leaves_the_preview_as_it_was(organizer: Client) -> None:
    send(organizer, ALIKE)
    good = last()
    organizer.post(PAGE, {"again": good.pk, "column-grade": "Colour"})
    assert last().state == "failed"
    organizer.post(f"{PAGE}{good.pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "no")}


def test_nothing_is_checked_or_stored_again_while_a_job_has_the_file(
    organizer: Client, settings: Settings
) -> None:
    send(organizer, ALIKE)
    check = last()
    settings.JOBS_INLINE = False
    organizer.post(f"{PAGE}{check.pk}/import/", {"newcomers": "on"})
    again = organizer.post(PAGE, {"again": check.pk, "column-grade": "Colour"})
    twice = organizer.post(f"{PAGE}{check.pk}/import/", {"newcomers": "on"})
    for refused in (again, twice):
        assert refused.status_code == 422
        assert "is at work with this file" in refused.content.decode()
    organizer.post(f"{PAGE}{check.pk}/discard/")
    run_job(Job.objects.get(kind=IMPORT).pk, heartbeat=False)
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "no")}


def test_a_check_that_is_done_again_after_its_step_says_the_same(organizer: Client) -> None:
    send(organizer, ALIKE)
    check = last()
    organizer.post(f"{PAGE}{check.pk}/import/", {"newcomers": "on"})
    assert check_kept(JobHandle(check)) == check.checkpoint["review"]["sentence"]


def test_a_file_that_was_checked_again_lately_is_not_too_old(organizer: Client) -> None:
    send(organizer, ALIKE)
    first = last()
    Job.objects.filter(pk=first.pk).update(asked_at=timezone.now() - timedelta(days=8))
    organizer.post(PAGE, {"again": first.pk, "column-grade": "Label"})
    fresh = last()
    send(organizer, UNLIKE)
    organizer.post(f"{PAGE}{fresh.pk}/import/", {"newcomers": "on"})
    assert stored() == {("DOC-0", "yes"), ("DOC-1", "no")}


def test_a_page_shows_no_check_of_another_kind(organizer: Client, campaign: Campaign) -> None:
    kept = {"kind": "decisions", "path": "gone", "said": {}}
    other = Job.objects.create(
        kind=CHECK,
        campaign=campaign,
        state="done",
        ended_at=timezone.now(),
        arguments=kept,
        checkpoint={"review": {"sentence": "s"}},
    )
    assert "Preview" not in organizer.get(f"{PAGE}?job={other.pk}").content.decode()
    assert organizer.post(PAGE, {"again": other.pk}).status_code == 404


def test_commands_tell_the_columns_and_what_would_change(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(ALIKE)
    call_command("import_judgments", "trial", str(sheet), "--new", "--check")
    said = capsys.readouterr().out
    assert "grade ← Label" in said
    assert "not read: Colour" in said
    call_command("import_judgments", "trial", str(sheet), "--new")
    sheet.write_text(ALIKE.replace(";yes;", ";no;"))
    call_command("import_judgments", "trial", str(sheet), "--new", "--check")
    assert "0 judgments would be new, 1 changed, 1 the same." in capsys.readouterr().out
    with pytest.raises(CommandError, match="judgments_would_change"):
        call_command("import_judgments", "trial", str(sheet), "--new")
    with pytest.raises(CommandError, match="no column of this table"):
        call_command("import_judgments", "trial", str(sheet), "--columns", "grad=Label")


def test_a_large_file_is_checked_by_commands_too(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    INTAKES.keep("judgments", INTAKES["judgments"]._replace(checked_at_once=10))
    try:
        sheet = tmp_path / "sheet.csv"
        sheet.write_text(ALIKE)
        call_command("import_judgments", "trial", str(sheet), "--new", "--check")
        assert "2 judgments would be new" in capsys.readouterr().out
        assert not Job.objects.exists()
    finally:
        INTAKES.keep("judgments", INTAKES["judgments"]._replace(checked_at_once=CHECKED_AT_ONCE))


@pytest.mark.parametrize("odd", ["\0", "\ud800"])
def test_what_no_database_keeps_is_refused(campaign: Campaign, odd: str) -> None:
    olga = client_of(factory.make_member(campaign, "olga", "organizer"))
    file = SimpleUploadedFile("rows.csv", ALIKE.encode())
    sent = {"kind": "judgments", "file": file, "newcomers": True, "columns": json.dumps({odd: "Label"})}
    assert olga.post("/api/v1/campaigns/trial/imports/", sent).status_code == 400
