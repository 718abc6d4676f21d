"""Lists judged run by run, in a browser: Enter leads from the end of one to the next that has something open."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judging import ANSWERS, Scene, sign_in
from tests.browser.test_unsaved import LISTS, by_run
from tests.browser.waiting import expect_saved, loaded_anew

pytestmark = pytest.mark.django_db(transaction=True)


def test_enter_goes_from_list_to_list(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    shown = {answer for answers in LISTS for answer in answers}
    scene = Scene(tmp_path, *(one for one in ANSWERS if one[1] in shown))
    by_run(scene)
    sign_in(context, scene.ada, live_server)
    page.goto(f"{scene.url}?list=2")
    for _ in range(page.locator(".item").count()):
        page.keyboard.press("4")
    expect_saved(page)
    expect(page.locator("[data-announce]")).to_have_text(
        "incorrect. All of this list judged. Enter opens the next list."
    )
    with loaded_anew(page):
        page.keyboard.press("Enter")
    expect(page.get_by_text("List 1 of 2")).to_be_visible()
    for _ in range(page.locator(".item").count()):
        page.keyboard.press("4")
    expect_saved(page)
    expect(page.get_by_text("All judged.", exact=True)).to_be_visible()
