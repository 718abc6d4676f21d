"""Labels of nuggets in a real browser: keys from cell to cell, the rest, undo, a lost network, without scripts."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, NuggetMatch
from assessment.judging.services.nuggets import reword_nugget, write_nugget
from assessment.people.models import Account
from tests import factory
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_ready, expect_saved, find_network, lose_network
from tests.labelled import SLUG, with_labelled
from tests.languages import all_languages

__all__ = ["all_languages"]

pytestmark = pytest.mark.django_db(transaction=True)
# The middles of the rows in which controls stand.
ROWS = """(foot) => {
  const shown = [...foot.querySelectorAll("a, button, input, summary")].filter((one) => one.checkVisibility());
  const middles = shown.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
  return [...new Set(middles.map(({ top, height }) => Math.round((top + height / 2) / 12)))];
}"""
TEXTS = ("its lamp burned whale oil", "built in 1843", "a lamp of brass")


@pytest.fixture
def topic(
    db: None, monkeypatch: pytest.MonkeyPatch, context: BrowserContext, live_server: LiveServer
) -> Assignment:
    with_labelled(monkeypatch)
    (question,) = factory.make_questions(factory.make_campaign("comet", SLUG), "7", type="topic")
    factory.make_items(question, ("D1", "Its lamp burned whale oil."), ("D2", "It was built in 1843."))
    ada = factory.make_account("ada")
    row = factory.make_assignment(question, ada)
    Assignment.objects.filter(pk=row.pk).update(primary=True)
    for text in TEXTS:
        write_nugget(by=ada, assignment_id=row.pk, client_id=uuid4(), uid=uuid4(), text=text, vote="vital")
    sign_in(context, ada, live_server)
    return row


def account_of(topic: Assignment) -> Account:
    assert topic.member.account is not None
    return topic.member.account


def labels() -> dict[tuple[str, str], str]:
    rows = NuggetMatch.objects.filter(of_text="").values_list("item__docid", "nugget__text", "label")
    return {(docid, text): label for docid, text, label in rows}


def test_a_question_is_labelled_by_keys(
    topic: Assignment, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"/judge/{topic.pk}/")
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.keyboard.press("2")
    expect(page.locator(".item[aria-current] .g")).to_have_text("3/3")
    assert_accessible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-text]")).to_have_text("It was built in 1843.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect(page.locator("[data-judged]")).to_have_text("2")
    expect_saved(page)
    assert labels() == {
        ("D1", TEXTS[0]): "support",
        ("D1", TEXTS[1]): "not_support",
        ("D1", TEXTS[2]): "partial_support",
        ("D2", TEXTS[0]): "not_support",
        ("D2", TEXTS[1]): "support",
        ("D2", TEXTS[2]): "not_support",
    }
    with page.expect_response(
        "**/nuggets/?*"
    ):  # the list is drawn anew; Enter then goes on, and labels nothing
        page.keyboard.press("u")
    expect(page.locator(".item[aria-current] .g")).to_have_text("1/3")
    expect_saved(page)
    expect(page.locator(".nugget.cell:focus")).to_have_count(1)
    assert len(labels()) == 4
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 7 is finished.")).to_be_visible()


def test_labels_wait_for_the_network(topic: Assignment, page: Page, context: BrowserContext) -> None:
    page.goto(f"/judge/{topic.pk}/")
    lose_network(page)
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect(page.locator("[data-saving]")).to_contain_text("2 waiting")
    assert labels() == {}
    find_network(page)
    expect_saved(page)
    page.reload()
    expect(page.locator(".item").first.locator(".g")).to_have_text("3/3")
    assert len(labels()) == 3


def test_other_words_and_new_nuggets_are_due_on_the_page(topic: Assignment, page: Page) -> None:
    page.goto(f"/judge/{topic.pk}/")
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect_saved(page)
    first = page.locator(".nugget.cell").first
    first.get_by_label("Change this nugget").click()
    first.locator("textarea").fill("burned oil of whales")
    first.get_by_role("button", name="Reword").click()
    expect(first.locator("[data-former]")).to_contain_text(TEXTS[0])
    expect(page.locator(".item[aria-current] .g")).to_have_text("2/3")
    page.keyboard.press("Escape")
    page.locator(".nugget.cell").first.get_by_role("button", name="Support", exact=True).click()
    expect(page.locator(".item[aria-current] .g")).to_have_text("3/3")
    expect_saved(page)
    page.locator("[data-write] [name=text]").fill("stands on a cliff")
    page.locator("[data-write] [value=okay]").click()
    expect(page.locator(".item[aria-current] .g")).to_have_text("4/4")
    expect(page.locator(".item").nth(1).locator(".g")).to_have_text("0/4")


def test_labels_are_given_without_scripts(
    topic: Assignment, browser: Browser, live_server: LiveServer
) -> None:
    plain = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    sign_in(plain, account_of(topic), live_server)
    page = plain.new_page()
    page.goto(f"/judge/{topic.pk}/")
    page.locator(".nugget.cell").nth(1).get_by_role("button", name="Partial support").click()
    page.get_by_role("button", name="The rest: No support").click()
    expect(page.locator(".item").first.locator(".g")).to_have_text("3/3")
    assert labels()["D1", TEXTS[1]] == "partial_support"
    page.get_by_role("button", name="Next answer").click()
    expect(page.locator("[data-text]")).to_have_text("It was built in 1843.")
    plain.close()


def test_the_page_is_accessible_at_each_width(
    topic: Assignment, page: Page, assert_accessible_in_both: Callable[[], None]
) -> None:
    question = topic.question
    ada = account_of(topic)
    page.goto(f"/judge/{topic.pk}/")
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect_saved(page)
    nugget = question.entries.get(text=TEXTS[1])
    reword_nugget(
        by=ada, assignment_id=topic.pk, client_id=uuid4(), uid=nugget.uid, text="in 1843", seen=None
    )
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.reload()
        expect(page.locator("[data-former]").nth(1)).to_be_visible()
        assert_accessible_in_both()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_on_a_phone_the_foot_has_two_rows_and_nuggets_are_in_view(
    topic: Assignment, page: Page, all_languages: None
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for language in ("en", "de", "fr", "ar"):
        Account.objects.filter(pk=account_of(topic).pk).update(page_language=language)
        page.goto(f"/judge/{topic.pk}/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        _expect_two_rows(page)


def _expect_two_rows(page: Page) -> None:
    expect_ready(page)
    rows = page.locator(".foot").evaluate(ROWS)
    assert len(rows) <= 2, rows
    foot, first = page.locator(".foot").bounding_box(), page.locator(".nugget").first.bounding_box()
    assert foot
    assert first
    assert first["y"] + first["height"] < foot["y"]


def test_the_sentence_that_carries_a_nugget_is_marked_and_in_view(
    topic: Assignment, page: Page, assert_accessible: Callable[[], None]
) -> None:
    said = [f"Sentence {number} says nothing of it." for number in range(60)]
    said[50] = "Its lamp, they say, burned oil of a whale | **bold** <b>html</b>."
    factory.make_items(topic.question, ("", "\n".join(said)))
    item = topic.question.pool_items.get(docid="")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/judge/{topic.pk}/?item={item.pk}")
    carries = page.locator("[data-text] .carries")
    expect(carries).to_have_text(said[50])
    expect(carries).to_be_in_viewport()
    assert_accessible()
    page.keyboard.press("ArrowDown")
    expect(carries).to_have_count(0)  # nothing was built in 1843
    expect(page.locator("[data-document]")).to_be_hidden()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("1")
    expect_saved(page)
    assert labels() == {("", TEXTS[0]): "support"}
