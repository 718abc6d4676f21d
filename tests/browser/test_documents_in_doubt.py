"""The pages of documents in doubt, for everyone: both texts side by side, in light and dark, on wide and narrow screens."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.submissions.models import DocumentFlag
from assessment.submissions.services.second_opinions import ask_again
from documents import second_opinion
from documents.services import import_collection
from tests.browser.judging import sign_in
from tests.documents.helpers import make_folder
from tests.factory import make_member
from tests.judging.room import Room

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_texts_are_readable(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    assert_accessible_in_both: Callable[[], None],
) -> None:
    files = {f"{name}.html": b"<p>Low water at Halden." for name in ("A-1", "B-1")}
    import_collection(make_folder(tmp_path, files), slug="pages", format="html")
    room = Room(collection_slug="pages")
    monkeypatch.setattr(second_opinion, "_second_words", lambda html: ["Low", "tide", "at", "Halden."])
    ask_again(room.campaign, "A-1")
    assert DocumentFlag.objects.count() == 1
    sign_in(context, make_member(room.campaign, "olga", "organizer"), live_server)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/campaigns/{room.campaign.slug}/documents/")
        assert_accessible_in_both()
        page.get_by_role("link", name="A-1").click()
        expect(page.get_by_role("cell", name="water", exact=True)).to_be_visible()
        expect(page.get_by_role("cell", name="tide", exact=True)).to_be_visible()
        assert_accessible_in_both()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
