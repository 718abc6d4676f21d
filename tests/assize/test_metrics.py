"""/metrics: what processes count is added up rightly, by names of views alone, for whoever the settings name."""

import re
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.db import DatabaseError
from django.utils import timezone

from assessment.jobs.models import Job, JobState
from assessment.shared.tallies import tallies
from assize.metrics import FOLDER
from tests.client import Client
from tests.jobs.site import Site, wait_for
from tests.judging.room import Room

TOKEN = "a token of some length"


@pytest.fixture
def counted(settings: Any) -> Iterator[None]:
    """A site whose numbers a token opens, and which has counted nothing yet."""
    settings.METRICS_TOKEN = TOKEN
    tallies.cache_clear()
    yield
    tallies.cache_clear()


def numbers(**request: Any) -> dict[str, float]:
    """The page as a scraper reads it."""
    answer = Client().get("/metrics", HTTP_AUTHORIZATION=f"Bearer {TOKEN}", **request)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, "text/plain")
    lines = answer.content.decode().splitlines()
    assert all(
        re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{\w+=\"[^\"]*\"(,\w+=\"[^\"]*\")*\})? \S+", x) for x in lines
    )
    return {name: float(value) for name, _, value in (x.rpartition(" ") for x in lines if x[0] != "#")}


@pytest.mark.django_db
def test_requests_are_counted_by_the_names_of_views(counted: None) -> None:
    client = Client()
    client.get("/sign-in/")
    client.get("/campaigns/secret-name/runs/")
    client.get("/no/such/place/")
    found = numbers()
    assert found['assize_requests_total{status="2xx",view="people:sign-in"}'] == 1
    assert found['assize_requests_total{status="4xx",view="none"}'] == 1
    assert found['assize_request_seconds_count{view="people:sign-in"}'] == 1
    assert found['assize_request_seconds_bucket{le="+Inf",view="people:sign-in"}'] == 1
    assert not any("secret-name" in key or "such" in key for key in found)
    assert numbers()['assize_requests_total{status="2xx",view="metrics"}'] == 1


@pytest.mark.django_db(transaction=True)
def test_saves_and_conflicts_are_counted_once_they_are_stored(counted: None) -> None:
    room = Room()
    client = room.client()
    first = room.form(0, grade="correct")
    for _ in range(2):  # sent again, it is no conflict
        assert client.post(f"{room.url}save/", first, HTTP_X_ASSIZE_FETCH="1").status_code < 400
    stale = room.form(0, grade="incorrect", seen=0)
    assert client.post(f"{room.url}save/", stale, HTTP_X_ASSIZE_FETCH="1").status_code == 409
    found = numbers()
    assert (found["assize_saves_total"], found["assize_conflicts_total"]) == (1, 1)


@pytest.mark.django_db
def test_the_queue_is_counted_by_kind_with_its_age(counted: None) -> None:
    job = Job.objects.create(kind="notices.send", key="one")
    Job.objects.create(kind="notices.send", key="two", state=JobState.DONE, ended_at=timezone.now())
    Job.objects.filter(pk=job.pk).update(asked_at=timezone.now() - timedelta(seconds=90))
    found = numbers()
    assert found['assize_queue_jobs{kind="notices.send"}'] == 1
    assert 90 <= found['assize_queue_oldest_seconds{kind="notices.send"}'] < 900
    assert (found['assize_jobs{state="waiting"}'], found['assize_jobs{state="done"}']) == (1, 1)
    assert found["assize_database_up"] == 1


def test_without_a_database_the_rest_is_told(counted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr("assize.metrics.queue_now", away)
    monkeypatch.setattr("assize.metrics.connection", type("Connection", (), {"close": lambda self: None})())
    assert numbers()["assize_database_up"] == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "networks", "sent", "place", "status"),
    [
        ("", [], "", "127.0.0.1", 404),  # off: local addresses too
        (TOKEN, [], "", "127.0.0.1", 404),
        (TOKEN, [], "Bearer wrong", "127.0.0.1", 404),
        (TOKEN, [], f"Bearer {TOKEN}", "127.0.0.1", 200),
        ("", [], "Bearer ", "127.0.0.1", 404),
        ("", ["10.1.0.0/16"], "", "10.1.2.3", 200),
        ("", ["10.1.0.0/16"], "", "10.2.2.3", 404),
        ("", ["10.1.0.0/16"], "", "no address", 404),
    ],
)
def test_only_those_whom_the_settings_name_read_it(
    settings: Any, token: str, networks: list[str], sent: str, place: str, status: int
) -> None:
    settings.METRICS_TOKEN = token
    settings.METRICS_ADDRESSES = [ip_network(text) for text in networks]
    headers = {"Authorization": sent} if sent else {}
    tallies.cache_clear()
    assert Client().get("/metrics", REMOTE_ADDR=place, headers=headers).status_code == status
    assert bool(tallies.cache_info().currsize) is bool(token or networks)


@pytest.mark.django_db
def test_an_admin_without_the_token_reads_nothing(counted: None) -> None:
    room = Room()
    room.ada.is_superuser = True
    room.ada.save()
    assert room.client().get("/metrics").status_code == 404


def test_two_web_processes_give_the_same_numbers_those_of_a_killed_one_too(tmp_path: Path) -> None:
    with Site(
        tmp_path, postgres=False, redis=False, ASSIZE_METRICS_TOKEN=TOKEN, ASSIZE_PROCESSES="2"
    ) as site:
        site.start("web")
        site.wait_until_up()
        # Each request comes over a connection of its own, which either process takes.
        wait_for(
            lambda: site.get("/readyz") and len(list(folder_of(site).glob("counter_*"))) == 2,
            "both processes have answered",
        )
        found = [scraped(site) for _ in range(8)]
        assert len(found[0]) == 1, site.logs()
        assert found == found[:1] * 8
        folder = folder_of(site)
        site.kill_child("web", "assize.serving_process")
        assert scraped(site) == found[0]
        site.processes["web"].terminate()
        assert site.processes["web"].wait(60) == 0
        assert not folder.exists()


def folder_of(site: Site) -> Path:
    """Where the processes count."""
    told = Path(f"/proc/{site.child('web', 'assize.serving_process')}/environ").read_text().split("\0")
    (folder,) = (line.partition("=")[2] for line in told if line.startswith(FOLDER))
    return Path(folder)


def scraped(site: Site) -> list[str]:
    """How often a page was asked for that nobody asks for any more."""
    request = Request(f"http://127.0.0.1:{site.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(request, timeout=20) as answer:
        lines = answer.read().decode().splitlines()
    return [line for line in lines if line.startswith("assize_requests_total") and "readyz" in line]
