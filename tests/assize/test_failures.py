"""The report of a failing test, and the script that repeats tests until one fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

CHANCE = """
import random
from hypothesis import given, reproduce_failure, strategies

def test_chance():
    assert random.random() < 0

@given(strategies.integers())
def test_many(number):
    assert number < 100
"""
NEEDED = ("-p", "xdist", "-p", "randomly", "-p", "hypothesispytest")
# All other plugins are left out: to load them takes longer than these tests.
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
PYTEST = [sys.executable, "-m", "pytest", *NEEDED, "-p", "tests.failures", "-p", "no:cacheprovider"]


@pytest.fixture
def chance(tmp_path: Path) -> Path:
    file = tmp_path / "test_chance.py"
    file.write_text(CHANCE, encoding="utf-8")
    return file


def said_of(*arguments: str | Path) -> str:
    """What pytest says of tests that fail, by its report alone."""
    command = [*PYTEST, "-c", "/dev/null", *map(str, arguments)]
    done = subprocess.run(
        command, check=False, cwd=settings.BASE_DIR, env=os.environ | ALONE, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_a_failure_names_the_command_that_repeats_it(chance: Path) -> None:
    said = said_of(chance)
    commands = re.findall(r'^.*\.venv/bin/pytest -n 0 --randomly-seed=(\d+) "(.*)"$', said, re.MULTILINE)
    assert {node.rpartition("::")[2] for _, node in commands} == {"test_chance", "test_many"}
    assert len({seed for seed, _ in commands}) == 1
    again = said_of(chance, f"--randomly-seed={commands[0][0]}")
    drawn = r"assert (0\.\d+) < 0"
    assert re.findall(drawn, said) == re.findall(drawn, again) != []


def test_what_hypothesis_found_is_repeated_by_the_text_that_it_prints(chance: Path) -> None:
    said = said_of(chance, "-k", "many")
    (found,) = set(re.findall(r"@reproduce_failure\('[\d.]+', b'[^']+'\)", said))  # twice in CI
    chance.write_text(CHANCE.replace("@given", f"{found}\n@given"), encoding="utf-8")
    assert "assert 100 < 100" in said_of(chance, "-k", "many")


def test_a_test_is_repeated_until_it_fails(tmp_path: Path) -> None:
    file = tmp_path / "test_third.py"
    file.write_text(
        "from pathlib import Path\n\ndef test_third():\n"
        "    log = Path(__file__).with_suffix('.log')\n"
        "    log.write_text((log.read_text() if log.exists() else '') + '.')\n"
        "    assert len(log.read_text()) < 3\n",
        encoding="utf-8",
    )
    options = ["-c", "/dev/null", *NEEDED, "-p", "no:cacheprovider"]
    done = subprocess.run(
        ["scripts/repeat", "5", str(file), *options],
        check=False,
        cwd=settings.BASE_DIR,
        env={"PATH": "/usr/bin:/bin", "LOAD": "1", **ALONE},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    seeds = re.findall(r"^Round \d of 5, --randomly-seed=(\d+)", done.stdout, re.MULTILINE)
    assert len(seeds) == len(set(seeds)) == 3
    assert "test_third" in done.stdout.rpartition("Round 3 of 5")[2]
