"""Where a limit on the memory of a process is too low, each start says so in a sentence, and leaves nothing behind."""

import os
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from assize.address_space import CANNOT_START
from tests.users import users_python

LIMITED = 'ulimit -v 200000 && exec "$@"'
STARTS = (
    ("-m", "assize.serve"),
    ("-m", "assize.prepare"),
    ("-m", "assize.worker"),
    ("-m", "assize.job_process"),
    ("-m", "waitress", "assize.wsgi:application"),
    ("manage.py", "run_jobs"),
)


def _started(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    around = {
        name: value for name, value in os.environ.items() if not name.startswith(("ASSIZE_", "DJANGO_"))
    }
    return subprocess.run(
        ["sh", "-c", LIMITED, "sh", *command],
        cwd=settings.BASE_DIR,
        env=around | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def _is_said(done: subprocess.CompletedProcess[str]) -> bool:
    (line,) = done.stderr.splitlines()
    return line.startswith("This process may name 195 MB of memory (ulimit -v), and the site needs 512.")


@pytest.mark.parametrize("start", STARTS, ids=" ".join)
def test_a_start_with_little_memory_ends_in_a_sentence(tmp_path: Path, start: tuple[str, ...]) -> None:
    done = _started(users_python(), *start, ASSIZE_DATA_DIR=str(tmp_path / "data"))
    assert done.returncode == CANNOT_START
    assert _is_said(done)
    assert not (tmp_path / "data").exists()


def test_so_does_the_installation(tmp_path: Path) -> None:
    done = _started("scripts/environment", "requirements.txt", ENVIRONMENT=str(tmp_path / "venv"))
    assert done.returncode == CANNOT_START
    assert _is_said(done)
    assert not (tmp_path / "venv").exists()
