"""An import of judgments in steps: what others can do beside it, and what is left when it is killed or cancelled."""

import csv
import io
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign, FileImport, FileImportState, Question
from assessment.campaigns.services.imports import request_undo
from assessment.imports.selectors import IMPORT, TAKE_BACK
from assessment.imports.services import files as judgment_files
from assessment.imports.services import takeback
from assessment.imports.services.machines import review_of
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import cancel, enqueue, sweep
from assessment.jobs.services.runner import run_job
from assessment.jobs.services.uploads import keep_file
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.counters import recount
from assessment.people.models import Member
from assessment.results.services.export import bundle_in_temporary_folder
from assessment.results.services.scores import freeze_qrels
from assessment.shared.errors import Refused
from assessment.shared.leases import from_now
from tests import factory
from tests.bring import bring
from tests.client import Client
from tests.imports.interrupted import run_and_die
from tests.judging.scene import assessors, give, items_of, judge, pooled
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db
QUESTIONS, ITEMS = 4, 10
NAMES = ("ann", "bo")
TAKE = "take_back_judgments"


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign(settings={"judges": 2})


@pytest.fixture
def questions(campaign: Campaign) -> list[Question]:
    return pooled(campaign, [str(number) for number in range(1, QUESTIONS + 1)], items=ITEMS)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgment_files, "ROWS", 7)
    monkeypatch.setattr(judgment_files, "MOST", 7)


def table(grade: str = "no", names: tuple[str, ...] = NAMES, questions: int = QUESTIONS) -> bytes:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(
        ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
    )
    for qid in range(1, questions + 1):
        for number in range(ITEMS):
            for place, name in enumerate(names):
                given = "yes" if place and number == 3 else grade
                rows.writerow([qid, f"DOC-{number}", "", f"answer {number}", name, given, "", "", ""])
    return out.getvalue().encode()


def ask(campaign: Campaign, data: bytes) -> Job:
    path = str(keep_file("judgments.csv", data))
    arguments = {"path": path, "machine": "", "newcomers": True}
    return enqueue(kind=IMPORT, by=None, campaign=campaign, arguments=arguments)


def grades() -> list[tuple[str, str, str, str]]:
    rows = Judgment.objects.exclude(grade="").order_by("item__question__qid", "item__docid", "member__name")
    return list(rows.values_list("item__question__qid", "item__docid", "member__name", "grade"))


def assert_counted(campaign: Campaign) -> None:
    assert recount(campaign=campaign, by=None) == []


def test_no_transaction_writes_more_than_a_part(campaign: Campaign, questions: list[Question]) -> None:
    job = ask(campaign, table())
    with watch_writes() as watch:
        run_job(job.pk, heartbeat=False)
    rows = QUESTIONS * ITEMS * len(NAMES)
    assert Judgment.objects.count() == rows
    assert len(watch.transactions) > rows // 7
    # The rows, their two assignments made, promoted and counted, disputes, and the job's own.
    assert watch.most_rows <= 7 * 2 + 2 * 6 + 2
    assert watch.most_statements <= 20


def test_a_file_with_faults_is_read_without_a_write(campaign: Campaign, questions: list[Question]) -> None:
    job = ask(campaign, table(grade="perhaps"))
    with watch_writes() as watch:
        run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, Judgment.objects.count(), Member.objects.count()) == (JobState.FAILED, 0, 0)
    assert sum(done.rows for done in watch.transactions) <= 2  # claimed and failed


def test_nothing_is_counted_from_half_an_import(campaign: Campaign, questions: list[Question]) -> None:
    job = ask(campaign, table())
    run_and_die(job, 5)
    for read in (
        lambda: freeze_qrels(campaign=campaign, rule="union", by=None),
        lambda: bundle_in_temporary_folder(campaign).__enter__(),
    ):
        with pytest.raises(Refused, match=rf"judgments.csv are being imported \(job {job.pk}\)") as refused:
            read()
        assert refused.value.code == "import_running"
    run_job(job.pk, heartbeat=False)
    freeze_qrels(campaign=campaign, rule="union", by=None)


def test_downloads_say_why_they_wait(campaign: Campaign, questions: list[Question]) -> None:
    client = Client()
    client.force_login(factory.make_member(campaign, "olga", "organizer"))
    job = ask(campaign, table())
    run_and_die(job, 5)
    for file in ("bundle.zip", "tables/judgments.csv", "qrels/union/nist/"):
        page = client.get(f"/campaigns/trial/exports/{file}", follow=True)
        if page.status_code != 404:
            assert f"job {job.pk}" in page.content.decode(), file


