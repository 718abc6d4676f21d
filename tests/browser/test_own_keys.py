"""Keys of one's own in a real browser: in force, on the caps, on the list of keys; other layouts; switched off."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.people.models import Account
from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import expect_saved

pytestmark = pytest.mark.django_db(transaction=True)

PRESS = """([key, code, shiftKey]) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }))"""


@pytest.fixture
def scene(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Scene:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    return scene


def have(scene: Scene, *, on: bool = True, **own: dict[str, str]) -> None:
    Account.objects.filter(pk=scene.ada.pk).update(keys={"on": on, "own": own})


def test_changed_keys_work_and_are_shown(
    scene: Scene, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto("/account/keys/")
    page.get_by_text("Judging answers").click()
    page.get_by_label("undo, as far back as you like").first.fill("y")
    page.get_by_label("grade 1 of the buttons").first.fill("q")
    page.get_by_role("button", name="Save keys").click()
    expect(page.get_by_text("Keys saved.")).to_be_visible()
    assert_accessible()
    page.goto(scene.url)
    expect(page.locator("[name=grade] kbd").first).to_have_text("q")
    expect(page.locator("[name=grade]").first).to_have_attribute("aria-keyshortcuts", "q")
    page.keyboard.press("1")  # no longer anything
    expect(current(page)).to_have_text("9 April")
    page.keyboard.press("q")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.keyboard.press("u")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.keyboard.press("y")
    expect(current(page)).to_have_text("9 April")
    page.keyboard.press("?")
    expect(page.locator("details.keys")).to_contain_text("yundo, as far back as you like")
    assert_accessible()


def test_other_layouts(scene: Scene, page: Page) -> None:
    page.goto(scene.url)
    page.evaluate(PRESS, ["&", "Digit1", False])  # the 1 of a French keyboard
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.evaluate(PRESS, ["2", "Digit2", True])  # and its 2 with Shift
    expect(current(page)).to_have_text("Halden")
    page.evaluate(PRESS, ["/", "Digit7", True])  # the slash of a German keyboard
    expect(page.locator("[name=find]")).to_be_focused()
    page.keyboard.press("Escape")
    page.evaluate(PRESS, ["U", "KeyU", False])  # Caps Lock
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect_saved(page)
    have(scene, answers={"later": "-"})
    page.reload()
    page.evaluate(PRESS, ["-", "Digit6", False])  # a character of one's own goes before its place
    expect_saved(page)
    expect(page.locator(".item", has_text="on the night").locator(".g")).to_contain_text("later")


def test_keys_that_are_off_do_nothing(
    scene: Scene, page: Page, assert_accessible: Callable[[], None]
) -> None:
    have(scene, on=False)
    page.goto(scene.url)
    for key in ("1", "j", "u", "?"):
        page.keyboard.press(key)
    expect(current(page)).to_have_text("9 April")
    expect(page.locator("[name=grade] kbd").first).to_be_hidden()
    page.locator("[name=grade]").first.focus()
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.locator("details.keys summary").click()
    expect(page.get_by_text("Single keys are off")).to_be_visible()
    assert_accessible()
