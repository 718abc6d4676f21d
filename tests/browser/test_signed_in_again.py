"""Whoever signs in again in another window goes on in this one; somebody else who signs in there does not speak here."""

from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Adjudication, Assignment
from tests import factory
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_done, expect_saved, expect_so
from tests.judging.scene import assessors, give, judge

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "() => document.querySelector('[name=csrfmiddlewaretoken]').value"


def sign_in_elsewhere(page: Page, name: str) -> None:
    """By the form, in another window; then look at this one again."""
    other = page.context.new_page()
    other.goto("/sign-in/")
    other.fill("[name=username]", name)
    other.fill("[name=password]", "correct horse")
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("heading", name="My work")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def expect_new_token(page: Page) -> None:
    """Wait until the forms of the page have the token of this moment."""
    expect_so(page, f"() => ({TOKEN})() === /csrftoken=([^;]+)/.exec(document.cookie)[1]")


@pytest.fixture
def scene(tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page) -> Scene:
    scene = Scene(tmp_path, ("B-1", "Halden"))
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    page.keyboard.press("1")
    expect_saved(page)
    Session.objects.all().delete()
    return scene


def test_a_question_is_finished_after_signing_in_again(scene: Scene, page: Page) -> None:
    sign_in_elsewhere(page, "ada")
    expect_new_token(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 1.1 is finished.")).to_be_visible()


def test_somebody_else_finishes_nothing(scene: Scene, page: Page) -> None:
    token = page.evaluate(TOKEN)
    with page.expect_response(lambda answer: answer.url == page.url):
        sign_in_elsewhere(page, "ben")
    expect_done(page)  # who reads there was seen
    assert page.evaluate(TOKEN) == token
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="This form was from another session")).to_be_visible()
    assert not Assignment.objects.exclude(finished_at=None).exists()


def test_a_decision_goes_through_after_signing_in_again(
    page: Page, context: BrowserContext, live_server: LiveServer, db: None
) -> None:
    campaign = factory.make_campaign()
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    items = factory.make_items(question, ("A-1", "9 April"))
    for member, grade in zip(assessors(campaign, "x", "y", "z"), ("no", "no", "yes"), strict=True):
        judge(give(question, member), items[0], grade)
    sign_in(context, factory.make_member(campaign, "vera", "adjudicator"), live_server)
    page.goto("/campaigns/trial/adjudicate/1/")
    Session.objects.all().delete()
    page.keyboard.press("m")
    expect(page.get_by_role("alert")).to_contain_text("You are signed out, so nothing was saved.")
    sign_in_elsewhere(page, "vera")
    expect_new_token(page)
    page.keyboard.press("m")
    expect(page.locator("[data-open-items]")).to_have_text("0 of 1 open")
    assert Adjudication.objects.get().grade == "no"
