"""Answers grouped into classes: moving, proposing, dragging, renaming, merging, and what an undo puts back."""

from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone
from tests.behaviours.desk import ROUND, WORKSPACE, answered, sent_by
from tests.browser.waiting import expect_saved

ANSWER = (
    '<li class="answer" draggable="true"><label><input type="checkbox" value="{value}"><span class="s">{text}</span>'
    "</label></li>"
)
GROUP = """<div class="class" data-class="{uid}" data-drop {more} aria-label="{label}"><h3 draggable="true">
<span data-label>{label}</span> <span data-count>{count}</span></h3><ul class="answers">{answers}</ul>
<button form="put" value="{uid}" data-put-here>here</button><a href="#x" data-change-this>change</a></div>"""
FOOT = """<form id="put" action="/put/" data-put></form><datalist id="class-labels"></datalist>
<span data-proposals></span><input data-same list="class-labels">
<button form="put" data-new data-key="c">new</button><button form="put" value="" data-key="x">out</button>
<details data-change-class><summary>change</summary>
<form action="/rename/" data-rename><select name="uid" data-which></select><input name="label"><button>Rename</button></form>
<form action="/merge/" data-merge><select name="uid" data-which></select><input name="into"><button>Merge</button></form>
</details><form data-rest action="/rest/"><button>rest</button></form>
<form data-finish data-judged hidden></form><a href="/judge/" data-document>document</a>"""


def answers_of(*texts: str, first: int = 1, uid: str = "") -> str:
    values = (f"{number} {uid}".strip() for number in range(first, first + len(texts)))
    return "".join(ANSWER.format(value=value, text=text) for value, text in zip(values, texts, strict=True))


def group_of(uid: str, label: str, *texts: str, first: int = 50, more: str = "") -> str:
    return GROUP.format(
        uid=uid, label=label, count=len(texts), answers=answers_of(*texts, first=first, uid=uid), more=more
    )


def board_of(*waiting: str, groups: str = "") -> str:
    return f"""<div data-class-board>{ROUND}<span data-left>{len(waiting)}</span><div {WORKSPACE}>
<ul class="answers" data-class="" data-drop data-waiting>{answers_of(*waiting)}<li data-none hidden>none</li></ul>
<section class="board" data-board>{groups}</section></div>{FOOT}
<template data-new-group>{GROUP.format(uid="", label="", count=0, answers="", more="")}</template></div>"""


def expect_board(page: Page, waiting: list[str], **classes: list[str]) -> None:
    """Wait until these answers are without a class, and these classes in view, in this order, with these answers."""
    expect(page.locator("[data-waiting] .s")).to_have_text(waiting)
    expect(page.locator(".class:visible [data-label]")).to_have_text(list(classes))
    for place, answers in enumerate(classes.values()):
        expect(page.locator(".class:visible").nth(place).locator(".s")).to_have_text(answers)


def test_a_new_class_has_the_first_words_and_stands_by_its_label(alone: Alone) -> None:
    page = alone(
        board_of("Gull", "Aster", groups=group_of("b", "Bird", "bird")),
        "classes/classes.js",
        said={"/put/": answered(undo="put")},
    )
    sent = sent_by(page)
    page.keyboard.press("c")
    expect(page.locator("[aria-current] .s")).to_have_text("Aster")  # the next one without a class
    page.keyboard.press("c")
    expect_saved(page)
    expect_board(page, [], Aster=["Aster"], Bird=["bird"], Gull=["Gull"])
    assert [(path, dict(fields)["item"]) for path, fields in sent] == [("/put/", "1"), ("/put/", "2")]
    expect(page.locator("[data-left]")).to_have_text("0")
    expect(page.locator("[data-none]")).to_be_visible()
    expect(page.locator("[data-finish]")).not_to_have_attribute("hidden", "")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo: put")


def test_an_answer_moved_twice_says_which_class_it_was_saved_in(alone: Alone) -> None:
    groups = group_of("a", "Aster", "the Aster") + group_of("b", "Bird", "gull", first=60)
    page = alone(board_of(groups=groups), "classes/classes.js", said={"/put/": answered()})
    sent = sent_by(page)
    page.locator(".class li.answer").last.click()
    page.locator("[data-same]").fill("Aster")
    page.keyboard.press("Enter")
    expect(page.locator("[data-class=b]")).to_be_hidden()  # it went with its last answer
    page.keyboard.press("x")
    expect_saved(page)
    assert [fields for _, fields in sent] == [
        [("item", "60 b"), ("uid", "a"), ("label", "Aster")],
        [("item", "60 a"), ("uid", ""), ("label", "")],
    ]
    expect_board(page, ["gull"], Aster=["the Aster"])


def test_likely_classes_are_proposed_the_surest_first_each_with_a_key(alone: Alone) -> None:
    groups = group_of("n", "the old Aster", "x") + group_of("s", "ASTER!", "y", first=60)
    page = alone(board_of("Aster", groups=groups), "classes/classes.js", said={"/put/": answered()})
    expect(page.locator("[data-proposals] button")).to_have_text(["1ASTER!", "2the old Aster"])
    page.keyboard.press("2")
    expect_board(page, [], **{"the old Aster": ["x", "Aster"], "ASTER!": ["y"]})


