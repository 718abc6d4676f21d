"""The judging page in a real browser: the keyboard loop, undo, notes, filters, documents, access for everyone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from assessment.campaigns.models import Campaign, Guidelines
from assessment.judging.models import Assignment, Change
from tests.browser.judging import Scene, bare, current, label, scene, unopened
from tests.browser.waiting import document_address, expect_document, expect_done, expect_saved, make_patient
from tests.documents.helpers import import_records, record
from tests.judging.history import changes, said_in

__all__ = ["bare", "scene", "unopened"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_whole_question_is_judged_by_keys(scene: Scene, page: Page) -> None:
    for answer, key in (
        ("9 April", "2"),
        ("on the night of 9 April 1926", "1"),
        ("Halden", "4"),
        ("last week", "3"),
    ):
        expect(current(page)).to_have_text(answer)
        page.keyboard.press(key)
    expect(current(page)).to_have_text("in the spring")
    expect(page.locator("[data-finish]")).to_be_hidden()
    page.keyboard.press("4")
    expect_saved(page)
    assert scene.grades() == {
        "9 April": "inexact",
        "on the night of 9 April 1926": "correct",
        "Halden": "incorrect",
        "last week": "unsupported",
        "in the spring": "incorrect",
    }
    expect(page.locator("[data-judged]")).to_have_text("5")
    page.get_by_role("button", name="Finish the question").click()
    expect(page.get_by_text("Question 1.1 is finished.")).to_be_visible()
    assert Assignment.objects.get(pk=scene.mine.pk).is_done


def test_the_next_document_is_there_before_it_is_wanted(unopened: Scene, page: Page) -> None:
    scene = unopened
    make_patient(page)  # it would ask anew for what is slow to come
    page.goto(scene.url)
    spare = page.locator("iframe:not(.shown)")
    expect(spare).to_have_attribute("data-item", str(scene.items[1].pk))
    expect(spare).to_have_attribute("data-docid", "A-1")
    page.keyboard.press("1")
    expect(spare).to_have_attribute("data-docid", "B-1")
    expect_document(page, "answer=on+the+night", "#hit-1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("1")
    expect(page.locator("[data-docid]").first).to_have_text("B-1")
    expect_document(page, "answer=Halden", "#hit-1")
    assert not [url for url in asked if f"item={scene.items[2].pk}" in url or "answer=Halden" in url]


def test_each_judgment_keeps_which_copy_of_its_document_was_shown_and_how(scene: Scene, page: Page) -> None:
    expect_document(page, "answer=9+April")
    page.keyboard.press("1")
    expect_saved(page)
    import_records(
        scene.folder, record("A-1", "So 9 April it was."), record("B-1", "Halden."), record("C-1", ".")
    )
    Campaign.objects.update(remote_resources="live")
    page.reload()
    page.keyboard.press("k")
    expect_document(page, "answer=9+April")
    page.keyboard.press("2")
    expect_saved(page)
    kept = [
        (said_in(one.after)["grade"], one.place, one.document_revision, one.remote_resources)
        for one in changes()
    ]
    assert kept == [("correct", 1, 1, "off"), ("inexact", 1, 2, "live")]


def test_the_document_opens_at_the_answer_and_steps_through_its_places(unopened: Scene, page: Page) -> None:
    make_patient(page)
    page.goto(unopened.url)
    expect_document(page, "answer=9+April", "#hit-1")
    expect(page.locator("[data-hits]")).to_contain_text("1 of 2")
    history = page.evaluate("history.length")
    expect_done(page)  # the next document is loaded ahead
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press(".")
    expect_document(page, "answer=9+April", "#hit-2")
    expect(page.locator("[data-hits]")).to_contain_text("2 of 2")
    page.get_by_label("Previous place").click()
    expect_document(page, "#hit-1")
    assert not [url for url in asked if "/assets/" not in url]
    assert page.evaluate("history.length") == history


def test_the_text_alone_and_the_source_open_in_windows_of_their_own(
    scene: Scene, page: Page, context: BrowserContext
) -> None:
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect_document(page, "answer=Halden")
    for name, held, missing in (
        ("text", "Halden saw it", "<DOCNO>"),
        ("source", "<DOCNO> B-1 </DOCNO>", "A-1"),
    ):
        with context.expect_page() as opened:
            page.get_by_role("link", name=name, exact=True).click()
        body = opened.value.locator("body")
        expect(body).to_contain_text(held)
        expect(body).not_to_contain_text(missing)


def test_find_in_the_document(scene: Scene, page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("days")
    page.get_by_label("How to find").select_option("words")
    expect(page.locator("[data-hits]")).to_contain_text("1 of 120")
    expect_document(page, "find=days", "how=words", "#find-1")
    page.get_by_label("Find in document").press("Enter")
    expect(page.locator("[data-hits]")).to_contain_text("2 of 120")
    expect_document(page, "#find-2")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect(page.locator("[name=find]")).to_have_value("")
    expect_document(page, "#hit-1")


def test_a_search_without_hits_says_so_and_leaves_the_document_where_it_is(scene: Scene, page: Page) -> None:
    page.keyboard.press(".")
    expect_document(page, "#hit-2")
    before = document_address(page)
    page.keyboard.press("/")
    page.keyboard.type("whales")
    page.keyboard.press("Enter")
    expect(page.get_by_text("no hits", exact=True)).to_be_visible()
    expect(page.locator("[data-announce]")).to_have_text("No hits")
    expect(page.locator("[data-hits]")).to_be_hidden()
    assert document_address(page) == before
    page.get_by_label("Find in document").fill("seen")
    page.keyboard.press("Enter")
    expect_document(page, "find=seen", "#find-1")
    expect(page.locator("[data-hits]")).to_contain_text("1 of 1")
    expect(page.get_by_text("no hits", exact=True)).to_be_hidden()


def test_a_search_is_found_in_another_spelling_and_said_to_be(unopened: Scene, page: Page) -> None:
    records = {"A-1": "<P>\nA café by the obser-\nvatory, so 9 April.\n", "B-1": "Halden.", "C-1": "."}
    import_records(unopened.folder, *(record(docid, text) for docid, text in records.items()))
    page.goto(unopened.url)
    hits, told, search = page.locator("[data-hits]"), page.locator("[data-announce]"), "find in document"
    for text, mark in (("cafe", "café"), ("observatory", "obser- vatory")):
        page.get_by_label(search).fill(text)
        page.get_by_label(search).press("Enter")
        expect(told).to_have_text("1 found in another spelling")
        expect(hits).to_contain_text("in another spelling")
        expect(page.frame_locator("iframe.shown").locator("#find-1")).to_have_text(mark)
        page.get_by_label(search).fill("by the")
        page.get_by_label(search).press("Enter")
        expect(told).to_have_text("1 found")
        expect(page.get_by_text("in another spelling")).to_be_hidden()


def test_an_answer_that_does_not_stand_there_is_told(scene: Scene, page: Page) -> None:
    expect(page.locator("[data-amiss]")).to_be_hidden()
    page.get_by_text("in the spring").click()
    expect(page.locator("[data-amiss]")).to_contain_text("Neither the answer nor any of its words")


def test_undo_goes_back_across_answers_and_days(bare: Scene, page: Page) -> None:
    button = page.locator("[data-undo] button")
    expect(button).to_be_disabled()
    page.keyboard.press("1")
    page.keyboard.press("4")
    page.keyboard.press("l")
    expect(button).to_have_text("uUndo “later” on answer 3")
    expect_saved(page)
    page.reload()
    for left in ("Undo “incorrect” on answer 2", "Undo “correct” on answer 1", "Undo"):
        page.keyboard.press("u")
        expect(page.locator("[data-undo-label]")).to_have_text(left)
    expect(current(page)).to_have_text("9 April")
    expect_saved(page)
    assert set(bare.grades().values()) == {""}
    assert Change.objects.filter(is_undo=True).count() == 3


def test_notes_are_typed_without_judging(bare: Scene, page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.type("1234 lujk: a day, no year")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(label(page, "9 April")).to_have_text("inexact · note")
    page.keyboard.press("n")
    page.keyboard.type("left while typing")
    page.get_by_text("last week").click()
    expect(label(page, "on the night of 9 April 1926")).to_have_text("note")
    expect_saved(page)
    said = [said_in(change.after) for change in changes()]
    assert [(one["grade"], one["note"]) for one in said] == [
        ("inexact", "1234 lujk: a day, no year"),
        ("", "left while typing"),
    ]


def test_undoing_a_grade_leaves_the_note_typed_with_it(bare: Scene, page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.type("a day, no year")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.keyboard.press("u")
    expect(label(page, "9 April")).to_have_text("note")
    expect(page.locator("[data-say] textarea")).to_have_value("a day, no year")
    expect_saved(page)
    page.keyboard.press("2")
    expect_saved(page)
    page.reload()
    page.keyboard.press("u")  # now as the server offers it
    expect(label(page, "9 April")).to_have_text("note")
    expect_saved(page)
    newest = changes()[-1]
    said = said_in(newest.after)
    assert (newest.is_undo, said["grade"], said["note"]) == (True, "", "a day, no year")


def test_later_comes_back_before_the_question_ends(bare: Scene, page: Page) -> None:
    page.keyboard.press("l")
    for _ in range(4):
        page.keyboard.press("4")
    expect(current(page)).to_have_text("9 April")
    expect(page.locator("[data-finish]")).to_be_hidden()
    page.keyboard.press("1")
    expect(page.locator("[data-finish]")).to_be_visible()
    expect(page.locator("[data-no-answer]")).to_be_hidden()
    expect_saved(page)
    assert bare.counters() == (5, 0)


def test_own_decisions_are_kept_in_view(bare: Scene, page: Page) -> None:
    page.keyboard.press("d")
    page.keyboard.type("year alone: no")
    page.get_by_label("Canonical answer").fill("9 April 1926")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("[data-rules]")).to_have_text("year alone: no")
    expect(page.locator("[data-canonical]")).to_have_text("9 April 1926")
    expect_saved(page)
    bare.mine.refresh_from_db()
    assert (bare.mine.rules_of_thumb, bare.mine.canonical_answer) == ("year alone: no", "9 April 1926")


def test_filters_and_search_narrow_the_list(bare: Scene, page: Page) -> None:
    shown = page.locator(".item:visible .s")
    page.keyboard.press("1")
    page.keyboard.press("4")
    page.get_by_role("link", name="incorrect 1").click()
    expect(shown).to_have_text(["on the night of 9 April 1926", "Halden"])
    page.get_by_role("link", name="all 5").click()
    page.get_by_label("Show answers that contain").fill("WEEK")
    expect(shown).to_have_text(["Halden", "last week"])
    page.get_by_role("link", name="to judge 3").click()
    page.keyboard.press("4")
    expect(current(page)).to_have_text("last week")


def test_keys_of_other_keyboards(bare: Scene, page: Page) -> None:
    def press(key: str, code: str, **more: bool) -> None:
        page.evaluate(
            "init => document.body.dispatchEvent(new KeyboardEvent('keydown', {...init, bubbles: true}))",
            {"key": key, "code": code, **more},
        )

    press("&", "Digit1")  # French: the digit row without shift
    expect(label(page, "9 April")).to_have_text("correct")
    press("о", "KeyJ")  # Russian
    expect(current(page)).to_have_text("Halden")
    press("q", "KeyL", shiftKey=False)  # a Latin layout of its own goes by its characters
    press("!", "Digit1", shiftKey=True)
    press("1", "Digit1", ctrlKey=True)
    press("1", "Digit1", repeat=True)
    expect(label(page, "Halden")).to_have_text("—")
    expect_saved(page)
    assert bare.counters() == (1, 0)


def test_the_mouse_does_everything_too(bare: Scene, page: Page) -> None:
    page.get_by_role("button", name="Inexact", exact=True).click()
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.get_by_role("link", name="Previous", exact=True).click()
    expect(page.get_by_role("button", name="Inexact", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Later", exact=True).click()
    expect(label(page, "9 April")).to_have_text("inexact · later")
    page.get_by_role("link", name="Previous", exact=True).click()
    page.get_by_role("button", name="Later", exact=True).click()
    expect(label(page, "9 April")).to_have_text("inexact")
    page.locator("[data-undo] button").click()
    expect(label(page, "9 April")).to_have_text("inexact · later")


def test_the_back_button_shows_the_truth(bare: Scene, page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("4")
    expect(page).to_have_url(re.compile(rf"item={bare.items[2].pk}\b"))  # once the answer is painted
    page.go_back()
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect(page.get_by_role("button", name="Incorrect", exact=True)).to_have_attribute("aria-pressed", "true")
    expect_saved(page)
    page.goto("/")
    expect(page.get_by_text("2 of 5").first).to_be_visible()
    page.go_back()
    expect(label(page, "9 April")).to_have_text("correct")
    page.keyboard.press("3")
    expect_saved(page)
    page.go_forward()
    assert bare.grades()["on the night of 9 April 1926"] == "unsupported"


def test_changes_are_announced(bare: Scene, page: Page) -> None:
    page.keyboard.press("1")
    expect(page.locator("[data-announce]")).to_have_text("correct. Next: on the night of 9 April 1926, A-1")
    page.keyboard.press("u")
    expect(page.locator("[data-announce]")).to_have_text("Undone: 9 April")


def test_everybody_can_use_it(
    unopened: Scene, page: Page, assert_accessible_in_both: Callable[[], None]
) -> None:
    Guidelines.objects.create(campaign=unopened.campaign, version=1, text="Judge in context.")
    page.goto(unopened.url)
    for key in ("1", "2", "3", "4", "l", "d"):
        page.keyboard.press(key)
    expect_saved(page)
    assert_accessible_in_both()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert_accessible_in_both()
    page.goto("/")
    assert_accessible_in_both()


def test_focus_is_visible_and_the_keyboard_reaches_everything(scene: Scene, page: Page) -> None:
    expect_document(page, "answer=9+April", "#hit-1")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        tag, name, outline = page.evaluate(
            """() => {
              const at = document.activeElement;
              return [at.tagName, at.textContent.trim() || at.name, getComputedStyle(at).outlineStyle];
            }"""
        )
        reached.add(name)
        assert outline != "none" or tag in ("BODY", "IFRAME"), name
    assert {"1Correct", "lLater", "find", "q", "Guidelines"} - reached <= {"Guidelines"}


def test_a_phone_shows_all_regions_without_sideways_scrolling(unopened: Scene, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(unopened.url)
    expect(page.locator(".foot")).to_be_visible()
    document, foot = page.locator(".frames").bounding_box(), page.locator(".foot").bounding_box()
    assert document
    assert foot
    assert min(document["y"] + document["height"], foot["y"]) - document["y"] > 300, "without scrolling"
    assert page.evaluate("document.documentElement.scrollHeight") == 844
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.get_by_role("button", name="Correct", exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="Unsupported", exact=True).click()
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect(page.locator("iframe.shown")).to_be_attached()
    shown = page.locator("iframe.shown").bounding_box()
    assert shown
    assert shown["height"] > 300
    small = page.evaluate(
        """() => [...document.querySelectorAll(":is(main, .foot) :is(a, button, summary, input, select, textarea)")]
            .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1)
            .filter((part) => { const box = part.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
            .map((part) => part.outerHTML.slice(0, 80))"""
    )
    assert small == []
