"""pg_dump and its kin: the right version, or a sentence that says how to get it; the password in nobody's sight."""

import os
import stat
from pathlib import Path

import pytest

from assessment.shared.errors import Refused
from assize.keeping import programs
from tests.assize.keeping.installation import Installation


def _program(folder: Path, name: str, version: str, more: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\n{more}\necho "{name} (PostgreSQL) {version}"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder alone on PATH, and no versioned folders."""
    monkeypatch.setattr(programs, "_PLACES", (f"{tmp_path}/pg-*",))
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/bin")
    return tmp_path


def test_a_missing_program_is_named_with_the_way_to_get_it(nothing_else: Path) -> None:
    with pytest.raises(Refused, match=r"pg_nothing is missing.*apt-get install postgresql-client-16"):
        programs.find_program("pg_nothing", 16)


def test_an_older_program_cannot_do_it_and_a_newer_one_can(nothing_else: Path) -> None:
    _program(nothing_else / "bin", "pg_dump", "15.4")
    with pytest.raises(Refused, match="Only pg_dump of PostgreSQL 15 is here, and the server has version 16"):
        programs.find_program("pg_dump", 16)
    newer = _program(nothing_else / "pg-18", "pg_dump", "18.1")
    assert programs.find_program("pg_dump", 16) == newer
    same = _program(nothing_else / "pg-16", "pg_dump", "16.9 (Debian 16.9-1)")
    assert programs.find_program("pg_dump", 16) == same


def test_the_password_is_in_no_command_line(tmp_path: Path) -> None:
    site = Installation(tmp_path / "site", postgres=True, key="x")
    real = programs.find_program("pg_dump", 1)
    _program(
        tmp_path / "bin",
        "pg_dump",
        "15.1",
        f'echo "$@" >> {tmp_path}/seen; echo "$PGPASSWORD" >> {tmp_path}/password\n'
        f'[ "$1" = --version ] && exec {real} --version; exec {real} "$@"',
    )
    site.variables["ASSIZE_DATABASE_URL"] = site.url.replace("postgres@", "postgres:very-secret@")
    site.variables["PATH"] = f"{tmp_path}/bin:{os.environ['PATH']}"
    site.manage("backup", str(tmp_path / "kept"))
    assert "--format=custom" in (tmp_path / "seen").read_text()
    assert "very-secret" not in (tmp_path / "seen").read_text()
    assert "very-secret" in (tmp_path / "password").read_text()
    # The settings of the installation are in the backup, for its owner alone.
    kept = tmp_path / "kept" / "settings.env"
    assert "very-secret" in kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
