"""The page of agreement with all that two people can judge alike or not, wide and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.people.models import Account
from tests import factory
from tests.adjudication.test_agreement_pages import make_series
from tests.browser.axe import bring_axe
from tests.browser.judging import sign_in
from tests.judging.scene import assessors, give, items_of, judge, pooled

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/campaigns/sets/agreement/"
GRADES = {
    "ada": ["correct", "inexact", "unsupported", "incorrect"],
    "bo": ["correct"] * 2 + ["incorrect"] * 2,
}


@pytest.fixture
def voorhees(transactional_db: None) -> Account:
    """The adjudicator of a campaign with lists, nuggets and questions with one answer, judged by two."""
    campaign = make_series()
    (question,) = pooled(campaign, ["3.1"], items=4, series="3")
    for member in assessors(campaign, *GRADES):
        row = give(question, member)
        for item, grade in zip(items_of(question), GRADES[member.name], strict=True):
            judge(row, item, grade)
    return factory.make_member(campaign, "voorhees", "adjudicator")


def test_it_is_accessible_and_never_wider_than_the_window(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    voorhees: Account,
    assert_accessible_in_both: Callable[[], None],
) -> None:
    sign_in(context, voorhees, live_server)
    bring_axe(page)
    for width in (1366, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for address in (PAGE, f"{PAGE}?a=bo&b=ada", f"{PAGE}items/?first=correct&second=correct"):
            page.goto(address)
            assert_accessible_in_both()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


def test_from_two_assessors_to_a_number_to_an_item(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    sign_in(context, voorhees, live_server)
    page.goto(PAGE)
    page.get_by_role("link", name="ada and bo").click()
    expect(page.get_by_role("heading", name="Grades compared: ada and bo")).to_be_in_viewport()
    row = page.locator(".confusion tbody tr").filter(has=page.get_by_role("rowheader", name="inexact"))
    row.get_by_role("link", name="1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Items compared")
    page.get_by_role("link", name="3.1").click()
    expect(page.locator(".case .string")).to_have_text("answer 1")
