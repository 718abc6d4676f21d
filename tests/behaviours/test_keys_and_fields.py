"""Keys of pages: what is pressed, on which keyboard, with which keys of one's own, and why a key does nothing."""

import pytest
from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone
from tests.browser.waiting import expect_so

# As pages bind their keys; what was done stands in the title.
BOUND = """async () => {
    const { bindKeys } = await import("/static/js/judging/keys.js");
    document.title = "";
    const done = (name) => () => void (document.title += name);
    bindKeys({ b: done("b"), B: done("B"), x: () => "Not now." });
    for (const one of document.querySelectorAll("[data-key]"))
        one.addEventListener("click", () => (document.title += one.dataset.key));
}"""
PRESS = "(init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))"
KEYS = """<button data-key="1"><kbd>1</kbd>One</button><button data-key="2" disabled><kbd>2</kbd>Two</button>
<button data-key="3" disabled data-why="Exact answers only.">Three</button>
<p data-rests="All is judged."><button data-key="4">Four</button></p><a data-walk="1" data-key="j">next</a>
<input aria-label="text"><details class="keys" data-moved='{moved}' {off}><summary aria-keyshortcuts="?">keys</summary>
</details><p data-announce></p>"""


def page_with_keys(alone: Alone, *, moved: str = "{}", off: str = "") -> Page:
    page = alone(KEYS.replace("{moved}", moved).replace("{off}", off))
    page.evaluate(BOUND)
    return page


def test_keys_act_or_click_what_names_them(alone: Alone) -> None:
    page = page_with_keys(alone)
    for key in ("b", "Shift+B", "1", "Control+b", "j"):
        page.keyboard.press(key)
    expect(page).to_have_title("bB1j")
    page.keyboard.press("?")
    expect(page.locator("details.keys")).to_have_attribute("open", "")


@pytest.mark.parametrize(
    ("init", "does"),
    [
        ({"key": "и", "code": "KeyB"}, "b"),  # a layout without Latin letters
        ({"key": "&", "code": "Digit1"}, "1"),  # the digits of a French keyboard
        ({"key": "B", "code": "KeyB"}, "b"),  # Caps Lock
        ({"key": "n", "code": "KeyB"}, ""),  # another Latin layout: what it gives counts
        ({"key": "b", "code": "KeyB", "isComposing": True}, ""),
        ({"key": "b", "code": "KeyB", "repeat": True}, ""),  # a key held down judges once
        ({"key": "j", "code": "KeyJ", "repeat": True}, "j"),  # but walks on
    ],
)
def test_what_a_keyboard_gives(alone: Alone, init: dict[str, object], does: str) -> None:
    page = page_with_keys(alone)
    page.evaluate(PRESS, init)
    expect(page).to_have_title(does)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("x", "Not now."),
        ("2", "Not possible now: Two"),
        ("3", "Exact answers only."),
        ("4", "All is judged."),
        ("q", "“q” does nothing here. “?” lists the keys."),
    ],
)
def test_a_key_that_does_nothing_says_why(alone: Alone, key: str, why: str) -> None:
    page = page_with_keys(alone)
    page.keyboard.press(key)
    expect(page.locator(".key-hint")).to_have_text(why)
    expect(page.locator("[data-announce]")).to_have_text(why)
    expect(page).to_have_title("")


def test_what_is_typed_is_no_key_until_escape(alone: Alone) -> None:
    page = page_with_keys(alone)
    page.get_by_label("text").focus()
    page.keyboard.type("b1")
    expect(page.get_by_label("text")).to_have_value("b1")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page).to_have_title("1")


def test_keys_of_ones_own_stand_for_the_usual_ones_and_on_their_caps(alone: Alone) -> None:
    page = page_with_keys(alone, moved='{"1": "v", "b": "1"}')
    for key in ("v", "1", "b"):
        page.keyboard.press(key)
    expect(page).to_have_title("1b")
    expect(page.locator("kbd")).to_have_text(["v", "2"])
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p><kbd>b</kbd></p>')")
    expect(page.locator("kbd").last).to_have_text("1")


def test_where_single_keys_are_off_none_does_anything(alone: Alone) -> None:
    page = page_with_keys(alone, off="data-off")
    for key in ("1", "b", "q"):
        page.keyboard.press(key)
    expect(page.locator("html[data-keys-off]")).to_be_attached()
    expect(page.locator("summary")).not_to_have_attribute("aria-keyshortcuts", "?")
    expect(page.locator(".key-hint")).to_have_count(0)
    expect(page).to_have_title("")


def stop_the_clock(page: Page) -> None:
    """From here time goes by as it is told, however busy the machine is."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def test_a_hint_goes_after_a_while_and_each_has_its_own(alone: Alone, page: Page) -> None:
    page_with_keys(alone)
    stop_the_clock(page)
    page.keyboard.press("2")
    page.clock.run_for(3_000)
    page.keyboard.press("3")
    page.clock.run_for(3_000)
    expect(page.locator(".key-hint")).to_have_text("Exact answers only.")
    expect(page.locator(".key-hint")).to_be_visible()
    page.clock.run_for(1_001)
    expect(page.locator(".key-hint")).to_be_hidden()


LATE = """async (keys) => {
    const { noteField, typeInto } = await import("/static/js/judging/framed.js");
    const field = document.querySelector("input");
    field.focus();
    noteField(); // a key of the document led here
    field.setRangeText("later", 0, 0, "end"); // and this was typed before the next one came
    return [...keys].map((key) => typeInto(field, key));
}"""


def test_keys_that_come_late_from_a_document_stand_before_what_was_typed_since(alone: Alone) -> None:
    page = alone("<input>")
    assert page.evaluate(LATE, ["a", "b", "Enter"]) == [True, True, False]
    expect(page.locator("input")).to_have_value("ablater")


SECONDS = """async () => {
    const { takeSeconds } = await import("/static/js/judging/clock.js");
    globalThis.take = takeSeconds;
}"""


def test_seconds_count_until_a_minute_after_the_last_touch(alone: Alone, page: Page) -> None:
    alone("<p data-account='7'></p>")
    stop_the_clock(page)
    page.evaluate(SECONDS)
    page.clock.run_for(20_400)
    assert page.evaluate("() => take()") == 20
    page.clock.run_for(600)
    assert page.evaluate("() => take()") == 1  # with what was left of the last one
    page.keyboard.press("a")
    page.clock.run_for(300_000)
    assert page.evaluate("() => take()") == 60


GUIDE = "<details data-guide><summary>Guidelines</summary></details>"
TOGGLE = "async () => (await import('/static/js/judging/guide.js')).toggleGuide()"


def test_the_guidelines_stay_as_they_were_on_the_next_page(alone: Alone) -> None:
    page = alone(GUIDE, "judging/guide.js")
    expect(page.locator("details")).not_to_have_attribute("open", "")
    page.evaluate(TOGGLE)
    expect_so(page, "() => sessionStorage.getItem('assize.guide') === 'open'")
    page = alone(GUIDE, "judging/guide.js")
    expect(page.locator("details")).to_have_attribute("open", "")
    page = alone("", "judging/guide.js")
    assert page.evaluate(TOGGLE) == "There are no guidelines yet."
