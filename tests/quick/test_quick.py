"""What `make quick` takes for changed, and how it ends in time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.quick.budget import ALWAYS, UNTIL
from tests.quick.changes import changed_files, usual_base


def git(folder: Path, *command: str) -> None:
    """A command of git, for somebody."""
    person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *person, *command], cwd=folder, check=True, capture_output=True)


def test_a_change_is_all_that_differs_committed_or_not(tmp_path: Path) -> None:
    for name in ("kept.py", "changed.py", "gone.py", "committed é.py"):
        (tmp_path / name).write_text("one\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("*.log\n", encoding="utf-8")
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    assert (usual_base(tmp_path), changed_files(tmp_path, "main")) == ("main", [])
    git(tmp_path, "switch", "-c", "branch")
    (tmp_path / "committed é.py").write_text("two\n", encoding="utf-8")
    git(tmp_path, "commit", "-am", "second")
    for name in ("changed.py", "new.py", "new.log"):
        (tmp_path / name).write_text("two\n", encoding="utf-8")
    (tmp_path / "gone.py").unlink()
    assert changed_files(tmp_path, "main") == ["changed.py", "committed é.py", "gone.py", "new.py"]
    assert changed_files(tmp_path, "HEAD") == ["changed.py", "gone.py", "new.py"]
    git(tmp_path, "branch", "-D", "main")
    assert usual_base(tmp_path) == "HEAD"
    with pytest.raises(subprocess.CalledProcessError):
        changed_files(tmp_path, "main")


def test_what_the_time_does_not_allow_is_named_but_the_nearest_is_run(tmp_path: Path) -> None:
    source = "def test_one():\n    pass\n\n\ndef test_two():\n    pass\n"
    (tmp_path / "test_something.py").write_text(source, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        os.devnull,
        "--rootdir",
        str(tmp_path),
    ]
    command += ["-p", "no:cacheprovider", "-p", "tests.quick.budget", str(tmp_path)]

    def said(until: float, always: str = "") -> str:
        alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # to load all plugins takes longer than the tests
        environment = os.environ | alone | {UNTIL: str(until), ALWAYS: always}
        done = subprocess.run(
            command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "2 passed" in said(until=1e12)
    assert "2 passed" in said(until=0, always="test_something.py")
    late = said(until=0)
    assert "2 skipped" in late
    assert "Left to make test, since the time was over: 2 tests of\n    test_something.py (2)" in late
