"""The page in the annotators' frame, in a real browser: boxes and words by mouse, finger and keys, to the letter."""

import random
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page
from selectolax.lexbor import LexborHTMLParser

from documents.snapshots import clean_of
from tests.browser.framed import Framed
from tests.browser.waiting import expect_so
from tests.documents.corpus import big_page, candidates_of, copy_of, import_pages, line_of, tokens_of

pytestmark = pytest.mark.django_db(transaction=True)

BODY = """<!DOCTYPE html><html><head><title>Bridge</title></head><body><H1>Bridge</H1>
<Table class="infobox" border=1><Tr><Th>Length</Th><Td>310 metres</Td></Tr>
<Tr><Th>Opened</Th><Td>1884, again in <b>1931</b></Td></Tr></Table>
<P>The <B>Lower Bridge</B> (<I>Pont d’Aval</I>) crosses the Reed at Vell. It was opened in 1884, caf&eacute; &amp; all,
and rebuilt in 1931 by H<sub>2</sub>O engineers, who wrote “3 &lt; 4” <!-- two > one --> on <a href="/x" title="a > b">it</a>.</P>
<Ul><Li>One item<Ul><Li>inner <i>item</i> with 漢字 😀 in it</Li><Li>second</Li></Ul></Li><Li>Another item</Li></Ul>
<Dl><Dt>Word</Dt><Dd>what it <b><i>means</b> to</i> say</Dd></Dl>
<P>The last paragraph.</P></body></html>"""
TWICE = 350  # milliseconds, after which a second click is no double one: TWICE in static/js/annotating/frame-pick.js
TABLE, ROW, SECOND_ROW, PARAGRAPH, LIST, ITEM, INNER_LIST, INNER, SECOND, OTHER = range(10)


@pytest.fixture
def framed(page: Page) -> Framed:
    return Framed(page)


@pytest.fixture
def bridge(framed: Framed, tmp_path: Path) -> Framed:
    framed.open(tmp_path, line_of(BODY))
    return framed


def bare(text: str) -> str:
    return "".join(text.split())


def visible(data: bytes) -> str:
    return bare(unescape(re.sub(rb"<!--.*?-->|</?[A-Za-z](?:[^>\"']|\"[^\"]*\")*>", b"", data).decode()))


def test_words_in_the_frame_are_those_of_their_bytes(bridge: Framed) -> None:
    ready = bridge.last("ready")
    tokens, html = tokens_of(BODY), BODY.encode()
    assert ready["candidates"] == len(candidates_of(tokens)) == len(ready["boxes"])
    words = [number for number, token in enumerate(tokens) if not token["html_token"]]
    assert [token for token, _ in ready["tokens"]] == words
    for token, text in ready["tokens"]:
        assert bare(text) == visible(html[tokens[token]["start_byte"] : tokens[token]["end_byte"]])
    draw = random.Random(1884)
    for _ in range(60):
        place = draw.randrange(len(candidates_of(tokens)))
        box = candidates_of(tokens)[place]
        inside = [word for word in words if box["start_token"] <= word < box["end_token"]]
        first, last = sorted(draw.choices(inside, k=2))
        bridge.step("short", place, [[first, last + 1]])
        (painted,) = bridge.painted("assize-chosen")
        assert bare(painted) == visible(html[tokens[first]["start_byte"] : tokens[last]["end_byte"]])


def test_no_letter_of_the_page_is_changed(bridge: Framed) -> None:
    clean = clean_of(copy_of())
    assert clean
    shown = bridge.frame.evaluate(
        "() => { for (const note of document.querySelectorAll('.assize-note')) note.remove(); return document.body.textContent; }"
    )
    body = LexborHTMLParser(clean.html).body
    assert body
    assert shown == body.text()


