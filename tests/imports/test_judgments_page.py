"""Judgments brought in on a page: all or nothing, as by the command."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from assessment.campaigns.models import Question
from assessment.campaigns.services.checked_files import CHECK
from assessment.imports.selectors import IMPORT
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from assessment.people.models import Account, Event, Member
from assessment.submissions.models import PoolItem
from tests import factory
from tests.bring import bring
from tests.client import Client
from tests.judging.scene import pooled, who_has

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/trial/judgments/"
HEAD = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"


@pytest.fixture
def question() -> Question:
    (question,) = pooled(factory.make_campaign(), ["1"], items=2)
    return question


@pytest.fixture
def organizer(question: Question) -> Client:
    client = Client()
    client.force_login(factory.make_member(question.campaign, "olga", "organizer"))
    return client


def choose(client: Client, *rows: str, machine: str = "") -> Any:
    """Choose a file: it is checked, and its preview shown."""
    file = SimpleUploadedFile("judgments.csv", "\r\n".join([HEAD, *rows, ""]).encode())
    return client.post(PAGE, {"file": file, "machine": machine})


def preview(client: Client, *rows: str, machine: str = "") -> str:
    asked = choose(client, *rows, machine=machine)
    return client.get(asked.headers["Location"]).content.decode()


def confirm(client: Client, newcomers: bool = True) -> Any:
    """Have the file stored that was checked last."""
    check = Job.objects.filter(kind=CHECK).latest("pk")
    return client.post(f"{PAGE}{check.pk}/import/", {"newcomers": "on"} if newcomers else {})


def hand_in(client: Client, *rows: str, machine: str = "") -> Any:
    """Choose a file and have it stored; the refusal where something is wrong with it."""
    checked = choose(client, *rows, machine=machine)
    return confirm(client) if checked.status_code == 302 else checked


def row(number: int, assessor: str, grade: str) -> str:
    return f"1,DOC-{number},,answer {number},{assessor},{grade},,,"


def test_a_table_is_stored_and_its_assessors_assigned(organizer: Client, question: Question) -> None:
    assert PAGE in organizer.get("/campaigns/trial/assign/").content.decode()
    stored = hand_in(organizer, row(0, "ann", "yes"), row(1, "ann", "no"))
    assert stored.headers["Location"] == PAGE
    assert "Stored 2 judgments of 1 assessor." in organizer.get(stored.headers["Location"]).content.decode()
    assert who_has(question) == {"ann"}
    event = Event.objects.get(verb="judgments:imported")
    assert (str(event.account), event.subject) == ("olga", "judgments.csv")


def test_the_columns_that_the_form_names_are_enough(organizer: Client) -> None:
    page = organizer.get(PAGE).content.decode()
    assert HEAD.replace(",", ", ") + "; the last three may be empty" in page
    assert hand_in(organizer, row(0, "ann", "yes")).status_code == 302


def test_a_program_is_named_by_its_version(organizer: Client) -> None:
    hand_in(organizer, row(0, "bot", "yes"), machine="2.1")
    judgment = Judgment.ever.get()
    assert (judgment.kind, judgment.version) == ("machine", "2.1")


def test_every_fault_is_shown_with_its_line_and_nothing_is_stored(organizer: Client) -> None:
    refused = hand_in(
        organizer, row(0, "ann", "perhaps"), row(7, "ann", "no"), row(1, "ann", "no"), machine="3"
    )
    page = refused.content.decode()
    assert refused.status_code == 422
    for result in ("judgments.csv:2", "grade_not_on_scale", "judgments.csv:3", "item_unknown", 'value="3"'):
        assert result in page
    assert not Judgment.ever.exists()
    assert not Member.objects.filter(name="ann").exists()


def test_a_large_table_is_stored_in_the_background(
    organizer: Client,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    choose(organizer, row(0, "ann", "yes"), row(1, "ann", "no"))
    settings.JOBS_INLINE = False  # and no worker runs: it takes longer than a moment
    asked = confirm(organizer)
    job = Job.objects.get(kind=IMPORT)
    assert asked.headers["Location"] == f"{PAGE}?job={job.pk}"
    waiting = organizer.get(asked.headers["Location"]).content.decode()
    assert job.part_url in waiting
    assert not Judgment.ever.exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert run_job(job.pk, heartbeat=False)
    assert not Path(job.arguments["path"]).exists()
    for address in (asked.headers["Location"], job.get_absolute_url(), "/campaigns/trial/jobs/"):
        assert "Stored 2 judgments of 1 assessor." in organizer.get(address).content.decode()
    assert (Event.objects.get(verb="judgments:imported").account, Judgment.ever.count()) == (
        Account.objects.get(username="olga"),
        2,
    )
    job.refresh_from_db()
    assert (job.done, job.total) == (2, 2)
    assert not run_job(job.pk, heartbeat=False)


def test_faults_found_in_the_background_are_there_tomorrow(organizer: Client, settings: Settings) -> None:
    settings.JOBS_INLINE = False
    choose(organizer, row(0, "ann", "perhaps"), row(7, "ann", "no"))
    job = Job.objects.get()
    uploaded = Path(job.arguments["path"])
    assert uploaded.exists()
    run_job(job.pk, heartbeat=False)
    assert not uploaded.exists()
    for address in (f"{PAGE}?job={job.pk}", job.get_absolute_url()):
        page = organizer.get(address).content.decode()
        assert "Nothing yet" not in page
        for result in ("judgments.csv:2", "grade_not_on_scale", "judgments.csv:3", "Correct the file"):
            assert result in page
    assert not Judgment.ever.exists()


def test_peoples_own_judgments_are_not_overwritten(organizer: Client, question: Question) -> None:
    factory.make_member(question.campaign, "ann", "assessor")
    hand_in(organizer, row(0, "ann", "yes"))
    assert hand_in(organizer, row(0, "ann", "no")).status_code == 422
    assert Judgment.ever.get().grade == "yes"


@pytest.mark.both_databases
@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL plans by statistics of rows")
def test_disputes_are_counted_without_reading_all_judgments_for_each_item(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged_by_two("former")
    with connection.cursor() as cursor:
        # Of a table that was empty when it was last looked at, with pages of former rows, plans expect no row for ever.
        cursor.execute("ANALYZE")
    before = judgments_read()
    rows = judged_by_two("bulk")
    assert judgments_read() - before < 8 * rows


def judged_by_two(slug: str) -> int:
    """A campaign of 20 questions, 2,000 answers and one dispute for each question; how many judgments it has."""
    campaign, qids = factory.make_campaign(slug), [str(number) for number in range(1, 21)]
    pooled(campaign, qids, items=100)
    rows = [
        f"{qid},DOC-{number},,answer {number},{name},{'yes' if (name, number) == ('bo', 7) else 'no'},,,"
        for qid in qids
        for number in range(100)
        for name in ("ann", "bo")
    ]
    data = "\r\n".join([HEAD, *rows, ""]).encode()
    bring("judgments", campaign, data, newcomers=True, replace=True)
    assert PoolItem.objects.filter(question__campaign=campaign, disputed=True).count() == len(qids)
    return len(rows)


def judgments_read() -> int:
    """How often the database read a judgment in this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables WHERE relname = %s",
            [Judgment._meta.db_table],
        )
        return int(cursor.fetchone()[0])
