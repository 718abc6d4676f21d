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


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_no_tab_of_a_campaign_is_out_of_sight(
    context: BrowserContext, page: Page, live_server: LiveServer, all_languages: None, language: str
) -> None:
    """At 1280 px, with the tabs of all roles."""
    campaign = make_campaign()
    account = make_member(campaign, "ada", "organizer", "assessor", "adjudicator", "participant")
    Account.objects.filter(pk=account.pk).update(page_language=language)
    sign_in(context, account, live_server)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/campaigns/{campaign.slug}/settings/")
    tabs = page.locator(".tabs a")
    assert tabs.count() > 14
    for tab in tabs.all():
        expect(tab).to_be_in_viewport(ratio=1)
