"""The first campaign of the README does what it says, line by line."""

import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.users import users_python

ROOT = Path(settings.BASE_DIR)
FOLDER = "mine-bundle"  # as the README spells it; the test writes elsewhere

# Shows what the shell makes of the lines (loops, comments, variables) without running anything.
ECHO = """
assize() { printf 'assize\\n'; printf ' %s\\n' "$@"; }
python() { printf 'python\\n'; printf ' %s\\n' "$@"; }
"""


def ten_lines() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("## A first campaign in ten lines")[1].split("\n\n")[1]
    return [line.strip() for line in section.splitlines()]


def commands(lines: list[str]) -> list[list[str]]:
    """The commands that the shell would run, each with its arguments."""
    script = ECHO + "\n".join(line for line in lines if not line.startswith((". ", "alias ")))
    result = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    found: list[list[str]] = []
    for line in result.splitlines():
        if line.startswith(" "):
            found[-1].append(line[1:])
        else:
            found.append([line])
    return found


@pytest.mark.django_db
def test_the_first_campaign_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    bundle = str(tmp_path / "mine")
    call_command("import_collection", "collections/halden-newswire", stdout=io.StringIO())
    lines = ten_lines()
    assert len(lines) == 10
    assert sum(FOLDER in line for line in lines) == 2
    scores: dict[str, dict[str, Any]] = {}
    for program, *written in commands(lines):
        arguments = [bundle if part == FOLDER else part for part in written]
        json_file = tmp_path / f"{program}.json"
        options = ["--json", str(json_file)] if "score" in arguments[:3] else []
        if program == "assize":
            call_command(*arguments, *options, stdout=io.StringIO(), stderr=io.StringIO())
        else:
            subprocess.run(
                [str(users_python()), *arguments, *options], check=True, capture_output=True, cwd=ROOT
            )
        if options:
            scores[program] = json.loads(json_file.read_text(encoding="utf-8"))
    assert scores["assize"]["runs"] == scores["python"]["runs"]
    assert len(scores["python"]["runs"]) == 5
