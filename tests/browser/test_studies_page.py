"""Studies as organizers use them: started on the page, read in figures and tables, and asked what would be different."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.studies.services.studies import make_what_if
from tests import factory
from tests.browser.axe import bring_axe
from tests.browser.everywhere import FEW_VALUES, complaints_of_figures
from tests.browser.judging import sign_in
from tests.studies.scene import address, golden, large, made

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ("assessors", "sets", "spread", "significance", "agreement")
WIDTHS = (1440, 390)


@pytest.fixture
def campaign(transactional_db: None, tmp_path: Path) -> Campaign:
    return large(tmp_path / "large")


@pytest.fixture
def olga(campaign: Campaign, context: BrowserContext, live_server: LiveServer) -> None:
    sign_in(context, factory.make_member(campaign, "olga", "organizer"), live_server)


def test_a_study_is_started_and_its_figures_are_read(page: Page, campaign: Campaign, olga: None) -> None:
    page.goto(address(campaign))
    form = page.locator("form", has=page.get_by_role("button", name="Start"))
    form.get_by_label("moor2").check()
    form.get_by_text("More settings").click()
    form.get_by_label("Random one-judge judgment sets").fill("9")
    form.get_by_label("Trials for each number").fill("10")
    form.get_by_label("Random resamples").fill("200")
    start = form.get_by_role("button", name="Start")
    start.click()  # the browser keeps to the limits that the form names
    expect(page).to_have_url(re.compile(r"/studies/$"))
    expect(form.get_by_label("Random one-judge judgment sets")).to_be_focused()
    form.get_by_label("Random one-judge judgment sets").fill("60")
    start.click()
    expect(page).to_have_url(re.compile(r"/studies/1/$"))
    expect(page.get_by_role("status")).to_contain_text("Study 1: 7 runs studied with seed 1.")
    page.get_by_role("navigation", name="Study").get_by_role("link", name="Other assessors").click()
    figure = page.locator("#figure-ranges-0")
    reading = figure.locator("[data-reading]")
    plot = figure.get_by_role("application")
    expect(plot).to_be_visible()
    plot.focus()
    page.keyboard.press("ArrowDown")
    expect(reading).to_have_text(re.compile(r"^dusk1: "))
    page.keyboard.press("ArrowDown")
    expect(reading).to_have_text(re.compile(r"^dusk2: "))
    page.keyboard.press("End")
    page.keyboard.press("Escape")
    expect(plot).not_to_be_focused()
    expect(figure.get_by_text("Table of values")).to_be_hidden()  # there is room for it beside the figure
    rows = figure.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(8)
    expect(rows.nth(1)).to_contain_text("dusk1")
    with page.expect_download() as download:
        figure.get_by_role("link", name="CSV").click()
    assert "dusk1" in Path(download.value.path()).read_text()
    expect(page.locator("main")).to_contain_text("moor2 left out")


def test_a_matrix_of_pairs_is_walked_by_keys(page: Page, campaign: Campaign, olga: None) -> None:
    made(campaign, trials=10)
    page.goto(address(campaign, "1/significance/"))
    figure = page.locator("#figure-matrix-0")
    figure.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(figure.locator("[data-reading]")).to_contain_text("dusk")
    expect(figure.locator(".current")).to_have_count(1)


def test_pages_keep_to_the_rules_of_accessibility(page: Page, campaign: Campaign, olga: None) -> None:
    made(campaign, trials=10)
    bring_axe(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for rest in ("", "1/", *(f"1/{name}/" for name in PAGES)):
            page.goto(address(campaign, rest))
            assert not complaints_of_figures(page, width), rest


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("trec8_small", marks=pytest.mark.proof),  # of the kind of the large one, above
        "series_small",
        "tac_small",
        "respubliqa_small",
        "nq_small",
    ],
)
def test_so_do_those_of_every_kind_of_campaign(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    transactional_db: None,
    assert_accessible: Callable[[], None],
    name: str,
) -> None:
    campaign = golden(name)
    made(campaign)
    gone = campaign.runs.order_by("run_id").first()
    assert gone
    make_what_if(campaign=campaign, changes=[f"remove-run:{gone.run_id}"], rule="union", by=None)
    sign_in(context, factory.make_member(campaign, "olga", "organizer"), live_server)
    bring_axe(page)
    page.goto(address(campaign, "1/"))
    links = page.get_by_role("navigation", name="Study").get_by_role("link").all()
    addresses = [*(link.get_attribute("href") or "" for link in links), address(campaign, "2/")]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for link in addresses:
            page.goto(link)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, link
            page.evaluate(FEW_VALUES)
            assert_accessible()


@pytest.mark.parametrize("width", WIDTHS)
def test_what_would_be_different_is_asked_and_shown(
    page: Page, campaign: Campaign, olga: None, assert_accessible: Callable[[], None], width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address(campaign))
    form = page.locator("form", has=page.get_by_role("button", name="Compare"))
    form.get_by_label("Other changes, one per line").fill("nonsense")
    form.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("alert")).to_contain_text('Not studied: "nonsense" is not a variation.')
    assert_accessible()
    form.get_by_label("Other changes, one per line").fill("drop:7")
    form.get_by_label("What would be different").select_option("rule:intersection")
    form.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What if: Rule intersection; 7 dropped as well")
    question = page.locator("details.change", has=page.locator("table")).first
    question.locator("summary").click()
    expect(question.get_by_role("table")).to_be_visible()
    assert "{#" not in page.locator("main").inner_text()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
