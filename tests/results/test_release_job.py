"""A release as a job: shown in place, refused with every reason, done once though its process is killed."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.services import lifecycle
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from assessment.people.models import Event
from assessment.results.models import Release
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.killed_release import kill_releases
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/trec8_small/results/release/"


@pytest.fixture
def campaign() -> Campaign:
    made = imported("trec8_small")
    settle_everything(made)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    client.post(f"{PAGE}preview/")
    return client


def seen_in(client: Client) -> str:
    return client.get(PAGE).text.partition('name="seen" value="')[2].partition('"')[0]


def test_it_is_shown_in_place_and_nothing_is_public_before_its_end(
    organizer: Client, settings: Settings
) -> None:
    settings.JOBS_INLINE = False  # and no worker runs
    response = organizer.post(
        PAGE, {"seen": seen_in(organizer), "choose": "1", "run": ["alpha1"], "audience": "all"}
    )
    job = Job.objects.get(kind="results.release")
    assert response["Location"] == f"{PAGE}?job={job.pk}"
    page = words(organizer, f"{PAGE}?job={job.pk}")
    assert "Releasing the scores" in page
    assert "nothing is public yet" in page
    assert not Release.objects.exists()
    run_job(job.pk, heartbeat=False)
    page = words(organizer, f"{PAGE}?job={job.pk}")
    assert "Version 1 is released: participants see it now." in page
    assert "nothing is public yet" not in page
    assert "alpha1" not in Release.objects.get().left_out


@pytest.mark.both_databases
def test_pressed_twice_it_is_one_job(organizer: Client, settings: Settings) -> None:
    settings.JOBS_INLINE = False
    choices = {"seen": seen_in(organizer), "choose": "1", "run": ["alpha1"], "audience": "all"}
    first, second = (organizer.post(PAGE, choices)["Location"] for _ in range(2))
    assert first == second


def test_a_refusal_that_comes_later_lists_every_reason_and_keeps_the_choices(
    organizer: Client, settings: Settings
) -> None:
    settings.JOBS_INLINE = False
    Judgment.objects.filter(item=Judgment.objects.order_by("pk")[0].item).delete()
    organizer.post(PAGE, {"choose": "1", "run": ["alpha1"], "audience": "teams"})
    job = Job.objects.get(kind="results.release")
    run_job(job.pk, heartbeat=False)
    address = f"{PAGE}?job={job.pk}"
    page = words(organizer, address)
    assert "The scores were not released, for " in page
    assert "not judged" in page
    shown = organizer.get(address).text
    assert 'value="alpha1" aria-label="Release alpha1" checked' in shown
    assert 'value="beta1" aria-label="Release beta1" checked' not in shown
    assert not Release.objects.exists()


@pytest.mark.both_databases
def test_whoever_goes_on_after_the_act_does_not_release_again(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = iter([False])
    finish = lifecycle.finish
    monkeypatch.setattr(lifecycle, "finish", lambda **given: next(ends, None) is None and finish(**given))
    job = lifecycle.enqueue(
        kind="results.release",
        by=None,
        campaign=campaign,
        arguments={"without": [], "alike": [], "leave_out": None, "audience": "all", "seen": None},
    )
    run_job(job.pk, heartbeat=False)  # it released, and ended before it could say so
    Job.objects.update(lease_until=None, state=JobState.WAITING)
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, Release.objects.count()) == (JobState.DONE, 1)
    assert Event.objects.filter(verb="scores:released").count() == 1


def test_the_command_does_it_as_a_job(campaign: Campaign) -> None:
    call_command("release", campaign.slug)
    assert Job.objects.get(kind="results.release").state == JobState.DONE


@pytest.mark.on_postgresql
def test_killed_it_is_public_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    on = connection.vendor == "postgresql"
    print(kill_releases(tmp_path, postgres=on, kills=2, seed=41, runs=20, questions=40, within=0.3))
