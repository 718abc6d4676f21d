"""The list of a judging page: where a judgment leads, the filters with their numbers, and walking."""

import pytest
from playwright.sync_api import Page, expect

from tests.behaviours.bench import FILTERS, bench_of, expect_in_focus
from tests.behaviours.conftest import Alone

JUDGE = "judging/judge.js"
SAID = {"/save/": "{}", "/document/": "{}", "/ending/": '{"missing": []}'}
DONE = {"grade": "incorrect"}
LATER = {"later": "1"}
FOLLOWING = """async ([mode, from]) => {
    const { makeRows, textOf } = await import("/static/js/judging/rows.js");
    const rows = makeRows(document.body);
    const row = rows.following(rows.byId(from), mode);
    return row ? textOf(row) : null;
}"""
PUT = """async (states) => {
    const { makeRows, stateOf } = await import("/static/js/judging/rows.js");
    const rows = makeRows(document.body), row = rows.current(), heard = [];
    rows.watch((of, by) => heard.push([by, stateOf(of).grade]));
    return states.map((state) => {
        rows.put(row, { grade: "", note: "", later: false, changes: 1, ...state });
        return [row.querySelector(".g").textContent, row.dataset.tone, JSON.stringify(heard.splice(0))];
    });
}"""
FOCUSED = "() => document.activeElement.textContent.trim().split('\\n')[0]"


def numbers_of(page: Page) -> dict[str, str]:
    return dict(zip(FILTERS, page.locator(".chip [data-count]").all_text_contents(), strict=True))


@pytest.mark.parametrize(
    ("mode", "start", "leads"),
    [
        ("open", 1, "open"),  # over what is judged and what waits
        ("open", 4, "first"),  # round at the end
        ("listed", 1, "judged"),  # in a filter, just down the list
        ("listed", 4, None),
    ],
)
def test_a_judgment_leads_to_what_is_open(alone: Alone, mode: str, start: int, leads: str | None) -> None:
    page = alone(bench_of("first", ("judged", DONE), ("waits", LATER), "open"))
    assert page.evaluate(FOLLOWING, [mode, start]) == leads


def test_what_was_put_off_comes_when_nothing_else_is_open(alone: Alone) -> None:
    page = alone(bench_of("first", ("judged", DONE), ("waits", LATER), ("gold", {"automatic": "correct"})))
    assert page.evaluate(FOLLOWING, ["open", 1]) == "waits"
    page.locator("[name=q]").fill("GOLD")
    assert page.evaluate(FOLLOWING, ["open", 1]) is None


def test_an_answer_says_what_was_said_of_it_and_tells_watchers_before_and_after(alone: Alone) -> None:
    page = alone(bench_of(("9 April", {"automatic": "incorrect"})))
    assert page.evaluate(
        PUT, [{"grade": "correct"}, {"later": True, "note": "?"}, {"grade": "very_odd"}]
    ) == [
        ["Correct", "own", '[[-1,""],[1,"correct"]]'],
        ["Incorrect by gold · later · note", "", '[[-1,"correct"],[1,""]]'],
        ["very odd", "", '[[-1,""],[1,"very_odd"]]'],
    ]


def test_numbers_follow_each_change(alone: Alone) -> None:
    answers = (("judged", DONE), "open", ("gold", {"automatic": "correct"}), ("waits", LATER))
    page = alone(bench_of("first", *answers), JUDGE, said=SAID)
    page.keyboard.press("1")
    expect_in_focus(page, "open")
    expect(page.locator("[data-judged]")).to_have_text("3")
    assert numbers_of(page) == {"all": "5", "todo": "2", "later": "1", "notes": "0", "correct": "1"}
    page.keyboard.press("l")
    expect_in_focus(page, "waits")
    page.keyboard.press("2")
    expect_in_focus(page, "open")
    assert numbers_of(page) == {"all": "5", "todo": "1", "later": "1", "notes": "0", "correct": "1"}
    page.keyboard.press("2")
    expect(page.locator("[data-finish]")).to_be_visible()
    expect(page.locator("[data-finish-later]")).to_be_hidden()  # a grade settles what was put off
    assert numbers_of(page) == {"all": "5", "todo": "0", "later": "0", "notes": "0", "correct": "1"}


def test_a_filter_hides_what_it_does_not_take_and_goes_down_what_it_does(alone: Alone) -> None:
    page = alone(bench_of("first", ("second", DONE), "third", ("fourth", DONE)), JUDGE, said=SAID)
    page.locator("[data-show=todo]").click()
    expect(page.locator(".item:visible .s")).to_have_text(["first", "third"])
    expect(page.locator(".group:visible")).to_have_count(2)
    page.locator("[data-show=correct]").click()
    expect(page.locator(".item:visible .s")).to_have_text(["first"])  # the one in focus stays
    page.locator("[data-show=all]").click()
    page.locator("[name=q]").fill("D")
    expect(page.locator(".item:visible .s")).to_have_text(["first", "second", "third"])
    page.locator(".chip[data-show=all]").focus()
    page.keyboard.press("j")
    expect_in_focus(page, "second")
    expect(page).to_have_url("http://alone.test/?item=2&q=D")
    page.locator("[name=q]").fill("nothing")
    expect(page.locator(".item:visible .s")).to_have_text(["second"])


def test_walking_ends_where_the_shown_answers_end(alone: Alone) -> None:
    page = alone(bench_of("first", ("second", DONE), "third"), JUDGE, said=SAID)
    page.locator("[data-show=todo]").click()
    page.locator("[data-walk='1']").click()
    expect_in_focus(page, "third")
    expect(page.locator("[data-walk='1']")).not_to_have_attribute("href", "?item=3")
    page.keyboard.press("j")
    expect(page.locator(".key-hint")).to_have_text("There is no further answer on that side.")
    page.keyboard.press("k")
    expect(page).to_have_url("http://alone.test/?item=1&show=todo")  # said once the answer is painted
    page.go_back()
    expect_in_focus(page, "third")
    expect(page.locator("#answer-now")).to_have_count(1)


def test_the_focus_follows_only_where_the_list_had_it(alone: Alone) -> None:
    page = alone(bench_of("first", "second", "third"), JUDGE, said=SAID)
    page.locator(".item").first.focus()
    page.keyboard.press("j")
    expect(page.locator(".item").nth(1)).to_be_focused()
    page.locator("[name=grade]").first.focus()
    page.keyboard.press("j")
    expect_in_focus(page, "third")
    expect(page.locator("[name=grade]").first).to_be_focused()
