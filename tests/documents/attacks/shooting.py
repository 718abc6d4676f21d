"""Loads attack documents in Chromium, pokes at them, and lists all that they achieved."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from playwright.sync_api import ConsoleMessage, Dialog, Error, Page, Request, Route

from tests.browser.waiting import take_turn
from tests.documents.attacks.tables import WORD

BARE = "http://bare.test/"
EACH = slice(None)
WIDTH, HEIGHT = 300, 340
PLACES = [(x, y) for y, x in product((0, 360), (0, 320, 640, 960))]  # of frames, all in view
AT_ONCE = len(PLACES)
# Every element gets every event, then a click: what a reader might do, all at once.
_POKE = """() => {
  const events = ["click","mouseover","mouseenter","mousedown","focus","blur","keydown","error","load","pointerdown","copy","drag",
    "animationstart","transitionend","toggle","scroll","wheel","beforeinput","contextmenu","dblclick","auxclick","focusin",
    "beforetoggle","pageshow","resize","submit","start","finish"];
  for (const element of document.querySelectorAll("*")) {
    for (const name of events) element.dispatchEvent(new Event(name, {bubbles: false}));
    if (element.click) element.click();
  }
  for (const form of document.forms) { try { HTMLFormElement.prototype.submit.call(form); } catch {} }
}"""


class Range:
    """A page under observation: scripts that ran, requests that left for another origin, dialogs, navigation.

    With `pictures` a picture may be asked for from elsewhere, without a word about who asks.
    """

    def __init__(self, page: Page, home: str = BARE, pictures: bool = False) -> None:
        self.page, self.home, self.pictures = page, home, pictures
        self.achieved: list[str] = []
        page.on("console", self._hear)
        page.on("dialog", self._close)
        page.on("request", self._see)
        page.on("popup", lambda popup: self.achieved.append(f"opened {popup.url}"))
        page.context.route(lambda url: not url.startswith(home), lambda route: route.abort())

    def _hear(self, message: ConsoleMessage) -> None:
        if message.text == WORD:
            self.achieved.append("ran a script")

    def _close(self, dialog: Dialog) -> None:
        self.achieved.append("opened a dialogue")
        dialog.dismiss()

    def _see(self, request: Request) -> None:
        if self.pictures and request.resource_type == "image" and "referer" not in request.headers:
            return
        if request.url.startswith(("http", "ws")) and not request.url.startswith(self.home):
            self.achieved.append(f"asked for {request.url}")

    def taken(self) -> list[str]:
        """What was achieved since the last time."""
        achieved, self.achieved = self.achieved, []
        return achieved


def shoot_bare(
    page: Page, attacks: Iterable[tuple[str, bytes]], sanitiser: Callable[[bytes], str]
) -> dict[str, list[str]]:
    """What attacks achieve that are sanitised and then shown without frame, sandbox and content policy; empty if nothing."""
    range_ = Range(page)
    document = ""

    def answer(route: Route) -> None:
        is_document = route.request.url == BARE and route.request.is_navigation_request()
        route.fulfill(
            body=document if is_document else "",
            content_type="text/html; charset=utf-8",
            status=200 if is_document else 404,
        )

    page.route(BARE + "**", answer)
    found: dict[str, list[str]] = {}
    for name, attack in attacks:
        document = sanitiser(attack)
        try:
            page.goto(BARE, wait_until="load")
            page.evaluate(_POKE)
            take_turn(page)
        except Error as error:  # the page went away while it was looked at
            range_.achieved.append(f"went away: {error.message.splitlines()[0]}")
        if page.url != BARE:
            range_.achieved.append(f"went to {page.url}")
        if achieved := range_.taken():
            found[name] = achieved
    return found


def shoot_served(
    page: Page,
    origin: str,
    addresses: Sequence[tuple[str, str]],
    pictures: bool = False,
    sandbox: str = "",
    alone: slice = EACH,
) -> dict[str, list[str]]:
    """What attacks achieve as they are served, in the sandboxed frame of a page and opened alone; empty if nothing.

    `alone` says which of them are opened alone too.
    """
    range_ = Range(page, origin, pictures)
    framed = _Framed(range_, sandbox)
    found: dict[str, list[str]] = {}
    for first in range(0, len(addresses), AT_ONCE):
        found |= framed.shoot(addresses[first : first + AT_ONCE])
    for name, address in addresses[alone]:
        page.goto(origin + address if address.startswith("/") else address, wait_until="load")
        _click_about(page)
        if achieved := range_.taken():
            found[name] = found.get(name, []) + achieved
    return found


class _Framed:
    """A page of sandboxed frames, which share one process of the browser: a page for each attack costs twice as much."""

    def __init__(self, range_: Range, sandbox: str) -> None:
        self.range, self.page, self.sandbox = range_, range_.page, sandbox
        self.address = f"{range_.home}/frame-of-the-attacks/"
        self.body = ""
        self.page.route(self.address, self._answer)

    def shoot(self, several: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
        """What they achieve together; once something was achieved, what each of them does by itself."""
        achieved = self._achieved([address for _, address in several])
        if not achieved or len(several) == 1:
            return {name: achieved for name, _ in several if achieved}
        each = {name: self._achieved([address]) for name, address in several}
        together = ", ".join(each)
        return {name: done for name, done in each.items() if done} or {together: achieved}

    def _answer(self, route: Route) -> None:
        route.fulfill(body=self.body, content_type="text/html; charset=utf-8")

    def _achieved(self, sources: Sequence[str]) -> list[str]:
        self.body = "<!doctype html><title>Outer</title>" + "".join(
            f"<iframe sandbox='{self.sandbox}' src={json.dumps(source.replace('&', '&amp;'))}"
            f" style='position: absolute; left: {x}px; top: {y}px; width: {WIDTH}px; height: {HEIGHT}px'></iframe>"
            for source, (x, y) in zip(sources, PLACES, strict=False)
        )
        self.page.goto(self.address, wait_until="load")
        for _, (x, y) in zip(sources, PLACES, strict=False):
            _click_about(self.page, x, y)
        take_turn(self.page)
        self._listen()
        if self.page.url != self.address or self.page.title() != "Outer":
            self.range.achieved.append(f"took the page to {self.page.url}")
        for frame in self.page.main_frame.child_frames:
            if not frame.url.startswith(self.range.home):
                self.range.achieved.append(f"took a frame to {frame.url}")
        return self.range.taken()

    def _listen(self) -> None:
        """Hear all that the frames have said: an answer of theirs comes after it."""
        for frame in self.page.main_frame.child_frames:
            try:
                frame.evaluate("0")
            except Error as error:
                self.range.achieved.append(f"a frame went away: {error.message.splitlines()[0]}")


def _click_about(page: Page, left: int = 0, top: int = 0) -> None:
    """A few clicks and keys where the content is."""
    for x, y in ((20, 25), (60, 60)):
        page.mouse.click(left + x, top + y)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
