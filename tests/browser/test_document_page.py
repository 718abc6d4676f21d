"""A document that is read to develop questions: the words marked in it become known of a question."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import AnswerClass
from tests.browser.judging import sign_in
from tests.browser.waiting import take_turn, until
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_member, make_questions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_marked_words_become_a_known_answer(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    assert_accessible: Callable[[], None],
    width: int,
    scheme: str,
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    import_records(tmp_path, record("AP-1", "The tide gauge stood still in 1910."))
    campaign = make_campaign("comet", collection_slug="wire")
    make_questions(campaign, "7", type="factoid")
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    page.goto(f"{live_server.url}/campaigns/comet/document/?id=AP-1&qid=7")
    page.frame_locator("iframe[data-document]").get_by_text("stood still").click(click_count=3)
    button = page.get_by_role("button", name="Take the words marked in the document")
    button.scroll_into_view_if_needed()
    take_turn(page)  # a click goes where things stood before the scroll was drawn
    button.click()
    words = page.get_by_label("Words")
    expect(words).not_to_have_value("")
    expect(words).to_be_focused()
    taken = words.input_value()
    assert taken == "The tide gauge stood still in 1910."
    assert_accessible()
    page.get_by_role("button", name="Add to what is known of it").click()
    expect(page.get_by_text("Added 1.")).to_be_visible()
    expect(page.frame_locator("iframe[data-document]").locator("#hit-1")).to_have_text(taken)
    row = AnswerClass.objects.get(question__qid="7")
    assert (row.text, row.docid) == (taken, "AP-1")


def test_a_press_before_the_document_is_there_is_answered_once_it_is(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    import_records(tmp_path, record("AP-1", "The tide gauge stood still in 1910."))
    campaign = make_campaign("comet", collection_slug="wire")
    make_questions(campaign, "7", type="factoid")
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/documents/wire/**", hold)
    page.goto(f"{live_server.url}/campaigns/comet/document/?id=AP-1&qid=7", wait_until="commit")
    page.get_by_role("button", name="Take the words marked in the document").click()
    until(page, lambda: held, lambda: "the document was not asked for")
    expect(page.get_by_label("Words")).not_to_be_focused()
    held[0].continue_()
    expect(page.get_by_label("Words")).to_be_focused()


def test_without_scripts_nothing_is_offered_that_needs_them(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    import_records(tmp_path, record("AP-1", "The tide gauge stood still in 1910."))
    campaign = make_campaign("comet", collection_slug="wire")
    make_questions(campaign, "7", type="factoid")
    plain = new_context(java_script_enabled=False)
    sign_in(plain, make_member(campaign, "olga", "organizer"), live_server)
    page = plain.new_page()
    page.goto("/campaigns/comet/document/?id=AP-1&qid=7")
    expect(page.get_by_role("button", name="New question from it")).to_be_visible()
    expect(page.locator("[data-take-selected]")).to_be_hidden()
