"""Adjudication: parts of a page that take each other's place, notes that come back, buttons that say what they do."""

from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone

PARTS = (
    '<nav data-part="list"><div data-scrolled style="height: 20px; overflow: auto"><p style="height: 99px">{0}</p></div></nav>'
    '<section data-part="case" class="case" tabindex="0"><button id="act">{1}</button></section>'
)
DECISION = (
    '<form id="decision" data-majority="{majority}"><input name="item" value="7"><input type="radio" name="grade" value="no">'
    '<span data-choice="opinion"></span><textarea id="note"></textarea></form>'
    '<script type="application/json" id="grade-names">{{"no": "No", "yes": "Yes"}}</script>'
    '<script type="application/json" id="grade-tones">{{}}</script>'
)


def _swap(page: Page, html: str) -> bool:
    """Puts another page in the place of this one; answers whether it could be put."""
    swapped = (
        "async (html) => (await import('/static/js/adjudicating/swap.js')).swap(document.body, html, {})"
    )
    return bool(page.evaluate(swapped, html))


def test_only_what_differs_is_replaced_and_focus_and_place_stay(alone: Alone) -> None:
    page = alone(PARTS.format("One", "Keep"), "behaviour.js")
    page.locator("#act").focus()
    page.evaluate("document.querySelector('nav').isSame = true")
    page.evaluate("document.querySelector('[data-scrolled]').scrollTop = 30")
    assert _swap(page, f"<title>Next</title>{PARTS.format('One', 'Overrule')}")
    expect(page.get_by_text("Overrule")).to_be_focused()
    expect(page).to_have_title("Next")
    assert page.evaluate("document.querySelector('nav').isSame")
    assert _swap(page, PARTS.format("Two", "Overrule"))
    assert not page.evaluate("document.querySelector('nav').isSame ?? false")
    assert page.evaluate("document.querySelector('[data-scrolled]').scrollTop") == 30


def test_a_page_of_other_parts_is_not_put(alone: Alone) -> None:
    page = alone(PARTS.format("One", "Keep"), "behaviour.js")
    assert not _swap(page, "<h1>Sign in</h1>")
    assert not _swap(page, f"{PARTS.format('Two', 'Keep')}<p data-part='more'></p>")
    expect(page.locator("nav")).to_have_text("One")


def test_a_typed_note_comes_back_to_its_item(alone: Alone) -> None:
    page = alone(DECISION.format(majority=""), "behaviour.js")
    page.evaluate(
        "async () => (window.drafts = (await import('/static/js/adjudicating/drafts.js')).makeDrafts(document.body))"
    )
    page.locator("#note").fill("doubtful")
    page.evaluate("drafts.keep()")
    page.evaluate(
        "[document.querySelector('[name=item]').value, document.querySelector('#note').value] = ['8', '']"
    )
    page.evaluate("drafts.put()")
    expect(page.locator("#note")).to_have_value("")
    page.evaluate("document.querySelector('[name=item]').value = '7'")
    page.evaluate("drafts.put()")
    expect(page.locator("#note")).to_have_value("doubtful")


def test_buttons_say_what_they_do_with_the_grade_that_is_chosen(alone: Alone) -> None:
    page = alone(DECISION.format(majority="no"), "behaviour.js")
    name = "async () => (await import('/static/js/adjudicating/grounds.js')).nameGrounds(document.body)"
    page.evaluate(name)
    expect(page.locator("[data-choice]")).to_have_text("Overrule: opinion")
    page.locator("[name=grade]").check()
    page.evaluate(name)
    expect(page.locator("[data-choice]")).to_have_text("Keep “No”: opinion")
    page.evaluate("document.querySelector('#decision').dataset.majority = 'yes'")
    page.evaluate(name)
    expect(page.locator("[data-choice]")).to_have_text("Overrule to “No”: opinion")
