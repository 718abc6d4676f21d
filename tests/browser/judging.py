"""A question with documents, opened in a browser by its assessor; what the browser tests of the judging page share."""

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Judgment
from assessment.people.models import Account
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.judging.room import Room

ANSWERS = (
    ("A-1", "9 April"),
    ("A-1", "on the night of 9 April 1926"),
    ("B-1", "Halden"),
    ("B-1", "last week"),
    ("C-1", "in the spring"),
)
FILLER = "<P>\nNothing else happened on that day.\n" * 60
DOCUMENTS = {
    "A-1": f"{FILLER}<P>\nIt was found on the night of 9 April 1926, and seen again.\n{FILLER}<P>\nSo 9 April it is.\n",
    "B-1": "<P>\nHalden saw it last week. Halden told nobody.\n",
    "C-1": "<P>\nNobody knows when.\n",
}


class Scene(Room):
    """The room of the tests of judging, with a collection behind it."""

    def __init__(self, folder: Path, *answers: tuple[str, str]) -> None:
        self.folder = folder
        import_records(folder, *(record(docid, text) for docid, text in DOCUMENTS.items()))
        super().__init__(*(answers or ANSWERS), collection_slug="wire")

    def grades(self) -> dict[str, str]:
        """What ada's judgments say now, by answer."""
        rows = Judgment.objects.filter(member=self.mine.member).select_related("item")
        return {row.item.answer: row.grade for row in rows}


def sign_in(context: BrowserContext, account: Account, server: LiveServer) -> None:
    """Put a session of this account into the browser."""
    client = Client()
    client.force_login(account)
    cookie: Any = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}
    context.add_cookies([cookie])


def current(page: Page) -> Locator:
    """The string of the answer in focus."""
    return page.locator(".item[aria-current] .s")


def label(page: Page, answer: str) -> Locator:
    """What the list says of an answer."""
    return page.locator(".item", has=page.get_by_text(answer, exact=True)).locator(".g")


def expect_saved(page: Page) -> None:
    """Wait until nothing waits to be saved; fail with what the page says, and what the browser keeps."""
    badge = page.locator("[data-saving]")
    try:
        expect(badge).to_have_text("all saved ✓")
    except AssertionError as error:
        kept = page.evaluate("JSON.stringify(localStorage)")
        raise AssertionError(
            f"{badge.text_content()} | {page.locator('body').inner_text()} | {kept}"
        ) from error


def document_address(page: Page) -> str:
    """The address of the document in view, whether it was loaded from there or handed to the frame."""
    frame = page.locator("iframe.shown").element_handle().content_frame()
    assert frame is not None
    handed = frame.evaluate("document.documentElement?.dataset.address ?? ''") if frame.url != ":" else ""
    return str(handed or frame.url)


def expect_document(page: Page, *parts: str) -> None:
    """Wait until the address of the document in view holds these parts."""
    waited = 0
    while not all(part in document_address(page) for part in parts):
        page.wait_for_timeout(50)
        waited += 1
        assert waited < 400, document_address(page)