def test_a_box_is_outlined_under_the_pointer_and_chosen_by_a_click(bridge: Framed) -> None:
    bridge.step("long")
    bridge.page.mouse.move(*bridge.middle_of("inner"))
    assert bridge.last("outlined")["index"] == INNER
    (outline,) = bridge.outlined()
    there = bridge.frame.evaluate("() => document.querySelectorAll('li')[1].getBoundingClientRect().toJSON()")
    assert {side: round(outline[side]) for side in there} == {side: round(there[side]) for side in there}
    bridge.click("310")
    assert bridge.last("candidate")["index"] == ROW
    assert bridge.heard("words") == []
    bridge.step("done", ROW)
    assert (bridge.outlined(), len(bridge.outlined("assize-box"))) == ([], 1)
    bridge.click("inner")
    assert bridge.last("candidate")["index"] == ROW


def test_keys_walk_through_boxes(bridge: Framed) -> None:
    bridge.step("long")
    for key, index in (
        ("ArrowRight", TABLE),
        ("ArrowDown", ROW),
        ("ArrowRight", SECOND_ROW),
        ("ArrowUp", TABLE),
        ("ArrowDown", SECOND_ROW),  # from where one came
        ("ArrowRight", PARAGRAPH),
        ("ArrowRight", LIST),
        ("ArrowDown", ITEM),
        ("ArrowDown", INNER_LIST),
        ("ArrowDown", INNER),
        ("ArrowRight", SECOND),
        ("ArrowRight", OTHER),
        ("ArrowLeft", ITEM),
        ("ArrowLeft", PARAGRAPH),
        ("ArrowLeft", TABLE),
        ("ArrowLeft", TABLE),
    ):
        bridge.page.keyboard.press(key)
        assert bridge.last("outlined")["index"] == index, key
    bridge.tell("move", to="next")
    bridge.page.keyboard.press("Enter")
    assert bridge.last("candidate")["index"] == PARAGRAPH
    assert bridge.heard("key") == []


def test_keys_are_held_until_the_page_around_says_which_step_it_is(framed: Framed, tmp_path: Path) -> None:
    framed.page.clock.install()
    framed.open(tmp_path, line_of(BODY))
    framed.page.clock.pause_at(timezone.now() + timedelta(hours=1))  # from here time goes by as it is told
    for _ in range(2):  # the second time, while the first one's would run out
        framed.step("long")
        framed.page.keyboard.press("ArrowRight")
        outlined = framed.last("outlined")
        framed.page.keyboard.press("Enter")
        framed.page.keyboard.press("ArrowRight")
        framed.page.clock.run_for(6000)
        assert framed.last("outlined") == outlined
        framed.step("short", outlined["index"])
        assert framed.painted("assize-here") != []


def test_other_keys_are_told(bridge: Framed) -> None:
    bridge.step("long")
    bridge.page.keyboard.press("n")
    bridge.page.keyboard.press("Control+ArrowDown")
    told = [(one["key"], one["code"], one["ctrl"], one["shift"]) for one in bridge.heard("key")]
    assert told == [("n", "KeyN", False, False), ("ArrowDown", "ArrowDown", True, False)]
    bridge.step("done")
    bridge.page.keyboard.press("ArrowDown")
    assert bridge.last("key")["key"] == "ArrowDown"
    assert bridge.heard("outlined") == []


def test_words_by_mouse(bridge: Framed) -> None:
    page = bridge.page
    bridge.step("short", PARAGRAPH)
    bridge.click("1884", 1)
    assert bridge.painted("assize-chosen") == ["1884,"]
    page.mouse.move(*bridge.middle_of("Lower"))
    page.mouse.down()
    page.mouse.move(*bridge.middle_of("Aval"), steps=4)
    assert bridge.painted("assize-here") == ["Lower Bridge (Pont d’Aval)"]
    page.mouse.up()
    assert bridge.painted("assize-chosen") == ["Lower Bridge (Pont d’Aval)", "1884,"]
    page.keyboard.down("Shift")
    bridge.click("Reed")
    page.keyboard.up("Shift")
    assert bridge.painted("assize-chosen") == ["Lower Bridge (Pont d’Aval) crosses the Reed", "1884,"]
    bridge.click("Bridge", 1)
    assert bridge.painted("assize-chosen") == ["1884,"]
    page.mouse.dblclick(*bridge.middle_of("café"))
    assert bridge.painted("assize-chosen") == ["1884,", "café"]
    bridge.click("Another")  # outside of the box
    bridge.click("310")
    assert len(bridge.last("words")["ranges"]) == 2
    assert bridge.frame.evaluate("() => getSelection().toString()") == ""
    assert all(tokens_of(BODY)[start]["html_token"] is False for start, _ in bridge.last("words")["ranges"])


