"""Questions of a spreadsheet by page, program and command, kept with what its columns are called, and undone."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from assessment.campaigns.models import Campaign, ImportedFile
from assessment.jobs.models import Job
from assessment.judging.models import AnswerClass, Nugget, NuggetVote
from assessment.shared.errors import FileRefused, Refused
from tests.api.asking import client_of
from tests.bring import bring, bring_by_page
from tests.client import Client
from tests.factory import make_campaign, make_member
from tests.scoring.test_topics_table import SERIES

pytestmark = pytest.mark.django_db


def test_a_spreadsheet_brings_series_questions_and_sources_and_is_undone() -> None:
    campaign = make_campaign("comets", track="series2004")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    file = SimpleUploadedFile("questions.csv", SERIES.encode())
    page = bring_by_page(client, "/campaigns/comets/import-questions/", file=file)
    assert "Imported 3 questions in 2 series." in page.content.decode()
    assert list(campaign.series.order_by("position").values_list("key", "target", "target_type")) == [
        ("3", "Hale Bopp comet", "THING"),
        ("4", "Halden", ""),
    ]
    first = campaign.questions.get(qid="3.1")
    assert (first.source, first.suggested_answer, first.suggested_docid) == ("log", "July 1995", "NYT1")
    assert ImportedFile.objects.get().columns["text"] == "question"
    call_command("undo_import", "comets", "1", "--reason", "a slip")
    assert not campaign.questions.exists()


def test_programs_and_commands_bring_one_too(tmp_path: Path) -> None:
    campaign = make_campaign("comets", track="series2004")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    file = SimpleUploadedFile("questions.csv", SERIES.encode())
    sent = {"kind": "questions", "file": file, "check_only": True}
    assert olga.post("/api/v1/campaigns/comets/imports/", sent).json()["review"]["questions"] == 3
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(SERIES.replace("id;", "nr;", 1))
    call_command("import_questions", "comets", str(sheet), "--columns", "qid=nr")
    assert campaign.questions.count() == 3


CHECKLISTS = """qid,type,question,target,checklist
3.1,FACTOID,When was it seen?,Halden comet,"1910
1986 | WIRE-2"
3.2,OTHER,What else?,,"has a tail
okay | came back in 1986 | WIRE-2

