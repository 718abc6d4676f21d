"""Jobs survive the sudden death of every process: each ends once, nothing twice, nothing missing. The full matrix is in tests/proof."""

from pathlib import Path

import pytest

from tests.conftest import ON_POSTGRES
from tests.jobs.kills import torture

pytestmark = pytest.mark.django_db  # so that the run on PostgreSQL has it too


def test_one_process_is_killed(tmp_path: Path) -> None:
    torture(tmp_path, postgres=ON_POSTGRES, redis=False, victims=["web"], kills=2, seed=7)


def test_web_workers_and_redis_are_killed(tmp_path: Path) -> None:
    victims = ["web", "worker1", "redis"]
    torture(tmp_path, postgres=ON_POSTGRES, redis=True, victims=victims, kills=1, seed=11)
