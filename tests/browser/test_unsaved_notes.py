"""A note of two windows: which of the two is stored is asked, and never settled by going on."""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from assessment.judging.services.judgments import record_judgment
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_done, expect_nothing_queued, expect_saved, until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_note_that_was_not_taken_is_not_said_again_by_going_on(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    item = int(page.locator(".item[aria-current]").get_attribute("data-item") or "")
    record_judgment(
        by=scene.ada,
        assignment_id=scene.mine.pk,
        item_id=item,
        seen=0,
        client_id=uuid4(),
        note="of another window",
    )
    page.keyboard.press("n")
    page.fill("#note", "of this one")
    page.get_by_role("button", name="Save the note").click()
    expect(page.get_by_role("button", name="Use mine")).to_be_visible()
    expect(page.locator("#note")).to_have_value("of another window")
    page.keyboard.press("Escape")
    saves: list[Request] = []

    def note(request: Request) -> None:
        if request.url.endswith("/save/"):
            saves.append(request)

    page.on("request", note)
    page.locator(".item:visible:not([aria-current])").first.click()
    page.keyboard.press("1")
    until(page, lambda: saves, lambda: "the grade was not sent")
    expect_done(page)
    assert len(saves) == 1
    assert Judgment.objects.get(item=item).note == "of another window"
    expect(page.get_by_role("button", name="Use mine")).to_be_visible()


def test_a_note_that_is_stored_while_its_page_is_loaded_anew_is_shown(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    """The page that comes was made before, and nothing waits any more when it is there."""
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    expect_saved(page)
    page.keyboard.press("n")
    page.fill("#note", "typed last")
    aside = context.new_page()  # sees what the browser keeps, while the page itself is being exchanged
    aside.goto("/healthz")
    saves: list[Route] = []
    pages: list[Route] = []

    def hold(route: Route) -> None:
        (saves if route.request.method == "POST" else pages).append(route)

    opened = f"{live_server.url}{scene.url}"
    page.route("**/save/", hold)
    page.route(lambda url: url.split("?")[0] == opened, hold, times=1)
    with (
        page.expect_request("**/save/"),
        page.expect_request(lambda request: request.is_navigation_request()),
    ):
        page.evaluate("void setTimeout(() => window.location.reload())")
    until(page, lambda: pages and saves, lambda: "not both were held")  # heard of before they are held
    before = pages[0].fetch()
    saves[0].continue_()
    expect_nothing_queued(aside)
    pages[0].fulfill(response=before)
    expect(page.locator("#note")).to_have_value("typed last")
    expect_saved(page)
    assert Judgment.objects.get().note == "typed last"


def test_answers_can_be_reached_beside_many_conflicts(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    """On a low screen, too, what is to be decided leaves room for the list."""
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.set_viewport_size({"width": 1280, "height": 560})
    page.goto(scene.url)
    expect_saved(page)
    for item in scene.items:
        record_judgment(
            by=scene.ada,
            assignment_id=scene.mine.pk,
            item_id=item.pk,
            seen=0,
            client_id=uuid4(),
            grade="unsupported",
        )
    for _ in range(3):
        page.keyboard.press("1")
    expect(page.get_by_role("button", name="Use mine")).to_have_count(3)
    for answer in page.locator(".item").all():
        answer.click()
        expect(answer).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Use mine").last.click()
    expect(page.get_by_role("button", name="Use mine")).to_have_count(2)
