"""Going anywhere by typing: above the page that is open, and as a page where scripts are off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factory
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_ready

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_few_keys_lead_from_anywhere_to_a_question(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign = factory.make_campaign(state="open")
    factory.make_questions(campaign, "7", "17", type="factoid")
    sign_in(context, factory.make_member(campaign, "olga", "organizer"), live_server)
    page.goto(f"{live_server}/campaigns/{campaign.slug}/guidelines/")
    expect_ready(page)
    for key in ("/", "Control+k"):
        page.keyboard.press(key)
        typed = page.locator("dialog.go [name=q]")
        expect(typed).to_be_focused()
        page.keyboard.press("Escape")
        expect(typed).to_be_hidden()
    page.keyboard.press("Control+k")
    page.keyboard.type("17")
    way = page.locator("dialog [data-found] a")
    expect(way).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(way).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("dialog.go [name=q]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/questions/17/$"))


def test_what_keys_mean_below_is_not_meant_above(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    """On the judging page, a digit typed into the field gives no grade."""
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    expect_ready(page)
    page.keyboard.press("Control+k")
    expect(page.locator("dialog.go [name=q]")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Escape")
    expect(page.locator("[name=grade][aria-pressed=true]")).to_have_count(0)
