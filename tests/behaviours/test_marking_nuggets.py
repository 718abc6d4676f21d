"""Nuggets marked in one answer after another, written, changed and drawn anew; and the answers in their list."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone
from tests.behaviours.desk import ROUND, TEXTS, WORKSPACE, answered, answers_of, sent_by
from tests.browser.waiting import expect_saved

NUGGET = """<li class="nugget" value="{place}" data-uid="{uid}"><label><input type="checkbox" name="nugget" value="{uid}"
form="mark" data-key="{place}"><kbd>{place}</kbd><span class="words">{text}</span></label><span data-marks></span>
<details class="more"><summary>more</summary>
<form action="/nuggets/reword/" data-change><textarea name="text">{text}</textarea><button>Reword</button></form>
<form action="/nuggets/move/" data-change><input name="place"><button>Move</button></form>
<form action="/nuggets/merge/" data-change><input name="number"><button>Merge</button></form>
<form action="/nuggets/remove/" data-change><button>Remove</button></form></details></li>"""
NUGGETS = (("n1", "its lamp"), ("n2", "whale oil"), ("n3", "of brass"))
WRITE = """<form action="/nuggets/write/" data-write data-words="3"><input name="text" maxlength="40">
<input type="hidden" name="docid"><span data-from hidden><span class="mono"></span><button type="button">x</button></span>
<span data-many-words></span><button name="vote" value="vital">Vital</button><button name="vote" value="okay">Okay</button>
</form>"""
NEW = """<template data-new-nugget data-keys="123456"><li class="nugget"><label><input type="checkbox" name="nugget"
form="mark"><kbd hidden></kbd><span class="words"></span></label><span data-marks></span><span data-vote-name></span></li>
</template>"""


def list_of(nuggets: Any = NUGGETS) -> str:
    lines = (NUGGET.format(place=place, uid=uid, text=text) for place, (uid, text) in enumerate(nuggets, 1))
    return f'<ol class="nuggets">{"".join(lines)}</ol>'


def desk_of(
    marked: dict[int, str] | None = None, read: tuple[int, ...] = (), run: str = "", write: str = WRITE
) -> str:
    return f"""<div data-marking>{ROUND}<span data-judged></span><progress data-meter max="3"></progress>
