"""The pages of jobs: who sees them, what they show, and how pooling and scoring use them."""

import pytest
from bs4 import BeautifulSoup
from django.core.management import CommandError, call_command
from pytest_django import Settings

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.submissions.models import PoolRound
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member
from tests.jobs.work import ask, read, taken
from tests.query_counts import QueryCount
from tests.results.golden import imported

pytestmark = pytest.mark.django_db


def signed_in(campaign: Campaign | None, role: str) -> Client:
    client = Client()
    if role == "site admin":
        client.force_login(make_account("root", site_admin=True))
    elif campaign is None or role == "stranger":
        client.force_login(make_account(role.replace(" ", "")))
    else:
        client.force_login(make_member(campaign, f"a-{role}", role))
    return client


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    return signed_in(campaign, "organizer")


@pytest.mark.parametrize(
    ("role", "sees"),
    [
        ("admin", True),
        ("organizer", True),
        ("site admin", True),
        ("adjudicator", False),
        ("assessor", False),
        ("participant", False),
        ("stranger", False),
    ],
)
def test_jobs_are_their_campaigns_organizers_business(campaign: Campaign, role: str, sees: bool) -> None:
    client, job = signed_in(campaign, role), ask(campaign=campaign)
    expected = 200 if sees else 404
    for address in ("/campaigns/trial/jobs/", job.get_absolute_url(), job.part_url):
        assert client.get(address).status_code == expected, address
    assert client.post(job.cancel_url).status_code == (302 if sees else 404)
    assert (read(job).state == "cancelled") == sees


def test_the_list_says_how_far_a_job_is(campaign: Campaign, olga: Client) -> None:
    job = ask(campaign=campaign)
    Job.objects.filter(pk=job.pk).update(
        state="running", done=1200, total=5000, message="MB of the files read"
    )
    page = olga.get("/campaigns/trial/jobs/").content.decode()
    assert "Running 24 %" in page
    assert "1,200 of 5,000 MB of the files read" in page


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, ""),
        (0, "about one second left"),
        (8, "about 8 seconds left"),
        (17, "about 20 seconds left"),
        (59, "about 60 seconds left"),
        (61, "about one minute left"),
        (3_500, "about 58 minutes left"),
        (9_000, "about 2 hours left"),
    ],
)
def test_what_is_left_is_said_as_roughly_as_it_is_known(
    campaign: Campaign, olga: Client, seconds: int | None, said: str
) -> None:
    job = ask(campaign=campaign)
    Job.objects.filter(pk=job.pk).update(
        state="running", done=1200, total=10_000, message="rows compared", seconds_left=seconds
    )
    page = BeautifulSoup(olga.get(job.part_url).text, "lxml")
    (line,) = page.select("p:has(progress)")
    parts = ["1,200 of 10,000", "rows compared", *([f"· {said}"] if said else [])]
    assert " ".join(line.text.split()) == " ".join(parts)


def test_organizers_of_another_campaign_see_nothing(campaign: Campaign) -> None:
    other = make_campaign("other")
    client, job = signed_in(other, "organizer"), ask(campaign=campaign)
    assert client.get(job.get_absolute_url()).status_code == 404
    assert client.get(f"/campaigns/other/jobs/{job.pk}/").status_code == 404
    assert client.post(f"/campaigns/other/jobs/{job.pk}/cancel/").status_code == 404
    assert client.get(f"/campaigns/other/pool/?job={job.pk}").context["job"] is None
    assert client.get("/campaigns/other/pool/?job=x²").status_code == 200


@pytest.mark.parametrize("role", ["site admin", "organizer"])
def test_jobs_of_the_site_are_its_admins_business(campaign: Campaign, role: str) -> None:
    client, job = signed_in(campaign, role), ask()
    expected = 200 if role == "site admin" else 404
    assert client.get("/jobs/").status_code == client.get(f"/jobs/{job.pk}/").status_code == expected
    own = ask(campaign=campaign)
    assert client.get(f"/jobs/{own.pk}/").status_code == 404


def test_strangers_sign_in_first(campaign: Campaign) -> None:
    assert Client().get("/campaigns/trial/jobs/").status_code == 302
    assert Client().post(ask(campaign=campaign).cancel_url).status_code == 401


