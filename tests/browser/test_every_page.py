"""Axe on every page of the site, in light and dark, and none too wide from right to left.

The long walk, with states, widths and the demo's campaigns, is in tests/proof/pages.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.assize.security.house import build
from tests.browser.axe import complaints_of_axe
from tests.browser.everywhere import (
    become,
    opens,
    previews,
    too_wide_when_mirrored,
    walk,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_axe_finds_nothing_on_any_page(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    house = build(tmp_path)
    found: dict[str, list[str]] = {}
    for stop in walk(page, house, live_server):
        found[f"{stop.name} as {stop.who}"] = complaints_of_axe(page) + too_wide_when_mirrored(page)
    assert len(found) > 90
    assert not any(found.values()), "\n".join(
        "\n  ".join([name, *wrong]) for name, wrong in found.items() if wrong
    )


def test_axe_finds_nothing_on_a_phone_on_previews_of_files_for_the_site(
    page: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    house = build(tmp_path)
    page.set_viewport_size({"width": 390, "height": 844})
    become(page.context, house, "site admin", live_server)
    for stop in previews(house):
        assert opens(page, stop.address)
        expect(page.locator("#preview")).to_be_visible()
        assert complaints_of_axe(page) + too_wide_when_mirrored(page) == [], stop.name
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
