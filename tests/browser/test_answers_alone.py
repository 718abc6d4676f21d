"""Answers that name no document are read alone: in the place of a document, on large screens and on phones, and judged by keys."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from tests import factory
from tests.alone import alone
from tests.browser.judging import current, sign_in
from tests.browser.waiting import expect_done
from tests.judging.scene import assessors, give, judge

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "It was found by the keeper of the lighthouse, who wrote it down the same night. " * 8
ANSWERS = (("", "9 April"), ("", LONG.strip()), ("", "in April"))
SIZES = ((1440, 900), (390, 844))


@pytest.fixture
def campaign(tmp_path: Path, transactional_db: None) -> Campaign:
    found = alone(tmp_path)
    (question,) = factory.make_questions(found, "1", type="question")
    factory.make_items(question, *ANSWERS)
    return found


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_answer_stands_in_the_place_of_a_document_and_is_judged_by_keys(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
    width: int,
    height: int,
) -> None:
    ada = factory.make_member(campaign, "ada", "assessor")
    mine = factory.make_assignment(campaign.questions.get(), ada)
    sign_in(context, ada, live_server)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/judge/{mine.pk}/")
    answer = page.locator("[data-answer]")
    expect(answer).to_have_text("9 April")
    expect(answer).to_be_visible()
    for nothing in (".frames iframe", "[data-find]", "[data-docid]", ".doc"):
        expect(page.locator(nothing).first).to_be_hidden()
    bench, foot = page.locator("#judge").bounding_box(), page.locator("main > .foot").bounding_box()
    assert bench
    assert foot
    assert foot["y"] == pytest.approx(bench["y"] + bench["height"], abs=1)  # nothing empty between them
    assert_accessible()
    page.keyboard.press("1")
    expect(answer).to_have_text(LONG.strip())
    expect(answer).to_be_visible()
    page.keyboard.press("2")
    expect(current(page)).to_have_text("in April")
    page.keyboard.press("1")
    expect_done(page)
    assert grades(mine) == {"9 April": "yes", LONG.strip(): "no", "in April": "yes"}


def grades(assignment: Assignment) -> dict[str, str]:
    rows = Judgment.objects.filter(assignment=assignment).select_related("item")
    return {row.item.answer: row.grade for row in rows}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_disputes_are_decided_without_a_document(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
    width: int,
    height: int,
) -> None:
    question = campaign.questions.get()
    items = list(question.pool_items.order_by("pk"))
    for member, grade in zip(assessors(campaign, "ada", "bo"), ("yes", "no"), strict=True):
        for item in items:
            judge(
                give(question, member) if item == items[0] else Assignment.objects.get(member=member),
                item,
                grade,
            )
    olga = factory.make_member(campaign, "olga", "organizer", "adjudicator")
    sign_in(context, olga, live_server)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/campaigns/{campaign.slug}/adjudicate/1/")
    expect(page.locator(".case .string")).to_have_text("9 April")
    expect(page.locator(".paper")).to_be_hidden()
    assert_accessible()
