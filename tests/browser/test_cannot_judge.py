"""By keys alone: that an answer cannot be judged, with its reason, and taken back."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from assessment.people.models import Account
from scoring.scales import CANNOT_JUDGE
from tests.browser.judging import Scene, current, label, sign_in
from tests.browser.waiting import expect_ready, expect_saved
from tests.judging.graded import graded_site
from tests.languages import all_languages

__all__ = ["all_languages", "graded_site"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene(
    graded_site: None, tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> Scene:
    scene = Scene(tmp_path, documents=False, type="factoid", track="graded")
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    return scene


def test_a_reason_is_asked_for_kept_as_the_note_and_taken_back(scene: Scene, page: Page) -> None:
    expect(current(page)).to_have_text("9 April")
    page.keyboard.press("c")
    field = page.get_by_label("Why can this answer not be judged?")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text("9 April")  # without a reason nothing is said
    expect(field).to_be_focused()
    page.keyboard.type("The document is cut off.")
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect(label(page, "9 April")).to_have_text("cannot be judged · note")
    expect(field).to_be_hidden()
    expect(page.locator("[data-judged]")).to_have_text("1")
    page.keyboard.press("1")
    expect_saved(page)
    assert scene.grades() == {"9 April": CANNOT_JUDGE, "on the night of 9 April 1926": "3"}
    assert Judgment.objects.get(grade=CANNOT_JUDGE).note == "The document is cut off."
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(label(page, "9 April")).to_have_text("note")
    expect_saved(page)
    assert set(scene.grades().values()) == {""}


def test_the_reason_is_shown_with_its_answer_alone_and_not_said_of_others(scene: Scene, page: Page) -> None:
    page.keyboard.press("c")
    page.keyboard.type("Cut off.")
    page.get_by_role("button", name="Cannot be judged", exact=True).last.click()
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.keyboard.press("c")
    expect(page.get_by_label("Why can this answer not be judged?")).to_have_value("")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    expect(current(page)).to_have_text("9 April")
    page.keyboard.press("a")
    expect(page.locator("[data-alike-all]")).to_have_text("⇧AJudge this answer first")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.get_by_label("Why can this answer not be judged?")).to_have_value("Cut off.")


def test_the_reason_begins_with_the_note_that_is_there_as_it_was_typed_last(scene: Scene, page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.type("Half of it is missing")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    field = page.get_by_label("Why can this answer not be judged?")
    expect(field).to_have_value("Half of it is missing")
    page.keyboard.press("End")
    page.keyboard.type(" here.")
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    expect_saved(page)
    assert Judgment.objects.get(grade=CANNOT_JUDGE).note == "Half of it is missing here."


def test_on_a_phone_it_stands_beside_the_other_acts_in_one_row(
    scene: Scene, page: Page, all_languages: None
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for language in ("en", "de", "fr", "ar"):
        Account.objects.filter(pk=scene.ada.pk).update(page_language=language)
        page.goto(scene.url)
        expect_ready(page)
        expect(page.locator("html")).to_have_attribute("lang", language)
        boxes = [one.bounding_box() for one in page.locator("main > .foot .btn.quiet:visible").all()]
        middles = {round(box["y"] + box["height"] / 2) // 12 for box in boxes if box}
        assert len(middles) == 1, (language, middles)
