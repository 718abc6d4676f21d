"""A page of the site with a page of Natural Questions in its frame, and what its tests say to the frame and hear of it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page

from documents.links import document_url
from tests.browser.waiting import expect_so
from tests.documents.corpus import import_pages
from tests.factory import make_reader

_OUTER = """<!doctype html><html lang="en"><title>Outer</title><body style="margin:0">
<iframe sandbox="allow-scripts" src="{source}" style="border:0;width:100vw;height:100vh"></iframe>
<script>
window.heard = [];
window.echoes = 0;
addEventListener("message", ({ source, data }) => {
  if (source !== frames[0]) return;
  if (data.assize === 1) heard.push({ ...data, at: performance.now() });
  if (data.echo) echoes = data.echo;
});
</script>"""
# Messages come in the order in which they were sent: with its answer, all that was sent before has come, there and here.
_ECHO = (
    """() => addEventListener("message", ({ data: { echo } }) => echo && parent.postMessage({ echo }, "*"))"""
)


class Framed:
    """The two pages, and the messages between them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.calls = 0
        self.reader = make_reader("wiki").as_reader

    def open(self, folder: Path, line: bytes, docid: str = "7") -> None:
        """Bring a page into the frame."""
        import_pages(folder, line)
        self.visit(docid)

    def visit(self, docid: str = "7") -> None:
        """Open a page that is in the collection."""
        address = document_url("wiki", docid, reader=self.reader) + "&view=boxes"
        body = _OUTER.replace("{source}", address.replace("&", "&amp;"))
        self.page.unroute("**/outer/")
        self.page.route(
            "**/outer/", lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8")
        )
        self.page.goto("/outer/")
        expect_so(self.page, "() => heard.some(({ type }) => type === 'ready')")
        self.frame.evaluate(_ECHO)

    @property
    def frame(self) -> Frame:
        """The frame."""
        return self.page.frames[1]

    def tell(self, type: str, **more: Any) -> None:
        """Say something to the frame, and wait until it has heard it."""
        self.page.evaluate(
            "message => frames[0].postMessage({ assize: 1, ...message }, '*')", {"type": type, **more}
        )
        self._call()

    def heard(self, type: str) -> list[dict[str, Any]]:
        """What the frame said of a kind."""
        self._call()
        found: list[dict[str, Any]] = self.page.evaluate(
            "type => heard.filter(one => one.type === type)", type
        )
        return found

    def _call(self) -> None:
        """Call into the frame, and wait for the echo."""
        self.calls += 1
        self.page.evaluate("echo => frames[0].postMessage({ echo }, '*')", self.calls)
        expect_so(self.page, "calls => echoes === calls", self.calls)

    def last(self, type: str) -> dict[str, Any]:
        """What the frame said last of a kind."""
        return self.heard(type)[-1]

    def step(self, step: str, candidate: int | None = None, ranges: Any = (), focus: bool = True) -> None:
        """Open a step."""
        self.tell("step", step=step, candidate=candidate, ranges=list(ranges), focus=focus)

    def painted(self, name: str) -> list[str]:
        """The texts under a highlight."""
        texts: list[str] = self.frame.evaluate(
            "name => [...(CSS.highlights.get(name) ?? [])].map(range => range.toString())", name
        )
        return texts

    def outlined(self, name: str = "assize-outlined") -> list[dict[str, float]]:
        """Where the outlines of a class are."""
        rects: list[dict[str, float]] = self.frame.evaluate(
            "name => [...document.querySelectorAll(`#assize-layer .${name}`)].map(one => one.getBoundingClientRect().toJSON())",
            name,
        )
        return rects

    def middle_of(self, text: str, place: int = 0) -> tuple[float, float]:
        """Where a text of the page is in the window."""
        x, y = self.frame.evaluate(
            """([text, place]) => {
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const at = walker.currentNode.data.indexOf(text);
                if (at < 0 || place-- > 0) continue;
                const range = document.createRange();
                range.setStart(walker.currentNode, at);
                range.setEnd(walker.currentNode, at + text.length);
                range.startContainer.parentElement.scrollIntoView({ block: "nearest" });
                const { x, y, width, height } = range.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
              }
            }""",
            [text, place],
        )
        return x, y

    def click(self, text: str, place: int = 0) -> None:
        """Click into the middle of a text."""
        self.page.mouse.click(*self.middle_of(text, place))