@pytest.mark.both_databases
def test_a_second_import_goes_on_with_the_first_and_waits_for_it(
    campaign: Campaign, questions: list[Question]
) -> None:
    job = ask(campaign, table())
    run_and_die(job, 5)
    said = bring("judgments", campaign, table(names=("cy",)), "more.csv", newcomers=True, replace=True)
    assert said.startswith("Stored 40 judgments of 1 assessor.")
    job.refresh_from_db()
    assert (job.state, len(grades())) == (JobState.DONE, 120)
    assert_counted(campaign)


@pytest.mark.both_databases
def test_an_import_that_another_one_overtakes_waits_and_checks_its_file_again(
    campaign: Campaign, questions: list[Question], monkeypatch: pytest.MonkeyPatch
) -> None:
    others, checks = list[Job](), list[int]()

    def overtaken(*given: Any) -> Any:
        found = review_of(*given)
        checks.append(found[0].added)
        if not others:
            others.append(ask(campaign, table(names=("ann",))))
            run_and_die(others[0], 3)
        return found

    monkeypatch.setattr(judgment_files, "review_of", overtaken)
    job = ask(campaign, table())
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, checks) == (JobState.DONE, [80, 40, 40])
    assert job.result["sentence"].startswith("Stored 40 judgments of 2 assessors. 40 were there already.")
    made = campaign.imports.order_by("number").values_list("number", "job", "state")
    assert list(made) == [(1, others[0].pk, FileImportState.MADE), (2, job.pk, FileImportState.MADE)]
    assert_counted(campaign)


@pytest.mark.both_databases
def test_what_somebody_judges_meanwhile_is_kept_and_reported(
    campaign: Campaign, questions: list[Question]
) -> None:
    ann = factory.make_member(campaign, "ann", "assessor")
    sheet = factory.make_assignment(questions[3], ann)
    job = ask(campaign, table())
    run_and_die(job, 3)
    judge(sheet, items_of(questions[3])[0], "yes")
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert "Stored 79 judgments" in job.result["sentence"]
    assert "1 was not stored" in job.result["sentence"]
    assert "ann judged this item “yes” here, not “no”" in job.result["sentence"]
    assert ("4", "DOC-0", "ann", "yes") in grades()
    assert_counted(campaign)


@pytest.mark.parametrize("held", [True, False], ids=["while it works", "while nobody works on it"])
def test_nothing_of_a_cancelled_import_counts(
    campaign: Campaign, questions: list[Question], held: bool
) -> None:
    (ann,) = assessors(campaign, "ann")
    sheet = give(questions[0], ann)
    judge(sheet, items_of(questions[0])[0], "yes", note="mine")
    before = grades()
    job = ask(campaign, table())
    run_and_die(job, 8)
    assert len(grades()) > 30
    if held:
        _cancel_at_work(job)
    else:
        cancel(job=job, by=None)
    job.refresh_from_db()
    assert (job.state, "none of it counts" in job.leaves) == (JobState.CANCELLED, True)
    with pytest.raises(Refused, match="half-stored"):
        freeze_qrels(campaign=campaign, rule="union", by=None)
    back = Job.objects.get(kind=TAKE_BACK)
    run_and_die(back, 3)
    run_job(back.pk, heartbeat=False)
    assert grades() == before
    assert Judgment.objects.exclude(grade="").get().note == "mine"
    assert FileImport.objects.of_judgments().get().state == FileImportState.UNDONE
    assert set(Assignment.objects.counting()) == {sheet}
    assert_counted(campaign)
    freeze_qrels(campaign=campaign, rule="union", by=None)


def _cancel_at_work(job: Job) -> None:
    progress = JobHandle.progress

    def cancelled(self: JobHandle, *result: object) -> None:
        self.cancelled = True
        progress(self, *result)  # type: ignore[arg-type]  # as they came

    with mock.patch.object(JobHandle, "progress", cancelled):
        run_job(job.pk, heartbeat=False)


def test_an_import_that_is_given_up_is_taken_back(campaign: Campaign, questions: list[Question]) -> None:
    job = ask(campaign, table())
    run_and_die(job, 8)
    for _ in range(4):
        run_and_die(job, 0)
    sweep()
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    run_job(Job.objects.get(kind=TAKE_BACK).pk, heartbeat=False)
    assert grades() == []
    assert_counted(campaign)


def test_what_was_asked_for_twice_is_taken_back_once(campaign: Campaign, questions: list[Question]) -> None:
    bring("judgments", campaign, table(), "judgments.csv", newcomers=True)
    source = campaign.imports.get()
    first, second = (request_undo(source=source, reason=reason, by=None) for reason in ("slip", "again"))
    for job in (first, second):
        run_job(job.pk, heartbeat=False)
        job.refresh_from_db()
    assert (first.state, second.state, second.error["code"]) == (JobState.DONE, JobState.FAILED, "taken_back")
    source.refresh_from_db()
    assert (source.reason, source.outcome) == ("slip", first.result["sentence"])


