"""A page for annotating and a page in its frame, with no server around them: what its unit tests begin with."""

import json
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import FrameLocator, Page

import tests.browser.waiting  # noqa: F401  # how long an expectation waits on a busy machine
from tests.behaviours.conftest import Alone

# The page of the question, as it comes: signs around its words tell their tokens.
WORDS = """
<ul id="list"><li id="first">⟦02One⟧ <b>⟦03two⟧</b></li><li id="second">⟦06three⟧</li></ul>
<p id="paragraph">⟦09four⟧ ⟦10fi<i>ve</i>⟧, <span>⟦11two⟧</span></p>"""
LIST, FIRST, SECOND, PARAGRAPH = range(4)
LAYOUT = {
    "signs": ["⟦", "⟧", "0123456789"],
    "tokens": 12,
    "candidates": [
        [0, 8, "ul", "list"],
        [1, 4, "li", "first"],
        [5, 7, "li", "second"],
        [8, 12, "p", "paragraph"],
    ],
}
PARTS = ("words", "boxes", "paint", "ranges", "pick", "finger", "find", "keys")
RECORD: dict[str, Any] = {
    "version": 0,
    "question": "",
    "reason": "",
    "candidate": None,
    "long": None,
    "kind": "",
    "short": None,
    "yes_no": "NONE",
}
PAGE = """<main><div
  data-annotate data-account="1" data-assignment="7" data-question="Comets, 1" data-question-id="3" data-document="4"
  data-save-url="/save/" data-frame-url="{frame}" id="annotate">
<section data-page hidden>
  <p data-waiting hidden><span></span><button type="button" data-again hidden>Try again</button></p>
  <iframe sandbox="allow-scripts" data-frame></iframe>
  <form data-find><input type="search" name="find"><span data-hits></span></form>
</section>
<div data-line="question"><h2 tabindex="-1">Question</h2><p data-said-of></p><a href="#" data-change="question">1</a>
  <div data-forms>
    <form data-act="good"><button name="question" value="good">Good</button></form>
    <form data-act="bad"><details data-reasons><summary>Bad</summary>
      <button name="reason" value="opinion"><span>asks for an opinion</span></button>
      <button name="reason" value="unclear"><span>is unclear</span></button></details></form>
  </div></div>
<div data-line="long" hidden><h2 tabindex="-1">Long answer</h2><p data-said-of></p><a href="#" data-change="long">2</a>
  <div data-forms hidden>
    <div data-outlined><p data-kind></p><p data-text></p></div>
    <form data-act="long"><button>Choose</button></form>
    <form data-act="no-long"><button name="candidate" value="-1">No long answer</button></form>
    <button type="button" data-move="next">Next</button>
  </div></div>
<div data-line="short" hidden><h2 tabindex="-1">Short answer</h2><p data-said-of></p><a href="#" data-change="short">3</a>
  <div data-forms hidden>
    <form data-act="short" data-short><input type="hidden" name="ranges"><p data-none-chosen>Mark words</p>
      <ul data-chips></ul><button data-save-words>These words</button></form>
    <form data-act="short"><button name="yes_no" value="YES">Yes</button>
      <button name="yes_no" value="NONE">No short answer</button></form>
  </div></div>
<form action="/finished/" data-finish hidden><button>Finish</button></form>
<p data-recall hidden><span data-because></span><button type="button" data-take><span data-other></span></button>
  <q data-other-text></q></p>
<form data-act="undo"><button data-key="u" disabled><span data-undo-label>Undo</span></button></form>
<button type="button" data-back data-scripted hidden>Back</button>
<details class="keys"><summary>Keys</summary></details>
<script id="annotation" type="application/json">{said}</script>
</div></main>
<div data-problems></div><p data-said hidden></p><p data-announce></p><span data-saving></span>
<script id="grade-names" type="application/json">{{}}</script>
<script id="grade-tones" type="application/json">{{}}</script>"""


def framed(html: str = WORDS, layout: dict[str, Any] = LAYOUT, *more: str) -> str:
    """A page of a question with its scripts, and more of them after these."""
    scripts = ["documents/in-view.js", *(f"js/annotating/frame-{part}.js" for part in PARTS), *more]
    told = f'<script id="assize-layout" type="application/json">{json.dumps(layout)}</script>'
    return f"<main>{html}</main>{told}" + "".join(
        f'<script src="/static/{script}"></script>' for script in scripts
    )


class Annotated:
    """A page for annotating that is shown, and what it sent."""

    def __init__(
        self, alone: Alone, record: dict[str, Any] = RECORD, answers: dict[str, str] | None = None
    ) -> None:
        frame = "<!doctype html><body>" + framed(WORDS, LAYOUT, "js/annotating/frame.js")
        saved = {
            f"/save/{step}/": '{"undo": "the last one"}' for step in ("question", "long", "short", "undo")
        }
        html = PAGE.format(frame="/frame/", said=json.dumps({"record": {**RECORD, **record}}))
        self.page = alone(html, "annotating/annotate.js", said={"/frame/": frame, **saved, **(answers or {})})

    @property
    def frame(self) -> FrameLocator:
        """The page of the question."""
        return self.page.frame_locator("iframe")

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)


def call(page: Page, module: str, body: str, given: Any = None) -> Any:
    """What JavaScript returns that has the exports of a module below `static/js` as `it`, and what is given."""
    return page.evaluate(
        f"async given => {{ const it = await import('/static/js/{module}'); {body} }}", given
    )


def fields_of(body: str | None) -> dict[str, str]:
    """What a form sent."""
    return dict(parse_qsl(body or "", keep_blank_values=True))
