"""Questions out of files of any size: the corpus itself, read as a stream."""

import gzip
import json
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import question_intake
from assessment.jobs.models import Job, JobState
from tests.bring import bring_by_page
from tests.client import Client
from tests.factory import make_campaign, make_member

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/pages/questions/"
IMPORT = "/campaigns/pages/import-questions/"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("pages", "nq")


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def line(example_id: int | str, text: str = "who greets") -> bytes:
    """A line of the corpus, with its page."""
    content = {
        "annotations": [],
        "document_html": "<P>Hello " + "x" * 5_000 + "</P>",
        "document_tokens": [{"token": "<P>", "start_byte": 0, "end_byte": 3, "html_token": True}] * 100,
        "example_id": example_id,
        "question_text": text,
    }
    return json.dumps(content).encode() + b"\n"


def test_the_command_reads_files_of_any_size(
    campaign: Campaign, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.MAX_RUN_BYTES = 1_000
    file = tmp_path / "dev.jsonl.gz"
    file.write_bytes(gzip.compress(line(5) + line("-6", "Who  knows")))
    call_command("import_questions", "pages", str(file))
    assert "Imported 2 questions" in capsys.readouterr().out
    assert list(campaign.questions.in_order().values_list("qid", "text")) == [
        ("5", "who greets"),
        ("-6", "Who knows"),
    ]
    with pytest.raises(CommandError, match="file_unreadable"):
        call_command("import_questions", "pages", str(tmp_path / "gone.jsonl"))
    packed = gzip.compress(line(5) + line(5) + b"{}\n" + b"{\n")
    for data, problems in (
        (packed, ("dev.jsonl.gz:2: twice: Example 5", "dev.jsonl.gz:3: bad_id", "dev.jsonl.gz:4: bad_json")),
        (packed[:-12], ("dev.jsonl.gz:2: cut_off: The packed file breaks off",)),
    ):
        file.write_bytes(data)
        with pytest.raises(CommandError):
            call_command("import_questions", "pages", str(file))
        said = capsys.readouterr().err
        assert all(problem in said for problem in problems)
    assert campaign.questions.count() == 2


def test_a_large_file_of_the_page_is_read_by_a_job(
    campaign: Campaign, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_intake, "READ_AT_ONCE", 1_000)
    answer = bring_by_page(organizer, IMPORT, file=SimpleUploadedFile("dev.jsonl", line(5) + line(6)))
    assert "Imported 2 questions" in answer.text
    answer = organizer.post(IMPORT, {"file": SimpleUploadedFile("dev.jsonl", line(5) + line("x"))})
    job = Job.objects.latest("pk")
    assert job.state == JobState.FAILED
    assert answer.status_code == 422
    assert "of 64 bits" in answer.content.decode()
    assert not Path(job.arguments["path"]).exists()
    assert campaign.questions.count() == 2


def test_only_people_who_are_signed_in_send_files_as_large_as_a_corpus(
    campaign: Campaign, organizer: Client, settings: Settings
) -> None:
    settings.MAX_RUN_BYTES, settings.MAX_CORPUS_BYTES = 1_000, 1_024 * 1_024
    file = {"file": SimpleUploadedFile("dev.jsonl", line(5))}
    bring_by_page(organizer, IMPORT, **file)
    assert campaign.questions.count() == 1
    settings.MAX_CORPUS_BYTES = 2_000
    answer = organizer.post(IMPORT, {"file": SimpleUploadedFile("dev.jsonl", line(7))})
    assert answer.status_code == 422
    assert "The file is larger than" in answer.content.decode()
    assert site.MAX_CORPUS_BYTES < 1024**3
