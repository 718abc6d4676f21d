"""The line about demo campaigns that are being made, in a real browser: it counts by itself and disturbs nobody."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from assize.demo import making
from tests.assize.demo.test_making import being_made
from tests.browser.judging import sign_in
from tests.factory import make_account, make_campaign

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_counts_and_ends_while_a_name_is_typed_and_brings_the_first_page_anew(
    page: Page,
    context: BrowserContext,
    new_context: Callable[..., BrowserContext],
    live_server: LiveServer,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    assert_accessible: Callable[[], None],
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.setattr(making, "DATA_DIR", settings.DATA_DIR)
    admin = make_account("boss", site_admin=True)
    visitor = new_context().new_page()
    with being_made(settings.DATA_DIR):
        visitor.goto("/sign-in/")
        expect(visitor.get_by_text("being made: 0 of 6")).to_be_visible()
        visitor.get_by_label("Name").fill("ad")
        make_campaign("coast-facts")
        expect(visitor.get_by_text("being made: 1 of 6")).to_be_visible()
        sign_in(context, admin, live_server)
        page.goto("/")
        expect(page.get_by_text("being made: 1 of 6")).to_be_visible()
        assert_accessible()
        make_campaign("comet-series")
        expect(page.get_by_text("being made: 2 of 6")).to_be_visible()
    expect(page.get_by_role("link", name="Comet-Series")).to_be_visible()
    expect(page.get_by_text("demo campaigns")).to_be_hidden()
    expect(visitor.get_by_text("campaigns are ready")).to_be_visible()
    expect(visitor.get_by_label("Name")).to_have_value("ad")
