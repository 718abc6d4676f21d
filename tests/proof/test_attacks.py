"""All attack documents in a real browser: `ASSIZE_PROOF=full pytest tests/proof`, as `make proof` does."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from documents.remote.setting import SETTINGS, Remote
from tests.browser.test_attacks import served
from tests.documents.attacks.ammunition import our_sanitiser, without_scripts
from tests.documents.attacks.shooting import shoot_bare, shoot_served
from tests.documents.attacks.tables import attacks

ALL = sorted(attacks().items())
PARTS = 12


def test_all_attacks_without_sandbox_and_policy(page: Page) -> None:
    assert shoot_bare(page, ALL, our_sanitiser) == {}


def test_how_many_would_hit_a_sanitiser_that_only_removes_scripts(page: Page) -> None:
    found = shoot_bare(page, ALL, without_scripts)
    print(f"{len(found)} of {len(ALL)} attacks get through where only SCRIPT elements are removed")
    assert len(found) >= 100


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("remote", SETTINGS)
@pytest.mark.parametrize("part", range(PARTS))
def test_all_attacks_as_they_are_served(
    page: Page, live_server: LiveServer, tmp_path: Path, part: int, remote: Remote
) -> None:
    addresses = served(ALL[part::PARTS], tmp_path, remote)
    assert shoot_served(page, live_server.url, addresses, pictures=remote == "live") == {}
