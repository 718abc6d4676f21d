"""Whatever is wrong with a backup, or in its way, is said, and nothing is changed."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg2
import pytest
from django.db import connection

from assessment.shared.errors import Refused
from assize.keeping.manifest import BackupManifest, TableDigest, file_of
from assize.keeping.postgres import PostgresStore
from tests.assize.keeping.installation import Installation


class Scene:
    """A backup, and an installation to restore it into."""

    def __init__(self, folder: Path, *, postgres: bool) -> None:
        self.folder, self.postgres = folder, postgres
        source = Installation(folder / "source", postgres=postgres, key="the first key")
        with source.warm():
            source.module("tests.assize.keeping.work", "make")
            source.manage("backup", str(folder / "whole"))
        self.target = Installation(folder / "target", postgres=postgres, migrated=False, key="another key")
        self.database = "database.pgdump" if postgres else "database.sqlite3"

    def copy(self, name: str) -> Path:
        """A copy of the backup, to be damaged."""
        return Path(shutil.copytree(self.folder / "whole", self.folder / name))

    def is_untouched(self) -> bool:
        """Whether there is still no installation."""
        if self.postgres:
            tables = self.target.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            assert tables == [(0,)]
        return not self.target.data.exists() or not [p for p in self.target.data.rglob("*") if p.is_file()]


@pytest.fixture(scope="module", params=[False, True], ids=["sqlite", "postgresql"])
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    made = Scene(tmp_path_factory.mktemp("restore"), postgres=request.param)
    with made.target.warm():
        yield made


def _rewritten(backup: Path, change: Callable[[BackupManifest], None]) -> None:
    """A manifest that says something else, with a checksum that matches."""
    manifest = BackupManifest.read(backup)
    change(manifest)
    (backup / "manifest.json").unlink()
    manifest.write(backup)


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _edit(path: Path) -> None:
    content = json.loads(path.read_text())
    content["tables"]["judging_judgment"]["rows"] = 99
    path.write_text(json.dumps(content))


def _newer(manifest: BackupManifest) -> None:
    manifest.software = "99.0.1"


def _future(manifest: BackupManifest) -> None:
    manifest.migrations.append("judging.9999_future")


def _format(manifest: BackupManifest) -> None:
    manifest.format = 2


def _into_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("no folder")


DAMAGES: dict[str, tuple[Callable[[Scene, Path], object], str]] = {
    "file missing": (lambda scene, it: (it / scene.database).unlink(), "missing"),
    "upload missing": (lambda _, it: shutil.rmtree(it / "uploads"), "missing"),
    "flipped byte": (lambda scene, it: _flip(it / scene.database), "checksum does not match"),
    "flipped byte of the key": (lambda _, it: _flip(it / "secret_key"), "checksum does not match"),
    "cut off": (lambda scene, it: _cut(it / scene.database), "bytes instead of"),
    "manifest edited": (lambda _, it: _edit(it / "manifest.json"), "altered"),
    "manifest cut off": (lambda _, it: _cut(it / "manifest.json"), "altered"),
    "manifest gone": (lambda _, it: (it / "manifest.json").unlink(), "no complete backup"),
    "newer software": (lambda _, it: _rewritten(it, _newer), "which is older"),
    "newer tables": (lambda _, it: _rewritten(it, _future), "which is older"),
    "other format": (lambda _, it: _rewritten(it, _format), "another version"),
    "a file": (lambda _, it: _into_file(it), "is a file"),
    "nothing": (lambda _, it: shutil.rmtree(it), "does not exist"),
}


@pytest.mark.parametrize("damage", list(DAMAGES))
def test_damage_is_said_and_changes_nothing(scene: Scene, damage: str) -> None:
    backup = scene.copy(damage.replace(" ", "-"))
    damaged, words = DAMAGES[damage]
    damaged(scene, backup)
    said = scene.target.manage("restore", str(backup), code=1)
    assert words in said
    assert "Traceback" not in said
    assert scene.is_untouched()
    if not damage.startswith("newer"):
        assert words in scene.target.manage("backup", "--check", str(backup), code=1)


def test_rows_that_differ_from_the_manifest_are_not_kept(scene: Scene) -> None:
    backup = scene.copy("other-rows")

    def change(manifest: BackupManifest) -> None:
        manifest.tables["people_account"] = TableDigest(3, "0" * 64)

    _rewritten(backup, change)
    assert "people_account" in scene.target.manage("restore", str(backup), code=1)
    assert scene.is_untouched()


def test_a_backup_of_the_other_kind_of_database_is_refused(scene: Scene, tmp_path: Path) -> None:
    backup = scene.copy("other-kind")

    def change(manifest: BackupManifest) -> None:
        manifest.kind = "sqlite" if scene.postgres else "postgresql"

    _rewritten(backup, change)
    said = scene.target.manage("restore", str(backup), code=1)
    assert "SQLite" in said
    assert "PostgreSQL" in said
    assert scene.is_untouched()


def test_a_file_that_the_server_cannot_read_to_its_end_is_not_kept(scene: Scene) -> None:
    backup = scene.copy("broken-inside")
    path = backup / scene.database
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    def change(manifest: BackupManifest) -> None:
        manifest.files[scene.database] = file_of(path)

    _rewritten(backup, change)
    said = scene.target.manage("restore", str(backup), code=1)
    assert "damaged" in said or "pg_restore failed" in said
    assert scene.is_untouched()


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
def test_an_installation_with_data_is_replaced_only_when_asked_and_is_kept(
    tmp_path: Path, postgres: bool
) -> None:
    site = Installation(tmp_path / "site", postgres=postgres)
    site.variables["ASSIZE_SECRET_KEY"] = "the first key"
    kept = str(tmp_path / "kept")
    with site.warm():
        site.module("tests.assize.keeping.work", "make")
        site.manage("backup", kept)
        site.query("UPDATE people_account SET display_name = 'later' WHERE username = 'ada'")
        before = site.state()
        assert "installation_used" in site.manage("restore", kept, code=1)
        with closing(_another_reader(site)):
            assert "Stop the site" in site.manage("restore", kept, "--replace", code=1)
        assert _names(site) == [("later",)]
        assert site.state() == before
        said = site.manage("restore", kept, "--replace")
    assert _names(site) == [("",)]
    assert "The former installation is kept" in said
    if postgres:
        ((schema,),) = site.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_restore%'")
        former = site.query(f"SELECT display_name FROM {schema}.people_account WHERE username = 'ada'")
        # Numbers go on behind those that were restored.
        site.run("manage.py", "create_admin", "next", stdin=_password(tmp_path))
    else:
        (file,) = site.data.glob("assize.sqlite3.before-restore-*")
        with closing(sqlite3.connect(file)) as opened:
            former = opened.execute(
                "SELECT display_name FROM people_account WHERE username = 'ada'"
            ).fetchall()
    assert former == [("later",)]
    assert len(list(site.data.glob("uploads.before-restore-*/*/ids.txt"))) == 1
    assert len(list(site.data.glob("uploads/*/ids.txt"))) == 1


def _names(site: Installation) -> list[tuple[str]]:
    return site.query("SELECT display_name FROM people_account WHERE username = 'ada'")


def _another_reader(site: Installation) -> "sqlite3.Connection":
    """Somebody who has the database open, as a site that runs."""
    if site.postgres:
        return psycopg2.connect(site.url)  # type: ignore[no-any-return]  # it closes alike
    reader = sqlite3.connect(site.file)
    reader.execute("SELECT count(*) FROM people_account").fetchone()
    return reader


def _password(folder: Path) -> int:
    import os

    (folder / "password").write_text("plain horse battery\n")
    return os.open(folder / "password", os.O_RDONLY)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite lists no connections")
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_ends_at_this_moment_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = connection.copy()
    ending.ensure_connection()
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        ending.close()

    monkeypatch.setattr("assize.keeping.postgres.time.sleep", wait)
    PostgresStore().refuse_busy()
    assert waits


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite lists no connections")
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_begins_meanwhile_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ending, beginning = connection.copy(), connection.copy()
    ending.ensure_connection()

    def wait(seconds: float) -> None:
        ending.close()
        beginning.ensure_connection()

    monkeypatch.setattr("assize.keeping.postgres.time.sleep", wait)
    with pytest.raises(Refused, match="other connection"):
        PostgresStore().refuse_busy()
    beginning.close()
