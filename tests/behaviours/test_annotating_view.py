"""The document in its frame beside the panel: loaded when it is wanted, told its step when it hears, searched in."""

from playwright.sync_api import Page, expect

from tests.behaviours.annotating import PAGE, call
from tests.behaviours.conftest import Alone
from tests.browser.waiting import expect_so

# A page that says it is ready when its outer page asks, and then writes down what it is told.
FRAME = """<!doctype html><body><p></p><script>
const { origin } = location;
addEventListener("message", ({ data }) => {
  if (data === "now") parent.postMessage({ assize: 1, type: "ready" }, "*");
  else if (data.assize) document.querySelector("p").append(`${data.type} ${data.step ?? data.text ?? ""} ${data.focus ?? data.again}; `);
});
</script>"""
MAKE = """window.view = it.makeView(document.querySelector("[data-page]"), "/frame/");
  window.heard = [];
  view.listen({ ready: () => heard.push("ready"), key: ({ key }) => heard.push(key) });"""


def _shown(alone: Alone) -> Page:
    page = alone(PAGE.format(frame="/frame/", said="{}"), said={"/frame/": FRAME})
    call(page, "annotating/view.js", MAKE)
    return page


def _ready(page: Page) -> None:
    """Let the frame say that it is ready, and wait until that is heard.

    It is asked until then: what is asked of a document that is just leaving its frame, or has no script yet, is lost.
    """
    expect_so(page, "() => { frames[0].postMessage('now', '*'); return heard.includes('ready'); }")


def _stop_the_clock(page: Page) -> None:
    """From here time goes by as it is told."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def test_a_document_is_loaded_when_it_is_wanted_and_once(alone: Alone) -> None:
    page = _shown(alone)
    _stop_the_clock(page)
    page.evaluate("view.show(false)")
    expect(page.locator("iframe")).not_to_have_attribute("data-asked", "1")
    page.evaluate("view.show(true)")
    expect(page.locator("[data-waiting] span")).to_have_text("Loading the page …")
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    _ready(page)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    page.evaluate("view.show(false); view.show(true)")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(page.locator("[data-page]")).to_be_visible()


def test_a_document_that_says_nothing_may_be_asked_for_again(alone: Alone) -> None:
    page = _shown(alone)
    _stop_the_clock(page)
    page.evaluate("view.show(true)")
    expect(page.frame_locator("iframe").locator("p")).to_be_attached()
    page.clock.run_for(16000)  # longer than SLOW in static/js/annotating/view.js
    again = page.get_by_role("button", name="Try again")
    expect(page.locator("[data-waiting]")).to_contain_text("The page is not here yet. What you said is kept.")
    again.click()
    expect(again).to_be_hidden()
    _ready(page)
    expect(page.locator("[data-waiting]")).to_be_hidden()


def test_a_frame_is_told_its_step_once_it_hears(alone: Alone) -> None:
    page = _shown(alone)
    page.evaluate("view.show(true); view.enter({ step: 'long' }); view.tell({ type: 'move' })")
    _ready(page)
    told = page.frame_locator("iframe").locator("p")
    page.evaluate("view.enter()")
    expect(told).to_have_text("step long true;")
    assert page.evaluate("view.hasFocus()")
    page.get_by_role("searchbox").focus()  # who types keeps the focus
    page.evaluate("view.enter({ step: 'short' })")
    expect(told).to_have_text("step long true; step short false;")
    page.evaluate("view.enter({ step: 'done' })")
    expect(told).to_have_text("step long true; step short false; step done false;")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_nobody_but_the_frame_is_heard(alone: Alone) -> None:
    page = _shown(alone)
    page.evaluate("view.show(true)")
    page.evaluate("postMessage({ assize: 1, type: 'key', key: 'g' }, '*')")
    _ready(page)
    assert set(page.evaluate("heard")) == {"ready"}


def test_the_same_words_sent_again_lead_to_the_next_place(alone: Alone) -> None:
    page = _shown(alone)
    page.evaluate("view.show(true)")
    _ready(page)
    make = 'window.find = it.makeFind(document.querySelector("[data-find]"), view)'
    call(page, "annotating/find.js", make)
    field, hits = page.get_by_role("searchbox"), page.locator("[data-hits]")
    for text in ("halden", "halden", " comet "):
        field.fill(text)
        field.press("Enter")
    told = page.frame_locator("iframe").locator("p")
    expect(told).to_have_text("find halden false; find halden true; find comet false;")
    page.evaluate("find.found({ hits: 3, hit: 2 })")
    expect(hits).to_have_text("2 of 3")
    page.evaluate("find.found({})")
    expect(hits).to_have_text("no hits")
    field.fill("")
    field.press("Enter")
    expect(hits).to_have_text("")
    field.press("Escape")
    expect_so(page, "() => view.hasFocus()")
