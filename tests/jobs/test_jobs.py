"""What a job promises: done once, by one worker at a time, with its end kept; and what is said when it fails."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone, translation
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from assessment.campaigns.models import Campaign
from assessment.jobs.errors import CancelledError, LeaseLostError
from assessment.jobs.models import Job
from assessment.jobs.models.registry import Result
from assessment.jobs.services import lifecycle
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.people.models import Event
from tests.factory import make_account
from tests.jobs.ground.kinds import write_row
from tests.jobs.work import ask, read, rows, taken, vanish

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def do(job: Job) -> bool:
    return run_job(job.pk, heartbeat=False)


@pytest.mark.parametrize("kind", ["whole", "steps"])
def test_a_job_is_done_once(kind: str) -> None:
    job = ask(kind)
    assert do(job)
    assert not do(job)
    done = read(job)
    assert (done.state, done.result["sentence"], done.attempts) == ("done", "Wrote 3 rows.", 1)
    assert done.started_at
    assert done.ended_at
    assert done.log[-1][1] == "Wrote 3 rows."
    assert rows() == [0, 1, 2]


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_job_speaks_the_language_of_whoever_asked(language: str) -> None:
    by = make_account("ada")
    with translation.override(language):
        asked = lifecycle.enqueue(kind="ground.speaks", by=by)
        for_all = lifecycle.enqueue(kind="ground.speaks_english", by=by)
        from_nobody = lifecycle.enqueue(kind="ground.speaks", by=None, key="nobody")
    jobs = (asked, for_all, from_nobody)
    with translation.override("fr"):  # of the process that does it
        assert all(do(job) for job in jobs)
        assert translation.get_language() == "fr"
    assert read(asked).language == ("de" if language == "de" else "")
    said = [read(job).result["sentence"] for job in jobs]
    assert said == [f"in {language}", "in en", "in en"]
    assert read(asked).log[-1][1] == f"in {language}"


def test_the_same_work_is_not_asked_for_twice_until_it_has_ended(sent: list[int]) -> None:
    first, again, other = ask(), ask(), ask(rows=4)
    assert first.pk == again.pk != other.pk
    do(first)
    assert ask().pk not in (first.pk, other.pk)


def test_the_same_work_in_two_campaigns_is_two_jobs(campaign: Campaign) -> None:
    assert ask().pk != ask(campaign=campaign).pk


def test_workers_hear_of_a_job_when_it_is_committed(
    sent: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = ask()
        assert sent == []
    assert sent == [job.pk]


def test_a_job_asked_for_in_a_transaction_that_fails_was_never_asked_for(sent: list[int]) -> None:
    with transaction.atomic():
        ask()
        transaction.set_rollback(True)
    assert not Job.objects.exists()


def test_a_kind_that_no_app_has_is_a_fault_of_the_program() -> None:
    with pytest.raises(ValueError, match="registered by no app"):
        lifecycle.enqueue(kind="nowhere", by=None)


def test_a_broker_that_is_down_fails_nobody(
    settings: Settings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.JOB_SENDER = "tests.jobs.no_such_module.send"
    with django_capture_on_commit_callbacks(execute=True) as ran:
        ask()
    assert len(ran) == 1
    assert Job.objects.get().state == "waiting"


# Leases


def test_a_held_job_is_nobody_elses_until_the_lease_ends() -> None:
    job = ask()
    first = taken(job)
    assert lifecycle.claim(pk=job.pk) is None
    vanish(job)
    second = taken(job)
    assert (second.attempts, second.owner != first.owner) == (2, True)


def test_who_lost_the_lease_writes_nothing_more() -> None:
    job = ask("steps")
    late = JobHandle(taken(job))
    vanish(job)
    winner = taken(job)
    assert lifecycle.heartbeat(job=late.job, done=99) is None
    assert not lifecycle.finish(job=late.job, result=Result("late"))
    assert not lifecycle.fail(job=late.job, error={})
    with pytest.raises(LeaseLostError), late.step({"next": 1}):
        write_row("a", 0)
    assert rows() == []
    assert (read(job).owner, read(job).state, read(job).done) == (winner.owner, "running", 0)


def test_a_whole_job_that_ends_without_its_lease_leaves_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    job = ask()
    taken_by_other: list[Job] = []

    def lose_it(_: float) -> None:
        if not taken_by_other:
            vanish(job)
            taken_by_other.append(taken(job))

    monkeypatch.setattr("tests.jobs.ground.kinds.time.sleep", lose_it)
    assert not do(job)
    assert rows() == []


def test_the_next_attempt_goes_on_after_the_last_kept_step() -> None:
    job = ask("steps")
    first = JobHandle(taken(job))
    with first.step({"next": 1}):
        write_row("a", 0)
    vanish(job)
    assert do(job)
    assert rows() == [0, 1, 2]
    assert "earlier worker disappeared" in str(read(job).log)


def test_a_step_that_fails_is_not_kept() -> None:
    handle = JobHandle(taken(ask("steps")))
    with pytest.raises(TypeError), handle.step({"next": 1}):
        write_row("a", object())  # type: ignore[arg-type]  # no JSON
    assert rows() == []
    assert read(handle.job).checkpoint == {}


# Ends other than the good one


def test_a_refusal_is_kept_with_every_problem() -> None:
    job = lifecycle.enqueue(kind="ground.refused", by=None)
    assert do(job)
    failed = read(job)
    assert failed.state == "failed"
    assert (failed.error["code"], failed.error["hint"]) == ("file_refused", "Fix what is listed.")
    assert [(p["file"], p["line"], p["code"]) for p in failed.error["problems"]] == [
        ("a.txt", 1, "odd_line"),
        ("a.txt", 3, "odd_line"),
    ]
    assert failed.log[0][1] == "Reading the file"


def test_a_fault_of_the_program_leaves_nothing_half_done_and_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    job = lifecycle.enqueue(kind="ground.broken", by=None, arguments={"name": "a"})
    assert do(job)
    failed = read(job)
    assert (failed.state, failed.error["code"]) == ("failed", "job_broken")
    assert "ZeroDivisionError" in failed.error["message"]
    assert rows() == []
    assert "broke" in caplog.text


def test_a_kind_that_a_newer_version_lost_fails_with_a_remedy() -> None:
    job = ask()
    Job.objects.update(kind="ground.gone")
    assert do(job)
    assert read(job).error["code"] == "job_unknown"


def test_what_takes_down_its_worker_again_and_again_is_given_up(sent: list[int]) -> None:
    job = ask()
    for _ in range(lifecycle.MOST_ATTEMPTS):
        vanish(taken(job))
        lifecycle.sweep()
    given_up = read(job)
    assert (given_up.state, given_up.error["code"]) == ("failed", "job_given_up")
    assert given_up.ended_at
    assert not do(job)


def test_a_job_that_gets_on_is_not_given_up(sent: list[int]) -> None:
    job = ask("steps", rows=20)
    for number in range(2 * lifecycle.MOST_ATTEMPTS):
        handle = JobHandle(taken(job))
        with handle.step({"next": number + 1}):
            write_row("a", number)
        vanish(job)
        lifecycle.sweep()
    assert do(job)
    assert rows() == list(range(20))


def test_a_waiting_job_is_cancelled_at_once() -> None:
    job = ask()
    assert lifecycle.cancel(job=job, by=None)
    assert read(job).state == "cancelled"
    assert not do(job)
    assert not lifecycle.cancel(job=job, by=None)
    assert Event.objects.get(verb="job:cancelled").subject.endswith(f"(job {job.pk})")


def test_a_running_job_is_cancelled_at_its_next_step() -> None:
    handle = JobHandle(taken(ask()))
    assert lifecycle.cancel(job=handle.job, by=None)
    assert read(handle.job).state == "running"
    handle.cancelled = bool(lifecycle.heartbeat(job=handle.job))
    with pytest.raises(CancelledError):
        handle.progress(1, 3)
    assert lifecycle.stop(job=handle.job)
    assert read(handle.job).state == "cancelled"


def test_a_cancelled_job_whose_worker_vanished_ends_with_the_next_sweep() -> None:
    job = taken(ask())
    lifecycle.cancel(job=job, by=None)
    vanish(job)
    lifecycle.sweep()
    assert read(job).state == "cancelled"


# The sweep


def test_what_is_in_nobodys_hands_is_sent_again(sent: list[int]) -> None:
    lost, lately, held, ended = (ask(name=name) for name in ("lost", "lately", "held", "ended"))
    taken(held)
    do(ended)
    long_ago = timezone.now() - timedelta(hours=1)
    Job.objects.exclude(pk=lately.pk).update(sent_at=long_ago)
    assert lifecycle.sweep() == 1
    assert sent == [lost.pk]
    assert lifecycle.sweep() == 0
    vanish(held)
    assert lifecycle.sweep() == 1
    assert sent == [lost.pk, held.pk]


def test_a_sweep_does_not_fill_the_queue(sent: list[int]) -> None:
    for number in range(lifecycle.SENT_AT_ONCE + 5):
        ask(name=f"job {number}")
    Job.objects.update(sent_at=timezone.now() - timedelta(hours=1))
    assert lifecycle.sweep() == lifecycle.SENT_AT_ONCE
    assert lifecycle.sweep() == 5


# Progress


def test_the_rest_is_estimated_from_the_speed_of_this_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("assessment.jobs.services.handle.time.monotonic", lambda: clock[0])
    handle = JobHandle(taken(ask()))
    handle.progress(50, 100, "Half of it was done before")
    assert handle.written()["seconds_left"] is None
    clock[0] += 10
    handle.progress(75, 100)
    assert handle.written()["seconds_left"] == 10
    lifecycle.heartbeat(job=handle.job, **handle.written())
    assert (read(handle.job).done, read(handle.job).seconds_left) == (75, 10)


def test_each_part_of_the_work_has_a_pace_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds for reading say nothing of how long comparing takes, nor does its first moment."""
    clock = [100.0]
    monkeypatch.setattr("assessment.jobs.services.handle.time.monotonic", lambda: clock[0])
    handle = JobHandle(taken(ask()))
    handle.progress(0, 1000, "lines read")
    clock[0] += 10
    handle.progress(1000, 1000, "lines read")
    assert handle.written()["seconds_left"] is None  # nothing is left to read
    handle.progress(0, 1000, "rows compared")
    clock[0] += 1
    handle.progress(200, 1000, "rows compared")
    assert handle.written()["seconds_left"] is None  # a second is too short
    clock[0] += 4
    handle.progress(500, 1000, "rows compared")
    assert handle.written()["seconds_left"] == 5
    handle.progress(0, 90, "rows stored")
    clock[0] += 60
    handle.progress(1, 90, "rows stored")
    assert handle.written()["seconds_left"] is None  # a hundredth of the rows is too little
    handle.progress(2, 0, "objects")
    assert handle.written()["seconds_left"] is None  # of nobody knows how many


def test_a_log_keeps_its_newest_lines() -> None:
    handle = JobHandle(taken(ask()))
    for number in range(500):
        handle.note(f"line {number}")
    lines = [line for _, line in handle.written()["log"]]
    assert (len(lines), lines[-1]) == (200, "line 499")
