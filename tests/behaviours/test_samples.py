"""Training: keys grade the answers of a sample, and each grade is kept at once."""

from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone
from tests.behaviours.sent import answers

ANSWER = (
    '<fieldset data-answer="{0}" data-marks="{0}"><input type="radio" name="grade-{0}" value="yes" data-grade="1">'
    '<input type="radio" name="grade-{0}" value="no" data-grade="2"></fieldset>'
)
SAMPLE = (
    '<form data-training="/keep/" action="/away/"><input type="hidden" name="csrfmiddlewaretoken" value="t"><section>'
    '<mark data-of="1">one</mark> <mark data-of="1 2">both</mark>'
    f"{ANSWER.format(1)}{ANSWER.format(2)}</section>"
    "<span data-graded>0</span><span data-saving></span><button data-finish>Finish</button></form>"
)


def _graded(page: Page) -> list[str]:
    """Names of the answers with their grades."""
    return [
        f"{radio.get_attribute('name')}={radio.get_attribute('value')}"
        for radio in page.locator("input:checked").all()
    ]


def test_keys_grade_go_on_and_end_at_the_button(alone: Alone) -> None:
    page = alone(SAMPLE, "training.js")
    sent = answers(page, "/keep/", (204, ""))
    page.keyboard.press("1")
    expect(page.locator("[data-answer='2'] input").first).to_be_focused()
    expect(page.locator("mark").first).to_have_class("faint")  # of the first answer alone
    page.keyboard.press("2")
    expect(page.get_by_role("button")).to_be_focused()
    page.keyboard.press("1")  # one too many
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    expect(page.locator("[data-graded]")).to_have_text("2")
    assert _graded(page) == ["grade-1=yes", "grade-2=no"]
    assert all("csrfmiddlewaretoken=t&quietly=1" in body for body in sent)
    assert "".join(sent).count("grade-1=yes") == 1


def test_walking_changes_no_grade_and_stops_at_the_ends(alone: Alone) -> None:
    page = alone(SAMPLE, "training.js")
    for key in ("j", "j", "j"):
        page.keyboard.press(key)
    expect(page.locator("[data-answer='2'] input").first).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("k")
    expect(page.locator("[data-answer='1'] input").first).to_be_focused()
    assert _graded(page) == []


def test_what_is_not_kept_is_said_and_goes_with_the_next_grade(alone: Alone) -> None:
    page = alone(SAMPLE, "training.js")
    sent = answers(page, "/keep/", (422, "the try has ended"), (204, ""))
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_have_text("not kept: the try has ended")
    page.keyboard.press("2")
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    assert "grade-1=yes" in sent[1]
    assert "grade-2=no" in sent[1]
