"""Question development and settling in a real browser: a series entered, rejected, taken up again, accepted; classes settled."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Nugget
from assessment.judging.services.classes import put_into_class
from assessment.judging.services.judgments import record_judgment
from tests import factory
from tests.browser.judging import sign_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(db: None) -> Campaign:
    return factory.make_campaign("comet", "series2004")


def test_a_series_is_entered_rejected_taken_up_and_accepted(
    campaign: Campaign,
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    assert_accessible: Callable[[], None],
) -> None:
    sign_in(context, factory.make_member(campaign, "olga", "organizer"), live_server)
    page.goto("/campaigns/comet/candidates/new/")
    page.locator("[name=target]").fill("Port Averil Philharmonic")
    page.locator("[name=target_type]").fill("ORGANIZATION")
    for number, (type, text, known) in enumerate(
        (
            ("Factoid", "When was it founded?", "1889 | TELE-1"),
            ("List", "Where did it play?", "Orm | NCW-1\nLisbeth"),
            ("Other", "Other", "vital | it has 74 players"),
        )
    ):
        page.locator(f"[name=q-{number}-type]").select_option(label=type)
        page.locator(f"[name=q-{number}-text]").fill(text)
        page.locator(f"[name=q-{number}-known]").fill(known)
    assert_accessible()
    page.get_by_role("button", name="Enter for consideration").click()
    page.locator("[name=reason]").fill("too small")
    assert_accessible()
    page.get_by_role("button", name="Reject").click()
    expect(page.get_by_text("too small")).to_be_visible()
    assert_accessible()
    page.get_by_role("link", name="Port Averil Philharmonic").click()
    page.get_by_role("button", name="Reconsider").click()
    page.locator("[name=key]").fill("7")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("link", name="7.2")).to_be_visible()
    assert dict(Question.objects.values_list("qid", "text")) == {
        "7.1": "When was it founded?",
        "7.2": "Where did it play?",
        "7.3": "Other",
    }
    assert set(AnswerClass.objects.values_list("text", flat=True)) == {"1889", "Orm", "Lisbeth"}
    assert Nugget.objects.get().text == "it has 74 players"
    topics = page.request.get("/campaigns/comet/exports/tables/questions.xml").text()
    assert "Port Averil Philharmonic" in topics
    page.goto("/campaigns/comet/known/7.3/")
    assert_accessible()


def test_classes_that_differ_are_settled(
    campaign: Campaign,
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    assert_accessible: Callable[[], None],
) -> None:
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    items = factory.make_items(question, ("D1", "Aster"), ("D2", "the Aster"), ("D3", "Aster of Tern"))
    for name, grades in (
        ("ada", ("correct", "correct", "inexact")),
        ("ben", ("correct", "correct", "correct")),
    ):
        row = factory.make_assignment(question, factory.make_account(name))
        one: UUID | None = None
        for item, grade in zip(items, grades, strict=True):
            said: dict[str, Any] = {"by": None, "assignment_id": row.pk}
            record_judgment(**said, item_id=item.pk, seen=0, client_id=uuid4(), grade=grade)
            if grade == "correct":
                one = one if one and name == "ben" else uuid4()
                put_into_class(**said, client_id=uuid4(), items={item.pk: None}, uid=one)
    sign_in(context, factory.make_member(campaign, "jude", "adjudicator"), live_server)
    page.goto("/campaigns/comet/adjudicate/1.2/classes/")
    expect(page.get_by_text("judged inexact")).to_be_visible()
    assert_accessible()
    page.get_by_role("button", name="Settle as chosen").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
    page.get_by_role("button", name="As ben says").click()
    expect(page.get_by_text("Settled ✓")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Grouped differently")).to_be_visible()


def test_a_series_keeps_to_a_narrow_window(
    page: Page, context: BrowserContext, live_server: LiveServer, db: None
) -> None:
    opinions = factory.make_campaign("tide", "tac2008")
    factory.make_questions(opinions, "1001.1", type="SquishyList", series="1001")
    sign_in(context, factory.make_member(opinions, "olga", "organizer"), live_server)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/campaigns/tide/series/1001/")
    expect(page.get_by_role("cell", name="Squishy list")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
