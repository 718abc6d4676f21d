"""First starts at once, and databases that must never be begun anew."""

import ctypes
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assize.address_space import CANNOT_START
from tests.assize.keeping.installation import PATIENCE, Installation
from tests.jobs.site import free_port

PREPARE = ("-m", "assize.prepare")
BOTH = [False, pytest.param(True, marks=pytest.mark.proof)]  # the same sentences, read from the same table
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


@pytest.mark.parametrize("postgres", [False, True], ids=["one data folder", "one server"])
def test_two_first_starts_at_once(tmp_path: Path, postgres: bool) -> None:
    """Of one data folder, or on PostgreSQL of two machines' folders on one database."""
    first = Installation(tmp_path / "one", postgres=postgres, migrated=False)
    second = first
    if postgres:
        second = Installation(tmp_path / "two", migrated=False)
        second.variables["ASSIZE_DATABASE_URL"] = first.url
    starts = [site.start(*PREPARE, "--without-demo") for site in (first, second)]
    said = [start.communicate(timeout=PATIENCE)[0] for start in starts]
    assert [start.returncode for start in starts] == [0, 0], said
    assert sum("Bringing the database up to date" in text for text in said) == 1
    assert not any("secret key" in text for text in said)  # none was lost
    assert first.query("SELECT count(*) FROM people_account") == [(0,)]
    ((twice,),) = first.query(
        "SELECT count(*) FROM (SELECT app, name FROM django_migrations GROUP BY app, name HAVING count(*) > 1) AS t"
    )
    assert twice == 0
    assert sorted(
        path.name for path in first.data.iterdir() if not path.name.startswith((".", "assize"))
    ) == [
        "installation.json",
        "secret_key",
    ]


def test_no_demo_where_the_folder_was_there_or_the_database_is_named(tmp_path: Path) -> None:
    site = Installation(tmp_path / "site")
    said = site.run(*PREPARE)
    assert f"No demo was made: {site.data} was not made by this start." in said
    assert "manage.py create_admin" in said
    file = tmp_path / "elsewhere.sqlite3"
    shutil.copy(site.file, file)
    site.variables |= {
        "ASSIZE_DATA_DIR": str(tmp_path / "new"),
        "ASSIZE_DATABASE_URL": f"sqlite:///{file}",
    }
    assert "No demo was made: ASSIZE_DATABASE_URL names the database." in site.run(*PREPARE)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM people_account").fetchone() == (0,)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """A site that was prepared and used, with its database in one file."""
    site = Installation(tmp_path_factory.mktemp("used") / "site")
    site.run(*PREPARE, "--without-demo")
    site.run("-m", "tests.assize.keeping.work", "make")
    with closing(sqlite3.connect(site.file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return site


def _flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xa5" * 4096
    file.write_bytes(data)


def _without_tables(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as empty:
        empty.execute("PRAGMA journal_mode=WAL")


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (lambda file: file.write_bytes(file.read_bytes()[:-8192]), "cut off"),
    "corrupt": (_flip, "is damaged"),
    "no database": (lambda file: file.write_bytes(b"once upon a time " * 300), "no SQLite database"),
    "empty": (lambda file: file.write_bytes(b""), "is empty, though this site has been used"),
    "gone": (Path.unlink, "is gone, though this site has been used"),
    "without tables": (_without_tables, "has no tables"),
}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation that gives its commands in forks, and whose data folder each test brings anew."""
    site = Installation(tmp_path_factory.mktemp("elsewhere") / "site", migrated=False)
    site.data.mkdir(mode=0o700)
    (site.data / "secret_key").write_text("the key that is there when it is loaded")
    with site.warm():
        site.manage("version")  # it has read the key once it answers, so that tests may take that away
        yield site


@pytest.fixture
def moved(used: Installation, elsewhere: Installation) -> Installation:
    """The used site, moved to another folder."""
    shutil.rmtree(elsewhere.data)
    shutil.copytree(used.data, elsewhere.data)
    return elsewhere


@pytest.mark.parametrize("damage", list(DAMAGES))
def test_a_damaged_database_is_said_and_never_begun_anew(moved: Installation, damage: str) -> None:
    """In the folder where it was made, or in another to which that was moved."""
    site = moved
    damaged, words = DAMAGES[damage]
    damaged(site.file)
    before = site.state()
    said = site.module(*PREPARE[1:], code=1)
    assert words in said
    assert "docs/backup.md" in said
    assert "Traceback" not in said
    if damage not in ("corrupt", "cut off"):  # what costs reading the whole file is left to the start
        assert words in site.manage("migrate", code=1)
    assert site.state() | {".lock": b""} == before | {".lock": b""}


