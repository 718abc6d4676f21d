"""An evaluation of the gallery, from the page New evaluation to the first judgment, in a browser: few acts of the hand."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from scoring.evaluations.gallery import gallery
from tests.browser.hand import Hand
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_done, expect_ready
from tests.factory import make_account

pytestmark = pytest.mark.django_db(transaction=True)
FOLDER = next(Path(str(entry.folder)) for entry in gallery() if entry.name == "answers-alone")


def make(hand: Hand) -> None:
    """A campaign of the gallery's entry, with its questions."""
    hand.press("Answers alone")
    hand.type("Title", "Lamps")
    hand.press("Create as a draft")
    hand.press("Import questions")
    hand.choose(FOLDER / "questions.csv")
    hand.press("Check the file")
    hand.press("Import")


def fill(hand: Hand) -> None:
    """An assessor, a team and its run, in the pool and assigned."""
    hand.press("Open the campaign for runs")
    hand.press("Load runs")
    hand.choose(FOLDER / "runs" / "heron.jsonl")
    hand.press("Check the file")
    hand.press("Import")
    hand.press("Close submissions and pool")
    hand.press("Add people")
    hand.type("Name of the account", "ada")
    form = hand.page.locator("form", has=hand.page.get_by_label("Name of the account", exact=True))
    hand.click(form.get_by_label("Assessor", exact=True))
    hand.press("Add")
    hand.press("Board", "body")
    hand.press("Assign")


def test_from_a_new_evaluation_to_the_first_judgment_in_seventy_seconds_by_hand(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    olga, ada = make_account("olga", may_create=True), make_account("ada")
    sign_in(context, olga, live_server)
    page.goto("/campaigns/new/evaluation/")
    hand = Hand(page)
    make(hand)
    fill(hand)
    page.get_by_text(re.compile("Made [0-9]+ assignments")).first.wait_for()
    sign_in(context, ada, live_server)
    page.goto("/")
    hand.press("Begin with 1")
    page.wait_for_url("**/judge/**")
    expect_ready(page)
    page.keyboard.press("1")
    hand.signs += 1
    expect_done(page)
    assert Judgment.objects.count() == 1
    assert hand.clicks <= 24
    assert hand.seconds < 70
