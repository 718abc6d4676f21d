"""A campaign on the installation of docker-compose.yml, through the death of each of its parts; tests/proof has 32 assessors."""

from pathlib import Path

import pytest

from tests.conftest import ON_POSTGRES
from tests.faults.kinds import BOTH_WEBS, CHILDREN, EMPTIED, ON_SQLITE, POSTGRES, REDIS, WORKER
from tests.faults.servers import Postgres
from tests.faults.sizes import SMALL
from tests.faults.topology import OnSqlite, Topology
from tests.faults.weather import weather
from tests.sizes import FULL


@pytest.mark.proof  # each part by itself dies in tests/jobs, tests/people/test_redis_away and test_postgresql_away
@pytest.mark.skipif(ON_POSTGRES, reason="the run on SQLite has it: it brings a PostgreSQL of its own")
def test_a_campaign_through_the_death_of_each_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    postgres = Postgres()
    monkeypatch.setenv("ASSIZE_TEST_PG_URL", postgres.url)
    with Topology(tmp_path, postgres) as site:
        outcome = weather(site, SMALL, [BOTH_WEBS, WORKER, REDIS, POSTGRES, EMPTIED])
        assert all(site.proxy.passed.values())  # both web processes answered
    print(outcome)
    assert outcome.errors == []


def test_two_processes_on_one_file(tmp_path: Path) -> None:
    with OnSqlite(tmp_path) as site:
        # The death of all processes at once is looked at in tests/jobs/test_kills.py and tests/told_saved, too.
        outcome = weather(site, SMALL, ON_SQLITE if FULL else CHILDREN)
    print(outcome)
    assert outcome.errors == []
