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
