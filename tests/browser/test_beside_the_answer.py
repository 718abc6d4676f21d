"""What stands next to the answer in focus: similar strings judged alike, the own history, guidelines beside the work."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.services import write_guidelines
from assessment.judging.models import Ruling
from tests.browser.judging import Scene, current, label, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = (("A-1", "9 April"), ("B-1", "9 april."), ("B-1", "Halden"), ("C-1", "on 9 April 1926"))


def test_similar_answers_are_judged_at_once_and_undone_at_once(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    transactional_db: None,
    assert_accessible: Callable[[], None],
) -> None:
    scene = Scene(tmp_path, *ANSWERS)
    write_guidelines(campaign=scene.campaign, text="# Dates\n\nA year alone is **inexact**.", by=None)
    assert scene.mine.member.account is not None
    sign_in(context, scene.mine.member.account, live_server)
    page.goto(f"/judge/{scene.mine.pk}/")
    similar = page.locator("[data-alike]")
    expect(similar.locator("summary")).to_contain_text("2")
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Judge this answer first")).to_be_disabled()
    assert_accessible()
    page.keyboard.press("Escape")

    page.keyboard.press("1")
    page.keyboard.press("k")
    expect(current(page)).to_have_text("9 April")
    page.keyboard.press("a")
    judge = page.get_by_role("button", name="Judge 1 like this: “correct”")
    expect(judge).to_be_enabled()
    similar.get_by_role("checkbox").nth(1).check()
    expect(page.get_by_role("button", name="Judge 2 like this: “correct”")).to_be_enabled()
    page.keyboard.press("Shift+A")
    for answer in ("9 april.", "on 9 April 1926"):
        expect(label(page, answer)).to_have_text("correct")
    expect(page.locator("[data-saving]")).to_have_text("all saved ✓")
    assert scene.grades() == {"9 April": "correct", "9 april.": "correct", "on 9 April 1926": "correct"}

    page.reload()
    expect(page.locator("[data-undo-label]")).to_contain_text("and 1 more")
    page.keyboard.press("u")
    for answer in ("9 april.", "on 9 April 1926"):
        expect(label(page, answer)).to_have_text("—")
    expect(page.locator("[data-saving]")).to_have_text("all saved ✓")
    assert {answer: grade for answer, grade in scene.grades().items() if grade} == {"9 April": "correct"}

    page.locator(".item", has_text="9 April").first.click()
    page.keyboard.press("h")
    expect(page.locator("[data-history] li")).to_have_count(1)
    expect(page.locator("[data-history]")).to_contain_text("correct")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    guide = page.get_by_role("region", name="Guidelines")
    expect(guide.get_by_role("heading", name="Dates")).to_be_visible()
    page.keyboard.press("j")
    expect(guide).to_be_visible()
    assert_accessible()
    page.reload()
    expect(guide).to_be_visible()
    page.keyboard.press("o")
    page.keyboard.type("Does a year count?")
    page.get_by_role("button", name="Send to the organizer").click()
    expect(page.locator("[data-ask-said]")).to_contain_text("Sent to the organizer.")
    assert Ruling.objects.get().asked == "Does a year count?"
    page.goto("/judged-today/")
    expect(page.get_by_role("link", name="9 April", exact=True)).to_be_visible()
    assert_accessible()
