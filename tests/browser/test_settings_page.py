"""Settings and new campaigns in a real browser: a search that filters while one types, a short name that is proposed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from tests import factory
from tests.browser.judging import sign_in

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/campaigns/house/settings/"


@pytest.fixture
def campaign(transactional_db: None, context: BrowserContext, live_server: LiveServer) -> Campaign:
    made = factory.make_campaign("house", "series2004")
    sign_in(context, factory.make_member(made, "olga", "organizer"), live_server)
    return made


def test_what_is_typed_filters_at_once_and_a_value_typed_before_is_saved(
    page: Page, campaign: Campaign, assert_accessible: Callable[[], None]
) -> None:
    page.goto(PAGE)
    find, beta = page.get_by_label("Find a setting"), page.get_by_label("Weight of recall in Other")
    expect(beta).to_be_hidden()
    page.get_by_label("Assessors per question").fill("4")
    find.fill("recall")
    expect(beta).to_be_visible()
    expect(page.get_by_label("Assessors per question")).to_be_hidden()
    expect(page.locator("[data-told]")).to_have_text("1 setting found.")
    assert_accessible()
    find.press("Enter")
    beta.fill("5")
    find.fill("parsnip")
    expect(page.locator("[data-told]")).to_have_text("No setting has these words.")
    find.fill("")
    expect(beta).to_be_hidden()
    expect(page.get_by_label("Assessors per question")).to_have_value("4")
    page.get_by_role("button", name="Save the settings").click()
    expect(page.get_by_role("status").first).to_contain_text("saved")
    campaign.refresh_from_db()
    assert campaign.settings == {"judges": 4, "beta": 5.0}


def test_without_scripts_the_search_loads_the_page(
    new_context: Callable[..., BrowserContext], campaign: Campaign, context: BrowserContext
) -> None:
    plain = new_context(java_script_enabled=False)
    plain.add_cookies(context.cookies())  # type: ignore[arg-type]  # as it gave them
    page = plain.new_page()
    page.goto(PAGE)
    page.get_by_label("Find a setting").fill("recall")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_label("Weight of recall in Other")).to_be_visible()
    page.get_by_role("link", name="all settings").click()
    expect(page.get_by_label("Title")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_at_390_px_nothing_is_wider_than_the_window_with_all_open(
    page: Page, campaign: Campaign, language: str
) -> None:
    Account.objects.update(page_language=language)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(PAGE)
    for summary in page.locator("details:not(.drop) > summary:visible").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_short_name_that_a_title_makes_is_shown_while_it_is_typed(
    page: Page, context: BrowserContext, live_server: LiveServer, transactional_db: None
) -> None:
    sign_in(context, factory.make_account("root", site_admin=True), live_server)
    page.goto("/campaigns/new/")
    page.get_by_text("Short name and collection").click()
    page.get_by_label("Title").press_sequentially("Zürich — Fragen 2026")
    expect(page.get_by_label("Short name")).to_have_attribute("placeholder", "zurich-fragen-2026")
    expect(page.get_by_label("Short name")).to_have_value("")
    page.get_by_label("Title").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("zurich-fragen-2026")


def test_zones_are_offered_once_somebody_is_about_to_type_one(page: Page, campaign: Campaign) -> None:
    """The page does not carry the names of all zones; the browser has them."""
    page.goto(PAGE)
    offered = page.locator("#zones option")
    expect(page.locator("html[data-ready]")).to_be_attached()
    assert offered.count() < 30
    page.get_by_label("Zone").focus()
    expect(page.locator('#zones option[value="Europe/Rome"]')).to_be_attached()
    assert len(set(offered.evaluate_all("all => all.map(one => one.value)"))) == offered.count() > 300
