"""The page that asks whose grades columns hold, and what grades mean, as everybody can use it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from tests import factory
from tests.alone import GRADED, alone
from tests.browser.judging import sign_in
from tests.judging.scene import assessors

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = "id,Model answer,A1,A2\n1,Homer,Yes,No\n1,Joyce,Yes,\n"


def test_columns_are_given_people_and_grades_their_meaning(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    transactional_db: None,
    assert_accessible: Callable[[], None],
) -> None:
    campaign = alone(tmp_path, definition=GRADED)
    (question,) = factory.make_questions(campaign, "1", type="question")
    factory.make_items(question, ("", "Homer"), ("", "Joyce"))
    assessors(campaign, "anna", "ben")
    sign_in(context, factory.make_member(campaign, "olga", "organizer"), live_server)
    page.goto("/campaigns/alone/judgments/")
    page.set_input_files(
        "[name=file]", {"name": "said.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    )
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("heading", name="Grades of several assessors")).to_be_visible()
    assert_accessible()
    page.get_by_label("A1", exact=True).fill("anna")
    page.get_by_label("A2", exact=True).fill("ben")
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_role("heading", name="What do these grades mean?")).to_be_visible()
    assert_accessible()
    page.get_by_label("Yes", exact=True).select_option("right")
    page.get_by_label("No", exact=True).select_option("wrong")
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_role("heading", name="Preview of 3 judgments")).to_be_visible()
    page.get_by_role("button", name="Store all 3 judgments").click()
    expect(page.get_by_text("Stored 3 judgments of 2 assessors.").first).to_be_visible()
    assert Judgment.objects.count() == 3
