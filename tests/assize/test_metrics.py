"""/metrics: what processes count is added up rightly, by names of views alone, for whoever the settings name."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import settings as site
from django.db import DatabaseError
from django.utils import timezone

from assessment.jobs.models import Job, JobState
from assessment.shared import tallies
from tests.client import Client
from tests.jobs.site import Site, wait_for
from tests.judging.room import Room

TOKEN = "a token of some length"
COUNTING = """
import sys, time
from pathlib import Path
from assessment.shared import tallies
tallies.begin(Path(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    tallies.add("assize_saves_total", 1)
tallies.observe('assize_request_seconds{view="home"}', 0.03)
print("counted", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def counted(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """A site whose numbers a token opens; the folder in which they are kept."""
    settings.METRICS_TOKEN, settings.DATA_DIR = TOKEN, tmp_path
    yield tmp_path / "metrics"
    tallies.stop()


def numbers(**request: Any) -> dict[str, float]:
    """The page as a scraper reads it."""
    answer = Client().get("/metrics", HTTP_AUTHORIZATION=f"Bearer {TOKEN}", **request)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, "text/plain")
    lines = answer.content.decode().splitlines()
    assert all(
        re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{\w+=\"[^\"]*\"(,\w+=\"[^\"]*\")*\})? \S+", x) for x in lines
    )
    return {name: float(value) for name, _, value in (x.rpartition(" ") for x in lines if x[0] != "#")}


class Process:
    """Another process that counts into the same folder, and stays until it is ended."""

    def __init__(self, folder: Path, saves: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", COUNTING, str(folder), str(saves)],
            cwd=site.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == b"counted\n"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


def test_processes_are_added_up_the_killed_ones_too(tmp_path: Path) -> None:
    first, second = Process(tmp_path, 3), Process(tmp_path, 4)
    try:
        assert tallies.totals(tmp_path)["assize_saves_total"][0] == 7
        first.kill()
        assert tallies.totals(tmp_path)["assize_saves_total"][0] == 7
        third = Process(tmp_path, 5)
        third.kill()
        assert [tallies.totals(tmp_path)["assize_saves_total"][0] for _ in range(2)] == [12, 12]
        (kept,) = tmp_path.iterdir()
        assert len(list(kept.glob("*-*"))) == 1  # the files of the dead are one
        times = tallies.totals(tmp_path)['assize_request_seconds{view="home"}']
        assert times[3] == 3
        assert sum(times[:12]) == 3
        assert times[12] == pytest.approx(0.09)
    finally:
        second.kill()


def test_a_disk_on_which_nothing_can_be_written_costs_numbers_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    tallies.begin(tmp_path / "file" / "metrics")
    try:
        tallies.add("assize_saves_total", 1)
    finally:
        tallies.stop()
    assert tallies.totals(tmp_path / "file" / "metrics") == {}


@pytest.mark.django_db
def test_requests_are_counted_by_the_names_of_views(counted: Path) -> None:
    client = Client()
    client.get("/sign-in/")
    client.get("/campaigns/secret-name/runs/")
    client.get("/no/such/place/")
    found = numbers()
    assert found['assize_requests_total{view="people:sign-in",status="2xx"}'] == 1
    assert found['assize_requests_total{view="none",status="4xx"}'] == 1
    assert found['assize_request_seconds_count{view="people:sign-in"}'] == 1
    assert found['assize_request_seconds_bucket{view="people:sign-in",le="+Inf"}'] == 1
    assert not any("secret-name" in key or "such" in key for key in found)
    assert numbers()['assize_requests_total{view="metrics",status="2xx"}'] == 1


@pytest.mark.django_db(transaction=True)
def test_saves_and_conflicts_are_counted_once_they_are_stored(counted: Path) -> None:
    room = Room()
    client = room.client()
    assert client.post(f"{room.url}save/", room.form(0, grade="correct")).status_code < 400
    stale = room.form(0, grade="incorrect", seen=0)
    assert client.post(f"{room.url}save/", stale, HTTP_X_ASSIZE_FETCH="1").status_code == 409
    found = numbers()
    assert (found["assize_saves_total"], found["assize_conflicts_total"]) == (1, 1)


@pytest.mark.django_db
def test_the_queue_is_counted_by_kind_with_its_age(counted: Path) -> None:
    job = Job.objects.create(kind="notices.send", key="one")
    Job.objects.create(kind="notices.send", key="two", state=JobState.DONE, ended_at=timezone.now())
    Job.objects.filter(pk=job.pk).update(asked_at=timezone.now() - timedelta(seconds=90))
    found = numbers()
    assert found['assize_queue_jobs{kind="notices.send"}'] == 1
    assert 90 <= found['assize_queue_oldest_seconds{kind="notices.send"}'] < 900
    assert (found['assize_jobs{state="waiting"}'], found['assize_jobs{state="done"}']) == (1, 1)
    assert found["assize_database_up"] == 1


def test_without_a_database_the_rest_is_told(counted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    settings: Any, tmp_path: Path, token: str, networks: list[str], sent: str, place: str, status: int
) -> None:
    settings.METRICS_TOKEN, settings.DATA_DIR = token, tmp_path
    settings.METRICS_ADDRESSES = [ip_network(text) for text in networks]
    headers = {"Authorization": sent} if sent else {}
    try:
        assert Client().get("/metrics", REMOTE_ADDR=place, headers=headers).status_code == status
        assert (tmp_path / "metrics").exists() == bool(token or networks)
    finally:
        tallies.stop()


@pytest.mark.django_db
def test_an_admin_without_the_token_reads_nothing(counted: Path) -> None:
    room = Room()
    room.ada.is_superuser = True
    room.ada.save()
    assert room.client().get("/metrics").status_code == 404


def test_two_web_processes_give_the_same_numbers(tmp_path: Path) -> None:
    with Site(
        tmp_path, postgres=False, redis=False, ASSIZE_METRICS_TOKEN=TOKEN, ASSIZE_PROCESSES="2"
    ) as site:
        site.start("web")
        site.wait_until_up()
        # Each request comes over a connection of its own, which either process takes.
        wait_for(
            lambda: site.get("/readyz") and len(list(tmp_path.glob("metrics/*/*-*"))) == 2,
            "both processes have answered",
        )
        request = Request(
            f"http://127.0.0.1:{site.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        found = []
        for _ in range(8):
            with urlopen(request, timeout=20) as answer:
                lines = answer.read().decode().splitlines()
            found.append(
                [line for line in lines if line.startswith("assize_requests_total") and "readyz" in line]
            )
        assert len(found[0]) == 1, site.logs()
        assert found == found[:1] * 8
