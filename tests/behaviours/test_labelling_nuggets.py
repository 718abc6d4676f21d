"""Labels of nuggets in answers: a key for each label, from cell to cell; and votes on nuggets."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone
from tests.behaviours.desk import ROUND, TEXTS, WORKSPACE, answered, answers_of, sent_by
from tests.browser.waiting import expect_saved

LABELS = (("support", "1"), ("partial", "2"), ("none", "3"))
CELL = """<li class="nugget cell" tabindex="-1" data-uid="{uid}"><span class="words">{text}</span>
<form action="/nuggets/label/" data-label>{labels}</form><p data-former hidden><q></q></p></li>"""
BUTTON = '<button name="label" value="{label}" data-label-key="{key}"><kbd>{key}</kbd>{label}</button>'
NUGGETS = (("n1", "its lamp"), ("n2", "made of whale"), ("n3", "of brass"))
REST = '<form data-rest><button data-key="0">rest</button></form>'
NEW = '<template data-new-nugget data-keys=""></template>'


def cells_of(cells: Any) -> str:
    labels = "".join(BUTTON.format(label=label, key=key) for label, key in LABELS)
    lines = "".join(CELL.format(uid=uid, text=text, labels=labels) for uid, text in NUGGETS)
    return f'<ol class="nuggets">{lines}</ol><script type="application/json">{json.dumps(cells)}</script>'


def desk_of(cells: Any = None, rest: str = REST, more: str = "") -> str:
    return f"""<div data-labelling>{ROUND}<span data-judged></span><progress data-meter max="3"></progress>
<details class="decisions"></details>
<div {WORKSPACE} data-member="4" data-list-url="/list/" data-document-url="/document/" {more}>{answers_of()}
<div data-nuggets>{cells_of(cells or {})}</div></div><a href="?item=2" data-on>next</a>{rest}
<form data-finish hidden></form>{NEW}</div>"""


def show(alone: Alone, cells: Any = None, **more: Any) -> Page:
    undone = more.pop("undone", {})
    said = {
        "/nuggets/label/": answered(undo="label"),
        "/undo/": answered(state=undone),
        "/list/": cells_of(cells or {}),
    }
    return alone(desk_of(cells, **more), "nuggets/labelling.js", said=said)


def expect_held(page: Page, *labels: str) -> None:
    """Wait until these labels are pressed, each with its nugget."""
    pressed = page.locator(".cell [aria-pressed=true]")
    expect(pressed).to_have_count(len(labels))
    for said in labels:
        uid, label = said.split()
        expect(page.locator(f".cell[data-uid={uid}] [aria-pressed=true]")).to_have_attribute("value", label)


def expect_focus(page: Page, uid: str) -> None:
    expect(page.locator(f".cell[data-uid={uid}]")).to_be_focused()


def test_a_key_labels_a_cell_and_goes_to_the_next_open_one(alone: Alone) -> None:
    page = show(alone, {"1": {"n1": ["support", ""]}})
    sent = sent_by(page)
    expect_focus(page, "n2")
    page.keyboard.press("3")
    expect_focus(page, "n3")
    expect(page.locator("[aria-current] .g")).to_have_text("2/3")
    page.keyboard.press("1")
    expect_focus(page, "n3")  # none is open: it stays, and Enter goes on
    expect(page.locator(".item .g")).to_have_text(["3/3", "0/3", "0/3"])
    expect(page.locator("[data-judged]")).to_have_text("1")
    expect_saved(page)
    expect_held(page, "n1 support", "n2 none", "n3 support")
    first = {"item": "1", "label": "none", "nugget": "n2", "was": "", "text": "made of whale"}
    assert (sent[0][0], dict(sent[0][1])) == ("/nuggets/label/", first)


def test_a_label_that_stands_is_not_sent_again_and_another_says_what_was_there(alone: Alone) -> None:
    page = show(alone, {"1": {"n1": ["support", ""]}})
    sent = sent_by(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("1")
    expect_focus(page, "n2")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("2")
    expect_saved(page)
    assert [dict(fields) for _, fields in sent] == [
        {"item": "1", "label": "partial", "nugget": "n1", "was": "support", "text": "its lamp"}
    ]


def test_a_label_of_other_words_is_open_and_these_are_shown(alone: Alone) -> None:
    page = show(alone, {"1": {"n1": ["support", "its old lamp"], "n2": ["none", ""]}})
    expect_focus(page, "n1")
    expect(page.locator("[data-former]").first).to_contain_text("its old lamp")
    expect(page.locator("[aria-current] .g")).to_have_text("1/3")
    expect_held(page, "n2 none")
    page.keyboard.press("1")
    expect(page.locator("[data-former]").first).to_be_hidden()
    expect(page.locator("[aria-current] .g")).to_have_text("2/3")


def test_the_rest_has_the_last_label_at_once(alone: Alone) -> None:
    page = show(alone, {"1": {"n2": ["support", ""]}})
    sent = sent_by(page)
    page.keyboard.press("0")
    expect(page.locator("[aria-current] .g")).to_have_text("3/3")
    expect(page.locator("[data-rest] button")).to_be_disabled()
    expect(page.locator("[data-announce]")).to_have_text("none: the rest")
    expect_saved(page)
    ((_, fields),) = sent
    assert [value for name, value in fields if name in ("label", "nugget")] == ["none", "n1", "n3"]
    assert (
        page.locator("[aria-current]").get_attribute("data-marked") == "n2"
    )  # the last label: it holds nothing


def test_enter_goes_on_and_tells_what_is_open_at_the_end(alone: Alone) -> None:
    done = {uid: ["none", ""] for uid, _ in NUGGETS}
    page = show(alone, {"2": done, "3": done})
    page.keyboard.press("2")
    page.keyboard.press("Enter")  # the others are done: it stays
    expect(page.locator("[data-announce]")).to_have_text("2 nuggets without a label here.")
    expect(page.locator("[aria-current] .s")).to_have_text(TEXTS[0])


def test_criteria_are_called_so(alone: Alone) -> None:
    done = {uid: ["none", ""] for uid, _ in NUGGETS}
    page = show(
        alone,
        {"1": {"n2": ["none", ""], "n3": ["none", ""]}, "2": done, "3": done},
        more="data-criteria",
        rest="",
    )
    page.keyboard.press("Enter")
    expect(page.locator("[data-announce]")).to_have_text("1 criterion without a label here.")


def test_the_next_answer_shows_its_own_labels(alone: Alone) -> None:
    page = show(alone, {"2": {"n1": ["partial", ""]}})
    page.keyboard.press("1")
    page.locator("[data-on]").click()
    expect(page.locator("[data-text]")).to_have_text(TEXTS[1])
    expect_focus(page, "n2")
    expect_held(page, "n1 partial")
    expect(page.locator("[data-announce]")).to_have_text(f"Next: {TEXTS[1]}")


def test_an_undo_takes_the_label_away_where_it_was(alone: Alone) -> None:
    page = show(alone, undone={"cells": {"4/1/n1": None, "9/2/n1": {"label": "support"}}})
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-text]")).to_have_text(TEXTS[1])
    expect(page.locator("[data-undo] button")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator("[data-text]")).to_have_text(TEXTS[0])
    expect(page.locator(".item .g")).to_have_text(["0/3", "0/3", "0/3"])
    expect_focus(page, "n1")
    expect_held(page)


@pytest.mark.parametrize(
    ("nugget", "line"), [("lamp burned long", 1), ("whale", 2), ("nothing here fits", None)]
)
def test_the_sentence_with_most_words_of_the_nugget_is_marked(
    alone: Alone, nugget: str, line: int | None
) -> None:
    page = alone(
        f"""<div class="answer"><p data-text></p></div><p id="nugget"><span class="words">{nugget}</span></p>"""
    )
    page.evaluate("""async () => {
        const { makeAnswer } = await import("/static/js/nuggets/answer.js");
        const answer = makeAnswer(document.querySelector("[data-text]"));
        answer.show("No word.\\nIts lamp burned.\\nOil of a whale.");
        answer.leadTo(document.querySelector("#nugget"));
    }""")
    said = ["No word.\n", "Its lamp burned.\n", "Oil of a whale."]
    assert page.locator("[data-text] span").all_text_contents() == said
    assert page.locator(".carries").all_text_contents() == ([] if line is None else [said[line]])


# votes

VOTES = """<li class="nugget" data-uid="{uid}" data-vote="{vote}" tabindex="-1"><span class="words">{text}</span>
<form action="/vote/"><input type="hidden" name="seen" value="{text}"><button value="vital">vital</button>
<button value="okay">okay</button></form></li>"""


def votes_of(**votes: str) -> str:
    lines = "".join(VOTES.format(uid=uid, vote=vote, text=f"nugget {uid}") for uid, vote in votes.items())
    return f"""<div data-voting>{ROUND}<span data-judged></span><div {WORKSPACE}><ol>{lines}</ol></div>
