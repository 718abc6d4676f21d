"""The judging page with scripts switched off: the same forms, a page for each step."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, expect

from assessment.judging.models import Assignment
from tests.browser.judging import Scene, current, label, scene, unopened
from tests.browser.waiting import expect_document

__all__ = ["scene", "unopened"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "java_script_enabled": False}


def press(page: Page, name: str) -> None:
    """Press one of the buttons."""
    page.get_by_role("button", name=name, exact=True).click()


def test_a_whole_question(scene: Scene, page: Page) -> None:
    expect_document(page, "answer=9+April", "#hit-1")
    for answer, grade in (
        ("9 April", "Inexact"),
        ("on the night of 9 April 1926", "Correct"),
        ("Halden", "Later"),
        ("last week", "Incorrect"),
        ("in the spring", "Unsupported"),
    ):
        expect(current(page)).to_have_text(answer)
        press(page, grade)
    expect(current(page)).to_have_text("Halden")
    page.locator("details.note > summary").click()
    page.get_by_label("Note on this answer").fill("a name, not a time")
    press(page, "Incorrect")
    expect(label(page, "Halden")).to_have_text("incorrect · note")
    press(page, "Finish the question")
    expect(page.get_by_text("Question 1.1 is finished.")).to_be_visible()
    assert Assignment.objects.get(pk=scene.mine.pk).is_done
    kept = scene.mine.changes.values_list("document_revision", "remote_resources")
    assert set(kept) == {(1, "off")}


def test_undo_filters_and_places(scene: Scene, page: Page) -> None:
    press(page, "Correct")
    page.get_by_role("button", name="Undo “correct” on answer 1").click()
    expect(label(page, "9 April")).to_have_text("—")
    page.get_by_label("Next place").click()
    expect_document(page, "answer=9+April", "#hit-2")
    page.get_by_label("Find in document").fill("day")
    page.get_by_label("Find in document").press("Enter")
    expect_document(page, "find=day", "#find-1")
    page.get_by_label("Find in document").fill("whales")
    page.get_by_label("Find in document").press("Enter")
    expect(page.get_by_text("no hits", exact=True)).to_be_visible()
    expect_document(page, "find=whales", "#hit-1")
    press(page, "Correct")
    page.get_by_role("link", name="to judge 4").click()
    expect(page.locator(".item:visible")).to_have_count(4)
    page.get_by_label("Show answers that contain").fill("spring")
    page.get_by_label("Show answers that contain").press("Enter")
    expect(page.locator(".item:visible .s")).to_have_text(["in the spring"])
    press(page, "Incorrect")
    expect(page.get_by_role("link", name="to judge 3")).to_be_visible()
    assert scene.grades() == {"9 April": "correct", "in the spring": "incorrect"}


def test_the_sheet(scene: Scene, page: Page) -> None:
    page.locator("details.decisions > summary").click()
    page.get_by_label("Canonical answer").fill("9 April 1926")
    press(page, "Save")
    expect(page.locator("[data-canonical]")).to_have_text("9 April 1926")


def test_the_back_button_and_an_ended_session(scene: Scene, page: Page, context: BrowserContext) -> None:
    press(page, "Correct")
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    page.go_back()
    expect(label(page, "9 April")).to_have_text("correct")
    page.locator("details.note > summary").click()
    page.get_by_label("Note on this answer").fill("typed before the session ended")
    Session.objects.all().delete()
    press(page, "Inexact")
    page.fill("[name=username]", "ada")
    page.fill("[name=password]", "correct horse")
    press(page, "Sign in")
    press(page, "Save it now")
    expect(label(page, "9 April")).to_have_text("inexact · note")
    assert scene.grades()["9 April"] == "inexact"
