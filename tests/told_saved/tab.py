"""One tab of the assessor's browser: what it shows, what was said in it, and what the browser keeps."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Error, Page

from tests.browser.waiting import expect_loaded, expect_so

HERE = Path(__file__).parent
WATCH = HERE / "watch.js"
LOOK = (HERE / "look.js").read_text(encoding="utf-8").split("\n", 1)[1].strip().rstrip(";")
SAVED = "all saved ✓"
PATIENCE = 30_000  # milliseconds
HEARD = "() => !document.activeElement?.matches('iframe[data-relays]')"
KEPT = """(prefix) => {
  if (location.protocol === "about:") return []; // an empty tab
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort();
  return keys.map((key) => [key.slice(prefix.length), localStorage.getItem(key)]);
}"""


class Look(NamedTuple):
    """What a page shows at one moment; the fields are those of look.js."""

    kind: str
    badge: str
    shown: list[Any]
    judged: str
    assignment: int
    problems: int
    current: int
    rests: bool
    can_undo: bool
    undoes: str | None
    can_finish: bool
    step: str
    client: str
    alert: str

    @property
    def says_saved(self) -> bool:
        """Whether the page tells that nothing waits."""
        return self.badge == SAVED


class Tab:
    """A tab that can be closed and opened again."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.page: Page = self._opened()
        self.was_elsewhere = (
            False  # whether what it shows may have been changed elsewhere since it was loaded
        )

    def _opened(self) -> Page:
        page = self._context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def look(self) -> Look:
        """What it shows now."""
        return Look(**self._evaluate(LOOK))

    @property
    def kept(self) -> "Kept":
        """What the browser keeps, as this tab sees it: whatever was said here is there at once."""
        return Kept(self._evaluate)

    def _evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of a script; while a page is exchanged, once more."""
        for _ in range(20):
            try:
                return self.page.evaluate(script, argument)
            except Error as error:
                if "context was destroyed" not in str(error) and "navigat" not in str(error):
                    raise
                expect_loaded(self.page)
        raise AssertionError(f"{self.page.url} is loaded again and again")

    def go(self, path: str) -> None:
        """Open an address in it."""
        self.page.goto(path)
        self.was_elsewhere = False

    def reload(self) -> None:
        """As F5 does."""
        self.page.reload()
        self.was_elsewhere = False

    def exchange(self) -> None:
        """Close it, and open an empty one."""
        with self.page.expect_event("close"):
            self.page.close(run_before_unload=True)
        self.page = self._opened()
        self.was_elsewhere = False

    def press(self, *keys: str) -> None:
        """Press keys, one after another; those pressed in a document are heard when the page has the focus again."""
        for key in keys:
            self.page.keyboard.press(key)
            expect_so(self.page, HEARD)

    def click(self, selector: str, nth: int = 0) -> None:
        """Click what is seen."""
        self.page.locator(selector).nth(nth).click()

    def come_forward(self) -> None:
        """Show it, as whoever acts in it does: a click in a tab behind another one may wait for ever."""
        self.page.bring_to_front()

    def come_back(self) -> None:
        """Look at it again after a while elsewhere: it sends what waits."""
        self._evaluate("window.dispatchEvent(new Event('focus'))")


class Kept:
    """What the browser keeps for the site, as one page sees it: what other pages keep is seen a moment later."""

    def __init__(self, evaluate: Callable[[str, Any], Any]) -> None:
        self._evaluate = evaluate

    def said(self) -> list[dict[str, Any]]:
        """All that was ever put into the queue, oldest first."""
        return [json.loads(entry) for _, entry in self._read("model.said.")]

    def queue(self) -> list[dict[str, Any]]:
        """What is in the queue."""
        return [json.loads(entry) for _, entry in self._read("assize.queue.")]

    def waiting(self) -> list[dict[str, Any]]:
        """What is still to be sent; the rest of the queue needs a decision, or was put aside."""
        return [entry for entry in self.queue() if not (entry.get("problem") or entry.get("aside"))]

    def refused(self) -> dict[str, str]:
        """Names of what was not taken, each with the code of why."""
        return dict(self._read("model.refused."))

    def _read(self, prefix: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = self._evaluate(KEPT, prefix)
        return found