def test_words_by_keys(bridge: Framed) -> None:
    press = bridge.page.keyboard.press
    bridge.step("short", PARAGRAPH)
    for key, here in (
        ("ArrowRight", "The"),
        ("ArrowRight", "Lower"),
        ("Shift+ArrowRight", "Lower Bridge"),
        ("Shift+ArrowRight", "Lower Bridge (Pont"),
    ):
        press(key)
        assert bridge.painted("assize-here") == [here], key
    for action, here in (("shrink-left", "Lower Bridge"), ("shrink-right", "Bridge")):
        bridge.tell("word", action=action)
        assert bridge.painted("assize-here") == [here], action
    press("Shift+ArrowLeft")
    assert bridge.painted("assize-here") == ["Lower Bridge"]
    press("Alt+ArrowLeft")  # belongs to the browser
    assert bridge.painted("assize-here") == ["Lower Bridge"]
    press("Space")
    assert bridge.painted("assize-chosen") == ["Lower Bridge"]
    press("Enter")  # nothing new: the page around it may go on
    assert bridge.last("key")["key"] == "Enter"
    press("ArrowRight")
    press("Enter")
    assert bridge.painted("assize-chosen") == ["Lower Bridge", "(Pont"]
    press("Space")
    assert bridge.painted("assize-chosen") == ["Lower Bridge"]
    bridge.tell("word", action="right")
    bridge.tell("word", action="extend-right")
    bridge.tell("word", action="toggle")
    assert bridge.painted("assize-chosen") == ["Lower Bridge", "d’Aval) crosses"]
    bridge.tell("word", action="clear")
    assert bridge.last("words")["ranges"] == []


