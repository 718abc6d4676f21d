"""Judging pages in the states that a walk from page to page does not meet, and forms with faults: axe, wide and narrow."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factory
from tests.browser.axe import complaints_of_axe
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_ready, expect_saved

pytestmark = pytest.mark.django_db(transaction=True)


def look(page: Page) -> list[str]:
    """What axe finds at both widths."""
    found = []
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {one}" for one in complaints_of_axe(page)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{width}: wider than the window")
    page.emulate_media(color_scheme="light")
    return found


def _judged(scene: Scene, page: Page) -> None:
    page.keyboard.press("1")
    expect_saved(page)


def _all_judged(scene: Scene, page: Page) -> None:
    for _ in scene.items:
        page.keyboard.press("1")
    expect(page.locator("[data-finish]")).to_be_visible()
    expect_saved(page)


def _keys_shown(scene: Scene, page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("details.keys .popup")).to_be_visible()


def _note_open(scene: Scene, page: Page) -> None:
    page.keyboard.press("n")
    expect(page.locator("#note")).to_be_visible()


def _history_open(scene: Scene, page: Page) -> None:
    _judged(scene, page)
    page.keyboard.press("k")
    page.keyboard.press("h")
    expect(page.locator("[data-history] li").first).to_be_visible()


def _conflict(scene: Scene, page: Page) -> None:
    scene.judge(0, "incorrect")
    page.keyboard.press("1")
    expect(page.locator(".problem")).to_be_visible()


def _offline(scene: Scene, page: Page) -> None:
    page.route("**/save/", lambda route: route.abort())
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("waiting")


def _closed(scene: Scene, page: Page) -> None:
    _all_judged(scene, page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    page.goto(scene.url)
    expect(page.locator(".notice").first).to_be_visible()


STATES = (_judged, _all_judged, _keys_shown, _note_open, _history_open, _conflict, _offline, _closed)


@pytest.mark.parametrize("reach", STATES, ids=lambda reach: reach.__name__.strip("_"))
def test_judging_in_this_state(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    reach: Callable[[Scene, Page], None],
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    reach(scene, page)
    assert look(page) == []


def test_an_empty_campaign_and_forms_with_faults(
    page: Page, context: BrowserContext, live_server: LiveServer, db: None
) -> None:
    root = factory.make_account("root", site_admin=True)
    factory.make_campaign("empty")
    sign_in(context, root, live_server)
    found = {}
    for tab in (
        "",
        "questions/",
        "runs/",
        "people/",
        "progress/",
        "results/",
        "assign/",
        "adjudicate/",
        "pool/",
    ):
        page.goto(f"/campaigns/empty/{tab}")
        found[tab] = look(page)
    for form in ("/campaigns/new/", "/account/password/"):
        page.goto(form)
        page.evaluate("document.querySelectorAll('main form').forEach(one => { one.noValidate = true; })")
        for field in page.locator("main form input[type=text]:visible, main form input[type=password]").all()[
            :3
        ]:
            field.fill("")
        page.locator("main form button:visible").first.click()
        expect_ready(page)
        found[form] = look(page)
    assert not any(found.values()), {name: wrong for name, wrong in found.items() if wrong}
