"""A note of two windows: which of the two is stored is asked, and never settled by going on."""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from assessment.judging.services.judgments import record_judgment
from tests.browser.judging import Scene, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_note_that_was_not_taken_is_not_said_again_by_going_on(
    tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    item = int(page.locator(".item[aria-current]").get_attribute("data-item") or "")
    record_judgment(
        by=scene.ada,
        assignment_id=scene.mine.pk,
        item_id=item,
        seen=0,
        client_id=uuid4(),
        note="of another window",
    )
    page.keyboard.press("n")
    page.fill("#note", "of this one")
    page.get_by_role("button", name="Save the note").click()
    expect(page.get_by_role("button", name="Use mine")).to_be_visible()
    expect(page.locator("#note")).to_have_value("of another window")
    page.keyboard.press("Escape")
    with page.expect_response("**/save/"):
        page.locator(".item:visible:not([aria-current])").first.click()
        page.keyboard.press("1")
    assert Judgment.objects.get(item=item).note == "of another window"
    expect(page.get_by_role("button", name="Use mine")).to_be_visible()
