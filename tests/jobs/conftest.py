"""What the tests of jobs start from."""

import pytest

from assessment.campaigns.models import Campaign
from tests.factory import make_campaign
from tests.jobs.ground import kinds

__all__ = ["kinds"]  # imported so that the test's jobs are known


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the jobs that were sent to workers."""
    numbers: list[int] = []
    monkeypatch.setattr("assessment.jobs.services.runners.send", numbers.append)
    return numbers
