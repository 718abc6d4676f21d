"""Sentences within their answers in a real browser: key after key, on any width, in light and dark."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved
from tests.judging.test_around import SHARED, Topic

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def topic(db: None, tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Topic:
    made = Topic(tmp_path)
    assert made.row.member.account
    sign_in(context, made.row.member.account, live_server)
    return made


def in_view(page: Page) -> bool:
    return bool(
        page.evaluate(
            """() => {
              const mark = document.querySelector(".around mark").getBoundingClientRect();
              const text = document.querySelector(".around p").getBoundingClientRect();
              return mark.top >= text.top - 1 && mark.bottom <= text.bottom + 1;
            }"""
        )
    )


def test_each_key_shows_the_next_sentence_in_its_answer(topic: Topic, page: Page) -> None:
    page.goto(f"/judge/{topic.row.pk}/")
    now = page.locator(".around > p")
    for sentence in sorted(item.answer for item in topic.items):
        expect(now.locator("mark")).to_have_text(sentence)
        assert in_view(page)
        if sentence == SHARED:
            expect(page.locator(".around summary")).to_have_text("Also in 1 other answer")
            page.locator(".around summary").click()
            expect(page.locator(".around mark:visible")).to_have_count(2)
            expect(page.locator(".around")).to_contain_text("Mira Dunn kept it.")
            expect(page.locator(".around b")).to_have_count(0)
        else:
            expect(page.locator(".around summary")).to_be_hidden()
        page.keyboard.press("1")
    expect_saved(page)
    assert Judgment.objects.filter(grade="full_support").count() == len(topic.items)
    expect(page.frame_locator("iframe.shown").locator("body")).to_contain_text("It burned whale oil.")


def test_the_page_is_accessible_at_each_width(
    topic: Topic, page: Page, assert_accessible_in_both: Callable[[], None]
) -> None:
    topic.answer("longD1", *(f"Sentence {number} of a long answer." for number in range(60)), SHARED)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/judge/{topic.row.pk}/?item={topic.item(SHARED).pk}")
        page.locator(".around summary").click()
        expect(page.locator(".around mark:visible")).to_have_count(3)
        assert in_view(page)
        assert_accessible_in_both()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
