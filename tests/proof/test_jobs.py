"""The full matrix of kills: ten of each process, in both ways of running jobs, on both databases."""

from pathlib import Path

import pytest

from tests.jobs.kills import torture

pytestmark = pytest.mark.django_db
KILLS = 10


DATABASES = pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])


@DATABASES
def test_one_process(tmp_path: Path, postgres: bool) -> None:
    print(torture(tmp_path, postgres=postgres, redis=False, victims=["web"], kills=KILLS, seed=101))


@DATABASES
@pytest.mark.parametrize(
    ("victims", "kills", "seed"),
    [
        (["web"], KILLS, 201),
        (["worker1", "worker2"], KILLS, 202),
        (["redis"], KILLS, 203),
        (["web", "worker1", "worker2", "redis"], KILLS // 2, 204),
    ],
    ids=["web", "workers", "redis", "all"],
)
def test_redis_and_workers(tmp_path: Path, victims: list[str], kills: int, seed: int, postgres: bool) -> None:
    print(torture(tmp_path, postgres=postgres, redis=True, victims=victims, kills=kills, seed=seed))
