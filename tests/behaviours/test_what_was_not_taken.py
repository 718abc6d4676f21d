"""What waits in the browser, and what a server did not take, where nothing is judged; and the search beside a list."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.behaviours.bench import sent_by
from tests.behaviours.conftest import Alone
from tests.browser.waiting import expect_so, loaded_anew

WORK = """<body data-site="/"><script type="application/json" id="grade-names">{"correct": "Correct"}</script>
<script type="application/json" id="grade-tones">{}</script><span data-saving></span><div data-account="7" MORE></div>
<div data-problems></div><details data-aside hidden open><summary data-count></summary><ul></ul><p class="versions"></p>
</details><p data-announce></p>"""
KEEP = "(entries) => entries.forEach((one) => localStorage.setItem(one.key, JSON.stringify(one)))"
KEPT = "() => Object.keys(localStorage).filter((key) => key.startsWith('assize.queue.7.')).length"
REFUSED = {"kind": "refused", "code": "closed", "message": "The question is finished.", "remedy": "Ask."}


def entry_of(number: int, **more: Any) -> dict[str, Any]:
    """A judgment as an earlier page kept it."""
    known = {
        "id": f"id-{number}", "key": f"assize.queue.7.{number:016}.id-{number}", "kind": "save", "account": "7",
        "assignment": "5", "question": "comet, question 1", "questionId": "3", "item": str(number), "docid": f"A-{number}",
        "title": "9 April", "words": "Correct", "label": "“Correct”", "url": "/save/",
        "fields": {"item": str(number), "seen": "0", "grade": "correct"}, "change": {"grade": "correct"},
        "before": {"grade": "", "changes": 0}, "after": {"grade": "correct", "changes": 1},
    }  # fmt: skip  # what is kept, read by the row
    return {**known, **more}


def work_with(alone: Alone, *entries: dict[str, Any], more: str = "", **said: str) -> Page:
    """The page "My work" in a browser that keeps these entries; the page of one assignment with `more`."""
    page = alone("")
    page.evaluate(KEEP, list(entries))
    html = WORK.replace("MORE", more)
    return alone(html, "judging/my-work.js", said={f"/{path}/": answer for path, answer in said.items()})


def test_what_waits_is_sent_and_the_page_counts_anew(alone: Alone) -> None:
    page = alone(WORK.replace("MORE", ""), "judging/my-work.js", said={"/save/": "{}"})
    expect(page.locator("[data-saving]")).to_have_text("")
    page.evaluate(KEEP, [entry_of(1), entry_of(2)])
    sent = sent_by(page)
    with loaded_anew(page):
        page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    expect_so(page, f"() => ({KEPT})() === 0")
    assert [fields["item"] for _, fields in sent] == ["1", "2"]


def test_what_cannot_be_sent_says_why_and_may_be_put_aside(alone: Alone) -> None:
    page = work_with(alone, entry_of(1))  # whose server knows no such page
    expect(page.locator(".problem b").first).to_have_text("Not sent yet: the server has an error (404).")
    page.get_by_text("Set aside “Correct”").click()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator("[data-aside] li")).to_have_text(["“9 April” (A-1) Correct"])
    expect(page.locator("[data-saving]")).to_have_text("")


def test_entries_with_one_fate_are_one_decision_and_what_was_put_aside_can_be_sent(alone: Alone) -> None:
    entries = [entry_of(1, problem=REFUSED), entry_of(2, problem=REFUSED), entry_of(3, aside=1)]
    page = work_with(alone, *entries, save="{}")
    expect(page.locator(".problem")).to_have_count(1)
    expect(page.locator(".problem .typed li b")).to_have_text(["“9 April” (A-1)", "“9 April” (A-2)"])
    expect(page.locator("[data-aside] [data-count]")).to_have_text("1")
    expect(page.locator("[data-saving]")).to_contain_text("2 not saved")
    page.locator(".problem li button").last.click()
    expect(page.locator("[data-aside] [data-count]")).to_have_text("2")
    page.locator(".problem").get_by_text("Set aside “Correct”").click()
    expect(page.locator("[data-aside] [data-count]")).to_have_text("3")
    with loaded_anew(page):
        page.locator("[data-aside]").get_by_text("Send again").click()
    expect(page.locator("[data-aside]")).to_be_hidden()
    assert page.evaluate(KEPT) == 0


def test_a_page_of_one_assignment_shows_its_own(alone: Alone) -> None:
    theirs = entry_of(2, assignment="6", problem={**REFUSED, "message": "Another question."})
    page = work_with(alone, entry_of(1, problem=REFUSED), theirs, more='data-assignment="5"')
    expect(page.locator(".problem b").first).to_have_text("The question is finished.")
    expect(page.locator(".problem")).to_have_count(1)


def test_what_was_typed_can_be_copied_where_the_browser_does_not_do_it(alone: Alone) -> None:
    page = work_with(alone, entry_of(1, problem=REFUSED))
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator(".problem").get_by_text("Copy as text").click()
    expect(page.get_by_label("What was typed")).to_have_value(
        "comet, question 1 · “9 April” (A-1) · Correct\n  The question is finished."
    )
    expect(page.get_by_label("What was typed")).to_be_focused()


SEARCH = """<a href="/search/" data-search-link>search</a>
<section data-search-pane hidden><button data-search-close>close</button><iframe></iframe></section>"""
FOUND = "<input id=q><script>parent.postMessage({json}, location.origin)</script>"
HEAR = "() => document.addEventListener('found', ({ detail }) => (document.title = detail.docid))"


def test_the_search_opens_beside_and_hands_over_what_was_found(alone: Alone) -> None:
    found = FOUND.replace("{json}", json.dumps({"type": "found", "text": "9 April", "docid": "A-1"}))
    page = alone(SEARCH, "judging/search-pane.js", said={"/search/": found})
    page.evaluate(HEAR)
    link, field = page.locator("[data-search-link]"), page.frame_locator("iframe").locator("#q")
    expect(link).to_have_attribute("aria-expanded", "false")
    link.click()
    expect(field).to_be_focused()
    expect(page).to_have_title("A-1")
    field.fill("comet")
    page.get_by_text("close").click()
    expect(page.locator("[data-search-pane]")).to_be_hidden()
    expect(link).to_be_focused()
    link.click()
    expect(field).to_have_value("comet")  # as it was left
    expect(link).to_have_attribute("aria-expanded", "true")