def test_words_by_finger(new_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    framed = Framed(new_context(has_touch=True).new_page())
    framed.page.clock.install()
    framed.open(tmp_path, line_of(BODY))
    framed.step("short", PARAGRAPH)
    framed.page.touchscreen.tap(*framed.middle_of("Reed"))
    assert framed.painted("assize-chosen") == ["Reed"]
    framed.page.clock.fast_forward(TWICE)
    framed.page.touchscreen.tap(*framed.middle_of("Reed"))
    assert framed.painted("assize-chosen") == []
    mark = "([from, to]) => { const p = document.querySelector('p').firstElementChild.firstChild; getSelection().setBaseAndExtent(p, from, p, to); }"
    framed.frame.evaluate(mark, [7, 9])
    expect_so(framed.page, "() => heard.at(-1).ranges?.length === 1")
    assert framed.painted("assize-chosen") == ["Bridge"]
    framed.frame.evaluate(mark, [2, 9])
    expect_so(framed.page, "() => heard.at(-1).ranges?.some(([from, to]) => to - from === 2)")
    assert (
        framed.page.evaluate("heard.at(-2).ranges.length") == 1
    )  # one message for one movement of the handles
    assert framed.painted("assize-chosen") == ["Lower Bridge"]
    framed.step("long")
    framed.page.touchscreen.tap(*framed.middle_of("310"))
    assert framed.last("candidate")["index"] == ROW


def test_arrows_follow_the_direction_of_the_page(framed: Framed, tmp_path: Path) -> None:
    framed.open(tmp_path, line_of('<html dir="rtl"><body><P>שלום עולם זה</P><P>מבחן שני</P></body></html>'))
    framed.step("long")
    for key, index in (("ArrowLeft", 0), ("ArrowLeft", 1), ("ArrowRight", 0)):
        framed.page.keyboard.press(key)
        assert framed.last("outlined")["index"] == index
    framed.step("short", 0)
    for key, here in (
        ("ArrowLeft", "שלום"),
        ("ArrowLeft", "עולם"),
        ("Shift+ArrowLeft", "עולם זה"),
        ("ArrowRight", "שלום"),
    ):
        framed.page.keyboard.press(key)
        assert framed.painted("assize-here") == [here]
    framed.tell("word", action="left")
    assert framed.painted("assize-here") == ["עולם"]


def test_words_are_found_wherever_elements_part_them(bridge: Framed) -> None:
    bridge.tell("find", text="lower bridge (pont", again=False)
    assert (bridge.last("found")["hits"], bridge.painted("assize-found")) == (1, ["Lower Bridge (Pont"])
    bridge.tell("find", text="H2O", again=False)
    assert bridge.painted("assize-found-here") == ["H2O"]
    bridge.tell("find", text="1931", again=False)
    bridge.tell("find", text="1931", again=True)
    assert {name: bridge.last("found")[name] for name in ("hits", "hit")} == {"hits": 2, "hit": 2}
    for none in ("metres Opened", "[.*", ""):
        bridge.tell("find", text=none, again=False)
        assert bridge.last("found")["hits"] == 0


def test_nothing_moves_when_something_is_chosen(bridge: Framed) -> None:
    places = "() => [...document.querySelectorAll('body *')].map(one => JSON.stringify(one.getBoundingClientRect())).join()"
    before = bridge.frame.evaluate(places)
    bridge.step("long")
    bridge.page.keyboard.press("ArrowRight")
    bridge.step("short", PARAGRAPH, [[39, 42]])
    bridge.tell("find", text="Reed", again=False)
    assert bridge.frame.evaluate(places) == before
    assert bridge.frame.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_without_highlights_words_are_outlined(framed: Framed, tmp_path: Path) -> None:
    framed.page.add_init_script("delete window.Highlight")
    framed.page.clock.install()
    framed.open(tmp_path, line_of(BODY))
    framed.step("short", PARAGRAPH)
    framed.click("1884", 1)
    assert len(framed.outlined("assize-chosen")) == 1
    framed.click("1884", 1)
    framed.page.clock.fast_forward(TWICE)
    framed.click("1884", 1)  # the outline does not catch the pointer
    assert framed.outlined("assize-chosen") == []


def test_what_is_far_is_scrolled_to_without_motion_for_who_wants_none(framed: Framed, tmp_path: Path) -> None:
    framed.page.emulate_media(reduced_motion="reduce")
    framed.open(tmp_path, line_of(big_page(60)))
    framed.step("short", 50)
    box = framed.outlined("assize-box")[0]
    assert 0 <= box["top"] < box["bottom"] <= 720


def test_the_frame_hears_its_parent_alone(bridge: Framed) -> None:
    bridge.step("long")
    bridge.frame.evaluate("() => window.postMessage({ assize: 1, type: 'move', to: 'next' }, '*')")
    bridge.page.evaluate("() => frames[0].postMessage({ type: 'move', to: 'next' }, '*')")
    bridge.tell("constructor")
    bridge.tell("step", step="else", candidate=99, ranges=[], focus=False)
    assert bridge.heard("outlined") == []


def test_a_big_page_answers_pointer_and_keys(framed: Framed, tmp_path: Path) -> None:
    import_pages(tmp_path, line_of(big_page(900, 24)))
    framed.visit()
    assert framed.last("ready")["candidates"] == 1500
    framed.step("long")
    framed.frame.evaluate(
        """() => {
          let screenX = 1;
          for (const target of [...document.querySelectorAll('p, li, td')].slice(0, 100)) {
            target.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, screenX: (screenX += 1) }));
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', repeat: true }));
          }
        }"""
    )
    assert framed.outlined()
