"""A full disk, a database that is away, read-only, held by others or damaged: everybody is told what is the matter."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection
from django.db.utils import DatabaseErrorWrapper

from assessment.jobs.errors import broken
from assessment.judging.models import Judgment
from assessment.people.models import Event
from assessment.shared import outages
from assize.unusable import why_unusable
from tests.client import Client
from tests.conftest import ON_POSTGRES
from tests.factory import make_account
from tests.judging.room import Room

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(ON_POSTGRES, reason="these are SQLite's; test_postgresql_away.py has the other's"),
]
FETCH = {"X-Assize-Fetch": "1"}


@pytest.fixture
def room(transactional_db: None) -> Room:
    connection.close()  # one that is older than CONN_MAX_AGE would be replaced after an error, and its pragmas lost
    return Room()


@contextmanager
def pragma(name: str, value: int, after: int) -> Iterator[None]:
    """A setting of SQLite in the connection of this thread, which the test's client has too."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {name} = {after}")


@contextmanager
def full_disk() -> Iterator[None]:
    """No page more than the database has, none of them free."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
    with pragma("max_page_count", pages, 1 << 30):
        yield


@contextmanager
def read_only() -> Iterator[None]:
    with pragma("query_only", 1, 0):
        yield


@contextmanager
def held_by_others() -> Iterator[None]:
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pragma("busy_timeout", 10, 20_000):
            yield
    finally:
        other.close()


@contextmanager
def damaged(folder: Path, content: bytes) -> Iterator[None]:
    """Whatever is asked is asked of a file of this content."""
    file = folder / "damaged.sqlite3"
    file.write_bytes(content)

    def ask(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        with DatabaseErrorWrapper(connection):
            other = sqlite3.connect(file)
            try:
                return other.execute("SELECT * FROM sqlite_master")
            finally:
                other.close()

    with connection.execute_wrapper(ask):
        yield


OUTAGES = {
    "disk_full": (full_disk, 507),
    "database_read_only": (read_only, 503),
    "database_busy": (held_by_others, 503),
}


@pytest.mark.parametrize("code", OUTAGES)
def test_a_judgment_that_cannot_be_saved_says_why(room: Room, code: str) -> None:
    outage, status = OUTAGES[code]
    client = room.client()  # signs in, which writes
    client.raise_request_exception = False
    fields = room.form(0, grade="correct", note="x" * 9_000)
    with outage():
        result = client.post(f"{room.url}save/", fields, headers=FETCH)
        page = client.post(f"{room.url}save/", fields)
        shown = client.get(room.url, follow=True)
    assert result.status_code == page.status_code == status
    body = result.json()
    assert set(body) == {"code", "message", "remedy"}
    assert (body["code"], "Your judgment is kept in this browser and is sent again" in body["message"]) == (
        code,
        True,
    )
    text = page.content.decode()
    assert "Nothing you sent was stored." in text
    assert "kept in this browser" not in text
    assert page["Retry-After"] == "10"
    assert shown.status_code == 200  # what is stored can be read
    assert not Judgment.objects.exists()
    assert client.post(f"{room.url}save/", fields, headers=FETCH).status_code == 200


def test_programs_are_answered_in_their_shape(room: Room) -> None:
    client = room.client()
    client.raise_request_exception = False
    with read_only():
        program = client.post("/account/token/", {"password": "correct horse"}, headers=FETCH)
    assert (program.status_code, program.json()["code"]) == (503, "database_read_only")


def test_signing_in_says_it_too(room: Room) -> None:
    client = Client(raise_request_exception=False)
    with read_only():
        answer = client.post("/sign-in/", {"username": "ada", "password": "correct horse"})
    assert (answer.status_code, "The database cannot be written" in answer.content.decode()) == (503, True)


@pytest.mark.parametrize("content", [b"no database at all\n" * 999, b"SQLite format 3\0" + b"\7" * 9_999])
def test_a_damaged_database(room: Room, tmp_path: Path, content: bytes) -> None:
    client = room.client()
    client.raise_request_exception = False
    with damaged(tmp_path, content):
        page = client.get(room.url)
        program = client.get("/api/v1/campaigns/", headers={"Authorization": "Token abc"})
        health = client.get("/healthz")
    assert page.status_code == program.status_code == health.status_code == 503
    assert "The database is damaged" in page.content.decode()
    assert set(program.json()) == {
        *("type", "title", "status", "detail", "code", "message", "remedy", "problems"),
    }
    assert program.json()["code"] == "database_damaged"
    assert health.content.decode().startswith("database_damaged: The database of this site is damaged")


def test_one_line_of_the_log_says_it(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    client = room.client()
    client.raise_request_exception = False
    with read_only():
        client.post(f"{room.url}save/", room.form(0, grade="correct"))
    mine = [record for record in caplog.records if record.name == "assize.outages"]
    assert [record.getMessage() for record in mine] == [
        "POST judging:save: database_read_only (attempt to write a readonly database)"
    ]


# Health


def health(client: Client | None = None) -> tuple[int, str]:
    answer = (client or Client(raise_request_exception=False)).get("/healthz")
    return answer.status_code, answer.content.decode().partition(":")[0]


def test_health_asks_the_database_and_the_disk(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert health() == (200, "ok\n")
    monkeypatch.setattr("assize.outages.LOCKED_SECONDS", 0.01)
    with held_by_others():
        assert health() == (503, "database_busy")
    assert health() == (200, "ok\n")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (20_000,)
    with monkeypatch.context() as changed:
        changed.setattr(outages, "LEAST_FREE", 1 << 62)
        assert health() == (503, "disk_full")
    monkeypatch.setattr(outages, "is_disk_read_only", lambda: True)
    assert health() == (503, "disk_read_only")


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_an_upload_that_cannot_be_written_says_why(
    room: Room, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of the data was made read-only, as a file system with errors is."""

    def no_folder(*_: Any, **__: Any) -> None:
        raise OSError(number, "no")

    client = room.client(make_account("root", site_admin=True))
    client.raise_request_exception = False
    monkeypatch.setattr(Path, "mkdir", no_folder)

    def upload() -> Any:
        fields = {"what": "list", "list-slug": "ids", "list-file": SimpleUploadedFile("ids.txt", b"A-1\n")}
        return client.post("/collections/", fields)

    assert upload().status_code == 500  # rights of a single file are a fault of the program
    monkeypatch.setattr(outages, "is_disk_read_only", lambda: True)
    answer = upload()
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "disk cannot be written" in answer.content.decode()


# Jobs and commands


def test_a_job_and_a_command_say_it_as_well(transactional_db: None) -> None:
    result = broken(OSError(errno.ENOSPC, "No space left on device"))
    assert (result["code"], result["message"].startswith("The server's disk is full")) == ("disk_full", True)
    assert broken(OSError(errno.ENOENT, "No such file"))["code"] == "job_broken"
    with full_disk(), pytest.raises(DatabaseError, match="full") as raised:
        Event.objects.create(verb="x", subject="s", data={"text": "x" * 99_999})
    assert "is full. Nothing was done." in why_unusable(raised.value)
