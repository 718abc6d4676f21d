"""Questions of a spreadsheet by page, program and command, kept with what its columns are called, and undone."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from assessment.campaigns.models import ImportedFile
from tests.api.asking import client_of
from tests.client import Client
from tests.factory import make_campaign, make_member
from tests.scoring.test_topics_table import SERIES

pytestmark = pytest.mark.django_db


def test_a_spreadsheet_brings_series_questions_and_sources_and_is_undone() -> None:
    campaign = make_campaign("comets", track="series2004")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    file = SimpleUploadedFile("questions.csv", SERIES.encode())
    page = client.post("/campaigns/comets/import-questions/", {"topics": file}, follow=True)
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
