"""The full matrix of kills: ten of each process, in both ways of running jobs, on both databases."""

import os
from pathlib import Path

import pytest

from tests.jobs.kills import torture

FULL = os.environ.get("ASSIZE_PROOF") == "full"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not FULL, reason="make proof runs it; tests/jobs/test_kills.py runs the same at small size"
    ),
]
KILLS = 10


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
@pytest.mark.parametrize("victim", ["web"])
def test_embedded(tmp_path: Path, victim: str, postgres: bool) -> None:
    print(torture(tmp_path, postgres=postgres, redis=False, victims=[victim], kills=KILLS, seed=101))


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
@pytest.mark.parametrize("victim", ["web", "worker1", "redis"])
def test_redis(tmp_path: Path, victim: str, postgres: bool) -> None:
    seed = {"web": 201, "worker1": 202, "redis": 203}[victim]
    print(torture(tmp_path, postgres=postgres, redis=True, victims=[victim], kills=KILLS, seed=seed))
