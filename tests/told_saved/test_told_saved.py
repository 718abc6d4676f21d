"""What an assessor was told is saved is what the database holds: the model at small size; `make proof` runs it at full."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.told_saved.machine import at_the_desks, run

SEED = 88  # always the same: a network lost, a conflict with another browser, a question finished, most kinds of desks
pytestmark = pytest.mark.django_db(transaction=True)


def test_thirty_steps(tmp_path: Path, browser: Browser, page: Page) -> None:
    with at_the_desks(browser, tmp_path) as ran:
        run(runs=3, steps=10, seeded=SEED)
    print(sum(ran.values()), dict(ran))
