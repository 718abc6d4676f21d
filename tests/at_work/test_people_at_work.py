"""People at work in open browsers with jobs beside them, at small size; tests/proof has 32 for five minutes."""

from pathlib import Path

import pytest

from tests.at_work.day import SMALL, spend_a_day


# The same day again: what PostgreSQL may answer otherwise is asked there by each room's own tests.
@pytest.mark.parametrize(
    "postgres", [False, pytest.param(True, marks=pytest.mark.proof)], ids=["sqlite", "postgres"]
)
def test_nothing_is_lost_doubled_or_refused(tmp_path: Path, postgres: bool) -> None:
    size = SMALL._replace(real_browsers=0) if postgres else SMALL
    outcome = spend_a_day(tmp_path, size, postgres=postgres)
    print(outcome)
    assert outcome.figures.seconds["save"]
    assert outcome.reckoning.errors == []
    assert outcome.figures.refused == []
