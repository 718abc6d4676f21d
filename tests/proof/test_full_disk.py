"""A disk that really fills up or becomes read-only while somebody works: what is said, that nothing is lost, and that it goes on."""

import contextlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg2
import pytest
from pytest_django import Settings

from documents.search import embedded
from documents.search.finding import search
from documents.search.indexes import NoIndex, build
from tests.assize.browsers import Browser
from tests.assize.test_serve import served
from tests.at_work.browser import Answer
from tests.at_work.browser import Browser as Person
from tests.documents.search.helpers import folders, wire
from tests.faults.servers import Postgres
from tests.jobs.site import PATIENCE, Site, free_port, wait_for

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file system of its own")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 MB: a demo fits in."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "assize-proof", folder], check=False)
    if made.returncode:
        pytest.skip("this machine lets nobody mount a file system")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder: Path) -> Path:
    """Write until there is no byte left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    assert not shutil.disk_usage(folder).free
    return filler


def renamed(browser: Browser, name: str, **headers: str) -> tuple[int, str]:
    """Save something of one's own: a name that takes space."""
    fields = {"display_name": name, "email": "", "languages": "en"}
    return browser.ask("POST", "/account/", fields, headers=headers)


def test_a_disk_fills_up_and_is_emptied(small_disk: Path) -> None:
    with Site(small_disk, postgres=False, redis=False) as site:
        site.add_account("ada")
        site.start("web")
        site.wait_until_up()
        browser = Browser(site.port)
        browser.sign_in("ada")
        filler = fill(small_disk)
        codes = [renamed(browser, f"Ada {number}")[0] for number in range(20)]
        assert codes[-1] == 507, site.logs()
        status, text = renamed(browser, "Ada", **{"X-Assize-Fetch": "1"})
        assert (status, json.loads(text)["code"]) == (507, "disk_full")
        status, text = browser.ask("GET", "/healthz")
        assert (status, text.partition(":")[0]) == (503, "disk_full")
        assert browser.ask("GET", "/account/")[0] == 200  # what is there can be read
        filler.unlink()
        wait_for(lambda: site.get("/healthz") == "ok\n", "the site is well again")
        assert renamed(browser, "Ada Lovelace")[0] == 302
        assert site.query("SELECT display_name FROM people_account") == [("Ada Lovelace",)]
        assert site.query("PRAGMA integrity_check") == [("ok",)]
        browser.close()
    print(f"{codes.count(302)} saves went into the space left in the log, then {codes.count(507)} were told")
    shutil.rmtree(small_disk, ignore_errors=True)


