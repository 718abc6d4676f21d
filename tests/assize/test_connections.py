"""Forty people with open browsers: each gets in, and slow browsers and requests that take long hold up nobody."""

import resource
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from assize.few_at_once import AT_ONCE, THREADS
from tests.assize.browsers import PATIENCE, Browser, browsers
from tests.jobs.site import Site, wait_for
from tests.users import ROOT, users_python

PEOPLE = 40


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site in one process."""
    with Site(tmp_path_factory.mktemp("site"), postgres=False, redis=False) as made:
        made.add_account("ada")
        made.start("web")
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


def test_the_fortieth_gets_in_while_all_browsers_are_open(site: Site) -> None:
    with browsers(site.port, PEOPLE) as people:
        people[-1].sign_in("ada")
        status, page = people[0].ask("GET", "/sign-in/")  # over the connection that it has had all along
    assert status == 200, page


def test_connections_that_send_nothing_hold_nobody_up(site: Site) -> None:
    with connections(site, 100):
        sign_in(site)


def test_uploads_that_come_slowly_hold_nobody_up_however_many_they_are(site: Site) -> None:
    slow = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname="
    with connections(site, 5 * THREADS, slow):
        sign_in(site)


def test_requests_that_wait_hold_up_no_others(site: Site) -> None:
    """More than are at work at once, and fewer than there are threads, wait for the database's lock for writing."""
    waiting = [Browser(site.port) for _ in range(THREADS - 2)]
    assert len(waiting) > AT_ONCE
    forms = []
    with ExitStack() as stack:
        for browser in waiting:
            stack.callback(browser.close)
            forms.append(browser.sign_in_form("ada"))
        writer = stack.enter_context(closing(sqlite3.connect(site.folder / "site.sqlite3")))
        writer.execute("BEGIN IMMEDIATE")
        for browser, form in zip(waiting, forms, strict=True):
            browser.send("POST", "/sign-in/", form)
        other = Browser(site.port)
        stack.callback(other.close)
        assert other.ask("GET", "/sign-in/")[0] == 200
        writer.rollback()
        assert {browser.hear()[0] for browser in waiting} <= {302, 503}  # the latter for who waited too long


def limited(files: int) -> str:
    """How many connections a process keeps that may open so many files."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 256), files))

    code = "from assize.connections import most_connections; print(most_connections())"
    done = subprocess.run(
        [str(users_python()), "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=limit,
    )
    return done.stdout.strip()


def test_whoever_comes_first_finds_connections_to_the_database_and_their_statements_ready(
    tmp_path: Path,
) -> None:
    """Else the first answers of many people, who come at once, take several times as long as all that follow."""
    with Site(tmp_path, postgres=True, redis=False, ASSIZE_PROCESSES="2") as site:
        site.add_account("ada")
        site.start("web")
        ready = """SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'EXPLAIN EXECUTE%'"""
        wait_for(lambda: site.query(ready) == [(2 * AT_ONCE,)], "each thread has a connection")
        sign_in(site)  # over statements that were never run
        logs = site.logs()
    assert "ERROR" not in logs, logs


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes() -> None:
    assert limited(4096) == "1000"
    assert limited(512) == "262"
