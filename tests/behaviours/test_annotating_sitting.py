"""A whole sitting with no server around it: the page, its keys, its frame, and what is sent and kept."""

import json

from playwright.sync_api import Request, expect

from tests.behaviours.annotating import RECORD, Annotated, fields_of
from tests.behaviours.conftest import Alone
from tests.browser.waiting import expect_page_of_question, expect_step

BOXED = {"question": "good", "candidate": 3, "long": [0, 1, 8, 12], "kind": "paragraph", "version": 2}


def _sent(annotated: Annotated) -> list[tuple[str, dict[str, str]]]:
    """What is sent from here on: where to, and its fields."""
    sent: list[tuple[str, dict[str, str]]] = []

    def hear(request: Request) -> None:
        if request.method == "POST":
            sent.append((request.url.removeprefix("http://alone.test"), fields_of(request.post_data)))

    annotated.page.on("request", hear)
    return sent


def _expect_sent(annotated: Annotated) -> None:
    expect(annotated.page.locator("[data-saving]")).to_have_text("all saved ✓")


def test_a_sitting_by_keys(alone: Alone) -> None:
    annotated = Annotated(alone)
    page, sent = annotated.page, _sent(annotated)
    expect_step(page, "question")
    annotated.press("g")
    expect_step(page, "long")
    expect_page_of_question(page)
    annotated.press("ArrowRight", "ArrowDown")
    expect(page.locator("[data-kind]")).to_have_text("Item · 2 words")
    expect(page.locator("[data-text]")).to_have_text("One two")
    annotated.press("Enter")
    annotated.press("ArrowRight", "Shift+ArrowRight", " ")  # at once: the frame keeps them until it is told
    expect(page.locator("[data-chips] span")).to_have_text(["One two"])
    annotated.press("Enter")
    expect_step(page, "done")
    expect(page.locator("[data-line=short] [data-said-of]")).to_have_text("“One two”")
    expect(page.get_by_role("button", name="Finish")).to_be_visible()
    _expect_sent(annotated)
    steps = [(path, fields.get("candidate"), fields.get("ranges"), fields["seen"]) for path, fields in sent]
    assert steps == [
        ("/save/question/", None, None, "0"),
        ("/save/long/", "1", None, "1"),
        ("/save/short/", None, "[[2,4]]", "2"),
    ]
    assert len({fields["client_id"] for _, fields in sent}) == 3
    assert {fields["document"] for _, fields in sent} == {"4"}


def test_a_bad_question_is_said_with_a_number(alone: Alone) -> None:
    annotated = Annotated(alone)
    page = annotated.page
    annotated.press("2")
    expect(page.locator("[data-said]")).to_have_text(
        "First say that the question is bad; then a number says why."
    )
    annotated.press("b", "2")
    expect_step(page, "done")
    expect(page.locator("[data-line=question] [data-said-of]")).to_have_text("Bad: is unclear")
    annotated.press("2")
    expect(page.locator("[data-said]")).to_contain_text("A bad question has no answers.")
    annotated.press("c")
    expect_step(page, "question")


def test_what_was_said_here_is_taken_back_here(alone: Alone) -> None:
    annotated = Annotated(alone, BOXED)
    page, sent = annotated.page, _sent(annotated)
    expect_step(page, "short")
    annotated.press("y")
    expect_step(page, "done")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo: the last one")  # as the server calls it
    annotated.press("u")
    expect_step(page, "short")
    expect(page.locator("[data-announce]")).to_have_text("Undone. Short answer")
    annotated.press("Backspace")
    expect_step(page, "long")
    annotated.press("3")  # it was not decided
    expect_step(page, "long")
    annotated.press("n")
    expect_step(page, "done")
    _expect_sent(annotated)
    assert [path for path, _ in sent] == ["/save/short/", "/save/undo/", "/save/long/"]
    assert [fields["seen"] for _, fields in sent] == ["2", "3", "4"]


def test_chosen_words_are_let_go_and_nothing_is_saved_of_none(alone: Alone) -> None:
    annotated = Annotated(alone, BOXED)
    page, sent = annotated.page, _sent(annotated)
    expect_page_of_question(page)
    annotated.press("ArrowRight", " ")
    expect(page.locator("[data-chips] span")).to_have_text(["four"])
    annotated.press("x")
    expect(page.locator("[data-chips] span")).to_have_count(0)
    annotated.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("Mark words first")
    expect_step(page, "short")
    assert sent == []


def test_an_earlier_box_is_offered_and_taken_with_its_words(alone: Alone) -> None:
    annotated = Annotated(
        alone, {**BOXED, "candidate": 0, "kind": "list", "short": [[0, 1, 6, 7]], "version": 3}
    )
    page, sent = annotated.page, _sent(annotated)
    expect(page.locator("[data-because]")).to_have_text("A smaller box has the whole short answer.")
    expect(page.locator("[data-other]")).to_have_text("Take the item of 1 word")
    annotated.press("t")
    expect(page.locator("[data-recall]")).to_be_hidden()
    expect(page.locator("[data-line=long] [data-said-of]")).to_have_text("Item, 1 word: “three”")
    expect_step(page, "done")
    _expect_sent(annotated)
    assert [(path, fields.get("candidate"), fields.get("ranges")) for path, fields in sent] == [
        ("/save/long/", "2", None),
        ("/save/short/", None, "[[6,7]]"),
    ]


def test_what_waits_is_shown_after_a_reload_and_sent(alone: Alone) -> None:
    annotated = Annotated(alone, RECORD, {"/save/question/": "not in our words"})
    page = annotated.page
    annotated.press("g")
    expect_step(page, "long")
    expect(page.locator("[data-saving]")).to_contain_text("1 waiting")
    page.reload()
    expect_step(page, "long")
    page.route("**/save/question/", lambda route: route.fulfill(body=json.dumps({"undo": ""})))
    page.evaluate("window.dispatchEvent(new Event('online'))")
    _expect_sent(annotated)


def test_another_windows_answer_is_asked_about(alone: Alone) -> None:
    annotated = Annotated(alone)
    page = annotated.page
    stored = {**RECORD, "version": 1, "question": "bad", "reason": "opinion"}
    problem = {
        "code": "annotation_changed",
        "message": "Another window said something else.",
        "stored": stored,
    }
    page.route("**/save/question/", lambda route: route.fulfill(status=409, body=json.dumps(problem)))
    annotated.press("g")
    expect_step(page, "done")
    expect(page.locator("[data-line=question] [data-said-of]")).to_have_text("Bad: asks for an opinion")
    expect(page.get_by_role("alert")).to_contain_text("Another window said something else.")
    annotated.press("Enter")
    expect(page.locator("[data-said]")).to_have_text("Not finished: first decide about what is not saved.")
    page.unroute("**/save/question/")
    sent = _sent(annotated)
    page.get_by_role("button", name="Use mine: Good question").click()
    expect_step(page, "long")
    _expect_sent(annotated)
    assert [(fields["question"], fields["seen"]) for _, fields in sent] == [("good", "1")]
