"""`python -m assize.serve`, the heart of `make run`: from an empty folder to a served page, and again."""

import json
import os
import re
import socket
import sqlite3
import stat
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.conf import settings

from assize.demo.people import PASSWORD
from tests.jobs.site import add_account
from tests.users import users_python

KNOWN = "correct horse"  # the password of accounts that tests make


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def environment_of(data: Path) -> dict[str, str]:
    """What processes of a site find around them, without what the tests set for themselves."""
    around = {
        name: value for name, value in os.environ.items() if not name.startswith(("ASSIZE_", "DJANGO_"))
    }
    return around | {"ASSIZE_DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"}


def started(data: Path, port: int, *options: str, **variables: str) -> subprocess.Popen[str]:
    """The site, begun as `make run` begins it."""
    return started_with(data, "assize.serve", *options, PORT=str(port), **variables)


def started_with(data: Path, module: str, *options: str, **variables: str) -> subprocess.Popen[str]:
    """A process of the site, with what it says."""
    return subprocess.Popen(
        [str(users_python()), "-m", module, *options],
        cwd=settings.BASE_DIR,
        env=environment_of(data) | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def served(
    data: Path, port: int, *options: str, until: str = "Assize is ready", **variables: str
) -> Iterator[list[str]]:
    """The lines printed until the site is ready, or until another line; it is stopped afterwards."""
    process = started(data, port, *options, **variables)
    assert process.stdout is not None
    lines: list[str] = []
    try:
        for line in process.stdout:
            lines.append(line)
            if until in line:
                break
        else:
            pytest.fail(f"the site did not start:\n{''.join(lines)}")
        yield lines
    finally:
        process.terminate()
        process.communicate(timeout=120)
    assert process.returncode == 0


def _status(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def _cut_off(data: Path, port: int) -> None:
    """A first start that is killed while it makes the tables; the next completes it."""
    process = started(data, port)
    assert process.stdout is not None
    for line in process.stdout:
        if "Bringing the database up to date" in line:
            break
    process.kill()
    process.communicate(timeout=120)


def test_from_an_empty_folder_to_pages_and_a_second_start_that_keeps_all(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    _cut_off(data, port)
    with served(data, port) as first:
        ready = next(line for line in first if "Assize is ready" in line)
        assert f"http://127.0.0.1:{port}/" in ready
        assert any(PASSWORD in line for line in first[: first.index(ready)])
        assert _status(port, "/healthz") == 200
        assert _status(port, "/sign-in/") == 200
        assert _status(port, "/static/admin/css/base.css") == 200
        assert _status(port, "/nowhere/") == 404
    key = data / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    kept = key.read_text(encoding="ascii")
    _complete(data)
    with served(data, port) as second:
        assert not any("Bringing the database up to date" in line for line in second)
        assert not any(PASSWORD in line for line in second)
        assert any("README.md" in line for line in second)
    assert key.read_text(encoding="ascii") == kept


def _complete(data: Path) -> None:
    """Remember the demo as made, which takes a minute more, with one of its campaigns."""
    _command(data, "create_campaign", "coast-facts", "--track", "trec8")
    note = data / "installation.json"
    note.write_text(json.dumps(json.loads(note.read_text()) | {"demo_wanted": False}))


def _heard(port: int, head: str, body: bytes = b"") -> bytes:
    """What the site answers to a request of somebody without an account, as far as it is sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(f"{head}\r\nHost: 127.0.0.1\r\n\r\n".encode() + body)
        answer = b""
        while part := connection.recv(4096):
            answer += part
        return answer


class Served(NamedTuple):
    """A site that is served, without a demo."""

    data: Path
    port: int


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("site") / "data", free_port())
    with served(made.data, made.port, "--without-demo"):
        yield made


def test_large_bodies_of_anybody_are_answered_and_not_kept(site: Served) -> None:
    huge = _heard(site.port, f"POST /sign-in/ HTTP/1.1\r\nContent-Length: {2**30 - 1}")
    assert huge.startswith(b"HTTP/1.1 413 ")
    large = _heard(site.port, f"POST /import/ HTTP/1.1\r\nContent-Length: {5 * 2**20}", b"x" * 5 * 2**20)
    assert large.startswith(b"HTTP/1.1 413 ")
    assert b"larger than 1 MB" in large
    assert _status(site.port, "/healthz") == 200


def test_a_taken_port_is_said_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        process = started(tmp_path / "data", port)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert output.startswith(f"Port {port} of 127.0.0.1 is taken by another program. Use another: PORT=")
    assert not (tmp_path / "data").exists()


def test_what_commands_store_while_the_site_runs_is_there_for_it(site: Served) -> None:
    """SQLite's files stay whole: the process that serves keeps the lock that says it has them open."""
    assert _status(site.port, "/sign-in/") == 200
    for name in (
        "ada",
        "bo",
    ):  # the first command that ends would take the log away from a site without a lock
        _command(site.data, "create_admin", name, typed=f"{KNOWN}\n")
    assert (site.data / "assize.sqlite3-wal").exists()
    assert _signs_in(site.port, "bo")
    with closing(sqlite3.connect(site.data / "assize.sqlite3")) as other:
        assert other.execute("SELECT count(*) FROM django_session").fetchone() == (1,)


def _command(data: Path, *arguments: str, typed: str = "") -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_DATA_DIR": str(data),
        "ASSIZE_DATABASE_URL": f"sqlite:///{data / 'assize.sqlite3'}",
        "ASSIZE_SECRET_KEY": "the tests need no secret",
    }
    subprocess.run(
        [str(users_python()), "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        input=typed,
        text=True,
        check=True,
        capture_output=True,
    )


def _signs_in(port: int, name: str) -> bool:
    cookies = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    address = f"http://127.0.0.1:{port}/sign-in/"
    with browser.open(address, timeout=20):
        token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
    fields = {"username": name, "password": KNOWN, "csrfmiddlewaretoken": token or ""}
    with browser.open(address, urlencode(fields).encode(), timeout=20):
        return any(cookie.name == "sessionid" for cookie in cookies)


def test_a_site_under_a_path_of_another_keeps_to_it_whether_the_proxy_takes_the_path_off_or_not(
    tmp_path: Path,
) -> None:
    data, port = tmp_path / "data", free_port()
    site = f"http://127.0.0.1:{port}"
    with served(data, port, "--without-demo", ASSIZE_PREFIX="/assize"):
        add_account(f"sqlite:///{data / 'assize.sqlite3'}", "olga", KNOWN)
        cookies = CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        token = _value(opener.open(f"{site}/assize/sign-in/").read().decode(), "csrfmiddlewaretoken")
        form = {"username": "olga", "password": KNOWN, "csrfmiddlewaretoken": token}
        page = opener.open(f"{site}/assize/sign-in/", urlencode(form).encode())
        assert page.url == f"{site}/assize/"
        assert {cookie.path for cookie in cookies} == {"/assize/"}
        for path in ("/assize/", "/assize/campaigns/new/", "/assize/account/", "/assize/accounts/"):
            text = opener.open(site + path).read().decode()
            found = re.findall(r'(?:href|src|action|data-site)="(/[^"]*)"', text)
            assert len(found) > 5
            assert [address for address in found if not address.startswith("/assize/")] == []
            for address in re.findall(r'(?:href|src)="(/[^"]*\.(?:js|css|svg))"', text):
                assert opener.open(site + address).status == 200
        packaged = opener.open(f"{site}/assize/api/v1/docs/").read().decode()
        files = re.findall(r'(?:href|src)="(/[^"]*\.(?:js|css))"', packaged)
        assert any("/static/" in address for address in files)
        for address in files:
            assert address.startswith("/assize/")
            assert opener.open(site + address).status == 200
        printed = subprocess.run(
            [str(users_python()), "manage.py", "password_link", "olga", "--json"],
            cwd=settings.BASE_DIR,
            env=environment_of(data) | {"ASSIZE_PREFIX": "/assize"},
            capture_output=True,
            check=True,
        )
        assert opener.open(site + json.loads(printed.stdout)["link"]).status == 200
        assert json.loads(printed.stdout)["link"].startswith("/assize/password/")
        assert _status(port, "/healthz") == 200
        assert _status(port, "/sign-in/") == 200  # the proxy took the path off
        assert _status(port, "/assize/nowhere/") == 404


def _value(page: str, name: str) -> str:
    (value,) = re.findall(rf'name="{name}" value="([^"]+)"', page)[:1]
    return str(value)
