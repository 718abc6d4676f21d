"""32 assessors judge and jobs run while each part of the installation dies, is emptied, or is gone for a while."""

from pathlib import Path

import pytest

from tests.faults.kinds import EMPTIED, HANGING, KILLS, NO_WORKERS, ON_SQLITE
from tests.faults.servers import Postgres
from tests.faults.sizes import FULL
from tests.faults.topology import OnSqlite, Topology
from tests.faults.weather import weather

TIMES = 3  # that each part dies


def test_the_whole_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    postgres = Postgres()
    monkeypatch.setenv("ASSIZE_TEST_PG_URL", postgres.url)
    with Topology(tmp_path, postgres) as site:
        outcome = weather(site, FULL, [*KILLS * TIMES, EMPTIED, HANGING, NO_WORKERS])
    print(outcome)
    assert outcome.errors == []


def test_two_processes_on_one_file(tmp_path: Path) -> None:
    with OnSqlite(tmp_path) as site:
        outcome = weather(site, FULL, ON_SQLITE * TIMES)
    print(outcome)
    assert outcome.errors == []
