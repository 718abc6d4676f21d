"""What the report of a failing test tells of its pages and of the site."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judging import Scene, sign_in
from tests.failures import told_of_browser

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_that_was_seen_is_told(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    other = context.new_page()
    other.goto("/sign-in/")
    page.goto(scene.url)
    page.route("**/save/", lambda route: route.abort())
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("1 waiting · no connection")
    page.evaluate("console.warn('a word')")
    page.evaluate("async () => { await fetch('/nothing/'); }")
    told = dict(told_of_browser(request.node))
    own = {name.removeprefix("page 1: "): text for name, text in told.items() if name.startswith("page 1: ")}
    assert {f"page 1: {page.url}", f"page 2: {other.url}", "the site was asked for"} <= told.keys()
    assert "on the night of 9 April 1926" in own[page.url]
    assert "scripts have run" in own[page.url]
    assert "answer=9+April" in own[page.url]
    assert "warning: a word" in own["console"]
    assert f"POST {live_server}{scene.url}save/: net::ERR_FAILED" in own["requests in vain"]
    assert f"GET {live_server}/nothing/: 404" in own["requests in vain"]
    assert "assize.queue." in own["what the browser keeps"]
    assert Path(own["picture"]).stat().st_size > 0
    lines = told["the site was asked for"].splitlines()
    assert [line.split()[1:4] for line in lines if "/nothing/" in line] == [["404", "GET", "/nothing/"]]
    assert not [line for line in lines if "/save/" in line]
    Path(own["picture"]).unlink()
    Path(told["page 2: picture"]).unlink()
