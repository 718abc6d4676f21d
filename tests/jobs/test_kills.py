"""Jobs survive the sudden death of every process: each ends once, nothing twice, nothing missing. The full matrix is in tests/proof."""

from pathlib import Path

import pytest

from tests.conftest import ON_POSTGRES
from tests.jobs.kills import torture
from tests.jobs.site import Site, wait_for

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]  # so that the run on PostgreSQL has it too


def test_one_process_is_killed(tmp_path: Path) -> None:
    torture(tmp_path, postgres=ON_POSTGRES, redis=False, victims=["web"], kills=1, seed=7, rows=150)


def test_web_workers_and_redis_are_killed(tmp_path: Path) -> None:
    victims = ["web", "worker1", "worker2", "redis"]
    torture(tmp_path, postgres=ON_POSTGRES, redis=True, victims=victims, kills=1, seed=11, rows=150)


def test_what_redis_lost_is_sent_again(tmp_path: Path) -> None:
    with Site(tmp_path, postgres=ON_POSTGRES, redis=True) as site:
        site.start("redis", "web")
        site.wait_until_up()
        site.ask("whole", "sent", 3, 0.0)
        site.kill("redis")  # which wrote nothing down
        site.ask("whole", "unsent", 3, 0.0)
        site.start("redis", "worker1")
        wait_for(site.all_ended, "both jobs end")
        assert site.states() == {"sent": ["done"], "unsent": ["done"]}, site.logs()
        assert site.rows("sent") == site.rows("unsent") == [0, 1, 2]
