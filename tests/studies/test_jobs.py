"""Studies as jobs: cancelled at each of their parts, begun again, and two at once."""

import pytest

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.people.models import Event
from assessment.studies.models import Study, StudyPart
from scoring.studies.options import Options
from tests.jobs.work import read, taken, vanish
from tests.studies.scene import SMALL, golden, made

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return golden("trec8_small")


def ask(campaign: Campaign, options: Options = SMALL) -> Job:
    return enqueue(kind="studies.study", campaign=campaign, by=None, arguments={"options": options.as_json()})


def ask_what_if(campaign: Campaign, change: str) -> Job:
    arguments = {"changes": [change], "rule": "adjudicated"}
    return enqueue(kind="studies.what_if", campaign=campaign, by=None, arguments=arguments)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What jobs said that they were doing, one entry a step."""
    said: list[str] = []
    progress = JobHandle.progress

    def hear(self: JobHandle, done: int, total: int = 0, message: str = "") -> None:
        said.append(message)
        progress(self, done, total, message)

    monkeypatch.setattr(JobHandle, "progress", hear)
    return said


def cancel_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Let the wish to cancel be heard at a step."""
    progress, steps = JobHandle.progress, list[str]()

    def cancel(self: JobHandle, done: int, total: int = 0, message: str = "") -> None:
        steps.append(message)
        if len(steps) > step:
            lifecycle.cancel(job=self.job, by=None)
            self.cancelled = bool(lifecycle.heartbeat(job=self.job))
        progress(self, done, total, message)

    monkeypatch.setattr(JobHandle, "progress", cancel)


def assert_nothing_is_left() -> None:
    assert not Study.objects.exists()
    assert not StudyPart.objects.exists()
    assert not Event.objects.filter(verb="study:made").exists()


def test_a_study_cancelled_between_any_two_of_its_parts_leaves_nothing(
    campaign: Campaign, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_job(ask(campaign).pk, heartbeat=False)
    names = list(dict.fromkeys(heard))
    assert names[0] == "Reading judgments and runs"
    assert len(names) > 5
    firsts = [heard.index(name) for name in names]
    Study.objects.all().delete()
    Event.objects.filter(verb="study:made").delete()
    for step in firsts:
        with monkeypatch.context() as patched:
            cancel_at(patched, step)
            job = ask(campaign)
            run_job(job.pk, heartbeat=False)
        assert read(job).state == "cancelled", names
        assert_nothing_is_left()
    run_job(ask(campaign).pk, heartbeat=False)
    assert Study.objects.get().version == 1


@pytest.mark.both_databases
def test_what_if_can_be_cancelled_too(
    campaign: Campaign, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_job(ask_what_if(campaign, "leave-one-out:run").pk, heartbeat=False)
    steps = len(heard)
    assert steps > 3
    Study.objects.all().delete()
    Event.objects.filter(verb="study:made").delete()
    for step in range(steps):
        with monkeypatch.context() as patched:
            cancel_at(patched, step)
            job = ask_what_if(campaign, "leave-one-out:run")
            run_job(job.pk, heartbeat=False)
        assert read(job).state == "cancelled"
        assert_nothing_is_left()


@pytest.mark.both_databases
def test_a_study_whose_worker_vanished_is_made_once_by_the_next(campaign: Campaign) -> None:
    job = ask(campaign)
    vanish(taken(job))
    run_job(job.pk, heartbeat=False)
    done = read(job)
    assert (done.state, done.attempts) == ("done", 2)
    assert Study.objects.get().version == 1
    assert done.result["sentence"] == "Study 1: 3 runs studied with seed 1."


def test_a_repeated_job_finds_its_study(campaign: Campaign) -> None:
    first = made(campaign)
    job = ask(campaign)
    run_job(job.pk, heartbeat=False)
    result = read(job).result
    assert result["sentence"].startswith("Nothing changed since study 1")
    assert result["link"] == ["studies:study", ["trec8_small", 1], ""]
    assert Study.objects.get() == first.study


def test_a_job_of_a_version_that_knew_fewer_settings_has_defaults_for_the_others(campaign: Campaign) -> None:
    arguments = {"options": {"samples": 20, "seed": 3, "resamples": 100, "trials": 1, "unheard": 1}}
    job = enqueue(kind="studies.study", campaign=campaign, by=None, arguments=arguments)
    run_job(job.pk, heartbeat=False)
    assert Study.objects.get().options == Options(samples=20, seed=3, resamples=100, trials=1).as_json()


def test_the_job_says_which_part_it_is_at(campaign: Campaign, heard: list[str]) -> None:
    run_job(ask(campaign).pk, heartbeat=False)
    assert {"Agreement", "Judgments of each assessor", "Error rates", "Significance"} <= set(heard)
