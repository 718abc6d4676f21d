"""Two hundred damaged pages against Chromium: `ASSIZE_PROOF=full pytest tests/proof`, as `make proof` does."""

import os

import pytest
from playwright.sync_api import Page

from tests.browser.test_damaged_pages import SEED, differences
from tests.documents.damaged import damaged_pages

pytestmark = pytest.mark.skipif(os.environ.get("ASSIZE_PROOF") != "full", reason="a long proof: make proof")


def test_the_text_of_damaged_pages_is_what_a_browser_shows(page: Page) -> None:
    assert differences(page, damaged_pages(200, SEED)) == []
