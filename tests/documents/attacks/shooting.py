"""Loads attack documents in Chromium, pokes at them, and lists all that they achieved."""

import json
from collections.abc import Callable, Iterable

from playwright.sync_api import ConsoleMessage, Dialog, Error, Page, Request, Route

from tests.browser.waiting import take_turn
from tests.documents.attacks.tables import WORD

BARE = "http://bare.test/"
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
    page: Page, origin: str, addresses: Iterable[tuple[str, str]], pictures: bool = False, sandbox: str = ""
) -> dict[str, list[str]]:
    """What attacks achieve as they are served, in the sandboxed frame of a page and opened alone; empty if nothing."""
    range_ = Range(page, origin, pictures)
    outer = f"{origin}/frame-of-the-attacks/"
    source = ""

    def answer(route: Route) -> None:
        body = f"<!doctype html><title>Outer</title><iframe sandbox='{sandbox}' src={json.dumps(source.replace('&', '&amp;'))} width=700 height=500></iframe>"
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page.route(outer, answer)
    found: dict[str, list[str]] = {}
    for name, address in addresses:
        source = address
        page.goto(outer, wait_until="load")
        _click_about(page)
        if page.url != outer or page.title() != "Outer":
            range_.achieved.append(f"took the page to {page.url}")
        if not page.frames[1].url.startswith(origin):
            range_.achieved.append(f"took the frame to {page.frames[1].url}")
        page.goto(origin + address if address.startswith("/") else address, wait_until="load")
        _click_about(page)
        if achieved := range_.taken():
            found[name] = achieved
    return found


def _click_about(page: Page) -> None:
    """A few clicks and keys where the content is."""
    for x, y in ((20, 25), (60, 60)):
        page.mouse.click(x, y)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
