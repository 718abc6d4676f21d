"""A file that was looked at, and what others did before it was stored; and files that would take away more than they say."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.services.checked_files import check_here
from assessment.campaigns.services.imports import request_undo
from assessment.campaigns.services.intakes import INTAKES, Sent
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Nugget, QuestionPatterns
from assessment.shared.errors import Refused
from scoring.formats import document_lists
from tests.bring import bring
from tests.client import Client
from tests.factory import make_campaign, make_items, make_member, make_questions
from tests.imports.interrupted import run_and_die
from tests.judging.scene import assessors

pytestmark = pytest.mark.django_db
QUESTIONS = b"qid,text\n1,Who is it?\n2,What is it?\n3,Where is that?\n"
LISTS = b"1 1 D-1 3.0\n2 1 D-2 2.0\n3 1 D-3 1.0\n"


@pytest.fixture
def campaign() -> Campaign:
    made = make_campaign("trial", "trec8")
    bring("questions", made, QUESTIONS)
    return made


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def confirmed_late(client: Client, page: str, file: bytes, act: Callable[[], object], **said: str) -> Any:
    """A file is looked at, somebody does something else, and it is confirmed."""
    sent = {"file": SimpleUploadedFile("file.csv", file), **said}
    check = client.post(page, sent)["Location"].partition("?job=")[2]
    act()
    return client.post(f"{page}{check}/import/", follow=True)


def test_questions_that_came_since_do_not_go_unseen(campaign: Campaign, olga: Client) -> None:
    answer = confirmed_late(
        olga,
        "/campaigns/trial/import-questions/",
        QUESTIONS.replace(b"that", b"this"),
        lambda: make_questions(campaign, "4", "5", type="factoid"),
        replace="on",
    )
    assert answer.status_code == 409
    assert "The questions changed since the file was checked. Nothing was stored." in answer.content.decode()
    assert campaign.questions.count() == 5


def test_lists_that_came_since_do_not_go_unseen(campaign: Campaign, olga: Client) -> None:
    answer = confirmed_late(
        olga,
        "/campaigns/trial/import-document-lists/",
        b"1 1 D-1 3.0\n",
        lambda: bring("document_lists", campaign, LISTS),
    )
    assert answer.status_code == 409
    assert "The lists changed since the file was checked. Nothing was stored." in answer.content.decode()
    assert campaign.document_lists.count() == 3


def test_a_program_that_looked_at_other_lists_is_told_by_a_check_already(
    campaign: Campaign, olga: Client
) -> None:
    def sent(**said: Any) -> Any:
        body = {"kind": "document_lists", "file": SimpleUploadedFile("lists.txt", b"1 1 D-1 3.0\n"), **said}
        return olga.post("/api/v1/campaigns/trial/imports/", body)

    seen = sent(check_only=True).json()["review"]["seen"]
    assert sent(check_only=True, seen=seen).status_code == 200
    bring("document_lists", campaign, LISTS)
    late = sent(check_only=True, seen=seen)
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert sent(seen=seen).status_code == 409
    assert campaign.document_lists.count() == 3


def test_lists_that_come_while_others_are_checked_keep_nobody_from_looking(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = document_lists.read

    def read_slowly(*given: Any) -> Any:
        monkeypatch.undo()
        bring("document_lists", campaign, LISTS)
        return read(*given)

    monkeypatch.setattr(document_lists, "read", read_slowly)
    file = SourceFile("lists.txt", b"1 1 D-1 3.0\n")
    taken = check_here(INTAKES["document_lists"], Sent(campaign, file, None))
    assert "in place of 3" in taken.sentence


def test_a_file_takes_no_question_away_with_what_stands_on_it(campaign: Campaign) -> None:
    third = campaign.questions.get(qid="3")
    QuestionPatterns.objects.create(question=third, number=1, text="x")
    with pytest.raises(Refused, match="1 question with patterns"):
        bring("questions", campaign, QUESTIONS.replace(b"3,", b"4,"), replace=True)
    assert campaign.questions.filter(pk=third.pk).exists()


def test_a_table_of_people_for_an_archived_campaign_is_not_kept(campaign: Campaign, olga: Client) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived_at=timezone.now())
    uploads = Path(settings.DATA_DIR) / "uploads"
    before = set(uploads.rglob("people.csv"))
    file = SimpleUploadedFile("people.csv", b"name,email,roles\nAda Lind,ada@example.org,assessor\n")
    assert olga.post("/campaigns/trial/people/import/", {"file": file}).status_code == 422
    assert set(uploads.rglob("people.csv")) == before


def votes_that_two_undo() -> tuple[FileImport, list[Job]]:
    campaign = make_campaign("trial", "series2004")
    assessors(campaign, "ada", "ben")
    (question,) = make_questions(campaign, "1.3", type="OTHER", series="9")
    make_items(question, ("D-1", "one"))
    Nugget.objects.create(question=question, name="1.3-1", text="x", position=1)
    bring("assignments", campaign, b"qid,assessor\n1.3,ada\n1.3,ben\n")
    bring("votes", campaign, b"qid,nugget,assessor,vote\n1.3,1.3-1,ben,vital\n")
    source = campaign.imports.get(kind="votes")
    return source, [request_undo(source=source, reason=reason, by=None) for reason in ("first", "second")]


def test_an_act_that_is_undone_twice_keeps_what_was_said_first() -> None:
    source, jobs = votes_that_two_undo()
    for job in jobs:
        run_job(job.pk, heartbeat=False)
        job.refresh_from_db()
    assert [job.state for job in jobs] == [JobState.DONE, JobState.FAILED]
    assert jobs[1].error["code"] == "batch_undone"
    kept = FileImport.objects.get(pk=source.pk)
    assert (kept.reason, kept.outcome) == ("first", "Undid 1 change.")


def test_an_act_that_one_undoes_is_undone_by_nobody_else() -> None:
    source, (first, second) = votes_that_two_undo()
    run_and_die(first, 1)
    run_job(second.pk, heartbeat=False)
    second.refresh_from_db()
    assert (second.state, second.error["code"]) == (JobState.FAILED, "batch_running")
    run_job(first.pk, heartbeat=False)
    kept = FileImport.objects.get(pk=source.pk)
    assert (kept.reason, kept.outcome) == ("first", "Undid 1 change.")
