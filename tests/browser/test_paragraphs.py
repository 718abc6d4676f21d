"""Paragraphs and exact answers in a real browser: which grades there are, and what the gold standard settled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import GoldAnswer, Question
from assessment.judging.models import Assignment, Judgment
from assessment.submissions.models import PoolItem
from assessment.submissions.services.gold import settle_by_gold
from assessment.submissions.services.rounds import recount
from tests import factory
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved

pytestmark = pytest.mark.django_db(transaction=True)

ACT = "jrc31931R0007-en.xml"


@pytest.fixture
def work(db: None, context: BrowserContext, live_server: LiveServer) -> Assignment:
    """A question with a paragraph that gold has, another one, and an exact answer."""
    campaign = factory.make_campaign("acts", "respubliqa2010")
    (question,) = factory.make_questions(campaign, "0001", type="Factoid")
    Question.objects.update(source_lang="EN", target_lang="EN")
    items = factory.make_items(question, (ACT, "first"), (ACT, "second"), (ACT, "24 months"))
    for item, passage, answer in zip(items, ("7", "9", "9"), ("", "", "24 months"), strict=True):
        PoolItem.objects.filter(pk=item.pk).update(passage=passage, answer=answer)
    GoldAnswer.objects.create(question=question, docid=ACT, passage="9")
    recount(campaign)
    settle_by_gold(campaign)
    ada = factory.make_account("ada")
    sign_in(context, ada, live_server)
    return factory.make_assignment(question, ada)


def test_grades_follow_what_was_answered(
    work: Assignment, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"/judge/{work.pk}/")
    expect(page.locator("[data-judged]")).to_have_text("1")
    expect(page.locator(".item .g").nth(1)).to_have_text("R by gold")
    expect(page.locator("[name=grade][value=X]")).to_be_disabled()
    assert_accessible()
    page.keyboard.press("2")  # no grade of a whole paragraph
    told = page.locator("[data-announce]")
    expect(told).to_have_text("“X” is a grade of exact answers, and this one is a whole paragraph.")
    page.keyboard.press("3")
    expect(told).to_contain_text("“M” is a grade of exact answers")
    page.keyboard.press("1")
    expect(page.locator(".item[aria-current] .s")).to_have_text("24 months")
    expect(page.locator("[name=grade][value=X]")).to_be_enabled()
    page.keyboard.press("3")
    expect(page.locator("[data-finish]")).to_be_visible()
    expect_saved(page)
    given = set(Judgment.objects.values_list("item__passage", "item__answer", "grade"))
    assert given == {("7", "", "R"), ("9", "24 months", "M")}
    page.get_by_role("button", name="Finish the question").click()
    expect(page).to_have_url("/")
    work.refresh_from_db()
    assert work.is_done


def test_a_review_and_its_undo(work: Assignment, page: Page) -> None:
    page.goto(f"/judge/{work.pk}/?show=all")
    page.locator(".item").nth(1).click()
    page.keyboard.press("4")
    expect(page.locator(".item .g").nth(1)).to_have_text("W")
    page.keyboard.press("u")
    expect(page.locator(".item .g").nth(1)).to_have_text("R by gold")
    expect_saved(page)
    assert not Judgment.objects.exclude(grade="").exists()
