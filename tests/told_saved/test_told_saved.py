"""What an assessor was told is saved is what the database holds: the model at small size; `make proof` runs it at full."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.told_saved.machine import at_the_desks, run

# Always the same: a network lost, a server killed, another browser, a question finished, most kinds of desks.
SEED = 329
pytestmark = pytest.mark.django_db(transaction=True)


def test_thirty_steps(tmp_path: Path, browser: Browser, page: Page) -> None:
    with at_the_desks(browser, tmp_path) as ran:
        run(runs=2, steps=16, seeded=SEED)
    print(sum(ran.values()), dict(ran))
