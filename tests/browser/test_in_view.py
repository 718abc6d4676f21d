"""The mark beside an answer is in view however late its frame gets its size, and the reader is never pulled back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Route, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import factory
from tests.browser.framed import Framed
from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import expect_document, expect_so, listening_document, take_turn
from tests.documents.corpus import line_of
from tests.documents.helpers import import_records, record
from tests.judging.scene import assessors, give, judge

pytestmark = pytest.mark.django_db(transaction=True)

WIDE: ViewportSize = {"width": 1280, "height": 800}
SIZES: tuple[ViewportSize, ...] = (
    {"width": 740, "height": 800},
    {"width": 1280, "height": 600},
    {"width": 1900, "height": 1000},
    {"width": 390, "height": 844},
)
IN_VIEW = """() => {
  const mark = document.querySelector(":target")?.getBoundingClientRect();
  return mark && innerHeight > 0 && mark.top >= 0 && mark.bottom <= innerHeight;
}"""
WORDS = "a long line of words that a narrower frame breaks in other places, "
LONG = f"<P>\n{WORDS * 12}\n" * 30
TEXT = f"{LONG}<P>\nIt was found on the night of 9 April 1926, and seen again.\n{LONG}"
NARROW = """width => { document.querySelector("iframe:is(.shown, [data-frame])").style.width = width; }"""


def size_of(frame: Frame) -> list[int]:
    size: list[int] = frame.evaluate("[innerWidth, innerHeight]")
    return size


def expect_in_view_after_resizes(page: Page) -> None:
    """The mark stays in view in frames of all sizes, and where a pane alone is made narrower."""
    frame = listening_document(page)
    expect_so(frame, IN_VIEW)
    for size in SIZES:
        before = size_of(frame)
        page.set_viewport_size(size)
        expect_so(frame, "before => innerWidth !== before[0] || innerHeight !== before[1]", before)
        expect_so(frame, IN_VIEW)
    page.set_viewport_size(WIDE)
    for width in ("300px", ""):
        before = size_of(frame)
        page.evaluate(NARROW, width)
        expect_so(frame, "before => innerWidth !== before[0]", before)
        expect_so(frame, IN_VIEW)


@pytest.fixture
def scene(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Scene:
    scene = Scene(tmp_path, ("A-1", "9 April 1926"), ("A-2", "9 April"))
    import_records(tmp_path, record("A-1", TEXT), record("A-2", LONG + TEXT))
    sign_in(context, scene.ada, live_server)
    return scene


def test_the_mark_is_in_view_where_the_document_comes_before_the_frame_has_its_size(
    scene: Scene, page: Page
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/documents/**", hold)
    page.goto(scene.url, wait_until="commit")
    expect(page.locator("[data-saving]")).to_have_text("all saved ✓")
    shape = "style => { document.querySelector('iframe.shown').style = style; }"
    page.evaluate(shape, "width: 300px; height: 40px")
    for route in held:
        route.continue_()
    frame = listening_document(page)
    expect_so(frame, "() => location.hash && document.readyState === 'complete'")
    before = size_of(frame)
    page.evaluate(shape, "")
    expect_so(frame, "before => innerWidth !== before[0] && innerHeight !== before[1]", before)
    expect_so(frame, IN_VIEW)


def test_the_mark_stays_in_view_in_documents_that_are_handed_over(scene: Scene, page: Page) -> None:
    page.goto(scene.url)
    expect_in_view_after_resizes(page)
    page.keyboard.press("1")
    expect(current(page)).to_have_text("9 April")
    expect_document(page, "A-2", "#hit-1")
    expect_in_view_after_resizes(page)


@pytest.mark.parametrize("way", ["wheel", "space", "scrollbar"])
def test_whoever_has_scrolled_is_not_pulled_back(scene: Scene, page: Page, way: str) -> None:
    page.set_viewport_size(WIDE)
    page.goto(scene.url)
    frame = listening_document(page)
    expect_so(frame, IN_VIEW)
    take_turn(frame)
    if way == "wheel":
        page.locator("iframe.shown").hover()
        page.mouse.wheel(0, 2000)
    elif way == "space":
        page.keyboard.press("Space")
        page.keyboard.press("Space")
    else:
        frame.evaluate("scrollTo({ top: 0, behavior: 'instant' })")  # of this nobody tells
    expect_so(frame, f"() => !({IN_VIEW})()")
    take_turn(frame)
    for size in SIZES:
        before = size_of(frame)
        page.set_viewport_size(size)
        expect_so(frame, "before => innerWidth !== before[0] || innerHeight !== before[1]", before)
        take_turn(frame)
        assert not frame.evaluate(IN_VIEW)
    page.keyboard.press(".")  # gone to on purpose
    expect_so(frame, IN_VIEW)


def test_the_mark_stays_in_view_beside_a_dispute(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    import_records(tmp_path, record("A-1", TEXT))
    campaign = factory.make_campaign(collection_slug="wire")
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    (item,) = factory.make_items(question, ("A-1", "9 April"))
    for member, grade in zip(assessors(campaign, "ada", "bo", "cy"), ("yes", "no", "no"), strict=True):
        judge(give(question, member), item, grade)
    sign_in(context, factory.make_member(campaign, "voorhees", "organizer", "adjudicator"), live_server)
    page.goto("/campaigns/trial/adjudicate/1/")
    expect_in_view_after_resizes(page)


def test_a_box_stays_in_view_and_its_annotator_where_they_scrolled(
    tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    framed = Framed(new_context(viewport=WIDE).new_page())
    paragraphs = f"<P>{WORDS * 12}</P>" * 60
    framed.open(tmp_path, line_of(f"<html><body>{paragraphs}</body></html>"))
    framed.step("long", 30)
    is_in = """() => {
      const { top, bottom } = document.querySelector("#assize-layer .assize-box").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }"""
    expect_so(framed.frame, is_in)
    for size in SIZES:
        before = size_of(framed.frame)
        framed.page.set_viewport_size(size)
        expect_so(framed.frame, "before => innerWidth !== before[0] || innerHeight !== before[1]", before)
        expect_so(framed.frame, is_in)
    framed.page.mouse.move(100, 100)
    framed.page.mouse.wheel(0, 3000)
    expect_so(framed.frame, f"() => !({is_in})()")
    framed.page.set_viewport_size(WIDE)
    expect_so(framed.frame, "() => innerWidth === 1280")
    take_turn(framed.frame)
    assert not framed.frame.evaluate(is_in)
