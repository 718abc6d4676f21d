"""Keys pressed in a document, after a click, a selection or a scroll in it: on every judging page they work as ever."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from documents import htmlmarks, views
from documents.links import document_url
from documents.services import import_collection
from tests import factory
from tests.browser.judging import Scene, current, scene, sign_in, unopened
from tests.browser.waiting import expect_document, expect_scrolled, expect_so, listening_document, take_turn
from tests.documents.attacks.tables import JS, WORD
from tests.documents.helpers import import_records, make_folder, record
from tests.judging.scene import assessors, give, judge

__all__ = ["scene", "unopened"]
pytestmark = pytest.mark.django_db(transaction=True)


FRAME = "iframe[data-relays]:not([aria-hidden])"


def click_into(page: Page) -> None:
    """Click into the document in view."""
    listening_document(page)
    page.locator(FRAME).click(position={"x": 60, "y": 60})
    expect(page.locator(FRAME)).to_be_focused()


def test_answers_are_judged_after_a_click_in_the_document(scene: Scene, page: Page) -> None:
    expect_document(page, "answer=9+April")
    click_into(page)
    page.keyboard.press("1")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.keyboard.press("u")
    expect(current(page)).to_have_text("9 April")
    expect_document(page, "answer=9+April")
    frame = listening_document(page)
    box = page.locator("iframe.shown").bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 90)
    page.mouse.up()
    expect_so(frame, "() => String(getSelection())")
    page.keyboard.press("n")
    expect(page.locator("#note")).to_be_focused()
    page.keyboard.type("1 note")
    expect(page.locator("#note")).to_have_value("1 note")
    page.keyboard.press("Escape")
    click_into(page)
    page.keyboard.press("/")
    page.keyboard.type("days")
    expect(page.locator("[name=find]")).to_have_value("days")


def test_what_a_document_tells_late_stands_before_what_was_typed_later(scene: Scene, page: Page) -> None:
    expect_document(page, "answer=9+April")
    page.evaluate(
        """() => {
          const note = document.querySelector("#note");
          const source = document.querySelector("iframe.shown").contentWindow;
          const tell = (key) => window.dispatchEvent(
            new MessageEvent("message", { source, data: { assize: 1, type: "key", key, code: "", repeat: false } }));
          tell("n");
          note.value = " not";
          note.setSelectionRange(4, 4);
          tell("1");
          tell("2");
        }"""
    )
    page.keyboard.type("e")
    expect(page.locator("#note")).to_have_value("12 note")


def test_the_space_bar_scrolls_the_document_from_wherever(scene: Scene, page: Page) -> None:
    expect_document(page, "answer=9+April", "#hit-1")
    frame = listening_document(page)
    expect_scrolled(frame, beyond=0)  # to its hit
    start = frame.evaluate("scrollY")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift+Space")
    expect_scrolled(frame, short_of=start)
    to_top = "scrollTo({ top: 0, behavior: 'instant' })"  # whatever still moves, and there is room below
    frame.evaluate(to_top)
    page.keyboard.press("Space")
    expect_scrolled(frame, beyond=0)
    click_into(page)
    frame.evaluate(to_top)
    page.keyboard.press("Space")
    expect_scrolled(frame, beyond=0)
    expect(current(page)).to_have_text("9 April")
    page.locator("[name=grade]").first.click()
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.keyboard.press("Space")
    expect(current(page)).to_have_text("on the night of 9 April 1926")


def test_an_answer_in_another_document_takes_the_keys_back(scene: Scene, page: Page) -> None:
    click_into(page)
    for key in "1111":
        page.keyboard.press(key)
    expect(current(page)).to_have_text("in the spring")


def test_nuggets_are_marked_after_a_click_in_the_document(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    import_records(tmp_path, record("A-1", "<P>\nIts lamp burned whale oil.\n"))
    campaign = factory.make_campaign("comet", "series2004", collection_slug="wire")
    (question,) = factory.make_questions(campaign, "1.4", type="OTHER", series="1")
    factory.make_items(question, ("A-1", "its lamp burned whale oil"), ("A-1", "whale oil"))
    ada = factory.make_account("ada")
    sign_in(context, ada, live_server)
    page.goto(f"/judge/{factory.make_assignment(question, ada).pk}/")
    page.keyboard.press("d")
    expect(page.frame_locator("iframe[data-relays]").locator("#hit-1")).to_be_visible()
    click_into(page)
    page.keyboard.press("Enter")
    expect(page.locator("[data-text]")).to_have_text("whale oil")


def test_adjudication_goes_on_after_a_click_in_the_document(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    import_records(tmp_path, record("A-1", "<P>\nFound on 9 April 1926.\n"))
    campaign = factory.make_campaign(collection_slug="wire")
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    items = factory.make_items(question, ("A-1", "9 April"), ("A-1", "1926"))
    for member, grade in zip(assessors(campaign, "ada", "bo", "cy"), ("yes", "no", "no"), strict=True):
        row = give(question, member)
        for item in items:
            judge(row, item, grade)
    sign_in(context, factory.make_member(campaign, "voorhees", "organizer", "adjudicator"), live_server)
    page.goto("/campaigns/trial/adjudicate/1/")
    string = page.locator(".case .string")
    expect(string).to_have_text("1926")
    click_into(page)
    page.keyboard.press("j")
    expect(string).to_have_text("9 April")


def test_what_is_handed_to_a_frame_runs_nothing(scene: Scene, page: Page, complaints: list[str]) -> None:
    """The policy of the page in the frame holds for what comes later; only the page around it is heard."""
    expect_document(page, "answer=9+April", "#hit-1")
    body = f'<p id="new">new</p><script>{JS}</script><img src="/favicon.svg" onerror="{JS}" onload="{JS}"><style>p{{}}</style>'
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    put = """body => document.querySelector("iframe.shown").contentWindow.postMessage(
      { assize: 1, type: "put", address: "x#new", page: { body, rules: "", language: "en", direction: "ltr" } }, "*")"""
    page.evaluate(put, body)
    frame = page.frame_locator("iframe.shown")
    expect(frame.locator("#new")).to_be_visible()
    expect_so(listening_document(page), "() => document.querySelector('img').complete")
    take_turn(listening_document(page))  # in which its handler would have run
    assert WORD not in said
    assert any("inline event handler violates" in text for text in said)
    own = """() => postMessage({ assize: 1, type: "put", address: "", page: { body: "own", rules: "" } }, "*")"""
    listening_document(page).evaluate(own)
    take_turn(listening_document(page))
    assert frame.locator("body").inner_text().strip() == "new"
    complaints.clear()


def test_a_hole_in_the_sanitiser_would_run_nothing(
    page: Page, tmp_path: Path, complaints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The policy holds by itself: no script in a document runs but ours, and that is of no origin."""
    hole = (
        f"<script>{JS}</script><img src=x onerror=\"{JS}\"><script src='/static/js/page.js'></script>"
        f"<iframe src='javascript:{JS}'></iframe><form name=addEventListener></form><img name=parent>"
    )
    monkeypatch.setattr(
        views, "frame_html", lambda *parts: htmlmarks.frame_html(*parts).replace("</body>", f"{hole}</body>")
    )
    import_collection(make_folder(tmp_path, {"a.html": b"<p>one</p>"}), slug="web", format="html")
    address = document_url("web", "a", reader=factory.make_reader("web").as_reader, keys=True)
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.goto(address)
    page.evaluate("addEventListener('message', ({ data }) => (window.heard = data))")
    page.keyboard.press("g")
    expect_so(page, "() => window.heard?.key === 'g'")
    assert WORD not in said
    assert len([text for text in said if "Content Security Policy" in text]) >= 4
    assert page.evaluate("origin") == "null"
    complaints.clear()


def click_into_what_is_not_there(page: Page) -> None:
    """The frame gets the focus, and gives it back."""
    page.evaluate("() => addEventListener('blur', () => { document.documentElement.dataset.left = '1'; })")
    page.locator("iframe.shown").click(position={"x": 60, "y": 60})
    expect(page.locator("html[data-left]")).to_be_attached()
    take_turn(page)
    expect_so(page, "() => document.activeElement === document.body")


def test_keys_work_where_the_document_did_not_come(scene: Scene, page: Page) -> None:
    page.route("**/documents/**", lambda route: route.abort())
    page.reload()
    click_into_what_is_not_there(page)
    page.keyboard.press("1")
    expect(current(page)).to_have_text("on the night of 9 April 1926")


def test_keys_work_while_the_document_is_on_its_way(scene: Scene, page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/documents/**", hold)
    page.goto(scene.url, wait_until="commit")
    expect(page.locator("[data-saving]")).to_have_text("all saved ✓")
    click_into_what_is_not_there(page)
    page.keyboard.press("1")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    for route in held:
        route.abort()
