"""A campaign of a million responses is deleted, and killed again and again meanwhile, on both databases."""

from pathlib import Path

import pytest

from tests.results.deleted import delete_and_kill

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
def test_a_million_responses(tmp_path: Path, postgres: bool) -> None:
    print(delete_and_kill(tmp_path, postgres=postgres, kills=5, seed=15, runs=400, questions=500, items=100))
