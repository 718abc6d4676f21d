"""The foot of the judging pages: it says what undo takes back, keeps its places, and has two rows at most on a phone."""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account
from tests import factory
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_nothing_queued, expect_ready, expect_so
from tests.languages import all_languages

__all__ = ["all_languages"]
pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LANGUAGES = ["en", "de", "fr", "ar"]
# Where the controls are seen, but for the one that finishes.
PLACES = """foot => [...foot.querySelectorAll(".btn")].filter(one => !one.closest(".finish, .popup")).map(one => {
  const { left, top, width } = one.getBoundingClientRect();
  return [left, top, width].map(Math.round);
})"""
# The middles of the rows in which controls are seen.
ROWS = """foot => {
  const shown = [...foot.querySelectorAll(".btn, input")].filter(one => one.checkVisibility({ visibilityProperty: true }));
  const boxes = shown.map(one => one.getBoundingClientRect()).filter(({ height }) => height > 1);
  return [...new Set(boxes.map(({ top, height }) => Math.round((top + height / 2) / 14)))];
}"""
# Words of a label that are seen in part.
CUT_WORDS = """label => {
  const text = label.firstChild, box = label.getBoundingClientRect(), range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const lines = [...range.getClientRects()].filter(({ top, bottom }) => (top + bottom) / 2 < box.bottom);
    const rows = new Set(lines.map(({ top, bottom }) => Math.round((top + bottom) / 16)));
    return rows.size > 1 || lines.some(({ left, right }) => left < box.left - 1 || right > box.right + 1);
  }).map(([word]) => word);
}"""
# Words of controls that stand in two lines, but for those with a soft hyphen.
BROKEN_WORDS = """all => all.filter(one => one.checkVisibility({ visibilityProperty: true })).flatMap(one => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && !word.includes("\\u00ad")) found.push(word);
    }
  }
  return found;
})"""
OVERFLOWS = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className)"


WIDTHS = {
    "en": (1920, 1801, 1601, 1536, 1440, 1401, 1280, 1024, 760),
    "de": (1801, 1601, 1440, 1280),
    "fr": (1280,),
    "ar": (1280,),
}


def widen(page: Page, width: int) -> None:
    """Make the window as wide as this."""
    page.set_viewport_size({"width": width, "height": 900})
    expect_so(page, "width => innerWidth === width", width)


@pytest.mark.parametrize("language", WIDTHS)
def test_when_all_is_judged_everything_stays_where_it_was(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    all_languages: None,
    language: str,
) -> None:
    scene = Scene(tmp_path)
    Account.objects.filter(pk=scene.ada.pk).update(page_language=language)
    for number in range(1, len(scene.items)):
        scene.judge(number, "correct")
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    expect_ready(page)
    foot = page.locator(".foot")
    before = {}
    for width in WIDTHS[language]:
        widen(page, width)
        before[width] = foot.evaluate(PLACES)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("1")
    expect_nothing_queued(page)
    undo = page.locator("[data-undo-label]")
    said = undo.inner_text()
    assert language != "en" or said == "Undo “correct” on answer 1"
    for width, places in before.items():
        widen(page, width)
        page.locator("[data-end]").click(trial=True)  # nothing lies over it
        assert foot.evaluate(PLACES) == places, width
        expect(foot.locator(".history summary")).to_be_visible()
        expect(page.locator(".grades kbd").first).to_be_visible()
        expect(undo).to_have_attribute("title", undo.inner_text())
        assert undo.evaluate(CUT_WORDS) == [], width
    page.reload()
    expect_ready(page)
    for width, places in before.items():
        widen(page, width)
        expect(undo).to_have_attribute("title", undo.inner_text())
        assert foot.evaluate(PLACES) == places, width


@pytest.fixture
def phone(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, all_languages: None
) -> Callable[[Account], Page]:
    """A phone on which somebody is signed in."""

    def opened(account: Account) -> Page:
        context = new_context(**PHONE)
        sign_in(context, account, live_server)
        return context.new_page()

    return opened


def goto(page: Page, address: str, account: Account, language: str) -> None:
    """Open a page as somebody who reads a language."""
    Account.objects.filter(pk=account.pk).update(page_language=language)
    page.goto(address)
    expect_ready(page)
    expect(page.locator("html")).to_have_attribute("lang", language)


def assert_two_rows(page: Page) -> None:
    """The foot has two rows, of which nothing is out of reach, and shows no keys."""
    foot = page.locator(".foot")
    assert len(foot.evaluate(ROWS)) <= 2, foot.evaluate(ROWS)
    assert page.locator(".foot, .class-acts, .proposals").evaluate_all(OVERFLOWS) == []
    assert foot.locator("kbd:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_answers_are_judged_from_two_rows_and_the_date_is_whole(
    phone: Callable[[Account], Page], tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    page = phone(scene.ada)
    for language in LANGUAGES:
        goto(page, scene.url, scene.ada, language)
        assert_two_rows(page)
        about = page.locator("bdi[data-about]")
        for date in ("8 June 1931 · The Harbour Herald", "September 30, 1929"):
            about.evaluate("(about, date) => { about.textContent = date; }", date)
            assert about.evaluate("about => about.scrollHeight <= about.clientHeight + 1"), (language, date)
            assert about.evaluate("about => about.scrollWidth <= about.clientWidth + 1"), (language, date)


def test_on_a_phone_classes_are_made_from_two_rows(phone: Callable[[Account], Page]) -> None:
    campaign, ada = factory.make_campaign("comet", "series2004"), factory.make_account("ada")
    names = [f"1.{number}" for number in range(len(LANGUAGES))]
    questions = factory.make_questions(campaign, *names, type="LIST", series="1")
    page = phone(ada)
    for question, language in zip(questions, LANGUAGES, strict=True):
        goto(page, f"/judge/{judged(question, ada).pk}/classes/", ada, language)
        make_classes(page)


def judged(question: Question, by: Account) -> Assignment:
    """A question of which three answers are correct, each without a class."""
    row = factory.make_assignment(question, by)
    for item in factory.make_items(question, ("D1", "Aster"), ("D2", "Aster of Halden"), ("D3", "Gull")):
        record_judgment(
            by=by, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
        )
    return row


def make_classes(page: Page) -> None:
    """The foot has two rows and one height from the first class to the last."""
    assert_two_rows(page)
    assert page.locator(".foot .btn").evaluate_all(BROKEN_WORDS) == []
    height = _height(page.locator(".foot"))
    page.locator("[data-new]").tap()
    expect(page.locator("[data-proposals] .btn").first).to_be_visible()
    assert_two_rows(page)
    assert page.locator(".class-acts .btn").evaluate_all(BROKEN_WORDS) == []
    assert _height(page.locator(".foot")) == height
    page.locator("[data-rest] .btn").tap()
    expect(page.locator("[data-end]")).to_be_visible()
    assert_two_rows(page)
    assert page.locator(".foot .btn").evaluate_all(BROKEN_WORDS) == []
    assert _height(page.locator(".foot")) == height
    page.locator("[data-change-this]").first.tap()
    expect(page.locator("[name=label]")).to_be_in_viewport()


def _height(foot: Locator) -> float:
    box = foot.bounding_box()
    assert box
    return box["height"]
