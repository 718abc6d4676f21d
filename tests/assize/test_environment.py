"""`scripts/environment` installs with uv where there is one, and without it all the same."""

import os
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

UV = """#!/bin/sh
echo "$@" > said
exit {code}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project without packages, whose translations are compiled in no time."""
    (tmp_path / "assize").mkdir()
    (tmp_path / "assize" / "catalogs.py").touch()
    (tmp_path / "none.txt").touch()
    return tmp_path


@pytest.mark.parametrize("code", [0, 1], ids=["uv installs", "uv cannot, so pip does"])
def test_packages_are_installed_with_their_hashes(project: Path, code: int) -> None:
    uv = project / "uv"
    uv.write_text(UV.format(code=code))
    uv.chmod(0o755)
    done = subprocess.run(
        [settings.BASE_DIR / "scripts" / "environment", "none.txt"],
        cwd=project,
        env=os.environ | {"PATH": f"{project}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "--python .venv/bin/python --require-hashes -r none.txt" in (project / "said").read_text()
    assert (project / ".venv" / "installed-none.txt").exists()


UV_ALONE = """#!/bin/sh
mkdir busy || exit 1
[ -n "$(find .venv -name 'installed-*')" ] || { read -r _ < go; }
rmdir busy
"""


def test_two_that_install_at_once_do_so_one_after_the_other(project: Path) -> None:
    uv = project / "uv"
    uv.write_text(UV_ALONE)
    uv.chmod(0o755)
    os.mkfifo(project / "go")
    (project / "more.txt").touch()

    def begun(file: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [settings.BASE_DIR / "scripts" / "environment", file],
            cwd=project,
            env=os.environ | {"PATH": f"{project}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    first = begun("none.txt")
    assert first.stdout
    assert "Making .venv" in first.stdout.readline()
    assert "Installing the packages" in first.stdout.readline()
    second = begun("more.txt")
    assert second.stdout
    assert second.stdout.readline() == "Another process installs packages here: waiting for it\n"
    (project / "go").write_text("\n")
    said = [process.communicate(timeout=60)[0] for process in (first, second)]
    assert [first.returncode, second.returncode] == [0, 0], said
    assert {path.name for path in (project / ".venv").glob("installed-*")} == {
        "installed-none.txt",
        "installed-more.txt",
    }
