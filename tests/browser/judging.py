"""A question with documents, opened in a browser by its assessor; what the browser tests of the judging page share."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page
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
    """The room of the tests of judging, with a collection behind it.

    What a page does with its documents costs the browser as much as all the rest: tests that need none leave them out.
    """

    def __init__(self, folder: Path, *answers: tuple[str, str], documents: bool = True, **more: Any) -> None:
        self.folder = folder
        if documents:
            import_records(folder, *(record(docid, text) for docid, text in DOCUMENTS.items()))
            more["collection_slug"] = "wire"
        super().__init__(*(answers or ANSWERS), **more)

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


@pytest.fixture
def unopened(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Scene:
    """A question whose page is not open yet."""
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    return scene


@pytest.fixture
def scene(unopened: Scene, page: Page) -> Scene:
    """The same, opened."""
    page.goto(unopened.url)
    return unopened


@pytest.fixture
def bare(tmp_path: Path, context: BrowserContext, live_server: LiveServer, page: Page) -> Scene:
    """The same without documents, for what has nothing to do with them."""
    scene = Scene(tmp_path, documents=False)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    return scene


def current(page: Page) -> Locator:
    """The string of the answer in focus."""
    return page.locator(".item[aria-current] .s")


def label(page: Page, answer: str) -> Locator:
    """What the list says of an answer."""
    return page.locator(".item", has=page.get_by_text(answer, exact=True)).locator(".g")
