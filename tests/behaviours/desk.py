"""What the pages with a ledger have around them, as small as it can be, and what such a page sends."""

import json
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Page

STORED = {"undo": "", "notices": [], "state": {}}  # what the server answers where nothing needs to be said

ROUND = """
<script type="application/json" id="grade-names">{"vital": "Vital", "okay": "Okay"}</script>
<script type="application/json" id="grade-tones">{}</script>
<span data-saving></span><div data-problems></div><p data-said hidden></p><p data-announce></p>
<form data-undo action="/undo/"><button data-key="u" data-why="nothing" disabled><span data-undo-label></span></button></form>
"""
WORKSPACE = 'id="workspace" data-account="7" data-assignment="5" data-question-id="3" data-question="comet, question 1"'


def answered(**more: Any) -> str:
    return json.dumps({**STORED, **more})


def sent_by(page: Page) -> list[tuple[str, list[tuple[str, str]]]]:
    """What the page sends from now on: for each request its path, and its fields but for the id and the seconds."""
    sent: list[tuple[str, list[tuple[str, str]]]] = []

    def hear(request: Any) -> None:
        if request.method != "POST":
            return
        fields = parse_qsl(request.post_data or "", keep_blank_values=True)
        own = [pair for pair in fields if pair[0] not in ("client_id", "seconds")]
        sent.append((request.url.removeprefix("http://alone.test"), own))

    page.on("request", hear)
    return sent


# A desk for nuggets: the list of answers, and the one in focus.
TEXTS = ("its lamp burned whale oil", "nothing of it", "a lamp of brass")
ROW = """<li><a class="item" data-item="{item}" data-marked="{marked}" data-read="{read}" href="?item={item}" {now}>
<span class="s">{text}</span><span class="g"></span></a></li>"""


def rows_of(marked: dict[int, str], read: tuple[int, ...]) -> str:
    return "".join(
        ROW.format(
            item=number,
            text=text,
            marked=marked.get(number, ""),
            read="1" if number in read else "",
            now='aria-current="true"' if number == 1 else "",
        )
        for number, text in enumerate(TEXTS, 1)
    )


def answers_of(marked: dict[int, str] | None = None, read: tuple[int, ...] = ()) -> str:
    """The list of answers, the first one in focus beside it; marked has uids by the number of an answer, read numbers."""
    return f"""<nav class="list">
<form data-filter><button type="button" class="chip on" data-show="all">all</button>
<button type="button" class="chip" data-show="unread">unread</button>
<button type="button" class="chip" data-show="bare">bare</button><input name="q"></form>
<div data-rows><section class="group"><h2 class="doc"><span>D1</span></h2><ul>{rows_of(marked or {}, read)}</ul></section>
<p data-none hidden>none fits</p></div></nav>
<section class="answer"><span data-docid></span><span data-about></span><p data-text><span>{TEXTS[0]}</span></p>
<details data-document><summary>document</summary><p data-amiss hidden></p><iframe hidden></iframe></details></section>"""
