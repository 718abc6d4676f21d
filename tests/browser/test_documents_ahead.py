"""Documents that come ahead of their answers: one request for each judgment, and never what is no longer true."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import expect_document, expect_done, expect_saved, make_patient
from tests.documents.helpers import import_records, record

pytestmark = pytest.mark.django_db(transaction=True)

DOCUMENTS = 12


@pytest.fixture
def scene(tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page) -> Scene:
    answers = [(f"D-{n:02}", f"lamp {n}") for n in range(DOCUMENTS)]
    scene = Scene(tmp_path, *answers)
    texts = (f"<P>\nThey saw lamp {n}, not lamp {n - 1} and not lamp {n - 2}.\n" for n in range(DOCUMENTS))
    import_records(tmp_path / "more", *(record(f"D-{n:02}", text) for n, text in enumerate(texts)))
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    return scene


def asked_of(page: Page) -> list[Request]:
    """What the page asks for from now on, but for its icon, which the browser has and looks up at each address."""
    asked: list[Request] = []

    def note(request: Request) -> None:
        if not request.url.endswith("favicon.svg"):
            asked.append(request)

    page.on("request", note)
    return asked


def judge(page: Page, number: int, key: str) -> None:
    """Judge an answer when its document stands, and see the next one's."""
    expect_document(page, f"answer=lamp+{number}&", "#hit-1")
    page.keyboard.press(key)
    expect(current(page)).to_have_text(f"lamp {number + 1}")
    expect_document(page, f"answer=lamp+{number + 1}&", "#hit-1")


def expect_next(page: Page, number: int) -> None:
    """Wait until the document of the answer after the one in focus is ready in the hidden frame."""
    expect(
        page.locator(f'iframe:not(.shown)[data-src*="answer=lamp+{number}&"][data-stands="1"]')
    ).to_be_attached()


def test_a_judgment_is_one_request(scene: Scene, page: Page) -> None:
    make_patient(page)  # it would ask by itself for what a slow save has not brought
    page.reload()
    judge(page, 0, "4")
    expect_saved(page)
    expect_done(page)
    asked = asked_of(page)
    for number in range(1, 6):
        judge(page, number, "4")
        expect_saved(page)
    expect_done(page)
    saves = [request for request in asked if request.url.endswith(f"/judge/{scene.mine.pk}/save/")]
    assert len(saves) == 5
    assert asked == saves
    frame = page.frame_locator("iframe.shown")
    expect(frame.locator("mark.answer")).to_have_text("lamp 6")
    expect(page.locator(".tools [data-docid]")).to_have_text("D-06")


def test_an_accepted_answer_is_marked_in_documents_that_had_come_before(scene: Scene, page: Page) -> None:
    judge(page, 0, "4")
    judge(page, 1, "1")
    expect_saved(page)  # what is accepted is known from then on
    expect_next(page, 3)
    judge(page, 2, "4")
    known = page.frame_locator("iframe.shown").locator("mark.known")
    expect(known).to_have_text("lamp 1")
    page.keyboard.press("u")
    expect(current(page)).to_have_text("lamp 2")
    page.keyboard.press("u")
    expect(current(page)).to_have_text("lamp 1")
    expect_done(page)
    judge(page, 1, "4")
    expect(page.frame_locator("iframe.shown").locator("mark.answer")).to_have_text("lamp 2")
    expect(known).to_have_count(0)
    judge(page, 2, "4")
    expect(page.frame_locator("iframe.shown").locator("mark.answer")).to_have_text("lamp 3")
    expect(known).to_have_count(0)


def test_a_slow_save_leaves_no_document_without_what_it_accepted(scene: Scene, page: Page) -> None:
    """The page waits a moment for the documents that a save brings, then asks for them before it is stored."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    judge(page, 0, "4")
    expect_saved(page)
    expect_done(page)
    page.route("**/save/", hold)
    third = scene.items[3].pk
    with page.expect_response(lambda response: f"/document/?item={third}" in response.url):
        judge(page, 1, "1")
    expect_next(page, 3)
    with page.expect_response(lambda response: f"/document/?beside={third}" in response.url):
        held[0].continue_()
    expect_saved(page)
    expect_next(page, 3)
    judge(page, 2, "4")
    expect(page.frame_locator("iframe.shown").locator("mark.known")).to_have_text("lamp 1")
