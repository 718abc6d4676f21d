"""Two hundred damaged pages against Chromium: `ASSIZE_PROOF=full pytest tests/proof`, as `make proof` does."""

from playwright.sync_api import Page

from tests.browser.test_damaged_pages import SEED, differences
from tests.documents.damaged import damaged_pages


def test_the_text_of_damaged_pages_is_what_a_browser_shows(page: Page) -> None:
    assert differences(page, damaged_pages(200, SEED)) == []
