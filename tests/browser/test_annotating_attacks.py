"""Attacks in the one view in which scripts run: nothing of the page does anything, and no other script would."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from documents import htmlmarks, views
from documents.links import document_url
from tests.browser.framed import Framed
from tests.documents.attacks.ammunition import some_attacks
from tests.documents.attacks.shooting import shoot_served
from tests.documents.attacks.tables import JS, WORD
from tests.documents.corpus import import_pages, line_of
from tests.factory import make_reader
from tests.sizes import FULL

pytestmark = pytest.mark.django_db(transaction=True)

DOCUMENT = f"""<html><head><base href="http://evil.test/"><meta http-equiv="refresh" content="0;url=http://evil.test/">
<script>{JS}</script><script type="application/json" id="assize-layout">{{"candidates":[],"tokens":0,"signs":[]}}</script>
<link rel=stylesheet href="http://evil.test/x.css"></head>
<body onload="{JS}"><p onclick="{JS}" id="assize-layout">one <a href="javascript:{JS}" target=_top>two</a>
<img src=x onerror="{JS}"><img name=parent><form action="http://evil.test/" id=layout><input autofocus onfocus="{JS}"><button>send</button></form>
<iframe src="javascript:{JS}"></iframe><svg onload="{JS}"><script>{JS}</script></svg><object data="data:text/html,<script>{JS}</script>"></object></p>
</body></html>"""


@pytest.fixture
def quiet() -> None:
    """The attacks break the content policy on purpose; what counts here is what they achieve."""


def test_a_document_that_attacks_is_a_page_like_others(page: Page, tmp_path: Path) -> None:
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    framed = Framed(page)
    framed.open(tmp_path, line_of(DOCUMENT))
    assert framed.last("ready")["candidates"] == 1
    framed.step("long")
    for text in ("one", "two", "send"):
        framed.click(text)
    assert framed.last("candidate")["index"] == 0
    assert WORD not in "".join(said)
    assert not [url for url in asked if "evil.test" in url]
    assert framed.frame.evaluate(
        "() => [origin, document.querySelector('form, iframe, base, object, svg, input')]"
    ) == ["null", None]


def test_attacks_achieve_nothing(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    attacks = some_attacks()
    import_pages(
        tmp_path,
        *(line_of(data.decode("utf-8", "replace"), number) for number, (_, data) in enumerate(attacks)),
    )
    reader = make_reader("wiki").as_reader
    addresses = [
        (name, document_url("wiki", str(number), reader=reader) + "&view=boxes")
        for number, (name, _) in enumerate(attacks)
    ]
    alone = slice(None, None, 1 if FULL else 4)  # nobody's page opens them so
    assert shoot_served(page, live_server.url, addresses, sandbox="allow-scripts", alone=alone) == {}


def test_a_hole_in_the_sanitiser_would_run_nothing(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The policy holds by itself: neither scripts in the page nor other files of the site run, and nothing is reached."""
    hole = (
        f"<script>{JS}</script><img src=x onerror=\"{JS}\"><script src='/static/js/page.js'></script>"
        "<script src='/static/js/annotating/frame.js/../../page.js'></script><script src='http://evil.test/x.js'></script>"
        f"<iframe src='javascript:{JS}'></iframe><script type=module>{JS}</script><base href='http://evil.test/'>"
    )
    monkeypatch.setattr(
        views, "frame_html", lambda *parts: htmlmarks.frame_html(*parts).replace("</body>", f"{hole}</body>")
    )
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    framed = Framed(page)
    framed.open(tmp_path, line_of("<p>one</p>"))
    assert framed.frame.evaluate("() => document.querySelectorAll('body script').length") == 5
    assert WORD not in said
    assert len([text for text in said if "Content Security Policy" in text]) >= 7
    cookie = "() => { try { return document.cookie } catch { return 'none' } }"
    assert (framed.frame.evaluate("origin"), framed.frame.evaluate(cookie)) == ("null", "none")
