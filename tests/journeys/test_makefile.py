"""docs/campaign.mk is a whole campaign: run as written, in an empty data folder, by real processes."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.jobs.site import wait_for
from tests.real.warm import program_for

ROOT = Path(settings.BASE_DIR)
MAKEFILE = ROOT / "docs" / "campaign.mk"


def recipe() -> list[str]:
    text = MAKEFILE.read_text(encoding="utf-8")
    return [line[1:] for line in text.splitlines() if line.startswith("\t")]


def expanded(line: str, values: dict[str, str]) -> str:
    """What make hands to the shell: its own variables replaced, and $$ a dollar."""
    line = re.sub(r"(?<!\$)\$(?:\((\w+)\)|(\w))", lambda found: values[found[1] or found[2]], line)
    return line.replace("$$", "$")


def run(values: dict[str, str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run make, or without one the lines of its recipe, each as make would."""
    if make := shutil.which("make"):
        command = [make, "-f", str(MAKEFILE), *(f"{name}={value}" for name, value in values.items())]
    else:
        values = {"D": "demo/coast-facts", **values}
        command = ["sh", "-ec", "\n".join(f"({expanded(line, values)})" for line in recipe())]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def warm(address: Path, environment: dict[str, str]) -> Iterator[Path]:
    """A program that is `python manage.py`, without loading the site for each command."""
    site = subprocess.Popen(
        [sys.executable, "-m", "tests.real.warm", str(address)], cwd=ROOT, env=environment
    )
    try:
        wait_for(address.exists, "the site is loaded")
        yield program_for(address)
    finally:
        site.terminate()
        site.wait()


def test_it_has_about_twenty_lines_and_the_page_explains_each() -> None:
    page = (ROOT / "docs" / "whole-campaign.md").read_text(encoding="utf-8")
    commands = [found[1] for line in recipe() if (found := re.search(r"\$A (\w+)", line))]
    assert len(commands) == len(recipe()) <= 24
    assert [name for name in commands if f"`{name}" not in page] == []


def test_the_campaign_runs_from_an_empty_site_to_equal_scores_elsewhere(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    dropped = {"ASSIZE_DATABASE_URL", "ASSIZE_REDIS_URL", "MAKEFLAGS", "MAKELEVEL"}
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    environment |= {"ASSIZE_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "assize.settings"}
    prepared = [sys.executable, "-m", "assize.prepare", "--without-demo"]
    subprocess.run(prepared, cwd=ROOT, env=environment, check=True, capture_output=True)
    with warm(tmp_path / "site", environment) as program:
        done = run({"A": str(program), "C": "coast", "OUT": str(out)}, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    here = json.loads(Path(f"{out}-scores.json").read_text(encoding="utf-8"))
    there = json.loads(Path(f"{out}-again.json").read_text(encoding="utf-8"))
    assert here["runs"] == there["runs"]
    assert len(here["runs"]) == 5
    assert (out / "MANIFEST.sha256").exists()
