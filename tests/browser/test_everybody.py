"""What forced colours, a long list and short windows must keep on judging pages, for those who need them."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import expect_ready, expect_saved, take_turn

pytestmark = pytest.mark.django_db(transaction=True)

FOCUSED = "document.activeElement"
IS_SEEN = """() => {
    const box = document.activeElement.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width, 8) / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return document.activeElement.contains(top) || Boolean(top?.contains(document.activeElement));
}"""
MIDDLES = (
    "all => all.map(one => one.getBoundingClientRect()).map(box => Math.round((box.top + box.bottom) / 2))"
)
# A frame that shows its passage scrolls the page around it a little, now and then before the page's own scripts.
MOVED_BY_A_FRAME = "addEventListener('DOMContentLoaded', () => scrollTo(0, 35))"
STYLE = "element => { const s = getComputedStyle(element); return [s.backgroundColor, s.outlineStyle, s.borderLeftWidth].join(); }"


def tab_to(page: Page, wanted: str) -> int:
    """Press Tab until the focus is there, and see the focus at each stop; how many stops that took."""
    for stops in range(1, 60):
        page.keyboard.press("Tab")
        if page.evaluate(f"{FOCUSED}.tagName") != "IFRAME":
            assert page.evaluate(IS_SEEN), page.evaluate(f"{FOCUSED}.outerHTML")
        if page.evaluate(f"{FOCUSED}.matches({wanted!r})"):
            return stops
    raise AssertionError(f"no way to {wanted} by the keyboard")


def test_an_assessor_works_by_the_tab_key_alone_whatever_the_pool_holds(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path, *(("A-1", f"answer {number:03}") for number in range(300)))
    sign_in(context, scene.ada, live_server)
    page.goto("/")
    expect(page.get_by_role("link", name="Begin with 1.1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('.item[tabindex="-1"]')).to_have_count(299)
    expect_ready(page)
    tab_to(page, ".item")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text("answer 002")
    assert tab_to(page, "[name=grade]") < 15
    described = page.evaluate(
        f"document.getElementById({FOCUSED}.getAttribute('aria-describedby')).textContent"
    )
    assert described.startswith("answer 002")
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text("answer 003")
    expect(page.locator("[data-announce]")).to_contain_text("Next: answer 003")
    expect_saved(page)
    assert page.evaluate(
        f"document.getElementById({FOCUSED}.getAttribute('aria-describedby')).textContent"
    ).startswith("answer 003")
    page.locator(".item").first.focus()
    page.keyboard.press("End")
    assert page.evaluate(f"{FOCUSED}.textContent").startswith("answer 299")
    assert page.locator('.item[tabindex="0"]').count() == 1


def test_forced_colours_and_short_windows_keep_state_and_document_in_view(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    scene.judge(0, "correct")
    sign_in(context, scene.ada, live_server)
    page.emulate_media(forced_colors="active")
    page.goto(f"{scene.url}?item={scene.items[0].pk}")
    for state, other in (
        (".item[aria-current]", ".item:not([aria-current])"),
        ("[name=grade][aria-pressed=true]", "[name=grade][aria-pressed=false]"),
        (".chip.on", ".chip:not(.on)"),
    ):
        said, silent = (page.locator(one).first.evaluate(STYLE) for one in (state, other))
        assert said != silent, state
    faded = "[...document.querySelectorAll('button:disabled')].map((one) => getComputedStyle(one).opacity)"
    assert set(page.evaluate(faded)) == {"1"}
    page.emulate_media(forced_colors="none")
    page.add_init_script(MOVED_BY_A_FRAME)
    for width, height in ((320, 256), (720, 450), (960, 540)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{scene.url}?item={scene.items[0].pk}")
        expect_ready(page)  # only then has the page scrolled to where its bench fills the screen
        for part, least in ((".item[aria-current]", 20), ("iframe.shown", 80), ("[name=grade]", 24)):
            expect(page.locator(part).first).to_be_in_viewport()
            top, bottom = page.locator(part).first.evaluate(
                "element => { const box = element.getBoundingClientRect(); return [box.top, box.bottom]; }"
            )
            assert min(bottom, height) - max(top, 0) >= least, (width, part)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_is_no_wider_than_its_window_whatever_its_campaign_is_called(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    campaign = scene.mine.question.campaign
    campaign.title = "Questions on the lighthouses, ferries and islands of the northern coast 2026"
    campaign.save()
    sign_in(context, scene.ada, live_server)
    for width in (1280, 1100, 1024, 800):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(scene.url)
        expect_ready(page)
        assert page.locator("header.top").evaluate("element => element.offsetWidth") <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def expect_one_row(page: Page) -> None:
    """At each width of a window on a desk."""
    for width in (1920, 1440, 1366, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        take_turn(page)
        middles = page.locator(".foot .btn:visible").evaluate_all(MIDDLES)
        assert len(middles) > 9, width
        assert max(middles) - min(middles) < 12, (width, middles)


def test_what_can_be_said_of_an_answer_stands_in_one_row(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(
        tmp_path, *(("A-1", f"on the night of {day} April 1926, a little late") for day in range(9))
    )
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    page.keyboard.press("3")
    expect(page.locator("[data-undo-label]")).to_contain_text("unsupported")
    expect_one_row(page)
    page.keyboard.press("n")
    page.locator("#note").fill("the year is missing")
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    page.keyboard.press("k")
    expect(page.locator("[data-note-short]")).to_have_text("the year is missing")
    expect_one_row(page)


def test_the_list_of_keys_and_the_history_open_in_windows_of_each_size(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    for width, height in ((390, 844), (720, 450), (360, 225)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(scene.url)
        for key, popup in (("?", ".keys .popup"), ("h", ".foot .history .popup")):
            page.keyboard.press(key)
            expect(page.locator(popup)).to_be_in_viewport(ratio=0.95)
            page.keyboard.press("Escape")
            expect(page.locator(popup)).to_be_hidden()