@pytest.mark.both_databases
@pytest.mark.parametrize("taken_away", [False, True], ids=["a killed one", "a cancelled one"])
def test_of_two_that_take_one_import_back_the_second_goes_on_with_the_first(
    campaign: Campaign, questions: list[Question], taken_away: bool
) -> None:
    bring("judgments", campaign, table(), "judgments.csv", newcomers=True)
    source = campaign.imports.get()
    first, second = (request_undo(source=source, reason=reason, by=None) for reason in ("slip", "again"))
    run_and_die(first, 3)
    if taken_away:
        cancel(job=first, by=None)
    run_job(second.pk, heartbeat=False)
    for job in (first, second, source):
        job.refresh_from_db()
    if taken_away:
        assert (second.state, source.reason) == (JobState.DONE, "again")
    else:
        assert (first.state, second.state, second.error["code"]) == (
            JobState.DONE,
            JobState.FAILED,
            "taken_back",
        )
        assert (source.reason, source.outcome) == ("slip", first.result["sentence"])
    assert grades() == []
    assert_counted(campaign)


@pytest.mark.both_databases
def test_one_that_takes_back_waits_while_another_does(
    campaign: Campaign, questions: list[Question], monkeypatch: pytest.MonkeyPatch
) -> None:
    class WaitedError(Exception):
        """It waits."""

    bring("judgments", campaign, table(), "judgments.csv", newcomers=True)
    source = campaign.imports.get()
    first, second = (request_undo(source=source, reason=reason, by=None) for reason in ("slip", "again"))
    run_and_die(first, 2)
    Job.objects.filter(pk=first.pk).update(lease_until=from_now(settings.JOB_LEASE_SECONDS))
    clock = mock.Mock(sleep=mock.Mock(side_effect=WaitedError))
    monkeypatch.setattr(judgment_files, "time", clock)
    run_job(second.pk, heartbeat=False)
    source.refresh_from_db()
    assert clock.sleep.called
    assert (source.job, source.reason) == (first, "slip")


@pytest.mark.parametrize("whole", [True, False], ids=["an import", "a person"])
def test_judgments_go_back_after_an_import_that_overtook_them(
    campaign: Campaign, questions: list[Question], monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    bring("judgments", campaign, table(names=("ann",)), "former.csv", newcomers=True)
    source, ann, others = campaign.imports.get(), Member.objects.get(name="ann"), list[Job]()
    wait = judgment_files.wait_for_others

    def overtaken(handle: JobHandle, left: FileImport | None) -> None:
        wait(handle, left)
        if not others:
            others.append(ask(campaign, table(names=("bo",))))
            with mock.patch.object(judgment_files, "wait_for_others"):
                run_and_die(others[0], 3)

    monkeypatch.setattr(takeback, "wait_for_others", overtaken)
    monkeypatch.setattr(judgment_files, "is_at_work", lambda campaign: False)
    arguments = {"source": source.pk} if whole else {"member": ann.pk}
    job = enqueue(kind=TAKE_BACK, by=None, campaign=campaign, arguments={**arguments, "reason": "slip"})
    run_job(job.pk, heartbeat=False)
    for each in (job, others[0]):
        each.refresh_from_db()
        assert each.state == JobState.DONE
    assert {name for _, _, name, _ in grades()} == {"bo"}
    assert job.result["sentence"].startswith("Took back 40 judgments")
    assert_counted(campaign)


def statements(act: Callable[..., object], *given: object, **named: object) -> int:
    """How many statements an act gives the database."""
    with CaptureQueriesContext(connection) as asked:
        act(*given, **named)
    return len(asked)


def test_however_many_judgments_change_they_are_written_and_taken_back_in_as_many_statements(
    campaign: Campaign, questions: list[Question], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judgment_files, "ROWS", 500)
    monkeypatch.setattr(judgment_files, "MOST", 500)
    bring("judgments", campaign, table(), "former.csv", newcomers=True, replace=True)
    first, before, taken = FileImport.objects.of_judgments().get(), rows_stored(), list[tuple[int, int]]()
    for number in (8, 16):  # of one question, and with one dispute
        data = table().replace(b",no,", b",yes,", number)
        newer = statements(bring, "judgments", campaign, data, "newer.csv", replace=True)
        assert Judgment.objects.exclude(source=first).count() == number
        source = str(FileImport.objects.of_judgments().latest("pk").number)
        said = io.StringIO()
        back = statements(
            call_command, TAKE, campaign.slug, "--import", source, "--reason", "Wrong.", stdout=said
        )
        taken.append((newer, back))
        assert rows_stored() == before
    assert taken[0] == taken[1]


def rows_stored() -> list[dict[str, object]]:
    """All that judgments are, but for the number of their changes."""
    return [
        {name: value for name, value in row.items() if name != "changes"}
        for row in Judgment.objects.order_by("pk").values()
    ]
