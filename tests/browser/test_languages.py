"""Scripts speak the language of their page, and the navigation has room for its words."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.people.models import Account
from tests.browser.judging import sign_in
from tests.factory import make_account, make_campaign, make_member
from tests.languages import all_languages

__all__ = ["all_languages"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_scripts_speak_the_language_of_the_page(
    context: BrowserContext, page: Page, live_server: LiveServer, all_languages: None
) -> None:
    account = make_account("ada")
    Account.objects.filter(pk=account.pk).update(page_language="de", zone="Asia/Tokyo")
    sign_in(context, account, live_server)
    page.goto(f"{live_server}/account/")
    expect(page.get_by_role("button", name="verwenden")).to_be_visible()
    expect(page.get_by_role("link", name="Tasten")).to_be_visible()


def test_no_page_of_a_campaign_is_out_of_reach(
    context: BrowserContext, page: Page, live_server: LiveServer, all_languages: None
) -> None:
    """With all roles: at 1280 px in two rows, at 390 px in a menu that keys open."""
    campaign = make_campaign()
    account = make_member(campaign, "ada", "organizer", "assessor", "adjudicator", "participant")
    sign_in(context, account, live_server)
    for language in ("en", "de", "fr", "ar"):
        Account.objects.filter(pk=account.pk).update(page_language=language)
        _expect_ways(page, f"/campaigns/{campaign.slug}/settings/", language)


def _expect_ways(page: Page, address: str, language: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    rows = page.locator(".places > a, .place > a, .place.here .pages a")
    assert rows.count() > 10
    for way in rows.all():
        expect(way).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    ways = page.locator(".places .pages a")
    expect(ways.first).to_be_hidden()
    page.locator(".where").focus()
    page.keyboard.press("Enter")
    for way in ways.all():
        way.scroll_into_view_if_needed()
        expect(way).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(ways.first).to_be_hidden()
