"""What opens around an answer: notes, a reason why it cannot be judged, similar answers, the machine's grade, history."""

from playwright.sync_api import expect

from tests.behaviours.bench import CANNOT, be_offline, bench_of, expect_in_focus, sent_by
from tests.behaviours.conftest import Alone
from tests.browser.waiting import expect_saved

JUDGE = "judging/judge.js"
SAID = {"/save/": "{}", "/undo/": "{}", "/notes/": "{}", "/document/": "{}", "/ending/": '{"missing": []}'}
MACHINE = """<p data-machine-said><b data-machine-grade></b><button form="say" name="grade" data-key="m">accept</button>
<b data-own-grade></b></p>"""
ASK = """<details class="ask"><form data-ask action="/ask/"><input type="hidden" name="item"><input type="hidden"
 name="client_id" value="one"><textarea name="text"></textarea><p data-ask-said></p><button>send</button></form></details>"""


def test_decisions_are_saved_when_their_field_is_left_each_of_the_version_before(alone: Alone) -> None:
    page = alone(bench_of("9 April"), JUDGE, said=SAID)
    sent = sent_by(page)
    page.keyboard.press("d")
    rules = page.locator("[name=rules_of_thumb]")
    rules.fill("Dates need a year")
    rules.blur()
    expect(page.locator("[data-rules]")).to_have_text("Dates need a year")
    rules.fill(" ")
    page.get_by_text("save", exact=True).click()
    expect(page.locator("[data-rules]")).to_have_text("none yet")
    expect(page.locator("details.decisions")).not_to_have_attribute("open", "")
    rules.evaluate("(field) => field.form.requestSubmit()")  # nothing changed
    expect_saved(page)
    assert [(path, fields["seen"], fields["rules_of_thumb"]) for path, fields in sent] == [
        ("/notes/", "0", "Dates need a year"),
        ("/notes/", "1", ""),
    ]


def test_that_an_answer_cannot_be_judged_needs_a_reason(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April", cannot=CANNOT), JUDGE, said=SAID)
    sent = sent_by(page)
    panel = page.locator("details.cannot")
    page.keyboard.press("c")
    expect(panel.locator("textarea")).to_be_focused()
    panel.get_by_role("button").click()
    expect(page.locator("[data-announce]")).to_have_text("Say why.")
    expect_in_focus(page, "9 April")
    panel.locator("textarea").fill("cut off")
    page.keyboard.press("Enter")
    expect_in_focus(page, "10 April")
    expect(panel).not_to_have_attribute("open", "")
    expect_saved(page)
    assert [(fields["grade"], fields["note"]) for _, fields in sent] == [("cannot_judge", "cut off")]


def test_the_reason_is_the_note_until_something_else_is_typed_there(alone: Alone) -> None:
    page = alone(bench_of(("9 April", {"note": "a blot"}), cannot=CANNOT), JUDGE, said=SAID)
    reason, note = page.locator("details.cannot textarea"), page.locator("#note")
    expect(reason).to_have_value("a blot")
    page.keyboard.press("n")
    note.fill("two blots")
    expect(reason).to_have_value("two blots")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    reason.fill("cut off")
    page.keyboard.press("Escape")
    note.fill("three blots")
    expect(reason).to_have_value("cut off")


def test_similar_answers_are_judged_at_once_and_taken_back_at_once(alone: Alone) -> None:
    others = ("1066!", ("1066.", {"grade": "incorrect"}), "in 1066", "1067")
    page = alone(bench_of("1066", *others), JUDGE, said=SAID)
    expect(page.locator("[data-alike-count]")).to_have_text("3")
    expect(page.locator("[data-alike-all]")).to_have_text("Judge this answer first")
    page.keyboard.press("1")
    page.keyboard.press("k")
    expect_in_focus(page, "1066")
    expect(page.locator("[data-alike-list] li .s")).to_have_text(["1066!", "1066.", "in 1066"])
    expect(page.locator("[data-alike-differs]")).to_have_text("1 differs")
    page.keyboard.press("Shift+A")  # opens first: what would be judged is seen before it is
    expect(page.locator("[data-alike-all]")).to_have_text("Judge 2 like this: “Correct”")
    page.keyboard.press("Shift+A")
    expect(page.locator(".item .g")).to_have_text(["Correct", "Correct", "Correct", "—", "—"])
    expect(page.locator("[data-undo-label]")).to_contain_text("and 1 more")
    page.keyboard.press("u")
    expect(page.locator(".item .g")).to_have_text(["Correct", "—", "Incorrect", "—", "—"])
    expect_saved(page)


def test_that_one_cannot_be_judged_is_not_said_of_others(alone: Alone) -> None:
    answers = (("1066", {"grade": "cannot_judge", "note": "why"}), "1066")
    page = alone(bench_of(*answers, cannot=CANNOT), JUDGE, said=SAID)
    expect(page.locator("[data-alike-count]")).to_have_text("1")
    expect(page.locator("[data-alike-all]")).to_be_disabled()


def test_the_machine_says_its_grade_and_a_key_makes_it_ones_own(alone: Alone) -> None:
    page = alone(bench_of(("9 April", {"machine": "incorrect"}), "10 April", more=MACHINE), JUDGE, said=SAID)
    sent = sent_by(page)
    expect(page.locator("[data-machine-grade]")).to_have_text("Incorrect")
    expect(page.locator("[data-own-grade]")).to_have_text("none yet")
    page.keyboard.press("m")
    expect_in_focus(page, "10 April")
    expect(page.locator("[data-machine-grade]")).to_have_text("none")
    expect(page.locator("[data-key=m]")).to_be_disabled()
    page.keyboard.press("k")
    expect(page.locator("[data-own-grade]")).to_have_text("Incorrect")
    expect_saved(page)
    assert [fields["grade"] for _, fields in sent] == ["incorrect"]


def test_the_history_is_that_of_the_answer_in_focus(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April"), JUDGE, said={**SAID, "/history/": "<p>said twice</p>"})
    with page.expect_request("**/history/?item=1"):
        page.keyboard.press("h")
    expect(page.locator("[data-history] p")).to_have_text("said twice")
    page.keyboard.press("j")
    expect(page.locator("details.history")).not_to_have_attribute("open", "")
    be_offline(page, "/history/?item=2")
    page.keyboard.press("h")
    expect(page.locator("[data-history]")).to_contain_text("cannot be loaded now")


def test_a_question_to_the_organizer_is_kept_until_it_has_arrived(alone: Alone) -> None:
    page = alone(bench_of("9 April", more=ASK), JUDGE, said={**SAID, "/ask/": '{"sentence": "Sent."}'})
    be_offline(page, "/ask/")
    page.keyboard.press("o")
    field = page.locator("[data-ask] textarea")
    field.fill("Which year?")
    page.locator("[data-ask] button").click()
    expect(page.locator("[data-ask-said]")).to_contain_text("Your question is kept here")
    expect(field).to_have_value("Which year?")
    page.unroute(f"{page.url}ask/")
    with page.expect_request("**/ask/") as request:
        page.locator("[data-ask] button").click()
    expect(page.locator("[data-ask-said]")).to_have_text("Sent.")
    expect(field).to_have_value("")
    assert "Which year?" in (request.value.post_data or "")
    expect(page.locator("[data-ask] [name=client_id]")).not_to_have_value("one")  # the next one is another
