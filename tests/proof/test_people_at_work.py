"""40 people with open browsers, 32 of them assessors at work for five minutes, and every kind of job beside them."""

from pathlib import Path

import pytest

from tests import services
from tests.at_work.day import FULL, spend_a_day
from tests.at_work.figures import BOUNDS


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
def test_the_promised_figures(tmp_path: Path, postgres: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if postgres:
        monkeypatch.setenv("ASSIZE_TEST_PG_URL", services.start_postgres(durable=True))
    outcome = spend_a_day(tmp_path, FULL, postgres=postgres)
    print(outcome)
    assert outcome.reckoning.errors == []
    assert outcome.figures.refused == []
    assert outcome.figures.save_p95 < BOUNDS.save_p95
    assert outcome.figures.last_sign_in < BOUNDS.sign_in
