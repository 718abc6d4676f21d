"""A judging page as small as it can be, what it sends, and what a server answers it."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Page, Request, Route, expect

from tests.behaviours.conftest import SITE

GRADES = {"correct": "Correct", "incorrect": "Incorrect", "cannot_judge": "Cannot judge"}
FILTERS = ("all", "todo", "later", "notes", "correct")
PAGE = """<body data-site="/"><div data-judge>
<script type="application/json" id="grade-names">{grades}</script>
<script type="application/json" id="grade-tones">{{"correct": "own"}}</script>
<span data-judged></span><progress data-meter max="{count}"></progress><span data-saving></span>
<details class="decisions"><summary data-rules></summary><span data-canonical></span>
<form data-notes action="/notes/"><input name="seen" value="0" type="hidden"><textarea name="rules_of_thumb"></textarea>
<input name="canonical_answer"><input name="comment"><button>save</button></form></details>
<div id="judge" data-account="7" data-assignment="5" data-question-id="3" data-question="comet, question 1"
 data-document-url="/document/" data-following="open">
<form data-filter class="filter">{chips}<input type="hidden" name="show" value="all"><input name="q" class="search"></form>
<div data-rows>{groups}<p data-none hidden>none fits</p></div>
<section data-paper><span data-docid></span><span data-about></span>
<form data-find><input type="hidden" name="item"><input type="search" name="find"><select name="how"><option>all</select>
</form><span data-missed hidden></span><span data-hits><b data-place></b><b data-places></b><i data-respelled hidden></i>
<a data-step="-1" href="#"></a><a data-step="1" href="#"></a></span>
<a data-compare></a><a data-view-text></a><a data-view-source></a>
<details data-whole><summary data-length></summary><p data-answer></p></details>
<div data-frames style="height: 40px"><iframe class="shown" data-relays data-item="{first}" data-src="" data-places="0"
 data-docid="A-{first}" hidden></iframe></div>
<script type="application/json" id="ahead">{ahead}</script><p data-amiss hidden></p></section></div>
<div data-problems></div>
<form id="say" data-say action="/save/"><div class="grades">
<button name="grade" value="correct" data-key="1" data-correct>Correct</button>
<button name="grade" value="incorrect" data-key="2">Incorrect</button></div>
{cannot}<button name="later" data-key="l">Later</button>
<details class="note"><summary data-note-short></summary><textarea id="note" name="note"></textarea></details></form>
{more}<details class="alike" data-alike hidden><summary data-alike-count></summary><i data-alike-differs></i>
<button type="button" data-alike-all data-key="A" disabled><span></span></button><p data-alike-none hidden></p>
<ul data-alike-list></ul><template data-alike-line><li><input type="checkbox"><a><b class="s"></b><i class="mono"></i></a>
<i class="g"></i></li></template></details>
<details class="history" data-url="/history/"><summary>history</summary><div data-history></div></details>
<form data-finish action="/finish/" data-ending="/ending/" hidden><i data-finish-later><b data-later></b></i>
<label data-no-answer><input type="checkbox" name="none"></label>
<button data-end="Finish" data-none="Finish: none found"><span data-end-label>Finish</span></button>
<i data-finish-waits hidden>waits</i><i data-finish-undecided hidden>undecided</i></form>
<form data-undo action="/undo/"><input type="hidden" name="of"><button data-key="u" data-why="There is nothing to undo."
 disabled><span data-undo-label>Undo</span></button><ol hidden data-undo-list></ol></form>
<a data-walk="-1" data-key="k">previous</a><a data-walk="1" data-key="j">next</a>
<details class="keys" data-moved="{{}}"><summary>keys</summary></details>
<p data-said hidden></p><p data-announce></p></div>"""
CANNOT = """<details class="cannot"><summary>cannot</summary><textarea name="reason"></textarea>
<button name="grade" value="cannot_judge" data-why="Say why.">Cannot judge</button></details>"""
ROW = """<li><a class="item" href="?item={item}" data-item="{item}" data-changes="0" {said}><b class="s" dir="auto">{text}</b>
<i class="g">—</i></a></li>"""
GROUP = '<section class="group"><p class="doc"><span>A-{item}</span></p><ul>{row}</ul></section>'


def bench_of(
    *answers: str | tuple[str, dict[str, str]], ahead: Iterable[Any] = (), more: str = "", cannot: str = ""
) -> str:
    """A judging page with these answers, numbered from 1, each in a document of its own; the first is in focus.

    An answer may come with data- values: `("9 April", {"grade": "correct"})`.
    """
    told = [answer if isinstance(answer, tuple) else (answer, {}) for answer in answers]
    groups = (
        GROUP.format(item=item, row=_row(item, text, data)) for item, (text, data) in enumerate(told, 1)
    )
    chips = (
        f'<a class="chip" data-show="{show}" href="?show={show}">{show} <b data-count></b></a>'
        for show in FILTERS
    )
    return PAGE.format(
        grades=json.dumps(GRADES), count=len(told), groups="".join(groups), chips="".join(chips), first=1,
        ahead=json.dumps(list(ahead)), more=more, cannot=cannot,
    )  # fmt: skip  # what is kept, read by the row


def _row(item: int, text: str, data: dict[str, str]) -> str:
    known = {"grade": "", "note": "", "later": "", **data}
    said = " ".join(f'data-{name}="{value}"' for name, value in known.items())
    return ROW.format(
        item=item, text=text, said=said + (' aria-current="true" id="answer-now"' if item == 1 else "")
    )


def sent_by(page: Page) -> list[tuple[str, dict[str, str]]]:
    """What the page posts from now on: for each request its path and its fields, but for the seconds."""
    sent: list[tuple[str, dict[str, str]]] = []

    def hear(request: Request) -> None:
        if request.method == "POST":
            fields = dict(parse_qsl(request.post_data or "", keep_blank_values=True))
            fields.pop("seconds", None)
            sent.append((request.url.removeprefix(SITE), fields))

    page.on("request", hear)
    return sent


def answer_with(page: Page, path: str, status: int, **data: Any) -> None:
    """What the server answers from now on."""

    def answer(route: Route) -> None:
        route.fulfill(status=status, json=data)

    page.route(f"{SITE}{path}", answer)


def be_offline(page: Page, path: str) -> None:
    """Nothing gets through to this path from now on."""
    page.route(f"{SITE}{path}", lambda route: route.abort())


def expect_in_focus(page: Page, text: str) -> None:
    """Wait until this answer is the one in focus."""
    expect(page.locator(".item[aria-current] .s")).to_have_text(text)