def test_an_active_job_shows_how_far_it_is_and_asks_again(olga: Client, campaign: Campaign) -> None:
    handle = JobHandle(taken(ask(campaign=campaign)))
    handle.progress(1, 3, "Row 1")
    lifecycle.heartbeat(job=handle.job, **handle.written() | {"seconds_left": 130})
    page = olga.get(handle.job.get_absolute_url()).content.decode()
    assert 'max="3" value="1"' in page
    assert "1 of 3" in page
    assert "Row 1" in page
    assert "about 2 minutes left" in page
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert f'data-refresh="{handle.job.part_url}"' in olga.get(handle.job.part_url).content.decode()
    lifecycle.cancel(job=handle.job, by=None)
    assert "Stopping at the next step" in olga.get(handle.job.part_url).content.decode()


def test_an_ended_job_keeps_result_and_log(olga: Client, campaign: Campaign) -> None:
    job = ask("steps", campaign=campaign)
    run_job(job.pk, heartbeat=False)
    page = olga.get(job.get_absolute_url()).content.decode()
    assert "Wrote 3 rows." in page
    assert 'href="/somewhere/"' in page
    assert "http-equiv" not in page
    assert "Cancel</button>" not in page
    assert "data-refresh" not in olga.get(job.part_url).content.decode()
    assert "Wrote 3 rows." in olga.get("/campaigns/trial/jobs/").content.decode()
    assert "had ended already" in olga.post(job.cancel_url, follow=True).content.decode()


def test_a_failed_job_lists_its_problems(olga: Client, campaign: Campaign) -> None:
    job = lifecycle.enqueue(kind="ground.refused", by=None, campaign=campaign)
    run_job(job.pk, heartbeat=False)
    page = olga.get(job.get_absolute_url()).content.decode()
    assert "Nothing was stored. Fix what is listed." in page
    assert "a.txt:3" in page
    assert "odd_line" in page


def test_lists_and_pages_take_few_queries(olga: Client, campaign: Campaign, query_count: QueryCount) -> None:
    job = ask(campaign=campaign)
    for number in range(5):
        ask(name=f"job {number}", campaign=campaign)
    with query_count("jobs of a campaign"):
        olga.get("/campaigns/trial/jobs/")
    with query_count("job"):
        olga.get(job.get_absolute_url())
    with query_count("job: progress alone"):
        olga.get(job.part_url)


# Pooling and scoring


@pytest.fixture
def golden() -> Campaign:
    return imported("trec8_small")


def test_pooling_that_takes_longer_than_a_moment_is_shown_in_place(
    golden: Campaign, settings: Settings
) -> None:
    settings.JOBS_INLINE = False  # and no worker runs
    client, pool = signed_in(golden, "organizer"), f"/campaigns/{golden.slug}/pool/"
    answer = client.post(pool, {"depth": "2"})
    job = Job.objects.get()
    assert answer["Location"] == f"{pool}?job={job.pk}"
    assert client.post(pool, {"depth": "2"})["Location"] == answer["Location"]
    waiting = client.get(answer["Location"]).content.decode()
    assert "waiting for its turn" in waiting
    assert job.part_url in waiting
    run_job(job.pk, heartbeat=False)
    assert PoolRound.objects.count() == 2
    assert read(job).result["sentence"] in client.get(answer["Location"]).content.decode()


def test_scoring_that_is_refused_later_says_so_in_place(golden: Campaign, settings: Settings) -> None:
    settings.JOBS_INLINE = False
    client, start = signed_in(golden, "organizer"), f"/campaigns/{golden.slug}/results/"
    address = client.post(start, {"form": "assessor", "assessor": "nobody"}).status_code
    assert address == 422
    first = client.post(start, {"form": "majority", "seed": "1"})["Location"]
    job = Job.objects.get()
    assert first == f"{start}?job={job.pk}"
    run_job(job.pk, heartbeat=False)
    shown = client.get(first).content.decode()
    ended = read(job)
    assert (ended.result.get("sentence") or ended.error["message"]).partition(":")[0] in shown


def test_all_four_rules_note_each_outcome(golden: Campaign) -> None:
    client = signed_in(golden, "organizer")
    client.post(f"/campaigns/{golden.slug}/results/compare/")
    job = Job.objects.get()
    assert job.state == "done"
    assert (job.done, job.total) == (5, 5)
    assert len(job.log) == 5


# Commands


def test_commands_list_and_cancel(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("jobs")
    assert capsys.readouterr().out == "No jobs.\n"
    job = ask(campaign=campaign)
    call_command("jobs", campaign="trial")
    assert capsys.readouterr().out == f"{job.pk} trial ground.whole waiting\n"
    call_command("jobs", cancel=job.pk)
    assert read(job).state == "cancelled"
    with pytest.raises(CommandError, match="job_ended"):
        call_command("jobs", cancel=job.pk)
    with pytest.raises(CommandError, match="job_not_found"):
        call_command("jobs", cancel=job.pk + 1)
