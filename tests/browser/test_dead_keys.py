"""A key that does nothing says why, to those who see the page and to those who do not, on each kind of page."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.annotating import Sitting
from tests.browser.axe import complaints_of_axe
from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import expect_ready, expect_saved, make_patient
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

pytestmark = pytest.mark.django_db(transaction=True)

NOTHING = "“{}” does nothing here. “?” lists the keys."


@pytest.fixture(autouse=True)
def stays(page: Page) -> None:
    """What is said of a key goes after a while, which a slow machine may miss."""
    make_patient(page)


def expect_hint(page: Page, text: str) -> None:
    expect(page.locator(".key-hint")).to_be_visible()
    expect(page.locator(".key-hint")).to_have_text(text)
    expect(page.locator("[data-announce]")).to_have_text(text)


def test_keys_of_the_judging_page(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    for key, said in (
        ("x", NOTHING.format("x")),
        ("u", "There is nothing to undo."),
        ("k", "There is no further answer on that side."),
        ("g", "There are no guidelines yet."),
        ("w", "The answer is shown whole already."),
    ):
        page.keyboard.press(key)
        expect_hint(page, said)
    assert complaints_of_axe(page) == []
    expect(current(page)).to_have_text("9 April")
    for _ in scene.items:
        page.keyboard.press("4")
    page.keyboard.press("1")
    expect_hint(page, "All is judged: Enter goes on. To change a grade, go to its answer first.")
    expect_saved(page)
    assert set(scene.grades().values()) == {"incorrect"}
    for key in ("Shift", "F8", "ArrowDown", "Control+b"):  # keys of the browser and the system
        page.reload()
        expect_ready(page)
        page.keyboard.press(key)
        assert page.locator(".key-hint").count() == 0, key


def test_a_closed_question_says_that_it_is(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path, ("A-1", "9 April"))
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    page.keyboard.press("1")
    expect_saved(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()
    page.keyboard.press("x")  # no page with keys
    assert page.locator(".key-hint").count() == 0
    page.goto(scene.url)
    expect_ready(page)
    page.keyboard.press("1")
    expect_hint(page, page.locator("main .notice b").inner_text())


def test_keys_of_the_pages_for_classes_and_nuggets(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign = make_campaign("comet", "tac2008")
    ada = make_account("ada")
    listed, squishy = (
        make_questions(campaign, qid, type=type, series=series)[0]
        for qid, type, series in (("1.1", "RigidList", "1"), ("2.1", "SquishyList", "2"))
    )
    rows = [(listed, "classes/"), (squishy, "")]
    for question, _ in rows:
        make_items(question, ("BLOG06-1", "the lamp"))
    pages = [(make_assignment(question, ada), part) for question, part in rows]
    sign_in(context, ada, live_server)
    for assignment, part in pages:
        page.goto(f"/judge/{assignment.pk}/{part}")
        expect_ready(page)
        page.keyboard.press("u")
        expect_hint(page, "There is nothing to undo.")
        page.keyboard.press("W")
        expect_hint(page, NOTHING.format("W"))


def test_keys_of_the_page_for_annotating(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Sitting(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.address(0))
    expect_ready(page)
    page.keyboard.press("z")
    expect_hint(page, NOTHING.format("z"))
