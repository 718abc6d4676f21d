"""The results and exports pages as everybody can use them, and the way from judgments to released scores."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication
from assessment.people.models import Account
from tests import factory
from tests.browser.judging import sign_in
from tests.results.golden import imported
from tests.results.settled import settle_everything

pytestmark = pytest.mark.django_db(transaction=True)

START = "/campaigns/trec8_small/results/"
PAGES = (START, f"{START}1/runs/beta1/", f"{START}1/questions/1/", "/campaigns/trec8_small/exports/")


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return imported("trec8_small")


@pytest.fixture
def olga(campaign: Campaign) -> Account:
    return factory.make_member(campaign, "olga", "organizer")


def test_scores_are_made_compared_released_and_taken_back(
    page: Page, context: BrowserContext, live_server: LiveServer, campaign: Campaign, olga: Account
) -> None:
    sign_in(context, olga, live_server)
    page.goto(START)
    page.get_by_role("combobox", name="Rule").select_option("majority")
    page.get_by_role("button", name="Freeze and score").click()
    expect(page.get_by_role("alert")).to_contain_text("no grade that more than half gave")
    page.get_by_role("button", name="Score all four now").click()
    expect(page.get_by_role("region", name="Four rules compared")).to_contain_text("version 3")
    Adjudication.objects.filter(item__question__qid="2").delete()
    page.get_by_role("button", name="Release the scores").click()
    expect(page.get_by_role("alert")).to_contain_text("Question 2: 1 disputed item has no decision.")
    settle_everything(campaign)
    page.goto(START)
    page.get_by_role("button", name="Release the scores").click()
    expect(page.get_by_role("status")).to_contain_text("is released")
    expect(page.locator(".chip")).to_have_text("official")
    page.get_by_label("Reason").fill("a wrong key")
    page.get_by_role("button", name="Take the scores back").click()
    expect(page.get_by_role("status")).to_contain_text("provisional again")


def test_a_run_shows_its_interval_where_the_table_says_it(
    page: Page, context: BrowserContext, live_server: LiveServer, olga: Account
) -> None:
    sign_in(context, olga, live_server)
    page.goto(START)
    page.get_by_role("button", name="Score all four now").click()
    row = page.get_by_role("region", name="Leaderboard").get_by_role("row").filter(has_text="alpha1")
    axis = page.locator(".axis").bounding_box()
    dot = row.locator(".dot").bounding_box()
    assert axis
    assert dot
    shown = (dot["x"] + dot["width"] / 2 - axis["x"]) / axis["width"]
    score = float(row.locator("td b").inner_text())
    assert shown == pytest.approx(score, abs=0.02)


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_pages_keep_to_the_rules_of_accessibility(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    olga: Account,
    assert_accessible: Callable[[], None],
    width: int,
    scheme: str,
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    sign_in(context, olga, live_server)
    page.goto(START)
    page.get_by_role("button", name="Score all four now").click()
    for address in PAGES:
        page.goto(address)
        assert_accessible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(START)
    page.get_by_role("combobox", name="Rule").select_option("majority")
    page.get_by_role("button", name="Freeze and score").click()
    assert_accessible()
