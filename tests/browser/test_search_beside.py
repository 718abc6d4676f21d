"""Searching the collection on the nugget bench: nothing unsaved is lost, and words of a document become a nugget."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import KeptSearch, State
from assessment.judging.models import Assignment, Nugget
from documents.models import Collection
from documents.search.indexes import build
from tests import factory
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved, until
from tests.documents.helpers import import_records, record

pytestmark = pytest.mark.django_db(transaction=True)

MARK = "() => getSelection().selectAllChildren(document.querySelector('mark').parentElement)"


@pytest.fixture
def other(transactional_db: None, tmp_path: Path, settings: Settings) -> Assignment:
    settings.DATA_DIR = tmp_path / "data"
    import_records(tmp_path / "wire", record("AP-1", "The lamp was brass."), record("AP-2", "A mill."))
    build(Collection.visible.get())
    campaign = factory.make_campaign(
        "comet", "series2004", collection_slug="wire", state=State.OPEN, search_judging=True
    )
    (question,) = factory.make_questions(campaign, "1.4", type="OTHER", series="1")
    factory.make_items(question, ("AP-2", "it had a mill"))
    return factory.make_assignment(question, factory.make_member(campaign, "ada", "assessor"))


def document_in(page: Page) -> Frame:
    """The document that is open in the search beside."""

    found: list[Frame] = []

    def look() -> list[Frame]:
        found[:] = [one for one in page.frames if "/documents/" in one.url and one.query_selector("mark")]
        return found

    until(page, look, lambda: [frame.url for frame in page.frames])
    return found[0]


@pytest.mark.parametrize("width", [1440, 390])
def test_words_of_a_document_that_was_found_become_a_nugget(
    other: Assignment,
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    width: int,
    assert_accessible: Callable[[], None],
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    assert other.member.account
    sign_in(context, other.member.account, live_server)
    page.goto(f"/judge/{other.pk}/")
    text = page.get_by_role("textbox", name="New nugget")
    text.fill("half a thought")
    before = page.locator(".foot").bounding_box()
    page.get_by_role("link", name="Search the collection").click()
    beside = page.frame_locator("[data-search-pane] iframe")
    field = beside.get_by_role("searchbox")
    expect(field).to_be_focused()
    assert page.locator(".foot").bounding_box() == before
    field.fill("lamp")
    field.press("Enter")
    beside.locator(".documents .open").click()
    document_in(page).evaluate(MARK)
    assert_accessible()
    expect(text).to_have_value("half a thought")
    beside.get_by_role("link", name="as a nugget").click()
    expect(text).to_have_value("The lamp was brass.")
    expect(text).to_be_focused()
    expect(page.locator("[data-from]")).to_contain_text("AP-1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-from]")).to_be_hidden()
    page.get_by_role("button", name="Close", exact=True).last.click()
    expect_saved(page)
    nugget = Nugget.objects.get()
    assert (nugget.text, nugget.docid, nugget.matches.count()) == ("The lamp was brass.", "AP-1", 0)
    expect(page.locator(".nugget .origin")).to_have_text("found in AP-1")
    until(page, lambda: KeptSearch.objects.filter(stage="open", opened__0__document="AP-1"), lambda: "kept")