@pytest.mark.django_db
def test_an_index_that_fills_its_disk_leaves_the_former_one(
    small_disk: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where others fill the disk meanwhile, so that the room that is asked for beforehand is not there."""
    settings.DATA_DIR = small_disk
    monkeypatch.setattr(embedded, "SPARE", -(10**12))
    build(wire(tmp_path, {"A-1": "tide"}))
    collection = wire(tmp_path, {f"A-{n}": f"tide {n} " * 40 for n in range(3000)})
    filler = fill(small_disk)
    for left in (0, 4096, 100_000):
        os.truncate(filler, filler.stat().st_size - left)
        with pytest.raises(NoIndex, match="cannot be written") as refusal:
            build(collection)
        assert refusal.value.code == "index_not_written"
        assert (len(folders(small_disk)), search(collection, "tide").total) == (1, 1)
    filler.unlink()
    assert build(collection).documents == 3000


@contextlib.contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """The file system takes nothing more, as one with errors."""
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)


def signed_in(site: Site) -> Person:
    person = Person(site.port)
    person.get("/sign-in/")
    person.post("/sign-in/", {"username": "ada", "password": "correct horse"})
    return person


def upload(person: Person, slug: str) -> Answer:
    """Send a file that a job will read."""
    fields = {"what": "list", "list-slug": slug}
    return person.post("/collections/", fields, {"list-file": ("ids.txt", b"A-1\nA-2\n")})


def bring(person: Person, site: Site, slug: str) -> None:
    """Send such a file, and have it imported once it was looked at."""
    assert upload(person, slug).status == 200
    wait_for(site.all_ended, "the list is looked at")
    (check,) = set(re.findall(r"/collections/\?check=(\d+)", person.get("/collections/").text))
    assert person.post(f"/collections/?import={check}", {}).status == 200
    wait_for(site.all_ended, "the list is imported")


def save(person: Person, name: str) -> int:
    """Save something that needs no file."""
    return person.post("/account/", {"display_name": name, "email": "", "languages": "en"}).status


def test_the_folder_of_the_data_while_the_database_is_elsewhere(small_disk: Path, tmp_path: Path) -> None:
    with Site(tmp_path, postgres=True, redis=False, ASSIZE_DATA_DIR=str(small_disk)) as site:
        site.add_account("ada")
        site.start("web")
        site.wait_until_up()
        person = signed_in(site)
        bring(person, site, "before")
        with read_only(small_disk):
            answer, ready = upload(person, "refused"), person.get("/readyz")
            assert (answer.status, "disk cannot be written" in answer.text) == (503, True), site.logs()
            assert (ready.status, ready.text.partition(":")[0]) == (503, "disk_read_only")
            assert save(person, "Ada Lovelace") == 200
        wait_for(lambda: site.get("/readyz") == "ready\n", "the site is ready again")
        filler = fill(small_disk)
        answer, ready = upload(person, "refused"), person.get("/readyz")
        assert (answer.status, "disk is full" in answer.text) == (507, True), site.logs()
        assert (ready.status, ready.text.partition(":")[0]) == (503, "disk_full")
        assert save(person, "Ada King") == 200
        filler.unlink()
        wait_for(lambda: site.get("/readyz") == "ready\n", "the site is ready again")
        bring(person, site, "after")
        assert site.query("SELECT slug FROM documents_collection ORDER BY slug") == [("after",), ("before",)]
        assert site.query("SELECT display_name FROM people_account") == [("Ada King",)]
        assert "Traceback" not in site.logs()
        person.close()


def test_a_database_file_on_a_disk_that_is_read_only(small_disk: Path, tmp_path: Path) -> None:
    """While a process has the file open no disk of Linux becomes read-only, so the site is started again meanwhile."""
    there = f"sqlite:///{small_disk}/site.sqlite3"
    with Site(tmp_path, postgres=False, redis=False, ASSIZE_DATABASE_URL=there) as site:
        shutil.copy(tmp_path / "site.sqlite3", small_disk)
        site.add_account("ada")
        with read_only(small_disk):
            site.start("web")
            code = site.processes["web"].wait(PATIENCE)
            said = site.logs()
            assert code
            assert "Traceback" not in said
            assert "cannot be written" in said or "read-only" in said or "unable to open" in said, said
        site.start("web")
        site.wait_until_up()
        person = signed_in(site)
        assert save(person, "Ada Lovelace") == 200
        person.close()


def test_a_start_on_a_full_disk_says_so_and_is_well_once_there_is_room(
    small_disk: Path, tmp_path: Path
) -> None:
    there = f"sqlite:///{small_disk}/site.sqlite3"
    with Site(tmp_path, postgres=False, redis=False, ASSIZE_DATABASE_URL=there) as site:
        shutil.copy(tmp_path / "site.sqlite3", small_disk)
        filler = fill(small_disk)
        site.start("web")
        assert site.processes["web"].wait(PATIENCE)
        assert f"The disk of the database {small_disk}/site.sqlite3 is full." in site.logs()
        assert "damaged" not in site.logs()
        os.truncate(filler, filler.stat().st_size - 40_960)  # enough to begin, too little to save
        site.start("web")
        wait_for(lambda: "Assize is ready" in site.log("web"), "the site answers")
        person = Person(site.port)
        ill = person.get("/healthz")
        assert (ill.status, ill.text.partition(":")[0]) == (503, "disk_full")
        filler.unlink()
        wait_for(lambda: site.get("/healthz") == "ok\n", "the site is well again")
        site.add_account("ada")
        person.close()
        person = signed_in(site)
        assert save(person, "Ada Lovelace") == 200
        assert "Traceback" not in site.logs()
        person.close()


def test_a_demo_that_fills_the_disk_says_so_and_the_next_start_goes_on_with_it(
    small_disk: Path, tmp_path: Path
) -> None:
    data, port = small_disk / "data", free_port()
    filler = fill(small_disk)
    os.truncate(filler, filler.stat().st_size - 2500 * 1024)
    with served(data, port, until="The demo is not whole yet: The server's disk is full") as said:
        assert not [line for line in said if "Traceback" in line]
    filler.unlink()
    with served(data, port, until="Made five demo campaigns"):
        pass


def test_the_disk_of_postgresql_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves are refused with the reason; PostgreSQL itself may end for it, is started again, and has all it acknowledged."""
    server = Postgres()
    disk = server.folder / "run" / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16m,mode=777", "assize-proof", disk], check=False
    )
    if made.returncode:
        pytest.skip("this machine lets nobody mount a file system")
    try:
        _give(server.url, f"CREATE TABLESPACE small LOCATION '{_owned(disk)}'")
        monkeypatch.setenv("ASSIZE_TEST_PG_URL", server.url)
        with Site(tmp_path, postgres=True, redis=False) as site:
            site.add_account("ada")
            _give(site.database, "ALTER TABLE people_account SET TABLESPACE small")
            site.start("web")
            site.wait_until_up()
            person = signed_in(site)
            filler = fill(disk)
            reader = _reading(site.database)
            names, statuses = [f"Ada {number:060}" for number in range(400)], []
            for name in names:
                statuses.append(save(person, name))
                if statuses[-1] != 200:
                    break
            assert statuses[-1] == 507, site.logs()
            told = names[len(statuses) - 2] if len(statuses) > 1 else ""
            assert site.query("SELECT display_name FROM people_account") == [(told,)]
            reader.close()
            filler.unlink()
            assert save(person, "Ada Lovelace") == 200
            assert "Traceback" not in site.logs()
            person.close()
        print(f"{len(statuses) - 1} saves went into the room left, then one was told: {statuses[-1]}")
    finally:
        server.kill()
        subprocess.run(["umount", "--lazy", disk], check=True)  # the killed server lets go in a moment


def _give(database: str, command: str) -> None:
    link = psycopg2.connect(database)
    link.autocommit = True
    link.cursor().execute(command)
    link.close()


def _reading(database: str) -> Any:
    """Somebody who still reads what was there: until they close, the room of older rows is not used again."""
    link = psycopg2.connect(database)
    link.set_session(isolation_level="REPEATABLE READ")
    link.cursor().execute("SELECT 1 FROM people_account")
    return link


def _owned(folder: Path) -> Path:
    """The folder as one of PostgreSQL's own, which it asks for."""
    owner = folder.parent.stat()
    os.chown(folder, owner.st_uid, owner.st_gid)
    return folder
