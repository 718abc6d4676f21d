"""The demo's campaigns are made while the site serves already: whoever comes early, or ends it half way, loses nothing."""

import fcntl
import json
import os
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from pytest_django import Settings

from assize.demo import making
from assize.demo.campaigns import CAMPAIGNS
from assize.demo.people import PASSWORD
from tests.assize.test_serve import free_port, served, started, started_with
from tests.client import Client
from tests.factory import make_account, make_campaign

PATIENCE = 300.0  # seconds; the machine may be busy
# A campaign's work days are the last of it.
WHOLE = """SELECT c.slug, count(*) FROM campaigns_campaign AS c JOIN people_member AS m ON m.campaign_id = c.id
    JOIN judging_workday AS w ON w.member_id = m.id GROUP BY c.slug"""


def _rows(data: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(data / "assize.sqlite3", timeout=60)) as database:
        return database.execute(sql).fetchall()


def _signed_in(port: int, name: str) -> urllib.request.OpenerDirector:
    cookies = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    address = f"http://127.0.0.1:{port}/sign-in/"
    with browser.open(address, timeout=60) as page:
        assert "The demo campaigns are being" in page.read().decode()
    token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
    fields = {"username": name, "password": PASSWORD, "csrfmiddlewaretoken": token or ""}
    with browser.open(address, urlencode(fields).encode(), timeout=60) as page:
        assert "Sign out" in page.read().decode()
    return browser


def _wait_until_nobody_makes(data: Path) -> None:
    """The process that makes the demo holds a lock on the data folder; this waits for its end."""
    folder = os.open(data, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    os.close(folder)


@pytest.mark.proof  # a minute of processor; tests/assize/demo/made goes on with what was cut off, too
def test_people_sign_in_meanwhile_and_a_start_that_is_killed_is_gone_on_with(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    process = started(data, port)
    assert process.stdout is not None
    for line in process.stdout:
        if "Assize is ready" in line:
            break
    browser, end = _signed_in(port, "ada"), time.monotonic() + PATIENCE
    while time.monotonic() < end and not _rows(data, "SELECT slug FROM campaigns_campaign"):
        with browser.open(f"http://127.0.0.1:{port}/", timeout=60) as page:
            assert "The demo campaigns are being" in page.read().decode()
    process.kill()
    process.communicate(timeout=60)
    _wait_until_nobody_makes(data)
    before: dict[str, int] = dict(_rows(data, WHOLE))
    assert 0 < len(before) < len(CAMPAIGNS)
    assert set(before) == {slug for (slug,) in _rows(data, "SELECT slug FROM campaigns_campaign")}
    assert json.loads((data / "installation.json").read_text())["demo_wanted"]

    with served(data, port, until="Made six demo campaigns") as said:
        assert any("Sign in as admin, olga" in line for line in said)
        with browser.open(f"http://127.0.0.1:{port}/", timeout=60) as page:
            assert "Sign out" in page.read().decode()  # ada, of before
    after: dict[str, int] = dict(_rows(data, WHOLE))
    assert set(after) == set(CAMPAIGNS)
    assert {slug: after[slug] for slug in before} == before
    assert _rows(data, "SELECT count(*) FROM people_account") == [(12,)]
    assert not json.loads((data / "installation.json").read_text())["demo_wanted"]


@pytest.mark.proof  # as long as the one above
def test_two_that_set_up_at_once_make_one_demo(tmp_path: Path) -> None:
    data = tmp_path / "data"
    both = [started_with(data, "assize.prepare") for _ in range(2)]
    said = [process.communicate(timeout=PATIENCE)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert sum("waiting for it" in text for text in said) == 1, said
    assert {slug for slug, _ in _rows(data, WHOLE)} == set(CAMPAIGNS)


def test_who_sets_up_waits_for_the_process_that_makes_the_demo(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with being_made(data):
        process = started_with(data, "assize.prepare")
        assert process.stdout is not None
        for line in process.stdout:
            if "demo campaigns" in line:
                break
        assert line == "Another process makes the demo campaigns: waiting for it\n"
        assert _rows(data, "SELECT slug FROM campaigns_campaign") == []
    process.kill()
    process.communicate(timeout=60)


@contextmanager
def being_made(data: Path) -> Iterator[None]:
    """As long as a process makes the demo of a data folder."""
    note = data / "installation.json"
    data.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps({"database": "", "demo_wanted": True}))
    folder = os.open(data, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(folder)
        note.unlink()


@pytest.fixture
def data(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.setattr(making, "DATA_DIR", settings.DATA_DIR)
    return tmp_path / "data"


@pytest.mark.django_db
def test_the_first_pages_say_how_far_they_are_for_as_long_as_somebody_makes_them(data: Path) -> None:
    client = Client()
    client.force_login(make_account("ada"))
    with being_made(data):
        for address in ("/", "/demo-progress/"):
            assert "being made: 0 of 6" in client.get(address).content.decode()
        make_campaign("coast-facts")
        for address in ("/sign-in/", "/demo-progress/"):
            page = Client().get(address).content.decode()
            assert "being made: 1 of 6" in page
            assert 'data-refresh="/demo-progress/"' in page
    assert "campaigns are ready" in Client().get("/demo-progress/").content.decode()
    for address in ("/", "/sign-in/"):
        assert "demo campaigns" not in client.get(address, follow=True).content.decode()


def test_where_somebody_makes_them_nobody_else_begins(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr("assize.demo.making.subprocess.Popen", lambda *given, **more: begun.append(given))
    with being_made(data):
        making.make_beside()
        assert making.is_under_way()
    assert begun == []
    assert not making.is_under_way()