def test_answers_of_the_same_words_in_the_same_place_are_chosen(alone: Alone) -> None:
    page = alone(
        board_of("Aster", "the Aster", "aster.", groups=group_of("a", "A", "ASTER")),
        "classes/classes.js",
        said={"/put/": answered()},
    )
    page.keyboard.press("a")
    expect(page.locator("li.answer:has(:checked) .s")).to_have_text(["Aster", "aster."])
    page.keyboard.press("Space")  # takes the one in focus out again
    page.keyboard.press("c")
    expect_board(page, ["Aster", "the Aster"], **{"A": ["ASTER"], "aster.": ["aster."]})


def test_an_answer_is_dropped_on_another_on_a_class_and_back(alone: Alone) -> None:
    page = alone(
        board_of("Tolm", "Gull", groups=group_of("a", "Aster", "aster")),
        "classes/classes.js",
        said={"/put/": answered()},
    )
    answer = page.locator("li.answer")
    tolm = answer.filter(has_text="Tolm")
    tolm.drag_to(tolm, source_position={"x": 30, "y": 5}, target_position={"x": 60, "y": 9})  # on itself
    expect(page.locator("[data-over]")).to_have_count(0)
    expect_board(page, ["Gull", "Tolm"], Aster=["aster"])
    answer.filter(has_text="Tolm").drag_to(answer.filter(has_text="Gull"))
    expect_board(page, [], Aster=["aster"], Gull=["Tolm", "Gull"])
    answer.filter(has_text="Tolm").drag_to(page.locator("[data-class=a]"))
    expect_board(page, [], Aster=["aster", "Tolm"], Gull=["Gull"])
    answer.filter(has_text="aster").drag_to(page.locator("[data-waiting]"))
    expect_board(page, ["aster"], Aster=["Tolm"], Gull=["Gull"])
    expect(page.locator("[data-over]")).to_have_count(0)


def test_a_label_dropped_on_another_class_merges_what_was_seen_in_it(alone: Alone) -> None:
    groups = group_of("a", "Aster", "aster") + group_of("g", "Gull", "gull", first=60)
    page = alone(board_of(groups=groups), "classes/classes.js", said={"/merge/": answered()})
    sent = sent_by(page)
    page.locator("[data-class=g] h3").drag_to(page.locator("[data-class=a] .answers"))
    expect(page.locator("[data-said]")).to_have_text("“Gull” went into “Aster”.")
    expect_board(page, [], Aster=["aster", "gull"])
    expect_saved(page)
    assert sent == [("/merge/", [("uid", "g"), ("into", "a"), ("item", "60 g")])]


def test_a_known_class_is_neither_renamed_nor_merged(alone: Alone) -> None:
    groups = group_of("k", "Known", "known", more="data-known data-fixed") + group_of(
        "o", "Own", "own", first=60
    )
    page = alone(board_of(groups=groups), "classes/classes.js", said={"/put/": answered()})
    sent = sent_by(page)
    page.locator("[data-class=k] li.answer").click()
    page.keyboard.press("e")
    expect(page.locator("[data-said]")).to_contain_text("“Known” is known from question development")
    expect(page.locator("[data-change-class]")).not_to_have_attribute("open", "")
    page.locator("[data-class=k] h3").drag_to(page.locator("[data-class=o] .answers"))
    assert sent == []
    expect(page.locator("[data-which]").first.locator("option")).to_have_text(["Own"])
    page.keyboard.press("x")  # it stays without answers, as it was there before
    expect_board(page, ["known"], Known=[], Own=["own"])


def test_a_merge_needs_one_class_of_the_label(alone: Alone) -> None:
    labels = {"a": "Aster", "b": "Twin", "c": "Twin"}
    groups = "".join(
        group_of(uid, label, uid, first=at) for at, (uid, label) in enumerate(labels.items(), 50)
    )
    page = alone(board_of(groups=groups), "classes/classes.js")
    sent = sent_by(page)
    page.locator("[data-class=a] [data-change-this]").click()
    expect(page.locator("[data-rename] [name=label]")).to_have_value("Aster")
    for label, said in (
        ("Nobody", "There is no other class “Nobody”."),
        ("Twin", "Several classes are called “Twin”"),
    ):
        page.locator("[name=into]").fill(label)
        page.locator("[name=into]").press("Enter")
        expect(page.locator("[data-said]")).to_contain_text(said)
        expect(page.locator("[data-change-class]")).to_have_attribute("open", "")
    assert sent == []


def test_an_undo_shows_what_the_server_has_and_goes_there(alone: Alone) -> None:
    state = {"classes": {"50": None}, "removed_classes": {"a": True}, "labels": {"b": "Renamed"}}
    groups = group_of("a", "Aster", "aster") + group_of("b", "Bird", "gull", first=60)
    page = alone(
        board_of("Tolm", groups=groups),
        "classes/classes.js",
        said={"/put/": answered(undo="it"), "/undo/": answered(state=state)},
    )
    page.keyboard.press("c")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo: it")
    page.keyboard.press("u")
    expect(page.locator("[aria-current] .s")).to_have_text("aster")
    expect_board(page, ["aster"], Renamed=["gull"], Tolm=["Tolm"])
    expect(page.locator("[data-undo-label]")).to_have_text("Undo")
    expect(page.locator("[data-key=u]")).to_be_disabled()
