"""What an annotator says is kept: without a network, in two windows, over reloads, signed out, and without scripts."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from tests.browser.annotating import DATE, FOUND_BOX, Sitting, choose_box, document, go_to_box, mark_words
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved, expect_step, find_network, lose_network

pytestmark = pytest.mark.django_db(transaction=True)
SAVES = "**/annotation/**"


@pytest.fixture
def sitting(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Sitting:
    sitting = Sitting(tmp_path)
    sign_in(context, sitting.ada, live_server)
    return sitting


def test_a_sitting_goes_on_without_the_network(sitting: Sitting, page: Page, context: BrowserContext) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    expect_saved(page)
    expect(document(page).get_by_text("The comet was found")).to_be_visible()
    lose_network(page)
    choose_box(page)
    page.keyboard.press("y")
    expect_step(page, "done")
    page.keyboard.press("u")
    expect_step(page, "short")
    page.keyboard.press("o")
    expect(page.locator("[data-saving]")).to_contain_text("4 waiting")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_have_text("Saving; the question is finished when all is saved.")
    assert sitting.said() == ("good", None, None, "NONE")
    find_network(page)
    page.wait_for_url(f"**{sitting.address(1)}")
    assert sitting.said() == ("good", FOUND_BOX, [], "NO")
    assert Assignment.objects.get(pk=sitting.mine.pk).finished_at


def test_a_closed_window_loses_nothing(sitting: Sitting, page: Page, context: BrowserContext) -> None:
    context.route(SAVES, lambda route: route.abort())
    page.goto(sitting.url)
    page.keyboard.press("g")
    choose_box(page)
    expect(page.locator("[data-saving]")).to_contain_text("2 waiting · no connection")
    page.close()
    context.unroute(SAVES)
    again = context.new_page()
    again.goto(sitting.url)
    expect_step(again, "short")
    expect(again.locator("[data-line=long] [data-said-of]")).to_contain_text("Paragraph, 25 words")
    expect_saved(again)
    assert sitting.said() == ("good", FOUND_BOX, None, "NONE")


def test_keys_pressed_while_a_box_is_taken_are_for_its_words(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    go_to_box(page)
    page.keyboard.press("Enter")
    mark_words(page, *DATE)  # at once: the document hears of the next step a moment later
    expect(page.locator("[data-chips] li span")).to_have_text(["9 April 1926"])


def test_words_that_were_not_saved_outlive_a_reload(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    choose_box(page)
    mark_words(page, *DATE)
    expect(page.locator("[data-chips] li span")).to_have_text(["9 April 1926"])
    page.reload()
    expect_step(page, "short")
    expect(page.locator("[data-chips] li span")).to_have_text(["9 April 1926"])
    page.keyboard.press("Enter")
    expect_step(page, "done")  # a key pressed in the document is heard a moment later
    expect_saved(page)
    assert sitting.said() == ("good", FOUND_BOX, [sitting.tokens_of(*DATE)], "NONE")
    page.reload()
    expect_step(page, "done")


@pytest.mark.parametrize("use_mine", [True, False])
def test_of_two_windows_a_person_chooses(sitting: Sitting, page: Page, use_mine: bool) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    expect_step(page, "long")
    expect_saved(page)
    other = page.context.new_page()
    other.goto(sitting.url)
    expect_step(other, "long")
    other.keyboard.press("n")
    expect_step(other, "done")
    expect_saved(other)
    page.bring_to_front()
    go_to_box(page)
    page.keyboard.press(
        "Enter"
    )  # and not choose_box: what is stored may be shown before the next step was seen
    expect(page.get_by_role("alert")).to_contain_text("in another window meanwhile. Nothing was overwritten.")
    expect(page.locator("[data-saving]")).to_have_text("1 not saved")
    stored = page.get_by_role("button", name="Keep what is stored: Good question · No long answer")
    mine = page.get_by_role("button", name="Use mine: Good question · Paragraph, 25 words")
    expect(stored).to_be_visible()
    (mine if use_mine else stored).click()
    expect_step(page, "short" if use_mine else "done")
    expect_saved(page)
    assert sitting.said()[1] == (FOUND_BOX if use_mine else -1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_several_steps_of_another_window_are_one_choice(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    expect_saved(page)
    page.route(SAVES, lambda route: route.abort())
    choose_box(page)
    page.keyboard.press("y")
    expect_step(page, "done")
    expect(page.locator("[data-saving]")).to_contain_text("2 waiting")
    sitting.say("question", question="bad", reason="opinion")
    page.unroute(SAVES)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_role("alert")).to_have_count(1)
    expect_step(page, "done")
    expect(page.locator("[data-line=question] [data-said-of]")).to_have_text("Bad: asks for an opinion")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_have_text("Not finished: first decide about what is not saved.")
    page.reload()
    page.get_by_role("button", name="Use mine: Good question · Paragraph").click()
    expect_saved(page)
    assert sitting.said() == ("good", FOUND_BOX, [], "YES")


def test_signed_out_and_a_server_in_trouble(sitting: Sitting, page: Page, live_server: LiveServer) -> None:
    page.goto(sitting.url)
    page.route(SAVES, lambda route: route.fulfill(status=500, body="broken"))
    page.keyboard.press("g")
    expect(page.locator("[data-saving]")).to_have_text("1 waiting · the server has an error (500)")
    page.unroute(SAVES)
    Session.objects.all().delete()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-saving]")).to_contain_text("Signed out: 1 judgment waiting")
    sign_in(page.context, sitting.ada, live_server)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect_saved(page)
    assert sitting.said()[0] == "good"


def test_what_a_closed_campaign_does_not_take_is_kept_aside(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    expect_saved(page)
    Campaign.objects.update(state=State.RELEASED)
    page.keyboard.press("g")
    expect(page.get_by_role("alert")).to_contain_text("are released")
    expect(page.locator("[data-saving]")).to_have_text("1 not saved")
    expect_step(page, "question")
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("Good question")


def test_an_undo_that_a_closed_campaign_does_not_take_is_said(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    expect_saved(page)
    Campaign.objects.update(state=State.RELEASED)
    page.locator("[data-act=undo] button").click()
    expect(page.get_by_role("alert")).to_contain_text("are released")
    expect(page.locator("[data-saving]")).to_have_text("1 not saved")
    expect_step(page, "long")
    Campaign.objects.update(state=State.CLOSED)
    page.get_by_role("button", name="Send again").click()
    expect_saved(page)
    expect_step(page, "question")
    assert sitting.said()[0] == ""


class TestWithoutScripts:
    """The same forms, a page for each step."""

    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return {**browser_context_args, "java_script_enabled": False}

    def test_a_sitting(self, sitting: Sitting, page: Page) -> None:
        page.goto(sitting.url)
        page.get_by_role("button", name="Good question").click()
        page.get_by_label("The comet was found").check()
        page.get_by_role("button", name="Choose this box").click()
        page.get_by_label("Numbers of the words").fill("9-11")
        page.get_by_role("button", name="These words").click()
        expect(page.get_by_text("“9 April 1926”")).to_be_visible()
        assert sitting.said() == ("good", FOUND_BOX, [sitting.tokens_of(*DATE)], "NONE")
        page.get_by_role("link", name="change the short answer").click()
        page.get_by_role("button", name="No short answer").click()
        page.get_by_role("button", name="Undo: no short answer").click()
        expect(page.get_by_text("“9 April 1926”")).to_be_visible()
        page.get_by_role("button", name="Finish, next question").click()
        page.wait_for_url(f"**{sitting.address(1)}")
        page.get_by_text("Bad question").click()
        page.get_by_role("button", name="asks for an opinion").click()
        expect(page.get_by_text("Bad: asks for an opinion")).to_be_visible()
        assert sitting.said(1) == ("bad", None, None, "NONE")
