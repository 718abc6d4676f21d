"""Criteria in a real browser: each by the keys of its own labels, from one to the next and from answer to answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, NuggetMatch
from assessment.people.models import Account
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved
from tests.judging.test_criteria import pooled

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row(db: None, context: BrowserContext, live_server: LiveServer) -> Assignment:
    pooled("criteria")
    sign_in(context, Account.objects.get(username="ann"), live_server)
    return Assignment.objects.get(question__qid="1")


def test_a_question_is_judged_by_the_keys_of_each_scale(
    row: Assignment, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"/judge/{row.pk}/")
    for key in ("0", "3", "1", "2"):
        page.keyboard.press(key)
    expect(page.locator(".item[aria-current] .g")).to_have_text("4/4")
    assert_accessible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-text]")).to_contain_text("With a dry cloth")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-announce]")).to_have_text("3 criteria without a label here.")
    page.keyboard.press("d")  # no document is there, and nothing fails
    for key in ("2", "1", "2"):
        page.keyboard.press(key)
    expect_saved(page)
    stored = NuggetMatch.objects.filter(item__answer="With a cloth.").values_list("nugget__name", "label")
    assert dict(stored) == {"correct": "0", "complete": "3", "clear": "yes", "harmful": "harmless"}
    page.keyboard.press("u")
    expect(page.locator(".item[aria-current] .g")).to_have_text("3/4")


def test_a_key_that_is_none_of_a_criterion_does_nothing(row: Assignment, page: Page) -> None:
    page.goto(f"/judge/{row.pk}/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("3")  # which two labels have, and Clear has not
    page.keyboard.press("2")
    expect_saved(page)
    assert [*NuggetMatch.objects.values_list("nugget__name", "label")] == [("clear", "no")]
