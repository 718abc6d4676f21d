"""Forty people with open browsers: each gets in, and when there is no room the site says so at once."""

import resource
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.assize.browsers import PATIENCE, Browser, browsers
from tests.jobs.site import Site, wait_for
from tests.users import ROOT, users_python

PEOPLE = 40
THREADS = 16  # of gunicorn's two processes
MOST = 290  # connections of one process here, so that they are quickly full


@pytest.fixture(scope="module", params=["web", "gunicorn"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site in one process of waitress, or in gunicorn's two as the container starts it."""
    folder = tmp_path_factory.mktemp(request.param)
    with Site(folder, postgres=False, redis=False, ASSIZE_CONNECTIONS=str(MOST)) as made:
        made.add_account("ada")
        made.start(request.param)
        made.wait_until_up()
        yield made


@contextmanager
def connections(site: Site, number: int, sent: bytes = b"") -> Iterator[None]:
    """So many connections over which nothing came yet, or the beginning of a request."""
    with ExitStack() as stack:
        for _ in range(number):
            opened = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), PATIENCE))
            opened.sendall(sent)
        yield


def sign_in(site: Site) -> None:
    browser = Browser(site.port)
    try:
        browser.sign_in("ada")
    finally:
        browser.close()


def asked(site: Site) -> int:
    """The status of a page that another browser asks for."""
    browser = Browser(site.port)
    try:
        status, text = browser.ask("GET", "/sign-in/")
    finally:
        browser.close()
    assert ("Every connection of this site is at work" in text) is (status == 503), text
    return status


def test_the_fortieth_gets_in_while_all_browsers_are_open(site: Site) -> None:
    with browsers(site.port, PEOPLE) as people:
        people[-1].sign_in("ada")
        status, page = people[0].ask("GET", "/sign-in/")  # over the connection that it has had all along
    assert status == 200, page


def test_connections_that_send_nothing_hold_nobody_up(site: Site) -> None:
    with connections(site, 100):
        sign_in(site)


def test_with_every_connection_open_the_idle_make_room_and_the_log_says_so(site: Site) -> None:
    with connections(site, 3 * MOST):
        wait_for(
            lambda: asked(site) == 200, "an idle connection made room"
        )  # for the first moment all are new
        sign_in(site)
    wait_for(
        lambda: f"All {MOST} connections are in use. The one that was idle" in site.logs(), "the log says so"
    )


@pytest.mark.parametrize("site", ["gunicorn"], indirect=True)
def test_requests_that_take_long_hold_up_no_others(site: Site) -> None:
    """Each process begins two at once; browsers that send slowly hold more threads than that, and fewer than there are."""
    slow = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname="
    with connections(site, THREADS // 2 - 1, slow):
        sign_in(site)


@pytest.mark.parametrize("site", ["web"], indirect=True)  # with gunicorn it waits, as the log says
def test_with_every_connection_at_work_the_next_is_answered_at_once(site: Site) -> None:
    with connections(site, MOST + 60, b"POST /sign-in/ HTTP/1.1\r\n"):
        assert asked(site) == 503
        assert "so a new one was answered with status 503" in site.logs()
    wait_for(lambda: asked(site) == 200, "the closed connections are gone")
    sign_in(site)


def limited(files: int, **variables: str) -> subprocess.CompletedProcess[str]:
    """How many connections a process keeps that may open so many files."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 256), files))

    code = "from assize.connections import most_connections; print(most_connections())"
    return subprocess.run(
        [str(users_python()), "-c", code],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )


def test_whoever_comes_first_finds_connections_to_the_database_and_their_statements_ready(
    tmp_path: Path,
) -> None:
    """Else the first answers of many people, who come at once, take several times as long as all that follow."""
    with Site(tmp_path, postgres=True, redis=False) as site:
        site.add_account("ada")
        site.start("gunicorn")
        ready = """SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'EXPLAIN EXECUTE%'"""
        wait_for(lambda: site.query(ready) == [(THREADS,)], "each thread has a connection")
        sign_in(site)  # over statements that were never run
        logs = site.logs()
    assert "ERROR" not in logs, logs


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes() -> None:
    assert limited(4096).stdout.strip() == "1000"
    assert limited(4096, ASSIZE_CONNECTIONS="300").stdout.strip() == "300"
    ended = limited(512)
    assert ended.stdout.strip() == "262"
    assert "may open 512 files only, so it keeps 262 connections instead of 1000" in ended.stderr
    assert "ulimit -n" in ended.stderr


@pytest.mark.parametrize("number", ["0", "many", "-5"])
def test_a_number_of_connections_that_is_none_is_refused(number: str) -> None:
    ended = limited(4096, ASSIZE_CONNECTIONS=number)
    assert ended.returncode == 1
    assert ended.stderr.startswith(
        f"ASSIZE_CONNECTIONS={number} is too few or no number. Nothing was started."
    )
