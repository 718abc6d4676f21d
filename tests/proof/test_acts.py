"""Great acts of organizers killed again and again at full size, on both databases: each is whole or did not happen."""

from pathlib import Path

import pytest

from tests.assignments.killed_moves import kill_hand_over, kill_taking_out
from tests.results.killed_release import kill_releases

pytestmark = pytest.mark.django_db
DATABASES = pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])


@DATABASES
def test_a_release_of_200_runs_and_500_questions(tmp_path: Path, postgres: bool) -> None:
    print(kill_releases(tmp_path, postgres=postgres, kills=4, seed=51, runs=200, questions=500, within=12))


@DATABASES
def test_a_hand_over_of_ten_thousand(tmp_path: Path, postgres: bool) -> None:
    print(kill_hand_over(tmp_path, postgres=postgres, kills=4, seed=52, number=10_000, within=0.5))


@DATABASES
def test_taking_a_run_out_of_half_a_million_items(tmp_path: Path, postgres: bool) -> None:
    sizes = {"questions": 500, "given": 100, "judged": 40}
    print(kill_taking_out(tmp_path, postgres=postgres, kills=4, seed=53, within=1.0, **sizes))
