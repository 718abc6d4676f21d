"""Workers and pages at the same moment, in threads with connections of their own."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from assessment.jobs.models import Job
from assessment.jobs.services import embedded, lifecycle, regularly
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import Heart, run_job
from assessment.submissions.models import PoolRound
from tests.client import Client
from tests.factory import make_member
from tests.jobs.work import ask, read, rows, taken
from tests.results.golden import imported

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
TOGETHER = 8
PATIENCE = 60.0


def at_once(action: Callable[[], Any]) -> list[Any]:
    """Do something in eight threads that begin together."""
    barrier, found = threading.Barrier(TOGETHER), []

    def run() -> None:
        try:
            barrier.wait()
            found.append(action())
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(TOGETHER)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_eight_askers_make_one_job() -> None:
    pks = at_once(lambda: ask().pk)
    assert len(pks) == TOGETHER
    assert set(pks) == {Job.objects.get().pk}


def test_of_eight_workers_one_does_the_job() -> None:
    job = ask("steps", rows=5)
    assert sorted(at_once(lambda: run_job(job.pk))) == [False] * (TOGETHER - 1) + [True]
    assert rows() == [0, 1, 2, 3, 4]


def test_eight_sweeps_send_a_job_once(sent: list[int]) -> None:
    job = ask()
    Job.objects.update(sent_at=None)
    sent.clear()
    at_once(lifecycle.sweep)
    assert sent == [job.pk]


def test_the_heart_extends_the_lease_writes_progress_and_hears_of_a_wish_to_cancel(
    settings: Settings,
) -> None:
    job = taken(ask())
    handle = JobHandle(job)
    handle.progress(1, 3, "First row")
    settings.JOB_LEASE_SECONDS = 4.0
    with Heart(handle):
        until(lambda: read(job).message == "First row")
        assert read(job).lease_until != job.lease_until
        lifecycle.cancel(job=job, by=None)
        until(lambda: handle.cancelled)
    assert read(job).state == "running"


def test_a_step_says_how_far_the_job_is_hears_of_a_wish_to_cancel_and_spares_the_heart_a_beat() -> None:
    handle = JobHandle(taken(ask()))
    heart, beats = Heart(handle), list[int]()

    class Ended(threading.Event):
        """The wait between two beats, in which the job goes on."""

        def wait(self, timeout: float | None = None) -> bool:
            beats.append(read(handle.job).done)
            if len(beats) == 2:
                with handle.step({}):
                    pass
            handle.progress(len(beats), 3)
            return len(beats) == 3

    heart.ended = Ended()
    heart.run()
    assert beats == [0, 1, 1], "a beat, then a step, and beside the step no beat"
    lifecycle.cancel(job=handle.job, by=None)
    with handle.step({"next": 1}):
        pass
    assert read(handle.job).done == 3
    assert handle.cancelled


def test_a_cancelled_job_keeps_whole_steps_and_ends(settings: Settings) -> None:
    settings.JOB_LEASE_SECONDS = 4.0
    job = ask("steps", rows=100_000)

    def work() -> None:
        run_job(job.pk)
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    until(lambda: len(rows()) > 2)
    lifecycle.cancel(job=job, by=None)
    worker.join(PATIENCE)
    ended = read(job)
    assert ended.state == "cancelled"
    assert rows() == list(range(ended.checkpoint["next"]))


def test_an_embedded_worker_takes_up_what_is_asked_for() -> None:
    worker = embedded.worker()
    worker.start()
    try:
        first, second = ask(name="first"), ask("steps", name="second")
        until(lambda: read(first).state == "done" and read(second).state == "done")
    finally:
        worker.stop()
        worker.join(PATIENCE)
    assert rows("first") == rows("second") == [0, 1, 2]


def test_what_is_done_regularly_goes_on_while_every_worker_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    due = threading.Event()
    monkeypatch.setattr(regularly, "_works", {"tests.due": (0.0, due.set)})
    job = ask("steps", rows=100_000)
    threads = embedded.start(workers=1)
    try:
        until(lambda: len(rows()) > 2)
        due.clear()
        assert due.wait(PATIENCE)
        assert read(job).state == "running"
    finally:
        lifecycle.cancel(job=job, by=None)
        for thread in threads:
            thread.stop()
            thread.join(PATIENCE)


def test_a_page_and_an_embedded_worker_pool_once(settings: Settings) -> None:
    settings.JOBS_INLINE = False
    campaign, client = imported("trec8_small"), Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    worker = embedded.worker()
    worker.start()
    try:
        address = client.post(f"/campaigns/{campaign.slug}/pool/", {"depth": "2"})["Location"]
        until(lambda: not Job.objects.active().exists())
    finally:
        worker.stop()
        worker.join(PATIENCE)
    job = Job.objects.get()
    assert address.partition("?")[0] == job.link
    assert job.result["sentence"] in client.get(f"{job.link}?job={job.pk}").content.decode()
    assert PoolRound.objects.count() == 2


def test_a_worker_by_command_ends_when_nothing_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    ask(name="first"), ask(name="second")
    call_command("run_jobs", "--until-done")
    assert "Did 2 jobs." in capsys.readouterr().out
    assert rows("first") == rows("second") == [0, 1, 2]
