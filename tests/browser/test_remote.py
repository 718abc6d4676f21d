"""Pages with what lies outside them, in a real browser: what is loaded under each setting, and from where."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from documents.links import document_url
from documents.models import Collection, RemoteFile
from documents.remote.archive import digest_of
from documents.remote.setting import Remote
from documents.services import import_collection
from tests.browser.waiting import expect_answered
from tests.documents.elsewhere import GIF
from tests.documents.helpers import make_folder
from tests.factory import make_reader

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
pytestmark = pytest.mark.django_db(transaction=True)

PICTURE = "http://blog.test/tide.gif"
PAGE = (
    b"<base href=http://blog.test/><style>p { color: rgb(1, 2, 3); font-size: 30px } .low { display: none } "
    b"mark { display: none } p { background: url(/spy.gif) } @import '/more.css';</style>"
    b"<body background=/back.gif><p class=low>Low water<p><img src=tide.gif alt=Tide width=40 height=30>at nine"
    b"<img srcset='/two.gif 2x' src=tide.gif><link rel=preload as=image href=/pre.gif><svg><image href=/svg.gif /></svg>"
)


@pytest.fixture
def quiet() -> None:
    """Pictures from elsewhere are what this is about."""


@pytest.fixture
def asked(page: Page, live_server: LiveServer) -> list[str]:
    """What the page asks other servers for; a small picture is the answer."""
    heard: list[str] = []

    def see(request: Request) -> None:
        if request.url.startswith("http") and not request.url.startswith(live_server.url):
            heard.append(
                f"{request.resource_type} {request.url}{' with referer' * ('referer' in request.headers)}"
            )

    def answer(route: Route) -> None:
        route.fulfill(body=GIF, content_type="image/gif")

    page.on("request", see)
    page.context.route(lambda url: url.startswith("http://blog.test"), answer)
    return heard


def opened(page: Page, live_server: LiveServer, folder: Path, remote: Remote) -> Page:
    import_collection(make_folder(folder, {"a.html": PAGE}), slug="pages", format="html")
    address = document_url(
        "pages", "a", reader=make_reader("pages").as_reader, answer="low water", remote=remote
    )
    page.goto(live_server.url + address)
    expect(page.locator("mark.answer")).to_be_visible()
    expect_answered(page)
    return page


def test_off_asks_nobody(page: Page, live_server: LiveServer, tmp_path: Path, asked: list[str]) -> None:
    opened(page, live_server, tmp_path, "off")
    expect(page.locator("p.doc-low")).to_have_css("color", "rgb(0, 0, 0)")
    page.get_by_text("About this document").click()
    expect(page.get_by_text("images and style sheets are not loaded")).to_be_visible()
    assert asked == []


def test_live_asks_for_pictures_alone_and_hides_nothing(
    page: Page, live_server: LiveServer, tmp_path: Path, asked: list[str]
) -> None:
    opened(page, live_server, tmp_path, "live")
    expect(page.locator("p.doc-low")).to_have_css("color", "rgb(1, 2, 3)")
    expect(page.locator("mark.answer")).to_have_css("color", "rgb(29, 27, 24)")
    expect(page.get_by_text("come from their first addresses")).to_have_css("font-size", "14px")
    assert sorted(set(asked)) == ["image http://blog.test/back.gif", f"image {PICTURE}"]


def test_archived_asks_our_own_site_alone(
    page: Page, live_server: LiveServer, tmp_path: Path, asked: list[str]
) -> None:
    loaded: list[int] = []
    page.on(
        "response",
        lambda response: loaded.append(response.status) if "/documents/pictures/" in response.url else None,
    )
    import_collection(make_folder(tmp_path, {"a.html": PAGE}), slug="pages", format="html")
    collection = Collection.visible.get(slug="pages")
    RemoteFile.objects.create(
        collection=collection, digest=digest_of(PICTURE), address=PICTURE, type="image/gif", body=GIF
    )
    opened(page, live_server, tmp_path, "archived")
    expect(page.locator("p.doc-low")).to_have_css("color", "rgb(1, 2, 3)")
    assert page.locator("img[src]").first.evaluate("image => image.naturalWidth") == 1
    assert (asked, loaded) == ([], [200])
