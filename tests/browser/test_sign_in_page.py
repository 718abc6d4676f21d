"""The first page a visitor meets, in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_visitor_is_led_to_signing_in(page: Page, assert_accessible: Callable[[], None]) -> None:
    page.goto("/")
    expect(page).to_have_url("/sign-in/?next=/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible()
