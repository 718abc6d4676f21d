"""Judging a list by keys: what is shown at once, what is sent, and what becomes of it."""

from playwright.sync_api import Page, expect

from tests.behaviours.bench import answer_with, be_offline, bench_of, expect_in_focus, sent_by
from tests.behaviours.conftest import Alone
from tests.browser.waiting import expect_saved

JUDGE = "judging/judge.js"
SAID = {"/save/": "{}", "/undo/": "{}", "/notes/": "{}", "/document/": "{}", "/ending/": '{"missing": []}'}
STORED = {"grade": "incorrect", "note": "", "later": False, "changes": 4}


def grades_of(page: Page) -> list[str]:
    return page.locator(".item .g").all_text_contents()


def test_a_key_judges_sends_and_leads_to_the_next_open_answer(alone: Alone) -> None:
    page = alone(bench_of("9 April", ("10 April", {"grade": "correct"}), "11 April"), JUDGE, said=SAID)
    sent = sent_by(page)
    page.keyboard.press("1")
    expect_in_focus(page, "11 April")
    expect(page.locator(".item .g")).to_have_text(["Correct", "—", "—"])
    expect(page.locator("[data-announce]")).to_have_text("Correct. Next: 11 April, A-3")
    expect_saved(page)
    [(path, fields)] = sent
    assert path == "/save/"
    assert {name: fields[name] for name in ("item", "seen", "place", "grade", "document")} == {
        "item": "1", "seen": "0", "place": "1", "grade": "correct", "document": "",
    }  # fmt: skip  # what is kept, read by the row


def test_undo_names_the_change_that_it_takes_back_and_goes_there(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April"), JUDGE, said=SAID)
    sent = sent_by(page)
    page.keyboard.press("l")
    page.keyboard.press("2")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo “Incorrect” on answer 2")
    page.keyboard.press("u")
    expect_in_focus(page, "10 April")
    expect(page.locator(".item .g")).to_have_text(["later", "—"])
    expect(page.locator("[data-undo-label]")).to_have_text("Undo “later” on answer 1")
    expect_saved(page)
    (_, first), (_, second), (path, undo) = sent
    assert (path, undo["of"]) == ("/undo/", second["client_id"])
    assert (first["later"], second["grade"]) == ("1", "incorrect")


def test_a_note_goes_with_its_grade_and_stays_when_that_is_undone(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April"), JUDGE, said=SAID)
    sent = sent_by(page)
    page.keyboard.press("n")
    page.locator("#note").fill(" in doubt ")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect_in_focus(page, "10 April")
    expect(page.locator("#note")).to_have_value("")
    page.keyboard.press("u")
    expect_in_focus(page, "9 April")
    expect(page.locator("#note")).to_have_value("in doubt")
    expect(page.locator(".item .g")).to_have_text(["note", "—"])
    expect_saved(page)
    assert [(path, fields.get("note")) for path, fields in sent] == [("/save/", "in doubt"), ("/undo/", None)]


def test_where_two_versions_differ_the_person_decides(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April"), JUDGE, said=SAID)
    answer_with(page, "/save/", 409, code="changed", message="Changed elsewhere.", stored=STORED)
    sent = sent_by(page)
    page.keyboard.press("1")
    problem = page.locator("[data-problems] .problem")
    expect(problem.locator("b").first).to_have_text("Changed elsewhere.")
    expect(page.locator(".item .g").first).to_have_text("Incorrect")  # what is stored
    expect(page.locator("[data-saving]")).to_contain_text("1 not saved")
    answer_with(page, "/save/", 200)
    problem.get_by_text("Use mine: Correct").click()
    expect(problem).to_have_count(0)
    expect(page.locator(".item .g").first).to_have_text("Correct")
    expect_saved(page)
    assert [(fields["grade"], fields["seen"]) for _, fields in sent] == [("correct", "0"), ("correct", "4")]


def test_what_is_stored_is_kept_without_sending(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April"), JUDGE, said=SAID)
    answer_with(page, "/save/", 409, code="changed", message="Changed elsewhere.", stored=STORED)
    sent = sent_by(page)
    page.keyboard.press("1")
    page.get_by_text("Keep what is stored: Incorrect").click()
    expect_saved(page)
    expect(page.locator(".item .g").first).to_have_text("Incorrect")
    assert len(sent) == 1


def test_what_waits_is_shown_after_a_reload_and_sent(alone: Alone) -> None:
    page = alone(bench_of("9 April", "10 April"), JUDGE, said=SAID)
    be_offline(page, "/save/")
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_have_text("1 waiting · no connection")
    page.unroute_all()
    page = alone(bench_of("9 April", "10 April"), JUDGE, said=SAID)
    expect(page.locator(".item .g").first).to_have_text("Correct")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo “Correct” on answer 1")
    expect_saved(page)


def test_after_the_last_answer_its_grade_keys_rest_until_somebody_goes_on(alone: Alone) -> None:
    page = alone(bench_of("9 April"), JUDGE, said=SAID)
    sent = sent_by(page)
    page.keyboard.press("2")
    expect(page.locator("[data-finish]")).to_be_visible()
    expect(page.locator("[data-end-label]")).to_have_text("Finish: none found")
    page.keyboard.press("1")
    expect(page.locator(".key-hint")).to_contain_text("All is judged")
    page.locator(".item").click()
    page.keyboard.press("1")
    expect(page.locator("[data-end-label]")).to_have_text("Finish")
    expect_saved(page)
    assert [fields["grade"] for _, fields in sent] == ["incorrect", "correct"]


def test_to_finish_waits_until_all_is_saved_unless_more_is_said(alone: Alone) -> None:
    page = alone(bench_of("9 April"), JUDGE, said={**SAID, "/finish/": "finished"})
    be_offline(page, "/save/")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-finish-waits]")).to_be_visible()
    page.locator(".item").click()
    page.keyboard.press("2")
    expect(page.locator("[data-finish-waits]")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("[data-finish-waits]")).to_be_visible()
    page.unroute(f"{page.url}save/")
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("body")).to_have_text("finished")


def test_the_button_leads_to_what_is_missing(alone: Alone) -> None:
    missing = '{"missing": [{"text": "Classes first", "href": "/classes/"}]}'
    page = alone(bench_of("9 April"), JUDGE, said={**SAID, "/ending/": missing, "/classes/": "classes"})
    page.keyboard.press("1")
    expect(page.locator("[data-end-label]")).to_have_text("Classes first")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_text("classes")
