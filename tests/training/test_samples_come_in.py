"""Files of sample questions as an intake: looked at first, columns called otherwise, and undone as a whole."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.people.models import Account, Member
from assessment.training.models import TrainingQuestion
from assessment.training.services.samples import move_sample, write_sample
from assessment.training.services.training import begin_try
from tests.api.asking import client_of
from tests.client import Client
from tests.training.conftest import SAMPLE, Enter

PAGE = "/campaigns/facts/training/import/"
HEADER = "question,type,text,docid,supporting_text,answer,grade,reason\n"
MAYOR = "time-1,factoid,Who is mayor?,AP-9,Mayor Vasquez spoke.,Vasquez,yes,Enough.\n"
COACH = "names-1,factoid,Who coached Mathis?,AP-2,Vasquez coached him.,Vasquez,yes,Enough.\n"


@pytest.fixture
def olga(campaign: Campaign, enter: Enter) -> Client:
    return enter("olga")


def upload(client: Client, text: str) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("s.csv", text.encode())}, follow=True)


def confirm(client: Client) -> Any:
    check = Job.objects.order_by("pk").last()
    assert check
    return client.post(f"{PAGE}{check.pk}/import/", follow=True)


def in_force() -> list[tuple[str, int, str]]:
    rows = TrainingQuestion.objects.current()
    return [(row.name, row.version, row.text) for row in rows]


def test_a_file_is_looked_at_then_taken_in(olga: Client, sample: TrainingQuestion) -> None:
    page = upload(olga, HEADER + MAYOR + COACH).content.decode()
    assert "Read 2 sample questions with 2 answers: 1 new, 1 changed, 0 as they were." in page
    assert "becomes the next version" in page
    assert in_force() == [("names-1", 1, SAMPLE.text)]
    confirm(olga)
    assert in_force() == [("names-1", 2, "Who coached Mathis?"), ("time-1", 1, "Who is mayor?")]
    assert "All of it is there already." in upload(olga, HEADER + MAYOR + COACH).content.decode()


def test_a_bad_file_lists_all_and_nothing_comes_in(olga: Client) -> None:
    page = upload(olga, HEADER + MAYOR.replace(",yes,", ",perhaps,") + COACH.replace(",factoid,", ",other,"))
    assert page.status_code == 422
    assert "grade_unknown" in page.content.decode()
    assert "type_unknown" in page.content.decode()
    assert olga.post(PAGE).status_code == 422
    assert in_force() == []


def test_what_changed_since_the_look_is_shown_anew(
    olga: Client, campaign: Campaign, sample: TrainingQuestion
) -> None:
    upload(olga, HEADER + COACH)
    write_sample(campaign=campaign, sample=SAMPLE._replace(text="Who ran?"), seen=1, by=None)
    answer = confirm(olga)
    assert answer.status_code == 409
    assert "Something changed since the table was checked." in answer.content.decode()
    assert in_force() == [("names-1", 2, "Who ran?")]
    confirm(olga)
    assert in_force() == [("names-1", 3, "Who coached Mathis?")]


def test_columns_called_otherwise_and_more_of_them(olga: Client, campaign: Campaign, tmp_path: Path) -> None:
    text = (HEADER + MAYOR).replace("docid", "Document").replace("grade", "Label").replace("reason", "Why")
    text = text.replace("\n", ",\n").replace("Why,", "Why,Seen by")
    assert "Which column is which?" in upload(olga, text).content.decode()
    file = tmp_path / "samples.csv"
    file.write_text(text)
    with pytest.raises(CommandError):
        call_command("import_training", "facts", str(file), "--check")
    call_command("import_training", "facts", str(file), "--check", "--columns", "reason=Why")
    assert in_force() == []
    program = client_of(Account.objects.get(username="olga"))
    fields = {"kind": "samples", "columns": '{"reason": "Why"}'}
    stored = program.post(
        "/api/v1/campaigns/facts/imports/", fields | {"file": SimpleUploadedFile("s.csv", text.encode())}
    )
    assert (stored.status_code, stored.json()["review"]["new"]) == (201, 1)
    assert TrainingQuestion.objects.get().items.get().reason == "Enough."


def test_the_address_for_files_of_samples_answers_as_before(campaign: Campaign) -> None:
    program = client_of(Account.objects.get(username="olga"))
    file = SimpleUploadedFile("s.csv", (HEADER + MAYOR).encode())
    answer = program.post("/api/v1/campaigns/facts/training/files/", {"file": file})
    assert answer.status_code == 201
    assert {name: answer.json()[name] for name in ("new", "changed", "same")} == {
        "new": 1,
        "changed": 0,
        "same": 0,
    }


def test_undoing_brings_the_former_version_back(
    olga: Client, campaign: Campaign, sample: TrainingQuestion
) -> None:
    upload(olga, HEADER + MAYOR + COACH)
    confirm(olga)
    move_sample(question=TrainingQuestion.objects.get(name="time-1"), by=None)
    call_command("undo_import", "facts", "1", "--reason", "a slip")
    assert in_force() == [("names-1", 1, SAMPLE.text)]
    assert [row.answer for row in TrainingQuestion.objects.get().items.order_by("pk")] == [
        item.answer for item in SAMPLE.items
    ]


def test_a_try_keeps_a_sample_that_came_in(
    olga: Client, campaign: Campaign, sample: TrainingQuestion, capsys: pytest.CaptureFixture[str]
) -> None:
    upload(olga, HEADER + COACH)
    confirm(olga)
    current = TrainingQuestion.objects.current().get()
    begin_try(question=current, member=Member.objects.get(name="ada"), by=None)
    with pytest.raises(CommandError, match="import_in_use"):
        call_command("undo_import", "facts", "1", "--reason", "a slip")
    assert "1 attempt at a sample" in capsys.readouterr().err
    assert in_force() == [("names-1", 2, "Who coached Mathis?")]
