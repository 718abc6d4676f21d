"""A sample whose page is annotated, tried in a real browser by keys alone, and its review."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, Change
from assessment.people.models import Account
from assessment.training.models import TrainingAttempt
from tests.browser.annotating import DATE, FOUND_BOX, HTML, choose_box, mark_words
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_ready, expect_saved, expect_step
from tests.training.annotating import expected, make_room, write_date_sample

pytestmark = pytest.mark.django_db(transaction=True)

SAVES = "**/annotation/**"
URL = "/campaigns/comets/training/"
WORDS = (DATE[0] + 1, DATE[1])  # as a plain page numbers them


@pytest.fixture
def ada(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Account:
    """Signed in where the date of the discovery is expected, or that the question is bad."""
    campaign = make_room(tmp_path, HTML)
    bad = expected("bad", reason="An opinion.")
    write_date_sample(campaign, bad, box=FOUND_BOX, words=WORDS)
    account = Account.objects.get(username="ada")
    sign_in(context, account, live_server)
    return account


def begin(page: Page) -> None:
    """Begin the sample from the list, by keys."""
    page.goto(URL)
    page.get_by_role("button", name="with date-1").focus()
    page.keyboard.press("Enter")
    expect_step(page, "question")
    expect_ready(page)


def test_a_whole_try_by_keys_alone(ada: Account, page: Page, assert_accessible: Callable[[], None]) -> None:
    begin(page)
    expect(page.get_by_text("date-1, for practice")).to_be_visible()
    assert_accessible()
    page.keyboard.press("g")
    choose_box(page)
    mark_words(page, *DATE)
    expect(page.locator("[data-chips] li span")).to_have_text(["9 April 1926"])
    page.keyboard.press("Enter")
    expect_step(page, "done")
    expect_saved(page)
    page.keyboard.press("u")  # taken back, also after the page was loaded anew
    expect_step(page, "short")
    expect_saved(page)
    page.reload()
    expect_step(page, "short")
    expect(page.locator("[data-undo-label]")).to_contain_text("long answer")
    page.keyboard.press("y")
    expect_step(page, "done")
    expect_saved(page)
    assert_accessible()
    page.keyboard.press("Enter")
    expect(page.locator(".alert")).to_contain_text("2 of 3 agree with the key")
    short = page.locator(".step").nth(2).locator("td")
    expect(short).to_have_text(["Yes", "“9 April 1926”", "differs"])
    expect(page.frame_locator("iframe[name=expected]").locator("mark").first).to_have_text("9 April 1926")
    assert_accessible()
    page.get_by_role("link", name="Show your answer in the page").focus()
    page.keyboard.press("Enter")
    shown = page.frame_locator("iframe[name=expected]")
    expect(shown.locator("[id=doc-nq-box-1]:not(:has(mark))")).to_contain_text("The comet was found")
    expect(shown.locator("mark")).to_have_count(0)
    page.get_by_role("link", name="Training", exact=True).last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="2 of 3 agree with the key")).to_be_visible()
    attempt = TrainingAttempt.objects.get()
    assert (attempt.agreed, attempt.items, attempt.annotation.yes_no) == (2, 3, "YES")
    assert not Assignment.objects.exists()
    assert not Change.objects.exists()


def test_another_window_is_held_against_the_try(ada: Account, page: Page) -> None:
    begin(page)
    other = page.context.new_page()
    other.route(SAVES, lambda route: route.abort())  # whichever window sends what waits shows what is stored
    other.goto(page.url)
    page.keyboard.press("g")
    expect_step(page, "long")
    expect_saved(page)
    other.unroute(SAVES)
    other.keyboard.press("b")
    other.keyboard.press("4")
    expect(other.locator("[data-problems]")).to_contain_text("in another window meanwhile")
    other.get_by_role("button", name="Keep what is stored").click()
    expect_step(other, "long")
    assert TrainingAttempt.objects.get().annotation.question == "good"


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_plain_page_does_it_too(ada: Account, page: Page) -> None:
    page.goto(URL)
    page.get_by_role("button", name="with date-1").click()
    page.get_by_role("button", name="Good question").click()
    page.get_by_role("radio", name="The comet was found").check()
    page.get_by_role("button", name="Choose this box").click()
    page.get_by_label("Numbers of the words").fill("{}-{}".format(*WORDS))
    page.get_by_role("button", name="These words").click()
    page.get_by_role("button", name="Finish and see the review").click()
    expect(page.locator(".alert.good")).to_contain_text("3 of 3 agree with the key")
