"""The machine's grade beside the answer in focus: it follows the focus, is nobody's judgment, and a key accepts it."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, Judgment
from assessment.people.models import Member
from assessment.submissions.models import PoolItem
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_saved
from tests.factory import give

pytestmark = pytest.mark.django_db(transaction=True)


def show_machine(scene: Scene) -> list[str]:
    """Let Ada see what a machine says of all answers but the second; in the order of the list."""
    mine = Assignment.objects.get(pk=scene.mine.pk)
    member = Member.objects.create(campaign=mine.question.campaign, name="umbra@3")
    whose = give(mine.question, member, stage="programs")
    given = []
    items = PoolItem.objects.filter(question=mine.question).order_by("docid", "passage", "answer", "pk")
    for number, item in enumerate(items):
        given.append("" if number == 1 else ("correct", "incorrect")[number % 2])
        if number != 1:
            Judgment.objects.create(
                item=item,
                member=member,
                assignment=whose,
                grade=given[-1],
                by_program=True,
                judged_at="2026-01-01T00:00:00Z",
            )
    Assignment.objects.filter(pk=mine.pk).update(shown=member)
    return given


def test_the_machines_grade_follows_the_focus_and_counts_once_a_key_accepts_it(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    scene = Scene(tmp_path)
    given = show_machine(scene)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    line = page.locator("[data-machine-said]")
    expect(line).to_contain_text("Grade of umbra@3: correct")
    expect(line).to_contain_text("Yours: none yet")
    expect(page.locator(".item .m")).to_have_count(len(given) - 1)
    expect(page.locator(".grades [aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.locator(".item").first).to_have_attribute("data-grade", "correct")
    # The second answer, of which the machine says nothing, cannot be accepted.
    expect(line).to_contain_text("Grade of umbra@3: none")
    expect(line.get_by_role("button")).to_be_disabled()
    page.keyboard.press("m")
    page.keyboard.press("k")
    expect(line).to_contain_text("Yours: correct")
    # After the last answer the key that accepts rests as grades do: one too many changes nothing.
    for key in ("j", "4", "m", "m", "4", "m"):
        page.keyboard.press(key)
    expect_saved(page)
    own = Judgment.objects.filter(member__account=scene.ada).order_by("item__docid", "item__answer")
    assert list(own.values_list("grade", flat=True)) == [
        given[0],
        "incorrect",
        given[2],
        given[3],
        "incorrect",
    ]
    assert given[4] == "correct"
