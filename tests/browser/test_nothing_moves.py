"""Judging is calm: what is said, undone, finished or waits for a network moves nothing that stands on the page."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import (
    expect_done,
    expect_ready,
    expect_saved,
    find_network,
    lose_network,
    take_turn,
)

pytestmark = pytest.mark.django_db(transaction=True)

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 0.001
# What moves is counted right after a key too: whoever judges presses one all the time. What the list scrolls, and where
# the answer in focus is shown whole, is no jump: that is what the key is for.
WATCH = """() => {
  window.moved = [];
  const said = ({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.parentElement?.outerHTML.slice(0, 120) ?? "";
  const inList = ({ node }) => Boolean((node?.closest ? node : node?.parentElement)?.closest(".rows"));
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const others = sources.filter((one) => !inList(one));
      if (others.length) window.moved.push([value, others.map(said)]);
    }
  }).observe({ type: "layout-shift" });
}"""
HEIGHTS = "() => ['.foot', '.top', '.question'].map((part) => document.querySelector(part).offsetHeight)"


@pytest.fixture
def scene(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Scene:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    return scene


def expect_still(page: Page, heights: object) -> None:
    """Nothing has moved up to now, and head and foot are as high as they were."""
    take_turn(page)
    assert page.evaluate(HEIGHTS) == heights
    moved = page.evaluate("moved")
    assert sum(value for value, _ in moved) < MOST, moved


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_moves_while_one_judges_undoes_finishes_and_is_offline(
    scene: Scene, page: Page, context: BrowserContext, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(scene.url)
    expect_saved(page)
    page.evaluate(WATCH)
    heights = page.evaluate(HEIGHTS)
    page.keyboard.press("1")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect_saved(page)
    expect_still(page, heights)
    page.keyboard.press("u")
    expect(current(page)).to_have_text("9 April")
    expect_still(page, heights)
    lose_network(page)
    for key in ("2", "l", "4", "4", "4", "4"):
        page.keyboard.press(key)
    expect(page.locator("[data-saving]")).to_contain_text("waiting")
    expect(page.locator("[data-end-label]")).to_be_visible()
    expect_still(page, heights)
    page.keyboard.press("Enter")
    expect(page.locator("[data-finish-waits]")).to_be_visible()
    expect_still(page, heights)
    find_network(page)
    expect(page.get_by_role("heading", name="My work")).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_one_notice_on_a_document_follows_another_in_its_place(
    scene: Scene, page: Page, context: BrowserContext, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(scene.url)
    amiss = page.locator("[data-amiss]")
    page.get_by_text("in the spring").click()
    expect(amiss).to_contain_text("Neither the answer nor any of its words")
    expect_done(page)
    heights = page.evaluate(HEIGHTS)
    lose_network(page)
    page.evaluate(WATCH)
    page.keyboard.press("/")
    page.keyboard.type("spring\n")
    expect(amiss).to_contain_text("The document cannot be loaded now.")
    expect_still(page, heights)


@pytest.mark.parametrize("long", [False, True], ids=["four grades", "long words"])
def test_the_foot_of_a_phone_has_two_rows_at_most(scene: Scene, page: Page, long: bool) -> None:
    page.set_viewport_size(PHONE)
    for number in range(len(scene.items)):
        scene.judge(number, "correct")
    page.goto(scene.url)
    expect_ready(page)
    if long:
        page.locator(".grades .btn").evaluate_all(
            "buttons => buttons.forEach((one) => (one.lastChild.textContent = 'Dedicated and exact'))"
        )
    tops = page.locator(".foot .btn:visible").evaluate_all(
        "buttons => buttons.map((one) => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; })"
    )
    rows = [
        tops[0],
        *(top for before, top in zip(sorted(tops), sorted(tops)[1:], strict=False) if top - before > 12),
    ]
    assert len(rows) <= 2, tops
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("width", "height"), [(720, 450), (640, 400), (320, 256)])
def test_the_question_stays_in_view_at_a_zoom_of_200_percent(
    scene: Scene, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(scene.url)
    expect_ready(page)
    for key in ("", "1", "4"):
        page.keyboard.press(key) if key else None
        expect(page.locator(".question h1")).to_be_in_viewport(ratio=1)
        expect(page.locator(".item[aria-current]")).to_be_in_viewport()
        assert page.locator(".question h1").evaluate(
            "h1 => { const { left, bottom } = h1.getBoundingClientRect(); "
            "return h1 === document.elementFromPoint(left + 20, bottom - 8); }"
        )


def test_key_caps_are_hidden_where_one_touches(
    scene: Scene, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    context = new_context(has_touch=True, is_mobile=True, viewport=PHONE)
    sign_in(context, scene.ada, live_server)
    page = context.new_page()
    page.goto(scene.url)
    expect_ready(page)
    assert page.locator("main kbd[aria-hidden]:visible").count() == 0