<details class="decisions"></details>
<div {WORKSPACE} data-member="4" data-list-url="/list/" data-document-url="/document/" {run}>{answers_of(marked, read)}
<div data-nuggets>{list_of()}</div></div><form id="mark" action="/nuggets/mark/" data-mark></form>{write}
<form data-finish hidden><label data-no-answer><input type="checkbox"></label></form>
<button type="button" data-walk="-1" data-key="k">k</button><button type="button" data-walk="1" data-key="j">j</button>
{NEW}</div>"""


def server(**more: str) -> dict[str, str]:
    """What the server says: to each change that it is stored, and of the list what it is now."""
    kinds = ("mark", "write", "reword", "move", "merge", "remove")
    return {"/list/": list_of(), **{f"/nuggets/{kind}/": answered() for kind in kinds}, **more}


def words(page: Page) -> Any:
    return page.locator("[data-nuggets] .words")


def now(page: Page) -> Any:
    return page.locator(".item[aria-current]")


def test_enter_keeps_the_marks_and_goes_to_the_next_answer_not_read(alone: Alone) -> None:
    page = alone(desk_of(read=(2,)), "nuggets/nuggets.js", said=server())
    sent = sent_by(page)
    page.keyboard.press("2")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(now(page).locator(".s")).to_have_text(TEXTS[2])
    expect(page.locator("[data-text]")).to_have_text(TEXTS[2])
    expect(page.locator(".item").first.locator(".g")).to_have_text("2 ✓")
    expect(page.locator("[data-nuggets] :checked")).to_have_count(0)
    expect(page.locator("[data-marks]")).to_have_text(["1", "1", ""])
    expect(page.locator("[data-judged]")).to_have_text("2")
    expect_saved(page)
    assert sent == [
        ("/nuggets/mark/", [("item", "1"), ("seen", ""), ("nugget", "n2")]),
        ("/nuggets/mark/", [("item", "1"), ("seen", "n2"), ("nugget", "n1 n2")]),
    ]


def test_an_answer_without_marks_is_read_once_and_the_last_one_ends_the_list(alone: Alone) -> None:
    page = alone(desk_of(read=(2, 3)), "nuggets/nuggets.js", said=server())
    sent = sent_by(page)
    page.keyboard.press("Enter")
    expect(page.locator("[data-announce]")).to_have_text("All read. Enter finishes.")
    expect(now(page).locator(".g")).to_have_text("none")
    expect(page.locator("[data-finish]")).not_to_have_attribute("hidden", "")
    page.keyboard.press("Enter")
    expect_saved(page)
    assert sent == [("/nuggets/mark/", [("item", "1"), ("seen", ""), ("nugget", "")])]


def test_marks_on_nuggets_off_the_list_stay_with_the_answer(alone: Alone) -> None:
    page = alone(desk_of(marked={1: "gone n1"}, read=(1,)), "nuggets/nuggets.js", said=server())
    page.locator(".item").first.click()
    sent = sent_by(page)
    page.keyboard.press("3")
    expect_saved(page)
    assert sent == [("/nuggets/mark/", [("item", "1"), ("seen", "n1"), ("nugget", "n1 n3")])]
    assert now(page).get_attribute("data-marked") == "n1 n3 gone"


def test_answers_are_walked_along_and_their_end_is_told(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(now(page).locator(".s")).to_have_text(TEXTS[2])
    page.keyboard.press("j")
    expect(page.locator(".key-hint")).to_have_text("There is no further answer on that side.")
    page.keyboard.press("k")
    expect(now(page).locator(".s")).to_have_text(TEXTS[1])


@pytest.mark.parametrize(
    ("show", "typed", "shown"),
    [("unread", "", [0, 2]), ("bare", "", [0, 1]), ("all", "LAMP", [0, 2]), ("all", "zebra", [0])],
)
def test_the_list_shows_what_is_asked_for_and_the_answer_in_focus(
    alone: Alone, show: str, typed: str, shown: list[int]
) -> None:
    page = alone(desk_of(marked={3: "n3"}, read=(2,)), "nuggets/nuggets.js", said=server())
    page.locator(f"[data-show={show}]").click()
    page.keyboard.press("/")
    page.keyboard.type(typed)
    expect(page.locator(".item:visible .s")).to_have_text([TEXTS[number] for number in shown])
    page.keyboard.press("Escape")
    page.keyboard.press("j")  # goes along what is shown
    expect(now(page).locator(".s")).to_have_text(TEXTS[shown[1] if shown[1:] else 0])


def test_a_nugget_is_written_from_the_selected_words_and_marked(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    page.route(
        "http://alone.test/list/*", lambda route: route.abort()
    )  # what stands is what the page put there
    sent = sent_by(page)
    page.locator("[data-text]").select_text()
    page.keyboard.press("n")
    expect(page.locator("[data-write] [name=text]")).to_have_value(TEXTS[0])
    page.keyboard.press("Shift+Enter")
    line = page.locator(".nugget").last
    expect(line.locator(".words")).to_have_text(TEXTS[0])
    expect(line.locator("kbd")).to_have_text("4")
    expect(line.locator("[data-vote-name]")).to_have_text("Okay")
    expect(line.locator("input")).to_be_checked()
    expect(page.locator("[data-no-answer]")).to_be_hidden()
    expect_saved(page)
    ((path, fields),) = sent
    assert path == "/nuggets/write/"
    assert dict(fields) | {"uid": ""} == {
        "uid": "",
        "text": TEXTS[0],
        "vote": "okay",
        "docid": "",
        "item": "1",
    }


def test_what_is_too_long_is_not_sent_and_long_is_only_told(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    sent = sent_by(page)
    field = page.locator("[data-write] [name=text]")
    field.fill("one two three four")
    expect(page.locator("[data-many-words]")).to_have_text("4 words; nuggets mostly have up to 3.")
    field.evaluate(
        "(field) => (field.value = 'x'.repeat(41))"
    )  # as a script or an old draft may put it there
    field.press("Enter")
    expect(page.locator("[data-said]")).to_have_text(
        "A nugget has at most 40 characters, and this one has 41. Shorten it."
    )
    assert sent == []
    expect(field).to_have_value("x" * 41)


def test_a_draft_outlives_the_page_and_goes_when_it_is_sent(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    field = page.locator("[data-write] [name=text]")
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('found', { detail: { text: 'of brass', docid: 'D7' } }))"
    )
    expect(page.locator("[data-from]")).to_contain_text("D7")
    page.reload()
    expect(field).to_have_value("of brass")
    expect(page.locator("[data-from]")).to_contain_text("D7")
    field.press("Enter")
    expect_saved(page)
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(field).to_have_value("")
    expect(page.locator("[data-from]")).to_be_hidden()


def test_who_may_not_write_is_told(alone: Alone) -> None:
    page = alone(desk_of(write=""), "nuggets/nuggets.js", said=server())
    page.keyboard.press("n")
    expect(page.locator(".key-hint")).to_have_text("Nuggets are not written here.")


def test_a_moved_line_takes_the_key_of_its_place(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    page.route("http://alone.test/list/*", lambda route: route.abort())
    sent = sent_by(page)
    page.locator("summary", has_text="more").last.click()
    page.locator(".nugget").last.locator("[name=place]").fill("1")
    page.locator(".nugget").last.get_by_role("button", name="Move", exact=True).click()
    expect(words(page)).to_have_text(["of brass", "its lamp", "whale oil"])
    expect(page.locator("[data-nuggets] kbd")).to_have_text(["1", "2", "3"])
    keys = "(boxes) => boxes.map((box) => box.dataset.key).join()"
    assert page.locator("[data-nuggets] [name=nugget]").evaluate_all(keys) == "1,2,3"
    expect_saved(page)
    assert sent == [("/nuggets/move/", [("place", "1")])]


def test_a_merge_names_the_nugget_that_had_the_number_when_it_was_typed(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    page.route("http://alone.test/list/*", lambda route: route.abort())
    sent = sent_by(page)
    for number, left in ((9, 3), (3, 2)):  # there is no ninth: nothing goes
        line = page.locator(".nugget").first
        line.locator("summary").click()
        line.locator("[name=number]").fill(str(number))
        line.get_by_role("button", name="Merge").click()
        expect(words(page)).to_have_count(left)
    expect_saved(page)
    assert [fields for _, fields in sent] == [[("number", "9")], [("number", "3"), ("into", "n3")]]


def test_the_list_is_drawn_anew_when_nobody_types_in_it(alone: Alone) -> None:
    page = alone(desk_of(), "nuggets/nuggets.js", said=server())
    page.keyboard.press("1")
    expect_saved(page)
    more = page.locator(".nugget details.more").first
    more.locator("summary").click()
    drawn = list_of((("n1", "no lamp"), ("n2", "whale oil")))
    page.route("http://alone.test/list/*", lambda route: route.fulfill(body=drawn, content_type="text/html"))
    page.evaluate(
        "window.dispatchEvent(new Event('focus'))"
    )  # back from another window: somebody is about to type
    more.locator("textarea").fill("mine")
    expect(words(page)).to_have_text([text for _, text in NUGGETS])
    more.locator("summary").click()
    expect(words(page)).to_have_text(["no lamp", "whale oil"])
    expect(page.locator("[data-nuggets] :checked")).to_have_count(1)
    expect(page.locator("[data-marks]")).to_have_text(["1", ""])


def test_an_undo_goes_to_the_answer_that_it_changed(alone: Alone) -> None:
    state = {"matches": {"4/3": ["n1"], "9/2": ["n1"]}, "readings": {"3": True}}
    html = desk_of().replace("disabled", "")
    page = alone(html, "nuggets/nuggets.js", said=server(**{"/undo/": answered(state=state)}))
    page.keyboard.press("u")
    expect(now(page).locator(".s")).to_have_text(TEXTS[2])
    expect(page.locator(".item .g")).to_have_text(["", "", "1 ✓"])  # of another member nothing is shown
    expect(page.locator("[data-nuggets] :checked")).to_have_count(1)


def test_nuggets_found_in_another_answer_of_the_run_are_grey(alone: Alone) -> None:
    page = alone(desk_of(marked={2: "n1", 3: "n3"}, run='data-run="1"'), "nuggets/nuggets.js", said=server())
    page.locator(".item").nth(2).click()
    expect(page.locator(".nugget.found .words")).to_have_text(["its lamp"])
    expect(page.locator("[data-marks]")).to_have_text(["", "", ""])  # other lists hold answers, too


def test_the_document_is_asked_for_once_and_only_when_open(alone: Alone) -> None:
    said = '{"src": "/shown/", "notice": "", "anchor": "a", "place": 2, "about": "3 kB"}'
    page = alone(desk_of(), "nuggets/nuggets.js", said=server(**{"/document/": said, "/shown/": "shown"}))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/document/" in request.url else None)
    page.keyboard.press("j")
    page.keyboard.press("d")
    expect(page.locator("iframe")).to_have_attribute("src", "/shown/#a-2")
    expect(page.locator("[data-about]")).to_have_text("3 kB")
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.unroute("http://alone.test/**")
    page.route("http://alone.test/document/*", lambda route: route.abort())
    page.keyboard.press("j")
    expect(page.locator("[data-amiss]")).to_have_text("The document cannot be loaded now.")
    expect(page.locator("iframe")).to_be_hidden()
    assert [url.partition("?")[2] for url in asked] == ["item=2", "item=3"]
