"""From an empty site to released scores by pages alone: how many clicks, and on how many kinds of page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, State
from assessment.results.models import Release
from scoring.evaluations.gallery import gallery
from tests.browser.hand import Hand
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_done, expect_ready, loaded_anew
from tests.factory import make_account

pytestmark = pytest.mark.django_db(transaction=True)
FOLDER = next(Path(str(entry.folder)) for entry in gallery() if entry.name == "graded")
CLICKS = 19
KINDS = {
    *("judging:my-work", "campaigns:new-evaluation", "results:board", "campaigns:import-file"),
    *("judging:judge", "results:release", "results:version"),
}


def make(hand: Hand) -> None:
    """A campaign with its questions: the board is next."""
    hand.press("New evaluation")
    hand.type("Title", "Canals")
    hand.choose(FOLDER / "questions.csv", "questions_file")
    hand.press("Create as a draft")


def take_run(hand: Hand) -> None:
    """A run, whose file names its team: the board comes again."""
    hand.press("Open the campaign for runs")
    hand.press("Load runs")
    hand.choose(FOLDER / "runs" / "heron.txt")
    hand.press("Check the file")
    hand.press("Import")


def judge(hand: Hand) -> None:
    """Whoever has all in one hand judges, too; by keys."""
    hand.press("Close submissions and pool")
    hand.press("Be an assessor yourself and assign")
    hand.press("Judge")
    hand.page.wait_for_url("**/judge/**")
    expect_ready(hand.page)
    for answers in (2, 2):
        for _ in range(answers):
            hand.page.keyboard.press("1")
            hand.signs += 1
        expect_done(hand.page)
        with loaded_anew(hand.page):
            hand.page.keyboard.press("Enter")
        hand.signs += 1


def release(hand: Hand) -> None:
    """The scores, once they were looked at."""
    hand.press("Score and preview the release")
    hand.click(hand.page.get_by_role("radio", name=re.compile("All people")))
    hand.press("Release the scores")


def test_from_an_empty_site_to_released_scores(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    root = make_account("root", site_admin=True)
    sign_in(context, root, live_server)
    hand = Hand(page)
    page.goto("/")
    make(hand)
    take_run(hand)
    judge(hand)
    expect(page.get_by_role("heading", name="My work")).to_be_visible()
    release(hand)
    expect(page.get_by_text("Released").first).to_be_visible()
    assert Campaign.objects.get().state == State.RELEASED
    assert Release.objects.count() == 1
    assert hand.clicks <= CLICKS, hand.clicks
    assert hand.kinds <= KINDS
