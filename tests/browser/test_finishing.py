"""From question to question by keys alone: Enter finishes and the next one opens; a key too many changes nothing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, Nugget, NuggetVote
from tests import factory
from tests.browser.judging import Scene, current, sign_in
from tests.browser.waiting import expect_ready, expect_saved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene(tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page) -> Scene:
    scene = Scene(tmp_path)
    (after,) = factory.make_questions(scene.campaign, "1.2")
    factory.make_items(after, ("B-1", "Halden"))
    factory.make_assignment(after, scene.ada)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    return scene


def test_a_question_costs_its_keys_and_one_enter(scene: Scene, page: Page) -> None:
    for key in "24444":
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Finish: no answer found")).to_be_visible()
    page.keyboard.press("u")
    page.keyboard.press("1")
    button = page.get_by_role("button", name="Finish the question")
    expect(button).to_be_visible()
    for key in "44":  # too many
        page.keyboard.press(key)
    expect_saved(page)
    assert scene.grades()["in the spring"] == "correct"
    expect(page.locator("[data-finish] iframe")).to_have_attribute("src", re.compile("/B-1/"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 1.1 is finished.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is 1.2?")
    expect_ready(page)
    page.keyboard.press("4")
    expect(page.get_by_role("button", name="Finish: no answer found")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()
    expect_ready(page)
    assert [row.is_done for row in Assignment.objects.filter(member__account=scene.ada)] == [True, True]
    page.keyboard.press("z")
    expect(page.get_by_text("Question 1.2 is open again.")).to_be_visible()
    expect_ready(page)
    page.keyboard.press("4")  # all is judged: it rests
    page.keyboard.press("1")
    expect_saved(page)
    assert set(Assignment.objects.get(question__qid="1.2").judgments.values_list("grade", flat=True)) == {
        "incorrect"
    }


def test_the_button_leads_to_what_is_missing(scene: Scene, page: Page) -> None:
    page.keyboard.press("l")
    for key in "1111":
        page.keyboard.press(key)
    expect(current(page)).to_have_text("9 April")
    page.keyboard.press("j")
    page.keyboard.press("l")  # judged, and to be decided again
    page.keyboard.press("k")
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="1 to decide later")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".chip.on")).to_contain_text("later")
    expect(current(page)).to_have_text("on the night of 9 April 1926")


def test_votes_are_finished_by_enter(scene: Scene, page: Page) -> None:
    (other,) = factory.make_questions(scene.campaign, "1.4", type="OTHER")
    for number, text in enumerate(("one", "two"), 1):
        Nugget.objects.create(question=other, name=str(number), text=text, position=number)
    row = factory.make_assignment(other, scene.ada)
    Assignment.objects.filter(pk=row.pk).update(stage="votes", asked=2)
    page.goto(f"/judge/{row.pk}/")
    page.keyboard.press("v")
    page.keyboard.press("o")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 1.4 is finished.")).to_be_visible()
    assert NuggetVote.objects.count() == 2


def test_nuggets_are_finished_by_enter(scene: Scene, page: Page) -> None:
    (other,) = factory.make_questions(scene.campaign, "1.4", type="OTHER")
    factory.make_items(other, ("A-1", "its lamp"), ("B-1", "nothing"))
    row = factory.make_assignment(other, scene.ada)
    page.goto(f"/judge/{row.pk}/")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Finish: no nugget found")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 1.4 is finished.")).to_be_visible()
