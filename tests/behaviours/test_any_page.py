"""What every page can do: ask before what cannot be undone, go anywhere by typing, show work in progress."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.behaviours.conftest import Alone
from tests.behaviours.sent import answers

FOUND = '<div data-found><a href="#one">One</a> <a href="#two">Two</a></div>'
GOING = (
    '<main data-site="/"><a href="/go/" data-go>Go to…</a><p><input id="other"></p>{more}<dialog data-going>'
    '<form action="http://alone.test/go/"><input name="q"></form><div data-found></div></dialog></main>'
)


@pytest.mark.parametrize("agreed", [True, False])
def test_what_cannot_be_undone_is_asked_first(alone: Alone, agreed: bool) -> None:
    html = '<main data-site="/"><form method="post" action="/away/"><button data-confirm="Sure?">X</button></form></main>'
    page = alone(html, "page.js")
    sent, asked = answers(page, "/away/", (200, "gone")), []

    def reply(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept() if agreed else dialog.dismiss()

    page.on("dialog", reply)
    page.get_by_role("button").click()
    if agreed:
        expect(page.locator("body")).to_have_text("gone")
    assert (asked, len(sent)) == (["Sure?"], int(agreed))


def test_control_k_goes_anywhere_and_slash_where_nothing_is_typed(alone: Alone) -> None:
    page = alone(GOING.format(more=""), "page.js", said={"/go/": FOUND})
    typed = page.locator("[name=q]")
    page.locator("#other").focus()
    page.keyboard.press("/")
    expect(page.locator("#other")).to_have_value("/")
    page.keyboard.press("Control+k")
    expect(typed).to_be_focused()
    page.keyboard.press("Escape")
    expect(typed).to_be_hidden()
    page.keyboard.press("Tab")
    page.locator("#other").blur()
    page.keyboard.press("/")
    expect(typed).to_be_focused()
    expect(typed).to_have_value("")


def test_slash_is_left_to_a_page_with_a_search_of_its_own(alone: Alone) -> None:
    page = alone(GOING.format(more='<input id="q">'), "page.js", said={"/go/": FOUND})
    page.keyboard.press("/")
    expect(page.locator("dialog [name=q]")).to_be_hidden()
    page.locator("[data-go]").click()
    expect(page.locator("dialog [name=q]")).to_be_focused()


def test_arrows_walk_what_was_found_and_enter_opens_the_first(alone: Alone) -> None:
    page = alone(GOING.format(more=""), "page.js", "go.js", said={"/go/": FOUND})
    page.locator("[data-go]").click()
    typed = page.locator("[name=q]")
    typed.fill("o")
    expect(page.locator("[data-going]")).to_have_attribute("data-found", "o")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("One")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Two")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(typed).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/#one")


def test_work_in_progress_is_shown_until_it_ends(alone: Alone) -> None:
    part = '<p id="job" data-refresh="/job/">{}</p>'
    page = alone(f'{part.format("0 of 2")}<main data-site="/"></main>', "behaviour.js")
    sent = answers(page, "/job/", (500, ""), (200, part.format("1 of 2")))
    page.evaluate("import('/static/js/page.js')")
    expect(page.locator("#job")).to_have_text("1 of 2")  # one answer that was none is asked for again
    assert len(sent) > 1
    ended = answers(page, "/job/", (200, '<p id="job" data-stays>All done</p>'))
    expect(page.locator("#job")).to_have_text("All done")
    assert len(ended) == 1


def _exchange(page: Page) -> None:
    """Puts another part in the place of #part, as soon as it may."""
    page.evaluate(
        """async () => {
          const { exchanging } = await import("/static/js/exchange.js");
          const exchange = exchanging();
          window.put = () => exchange(document.querySelector("#part"), () => {
            const next = Object.assign(document.createElement("div"), { id: "part" });
            next.innerHTML = '<button name="other">New</button> <button name="same" value="1">New, too</button>';
            document.querySelector("#part").replaceWith(next);
            return next;
          });
        }"""
    )


def test_nothing_is_exchanged_under_a_pressed_pointer_and_the_focus_stays(alone: Alone) -> None:
    page = alone('<div id="part"><button name="same" value="1">Old</button></div>', "behaviour.js")
    _exchange(page)
    page.evaluate("document.querySelector('button').onclick = () => (document.title = 'clicked')")
    page.get_by_text("Old").hover()
    page.mouse.down()
    page.evaluate("() => { window.put(); }")
    expect(page.get_by_text("Old")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("New, too")).to_be_focused()
    expect(page).to_have_title("clicked")