vital | was named after Reed"
3.3,LIST,Who saw it?,,
"""


def _known(campaign: Campaign) -> list[tuple[str, str, str]]:
    classes = AnswerClass.objects.filter(question__campaign=campaign)
    return list(classes.order_by("pk").values_list("question__qid", "text", "docid"))


def test_checklists_come_with_their_questions_and_go_with_them() -> None:
    campaign = make_campaign("comets", track="series2004")
    said = bring("questions", campaign, CHECKLISTS.encode())
    assert said == "Imported 3 questions in 1 series. 5 lines of their checklists are new."
    assert _known(campaign) == [("3.1", "1910", ""), ("3.1", "1986", "WIRE-2")]
    nuggets = Nugget.objects.order_by("position").values_list("question__qid", "text", "docid")
    assert list(nuggets) == [
        ("3.2", "has a tail", ""),
        ("3.2", "came back in 1986", "WIRE-2"),
        ("3.2", "was named after Reed", ""),
    ]
    votes = NuggetVote.objects.filter(member=None).order_by("nugget__position")
    assert list(votes.values_list("vote", flat=True)) == ["vital", "okay", "vital"]
    again = bring("questions", campaign, CHECKLISTS.replace("1910\n", "1910\n1835\n").encode())
    assert "in place of 3. 1 line of their checklists is new." in again
    call_command("undo_import", "comets", "2", "--reason", "a slip")
    assert _known(campaign) == [("3.1", "1910", ""), ("3.1", "1986", "WIRE-2")]
    call_command("undo_import", "comets", "1", "--reason", "a slip")
    assert not campaign.questions.exists()
    assert not _known(campaign)
    assert not Nugget.objects.exists()


def test_what_is_known_of_a_question_keeps_its_form() -> None:
    campaign = make_campaign("comets", track="series2004")
    bring("questions", campaign, CHECKLISTS.encode())
    plain = "qid,text,type,target\n3.1,When?,OTHER,Halden\n3.2,Other,OTHER,\n3.3,Who?,LIST,\n"
    with pytest.raises(Refused, match=r"gives 3\.1 another type") as refused:
        bring("questions", campaign, plain.encode(), replace=True)
    assert refused.value.code == "questions_in_use"
    kept = dict(campaign.questions.values_list("qid", "type"))
    assert kept["3.1"] != "OTHER"
    call_command("undo_import", "comets", "1", "--reason", "a slip")
    bring("questions", campaign, plain.encode(), replace=True)
    assert dict(campaign.questions.values_list("qid", "type"))["3.1"] == "OTHER"


def test_a_wrong_line_of_a_checklist_is_told_with_its_row() -> None:
    campaign = make_campaign("comets", track="series2004")
    table = CHECKLISTS.replace("okay |", "fine |").replace('1986 | WIRE-2"', '1986 | a b"')
    with pytest.raises(FileRefused) as refused:
        bring("questions", campaign, table.encode())
    told = [(one.line, one.code) for one in refused.value.problems]
    assert told == [(2, "checklist"), (4, "checklist")]
    assert not campaign.questions.exists()


def test_a_nugget_that_a_checklist_calls_vital_and_okay_is_told_with_both_lines() -> None:
    campaign = make_campaign("comets", track="series2004")
    table = CHECKLISTS.replace("\n\nvital |", "\n\nokay | has a  tail\nvital |")
    with pytest.raises(FileRefused) as refused:
        bring("questions", campaign, table.encode())
    (told,) = refused.value.problems
    assert (told.line, told.code) == (4, "checklist")
    assert "Line 4" in told.message
    assert "line 1 calls the same nugget vital" in told.message
    assert not campaign.questions.exists()


def test_a_table_whose_ids_nobody_finds_is_asked_about() -> None:
    campaign = make_campaign("comets", track="series2004")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    address = "/campaigns/comets/import-questions/"
    file = SimpleUploadedFile("q.csv", CHECKLISTS.replace("qid", "Frage", 1).encode())
    asked = client.post(address, {"file": file})
    assert asked.status_code == 422
    assert "Which column is which?" in asked.content.decode()
    names = {"column-qid": "Frage", "again": str(Job.objects.latest("pk").pk)}
    shown = client.post(address, names, follow=True).content.decode()
    assert "Imported 3 questions in 1 series." in shown
    client.post(f"{address}{Job.objects.latest('pk').pk}/import/")
    assert campaign.questions.count() == 3


def test_a_preview_names_the_questions_and_stores_nothing() -> None:
    campaign = make_campaign("comets", track="series2004")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    address = "/campaigns/comets/import-questions/"
    shown = client.post(
        address, {"file": SimpleUploadedFile("q.csv", CHECKLISTS.encode())}, follow=True
    ).content.decode()
    assert "Imported 3 questions in 1 series. 5 lines of their checklists are new." in shown
    assert "When was it seen?" in shown
    assert not campaign.questions.exists()
    check = Job.objects.latest("pk")
    client.post(f"{address}{check.pk}/discard/")
    assert not Path(check.arguments["path"]).exists()
    assert not campaign.questions.exists()


def test_what_comes_beside_a_file_is_kept_and_goes_with_it() -> None:
    campaign = make_campaign("harbour")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    topics = b"<top>\n<num> Number: 1\n<desc> Description:\nWho rang the bell?\n</top>\n"
    beside = b"qid,source\n1,log\n"
    sent = {
        "file": SimpleUploadedFile("q.txt", topics),
        "target_types": SimpleUploadedFile("sources.csv", beside),
    }
    bring_by_page(client, "/campaigns/harbour/import-questions/", **sent)
    assert campaign.questions.get().source == "log"
    check = Job.objects.latest("pk")
    assert not [name for name in ("path", "types") if Path(check.arguments[name]).exists()]