def test_a_secret_key_that_is_gone_or_empty_is_made_anew_with_a_word(moved: Installation) -> None:
    key = moved.data / "secret_key"
    losses: list[Callable[[], object]] = [key.unlink, lambda: key.write_text("")]
    for lose in losses:
        lose()
        said = moved.module(*PREPARE[1:], "--without-demo")
        assert "The secret key was gone, and a new one was made: everybody is signed out" in said
        assert key.read_text().strip()
    assert "secret key" not in moved.run(*PREPARE, "--without-demo")


def test_a_folder_of_an_older_version_is_known_by_its_uploads(moved: Installation) -> None:
    (moved.data / "installation.json").unlink()
    moved.file.unlink()
    assert "is gone, though this site has been used" in moved.module(*PREPARE[1:], code=1)
    assert not moved.file.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="gives up root's right to write by a call of Linux")
def test_a_database_that_cannot_be_written_is_said(used: Installation, tmp_path: Path) -> None:
    def as_others() -> None:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)

    site = Installation(tmp_path / "site", migrated=False)
    shutil.copytree(used.data, site.data)
    site.file.chmod(0o444)
    said = site.run(*PREPARE, code=1, preexec_fn=as_others)
    assert "cannot be written" in said
    assert "Give the user that runs the site the right" in said


@pytest.mark.parametrize("postgres", BOTH, ids=["sqlite", "postgresql"])
def test_old_code_leaves_a_newer_database_alone(tmp_path: Path, postgres: bool) -> None:
    site = Installation(tmp_path / "site", postgres=postgres, key="x")
    site.query(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '9999_future', '2099-01-01')"
    )
    words = "changed by a newer version of Assize (judging.9999_future)"
    assert words in site.run(*PREPARE, code=1)
    with site.warm():
        for command in (
            ["migrate"],
            ["run_jobs", "--until-done"],
            ["score", "some"],
            ["create_admin", "ada"],
        ):
            assert words in site.manage(*command, code=1)
        site.manage("backup", str(tmp_path / "kept"))  # reads only
        assert "which is older" in site.manage("restore", str(tmp_path / "kept"), "--replace", code=1)
    if not postgres:
        assert words in site.run("-c", "import assize.wsgi", code=1)
        site.variables["ASSIZE_REDIS_URL"] = "redis://127.0.0.1:1/0"
        assert words in site.run("-m", "assize.worker", code=CANNOT_START)


MADE_BEFORE = "was made by a version of Assize before the first release"


@pytest.mark.parametrize("postgres", BOTH, ids=["sqlite", "postgresql"])
def test_a_database_of_before_is_told_how_to_come_along(tmp_path: Path, postgres: bool) -> None:
    site = Installation(tmp_path / "site", postgres=postgres, key="x")
    site.query("UPDATE django_migrations SET name = '0001_initial' WHERE name = '0001_release'")
    site.variables |= {"PORT": str(free_port()), "ASSIZE_REDIS_URL": "redis://127.0.0.1:1/0"}
    kept, before = str(tmp_path / "kept"), _everything(site)
    starts = [site.run(*start, code=1) for start in (("-m", "assize.serve"), ("-c", "import assize.wsgi"))]
    if not postgres:
        starts.append(site.run("-m", "assize.worker", code=CANNOT_START))
    with site.warm():
        starts += [site.manage(*command, code=1) for command in (["migrate"], ["score", "some"], ["verify"])]
        site.manage("backup", kept)  # reads only, and another backup before coming along does no harm
        assert f"It {MADE_BEFORE}" in site.manage("backup", kept, "--check")
        starts.append(site.manage("restore", kept, "--replace", code=1))
    for said in starts:
        assert MADE_BEFORE in said
        assert "Nothing was changed." in said
        assert said.index("manage.py export") < said.index("make run") < said.index("manage.py import_bundle")
        assert "Traceback" not in said
    assert _everything(site) == before


def _everything(site: Installation) -> tuple[dict[str, bytes], list[tuple[object, ...]]]:
    """The data folder apart from what notes of a start and a backup, and which tables the database has of which version."""
    files = {name: held for name, held in site.state().items() if name not in (".lock", "last-backup.json")}
    return files, site.query("SELECT app, name FROM django_migrations ORDER BY 1, 2")


def test_an_emptied_database_of_a_server_is_said(tmp_path: Path) -> None:
    site = Installation(tmp_path / "site", postgres=True)
    site.run(*PREPARE, "--without-demo")
    site.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with site.warm():
        for said in (site.module(*PREPARE[1:], code=1), site.manage("migrate", code=1)):
            assert "has no tables, though this site has been used" in said
    assert site.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]
