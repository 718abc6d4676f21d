"""How tests wait in the browser: each wait is for a state of the page itself. tests/assize/test_waits.py refuses others.

Beside these there are Playwright's own waits for what is seen (`expect`, `wait_for_url`) and for what is heard
(`expect_response` and its like).
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import Error, Frame, Locator, Page, TimeoutError, expect

# How quick a page is, the benchmarks tell. A test waits until it is right, on a busy machine too.
PATIENCE = 60_000  # milliseconds
LOOK_AGAIN = 20  # milliseconds
GONE = re.compile(
    "navigat|context was destroyed|detached"
)  # what Playwright says while a page or frame is exchanged
SHOWN = "iframe:is([data-relays], [data-frame]):not([aria-hidden])"
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"
ADDRESS = "() => document.documentElement?.dataset.address ?? ''"
# What a page does of itself after a second, as something has not come by then.
PATIENT = """{
  const set = window.setTimeout;
  window.setTimeout = (work, delay, ...more) => (delay >= 1000 ? 0 : set(work, delay, ...more));
}"""
IS_REACHED = """async () => {
  try {
    await fetch("/favicon.svg", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}"""
NOTHING_QUEUED = "() => !Object.keys(localStorage).some((key) => key.startsWith('assize.queue.'))"

expect.set_options(timeout=PATIENCE)


def expect_so(page: Page | Frame, function: str, arg: Any = None) -> None:
    """Wait until a function of the page is true."""
    assert "=>" in function, (
        "an expression is evaluated afresh at every look, which the policy of pages forbids"
    )
    page.wait_for_function(function, arg=arg, polling=LOOK_AGAIN, timeout=PATIENCE)


def until(
    page: Page, is_so: Callable[[], object], wrong: Callable[[], object], patience: int = PATIENCE
) -> None:
    """Wait for what Playwright alone can tell of a page: requests under way, frames of other origins."""
    end = time.monotonic() + patience / 1000
    while not _is_now(is_so):
        assert time.monotonic() < end, wrong()
        page.wait_for_timeout(LOOK_AGAIN)


def _is_now(is_so: Callable[[], object]) -> bool:
    try:
        return bool(is_so())
    except Error as error:
        if GONE.search(error.message):
            return False
        raise


# any page


def expect_ready(page: Page) -> None:
    """Wait until the page's scripts have run, so that it hears keys: needed where something else than `goto` opened it."""
    expect(page.locator("html[data-ready]")).to_be_attached()


@contextmanager
def loaded_anew(page: Page) -> Iterator[None]:
    """What is done inside loads a page in the place of this one: wait until it is there, and hears keys."""
    page.evaluate("() => (document.documentElement.dataset.old = '1')")
    yield
    expect(page.locator("html[data-ready]:not([data-old])")).to_be_attached()


def expect_loaded(page: Page) -> None:
    """Wait until a page is there in the place of one that is left."""
    page.wait_for_load_state()


def expect_answered(page: Page) -> None:
    """Wait until what the page and its frames have asked for is here, or is known not to come."""
    until(page, lambda: not under_way(page), lambda: f"still asked for: {under_way(page)}")


def expect_done(page: Page) -> None:
    """Wait until a page with scripts has done what it had to do, and asks for nothing more."""

    def is_at_rest() -> bool:
        take_turn(page)
        return not under_way(page)

    # Twice: what the last answer brought is read and shown in a turn of its own, and may ask for more.
    until(page, lambda: is_at_rest() and is_at_rest(), lambda: f"still asked for: {under_way(page)}")


def under_way(page: Page) -> list[str]:
    """The addresses that the page and its frames have asked for, and not been answered yet."""
    return [one.url for one in page.requests() if not one.failure and one.timing["responseEnd"] < 0]


def take_turn(page: Page | Frame) -> None:
    """Let a page with scripts do what it does next, before it is seen that it did nothing."""
    page.evaluate(PAINTED)


def click_while_offered(button: Locator) -> bool:
    """Click a button that another window's news may disable meanwhile; whether it was clicked."""
    return _click_while(button.is_enabled, button.click)


def click_while_shown(frame: Locator, x: float, y: float) -> bool:
    """Click into a frame whose place another one may take meanwhile; whether it was clicked."""
    return _click_while(frame.is_visible, partial(frame.click, position={"x": x, "y": y}))


def _click_while(can_be_clicked: Callable[[], bool], click: Callable[..., None]) -> bool:
    end = time.monotonic() + PATIENCE / 1000
    while can_be_clicked():
        try:
            click(timeout=PATIENCE / 4)
        except TimeoutError:  # it changed just then, or the machine is busy: look again
            if time.monotonic() > end:
                raise
            continue
        return True
    return False


# time and the network


def make_patient(page: Page) -> None:
    """Let the pages to come do nothing of themselves after a while: then nothing hangs on how fast the machine is."""
    page.add_init_script(PATIENT)


def lose_network(page: Page) -> None:
    """Take the network away, and wait until the page is without it: not all of the browser knows at once."""
    page.context.set_offline(True)
    expect_so(page, f"async () => !(await ({IS_REACHED})())")


def find_network(page: Page) -> None:
    """Give the network back, and wait until the page reaches the site, or another page is in its place."""
    page.context.set_offline(False)
    expect_so(page, IS_REACHED)


# what is saved


def expect_saved(page: Page) -> None:
    """Wait until the page says that nothing waits to be saved."""
    expect(page.locator("[data-saving]")).to_have_text("all saved ✓")


def expect_nothing_queued(page: Page) -> None:
    """Wait until the browser keeps nothing that is to be saved, whichever page sends it."""
    expect_so(page, NOTHING_QUEUED)


# documents in frames


def document_address(page: Page) -> str:
    """The address of the document in view, whether it was loaded from there or handed to the frame."""
    frame = _frame_of(page.locator("iframe.shown"))
    handed = frame.evaluate(ADDRESS) if frame.url != ":" else ""
    return str(handed or frame.url)


def expect_document(page: Page, *parts: str) -> None:
    """Wait until the address of the document in view holds these parts."""
    until(
        page,
        lambda: all(part in document_address(page) for part in parts),
        lambda: f"{document_address(page)} does not hold all of {parts}",
    )


def listening_document(page: Page) -> Frame:
    """The document in view, once its script hears keys."""
    expect(page.locator(f"{SHOWN}[data-hears='1']")).to_be_visible()
    return _frame_of(page.locator(SHOWN))


def _frame_of(frame: Locator) -> Frame:
    found = frame.element_handle().content_frame()
    assert found is not None
    return found


def expect_scrolled(frame: Frame, *, beyond: float = -1, short_of: float = 1e9) -> None:
    """Wait until a document is scrolled further down than the one place, and less far than the other."""
    expect_so(frame, "([least, most]) => least < scrollY && scrollY < most", [beyond, short_of])


# the page for annotating


def expect_step(page: Page, name: str) -> None:
    """Wait until a step is open: question, long, short or done."""
    expect(page.locator(f"#annotate[data-open-step={name}]")).to_be_attached()


def expect_page_of_question(page: Page) -> None:
    """Wait until the page of the question is in its frame, and tells of its boxes."""
    expect(page.locator("[data-waiting]:not([hidden])")).to_have_count(0)
