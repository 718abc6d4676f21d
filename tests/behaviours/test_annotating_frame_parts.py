"""What stands in the frame of a page of a question: its words, its boxes, and what is chosen of them."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.behaviours.annotating import FIRST, LAYOUT, LIST, PARAGRAPH, SECOND, WORDS, framed
from tests.behaviours.conftest import Alone

MAKE = """() => {
  const layout = JSON.parse(document.getElementById("assize-layout").textContent);
  window.drawn = {};
  window.heard = [];
  const body = document.querySelector("main");
  const paint = {
    mark: (name, ranges) => (drawn[name] = ranges.map((range) => range?.toString())),
    show: (thing) => (window.shown = thing),
  };
  window.words = makeWords(layout, body);
  window.boxes = makeBoxes(layout.candidates);
  window.finder = makeFinder({ words, paint });
  window.ranges = makeRanges({ words, boxes, paint, changed: (chosen) => heard.push(JSON.stringify(chosen)) });
}"""


def made(alone: Alone, html: str = WORDS, **layout: Any) -> Page:
    """A page of a question, and its parts by their names."""
    page = alone(framed(html, {**LAYOUT, **layout}))
    page.evaluate(MAKE)
    return page


def test_signs_are_taken_out_and_words_known_by_their_tokens(alone: Alone) -> None:
    page = made(alone)
    assert page.locator("main").inner_text().split() == ["One", "two", "three", "four", "five,", "two"]
    assert page.evaluate("[...words.tokens].map((token) => [token, words.textOf(token)])") == [
        [2, "One"],
        [3, "two"],
        [6, "three"],
        [9, "four"],
        [10, "five"],  # over two elements
        [11, "two"],
    ]


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (2, 4, "One two"),
        (1, 7, "One twothree"),
        (10, 11, "five"),
        (4, 6, None),
        (12, 20, None),
        (0, 3, "One"),
    ],
)
def test_a_range_of_tokens_covers_its_words(alone: Alone, start: int, end: int, text: str | None) -> None:
    page = made(alone)
    assert page.evaluate("range => words.rangeOf(range)?.toString() ?? null", [start, end]) == text


def test_the_word_before_a_place_is_near(alone: Alone) -> None:
    page = made(alone)
    near = "([selector, offset]) => words.near(document.querySelector(selector).firstChild, offset)"
    assert page.evaluate(near, ["#first b", 1]) == 3
    assert page.evaluate(near, ["#paragraph span", 0]) == 11
    assert page.evaluate("words.near(document.body, 0)") == 2  # before all of them


def test_a_page_without_signs_has_boxes_and_no_words(alone: Alone) -> None:
    page = made(alone, "<p id='paragraph'>some</p>", signs=[], candidates=[[0, 2, "p", "paragraph"]])
    assert page.evaluate("[words.tokens.length, boxes.count, boxes.step(null, 'next')]") == [0, 1, 0]
    assert page.evaluate("ranges.enter(0, []), ranges.act('right')") is None


@pytest.mark.parametrize(
    ("index", "to", "there"),
    [
        (None, "next", LIST),  # the first in view
        (LIST, "in", FIRST),
        (FIRST, "next", SECOND),
        (SECOND, "next", PARAGRAPH),
        (LIST, "next", PARAGRAPH),
        (PARAGRAPH, "previous", LIST),  # past all that is in it
        (SECOND, "previous", FIRST),
        (SECOND, "out", LIST),
        (PARAGRAPH, "out", PARAGRAPH),  # nowhere to go
        (FIRST, "in", FIRST),
    ],
)
def test_a_step_leads_from_box_to_box(alone: Alone, index: int | None, to: str, there: int) -> None:
    assert made(alone).evaluate("([index, to]) => boxes.step(index, to)", [index, to]) == there


def test_inwards_leads_back_where_one_came_from_and_past_what_is_not_shown(alone: Alone) -> None:
    page = made(alone)
    assert page.evaluate("[boxes.step(2, 'out'), boxes.step(0, 'in')]") == [LIST, SECOND]
    page.evaluate("document.querySelector('#second').hidden = true")
    assert page.evaluate("[boxes.step(0, 'in'), boxes.step(1, 'next')]") == [FIRST, PARAGRAPH]
    assert page.evaluate("boxes.around(document.querySelector('#first b'))") == FIRST


def test_keys_move_widen_and_narrow_the_words_where_they_are(alone: Alone) -> None:
    page = made(alone)
    page.evaluate("index => ranges.enter(index, [])", PARAGRAPH)
    for action, here in (
        ("right", "four"),
        ("left", "four"),  # the first of the box
        ("extend-right", "four five"),
        ("extend-right", "four five, two"),
        ("extend-right", "four five, two"),
        ("shrink-left", "four five"),
        ("shrink-right", "five"),
        ("shrink-right", "five"),  # one stays
        ("right", "two"),
    ):
        assert page.evaluate("action => ranges.act(action).toString()", action) == here, action
        assert page.evaluate("drawn['assize-here']") == [here]
    assert page.evaluate("heard") == []


def test_words_are_added_joined_and_let_go(alone: Alone) -> None:
    page = made(alone)
    page.evaluate("index => ranges.enter(index, [])", PARAGRAPH)
    for action in (
        "right",
        "toggle",
        "right",
        "right",
        "toggle",
        "toggle",
        "left",
        "extend-left",
        "toggle",
        "clear",
    ):
        page.evaluate("action => ranges.act(action)", action)
    assert page.evaluate("heard.map(JSON.parse)") == [
        [[9, 10]],
        [[9, 10], [11, 12]],
        [[9, 10]],
        [[9, 11]],
        [],
    ]


def test_a_range_takes_in_what_it_touches(alone: Alone) -> None:
    page = made(alone)
    page.evaluate("index => ranges.enter(index, [[9, 10], [11, 12]])", PARAGRAPH)
    assert page.evaluate("ranges.put([9, 12])") == [9, 12]
    page.evaluate("ranges.remove([9, 12])")
    assert page.evaluate("ranges.put([10, 11], [9, 12])") == [10, 11]
    assert page.evaluate("heard.map(JSON.parse)") == [[[9, 12]], [], [[10, 11]]]


def test_the_words_where_keys_are_stay_in_the_same_box_alone(alone: Alone) -> None:
    page = made(alone)
    page.evaluate(
        "index => { ranges.enter(index, []); ranges.act('right'); ranges.act('right'); }", PARAGRAPH
    )
    page.evaluate("index => ranges.enter(index, [[9, 10]])", PARAGRAPH)
    assert page.evaluate("[drawn['assize-here'], drawn['assize-chosen'], ranges.isNew()]") == [
        ["five"],
        ["four"],
        True,
    ]
    page.evaluate("index => ranges.enter(index, [])", FIRST)
    assert page.evaluate("[drawn['assize-here'], ranges.isNew()]") == [[], False]


def test_words_are_found_over_elements_and_not_over_blocks(alone: Alone) -> None:
    page = made(alone)
    find = "([text, again]) => { const { hits, hit } = finder.find(text, again); return [hits, hit, drawn['assize-found-here']]; }"
    for text, again, found in (
        ("two", False, [2, 1, ["two"]]),
        ("two", True, [2, 2, ["two"]]),
        ("two", True, [2, 1, ["two"]]),
        ("ONE  two", False, [1, 1, ["One two"]]),
        ("five, t", False, [1, 1, ["five, t"]]),
        ("two three", False, [0, 0, []]),
        ("[", False, [0, 0, []]),
        (" ", False, [0, 0, []]),
    ):
        assert page.evaluate(find, [text, again]) == found, text
