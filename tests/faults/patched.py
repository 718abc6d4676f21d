"""Mistakes that people make in the code, each as a patch, so that it can be proven that the tests notice them.

A patch (tests/faults/patches, named by what goes wrong) begins with what it does, and with which tests notice it:

    A one-time code that was used is taken once more.

    Caught by: tests/people/test_second_step.py
    Database: postgres          only where SQLite cannot go wrong in this way

Where the code has moved and a patch no longer applies, make the mistake anew by hand, write `git diff` behind these lines
in the place of the old one, and take the mistake back: `git diff assessment | git apply -R`.
"""

import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.quick.budget import UNTIL

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "patches"
_FAILED = "ASSIZE_FAILED"  # a file that gets the names of tests that failed
_CHANGED = re.compile(r"^\+\+\+ b/(.+)$", re.MULTILINE)


class Mistake(NamedTuple):
    """A patch, and what it says of itself."""

    name: str
    meaning: str
    tests: tuple[str, ...]
    database: str  # postgres, or "" for SQLite
    files: tuple[str, ...]  # that it changes

    @property
    def path(self) -> Path:
        """Where the patch lies."""
        return FOLDER / f"{self.name}.patch"


@cache
def mistakes() -> tuple[Mistake, ...]:
    """All of them, by name."""
    return tuple(_read(path) for path in sorted(FOLDER.glob("*.patch")))


def _read(path: Path) -> Mistake:
    head, _, patch = path.read_text(encoding="utf-8").partition("\ndiff --git ")
    meaning, _, facts = head.partition("\n\n")
    said = dict(line.split(": ", 1) for line in facts.splitlines() if line)
    files = tuple(_CHANGED.findall(patch))
    return Mistake(path.stem, meaning, tuple(said["Caught by"].split()), said.get("Database", ""), files)


def why_not_applied(mistake: Mistake, tree: Path = ROOT) -> str:
    """What git says where a patch does not fit a tree; "" where it does."""
    return _git_apply(mistake, tree, "--check").stderr


def _git_apply(mistake: Mistake, tree: Path, *options: str) -> subprocess.CompletedProcess[str]:
    # A tree that is no repository may lie in one, and git would then take all paths for those of another folder.
    environment = os.environ | {"GIT_CEILING_DIRECTORIES": str(tree.parent)}
    command = ["git", "apply", *options, str(mistake.path)]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


class Outcome(NamedTuple):
    """What a run of tests came to."""

    code: int  # 0: all passed, 1: some failed; others: they could not be run
    failed: Sequence[str]
    text: str


class Tree:
    """A copy of everything that git would take, with the environments of the original."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():  # else it was deleted
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        for environment in (".venv", ".venv-users"):
            (folder / environment).symlink_to((ROOT / environment).resolve())

    @contextmanager
    def with_mistake(self, mistake: Mistake) -> Iterator[None]:
        """The copy with a patch, until the block ends."""
        done = _git_apply(mistake, self.folder)
        assert done.returncode == 0, done.stderr
        try:
            yield
        finally:
            _git_apply(mistake, self.folder, "-R")

    def run(self, tests: Sequence[str], database: str = "", until: float = math.inf) -> Outcome:
        """Run some tests of the copy, up to the first that fails, on a database of their own.

        None is begun after a moment (seconds since 1970).
        """
        told = self.folder / "failed.txt"
        told.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:randomly"]
        command += ["-p", "no:cacheprovider", "-p", "tests.faults.telling", "-p", "tests.quick.budget"]
        wanted = {"ASSIZE_TEST_DATABASE": database, _FAILED: str(told), UNTIL: str(until)}
        done = subprocess.run(
            [*command, *tests],
            cwd=self.folder,
            env=_outer() | wanted,
            capture_output=True,
            text=True,
            check=False,
        )
        failed = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
        return Outcome(done.returncode, failed, done.stdout + done.stderr)


def _outer() -> dict[str, str]:
    """The environment without what belongs to the tests that run around."""
    own = ("ASSIZE_TEST_", "ASSIZE_PROOF", "ASSIZE_QUICK_", "PYTEST_", "DJANGO_")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}
