"""The results and exports pages as everybody can use them, and the way from judgments to released scores."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Judgment
from assessment.people.models import Account
from assessment.results.services.release import release
from assessment.results.services.scores import score
from tests import factory
from tests.browser.axe import bring_axe
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_so, loaded_anew
from tests.languages import all_languages
from tests.results.golden import imported
from tests.results.nq import held_campaign
from tests.results.settled import settle_everything

__all__ = ["all_languages"]
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
    page.get_by_role("link", name="Prepare the release").click()
    page.get_by_role("button", name="Make the preview").click()
    expect(page.get_by_text("Question 2: 1 disputed item has no decision.")).to_be_visible()
    settle_everything(campaign)
    page.get_by_role("button", name="Make a new preview").click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)  # nothing is public by default
    page.get_by_label("All people of the campaign").check()
    page.get_by_role("button", name="Release the scores").click()
    expect(page.get_by_role("status")).to_contain_text("is released")
    expect(page.locator(".chip")).to_have_text("official")
    page.get_by_label("Reason").fill("a wrong key")
    page.get_by_role("button", name="Take the scores back").click()
    expect(page.get_by_role("status")).to_contain_text("provisional again")


def test_the_table_of_versions_fits_its_card(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    olga: Account,
    all_languages: None,
) -> None:
    settle_everything(campaign)
    score(campaign=campaign, rule="union", by=olga)
    row = release(campaign=campaign, by=olga)
    sign_in(context, olga, live_server)
    page.set_viewport_size({"width": 1440, "height": 900})
    card = page.locator(f".card.scroll:has([title='{row.scores.qrels.sha256}'])")
    for language in ("en", "de", "fr", "ar"):
        Account.objects.filter(pk=olga.pk).update(page_language=language)
        page.goto(START)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert card.evaluate("card => card.scrollWidth - card.clientWidth") == 0, language


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
    end = float(page.locator(".axis text").last.inner_html())
    shown = end * (dot["x"] + dot["width"] / 2 - axis["x"]) / axis["width"]
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
    bring_axe(page)
    page.goto(START)
    with loaded_anew(page):
        page.get_by_role("button", name="Score all four now").click()
    for address in PAGES:
        page.goto(address)
        assert_accessible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(START)
    page.get_by_role("combobox", name="Rule").select_option("majority")
    with loaded_anew(page):
        page.get_by_role("button", name="Freeze and score").click()
    assert_accessible()


def test_on_a_phone_the_leaderboard_scrolls_nowhere_and_its_figure_is_whole(
    page: Page, context: BrowserContext, live_server: LiveServer, olga: Account
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    sign_in(context, olga, live_server)
    page.goto(START)
    with loaded_anew(page):
        page.get_by_role("button", name="Score all four now").click()
    board = page.get_by_role("region", name="Leaderboard")
    assert board.evaluate("box => box.scrollWidth <= box.clientWidth")
    score = board.locator(".value").first
    figure = board.locator("td.figure").first
    above, below = score.bounding_box(), figure.bounding_box()
    assert above
    assert below
    assert below["y"] >= above["y"] + above["height"] - 1
    assert below["x"] + below["width"] <= 390
    board.get_by_role("link", name="Judged", exact=True).click()
    expect(board.locator("tbody [data-label=Judged]").first).to_be_visible()
    expect(board.locator("[aria-sort]")).to_have_text(re.compile("Judged"))


def test_the_leaderboard_is_kept_as_a_picture(
    page: Page, context: BrowserContext, live_server: LiveServer, olga: Account
) -> None:
    sign_in(context, olga, live_server)
    page.goto(START)
    with loaded_anew(page):
        page.get_by_role("button", name="Score all four now").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    assert download.value.suggested_filename.endswith(".png")


def test_on_paper_are_the_tables_whole_and_nothing_to_press(
    page: Page, context: BrowserContext, live_server: LiveServer, olga: Account
) -> None:
    page.set_viewport_size({"width": 700, "height": 1000})
    sign_in(context, olga, live_server)
    page.goto(START)
    with loaded_anew(page):
        page.get_by_role("button", name="Score all four now").click()
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in ("nav.site", "nav.house", "main button", ".board-filter", "h2 > span > a"):
        expect(page.locator(hidden).filter(visible=True)).to_have_count(0)
    expect_so(
        page,
        "() => [...document.querySelectorAll('.scroll')].every(box => box.scrollWidth <= box.clientWidth)",
    )
    expect(page.locator(".board tbody [data-label=Judged]").first).to_be_visible()
    expect(page.locator(".board thead .figure")).to_be_visible()
    expect(page.locator(".board thead a").filter(visible=True)).to_have_count(
        0
    )  # no words or arrows of sorting
    expect(page.get_by_text("A click on a heading sorts")).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_on_paper_what_is_folded_is_open(
    page: Page, context: BrowserContext, live_server: LiveServer, campaign: Campaign, olga: Account
) -> None:
    judged = Judgment.ever.filter(item__question__campaign=campaign).order_by("pk")
    Judgment.ever.filter(item=judged[0].item).delete()
    score(campaign=campaign, rule="union", by=None)
    sign_in(context, olga, live_server)
    page.goto(START)
    note = page.locator("details.folded")
    inside = note.locator("div").first
    expect(inside).to_be_hidden()
    page.emulate_media(media="print")
    expect(note.locator("summary").first).to_be_visible()
    expect(inside).to_be_visible()


@pytest.fixture
def comets(transactional_db: None, tmp_path: Path) -> Campaign:
    """A campaign of Natural Questions whose pages are held, and that was scored."""
    campaign = held_campaign(tmp_path)
    score(campaign=campaign, rule="adjudicated", by=None)
    return campaign


RESULTS = "/campaigns/comets/results/"
ANSWERS = (
    RESULTS,
    f"{RESULTS}?sort=short_f1",
    f"{RESULTS}1/runs/alpha1/",
    f"{RESULTS}1/runs/alpha1/?long=missed",
    f"{RESULTS}1/questions/-71/",
    f"{RESULTS}1/questions/72/",
    "/campaigns/comets/annotators/",
)


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_pages_of_long_and_short_answers_keep_to_them_too(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    comets: Campaign,
    assert_accessible: Callable[[], None],
    width: int,
    scheme: str,
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    sign_in(context, factory.make_member(comets, "olga", "organizer"), live_server)
    bring_axe(page)
    for address in ANSWERS:
        page.goto(address)
        assert_accessible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_shows_one_answer_or_all(
    page: Page, context: BrowserContext, live_server: LiveServer, comets: Campaign
) -> None:
    sign_in(context, factory.make_member(comets, "olga", "organizer"), live_server)
    page.goto(f"{RESULTS}1/questions/-71/")
    shown = page.frame_locator("iframe[name=document]")
    expect(shown.locator("mark")).to_have_text(["The comet", "It was"])
    people = page.get_by_role("region", name="Long answers of people")
    people.get_by_role("row").filter(has_text="1 of 5").get_by_role("link", name="show").click()
    expect(shown.locator("ul[id=doc-nq-box-1]")).to_be_visible()
    expect(shown.locator("mark")).to_have_count(0)
    page.get_by_role("link", name="Mark all answers").click()
    expect(shown.locator("mark")).to_have_count(2)