<form data-finish hidden></form></div>"""


def test_votes_go_down_the_list_and_the_end_is_shown(alone: Alone) -> None:
    page = alone(votes_of(a="vital", b="", c=""), "nuggets/voting.js", said={"/vote/": answered()})
    sent = sent_by(page)
    expect(page.locator("[data-uid=b]")).to_be_focused()  # the first without a vote
    page.keyboard.press("o")
    expect(page.locator("[data-uid=c]")).to_be_focused()
    expect(page.locator("[data-finish]")).to_have_attribute("hidden", "")
    page.keyboard.press("v")
    expect(page.locator("[data-judged]")).to_have_text("3")
    expect(page.locator("[data-finish]")).not_to_have_attribute("hidden", "")
    expect(page.locator("[data-announce]")).to_have_text("Vital: nugget c")
    expect_saved(page)
    assert sent == [
        ("/vote/", [("uid", "b"), ("vote", "okay"), ("seen", "nugget b")]),
        ("/vote/", [("uid", "c"), ("vote", "vital"), ("seen", "nugget c")]),
    ]


def test_a_vote_undone_is_shown_where_it_was(alone: Alone) -> None:
    said = {"/vote/": answered(undo="it"), "/undo/": answered(state={"votes": {"a": None, "gone": "vital"}})}
    page = alone(votes_of(a="", b=""), "nuggets/voting.js", said=said)
    page.locator("[data-uid=a] [value=okay]").click()
    expect(page.locator("[data-uid=a] [aria-pressed=true]")).to_have_text("okay")
    expect(page.locator("[data-undo] button")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    expect(page.locator("[data-judged]")).to_have_text("0")
    expect(page.locator("[data-uid=a]")).to_be_focused()


def test_without_nuggets_a_vote_says_why_it_does_nothing(alone: Alone) -> None:
    page = alone(votes_of(), "nuggets/voting.js")
    page.keyboard.press("v")
    expect(page.locator(".key-hint")).to_have_text("There is no nugget to vote on yet.")
