"""Numbered paragraphs and parallel documents in a real browser: opened at the passage, side by side or one below the other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import FloatRect, Page, Route

from documents.links import document_url
from documents.services import import_collection
from tests.factory import make_reader

pytestmark = pytest.mark.django_db(transaction=True)

ACT = "jrc31931R0007-en"


@pytest.fixture
def reader(page: Page) -> str:
    """Somebody to whom documents are open; without the sandbox, in which no test could look around."""

    def without_sandbox(route: Route) -> None:
        response = route.fetch()
        kept = {name: value for name, value in response.headers.items() if name != "content-security-policy"}
        route.fulfill(response=response, headers=kept)

    page.route("**/documents/**", without_sandbox)
    for slug in ("halden-acts", "halden-debates", "halden-wiki"):
        import_collection(Path(settings.BASE_DIR) / "collections" / slug)
    return make_reader("halden-acts", "halden-debates", "halden-wiki").as_reader


def test_an_act_opens_at_the_cited_paragraph(page: Page, reader: str) -> None:
    page.set_viewport_size({"width": 700, "height": 400})
    page.goto(document_url("halden-acts", ACT, reader=reader, passage="11") + "#p-11")
    cited = page.locator("#p-11")
    box = cited.bounding_box()
    assert box
    assert 0 <= box["y"] < 400
    assert cited.evaluate("element => getComputedStyle(element).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_the_frame_goes_around_the_whole_paragraph_whatever_is_marked_in_it(page: Page, reader: str) -> None:
    address = document_url("halden-acts", ACT, reader=reader, passage="11", known=("the", "of"), find="a")
    page.goto(f"{address}#hit-1")
    framed = page.locator("mark:target")
    text = page.locator("#p-11").evaluate("element => element.lastChild.textContent")
    assert framed.inner_text() == text
    assert framed.locator("mark").count() > 1
    assert framed.evaluate("element => getComputedStyle(element.parentElement).outlineStyle") == "solid"


def test_languages_stand_side_by_side_and_on_a_narrow_page_below_each_other(page: Page, reader: str) -> None:
    page.goto(document_url("halden-acts", ACT, reader=reader, passage="9"))
    page.get_by_role("link", name="beside FR").click()
    page.wait_for_url("**beside=fr**")
    ours, theirs = page.locator(".row.cited > div").all()
    assert "Le capitaine d'un bac" in theirs.inner_text()

    def places() -> tuple[FloatRect, FloatRect]:
        left, right = ours.bounding_box(), theirs.bounding_box()
        assert left
        assert right
        return left, right

    page.set_viewport_size({"width": 1440, "height": 900})
    left, right = places()
    assert right["x"] >= left["x"] + left["width"]
    assert left["y"] == right["y"]
    page.set_viewport_size({"width": 390, "height": 900})
    left, right = places()
    assert right["y"] >= left["y"] + left["height"]
    first, second = (name.bounding_box() for name in page.locator(".names p").all())
    assert first
    assert second
    assert second["y"] < first["y"] + first["height"], "the names of both share a line of what stays in view"
    assert first["x"] + first["width"] < second["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbered_and_parallel_pages_are_accessible(
    page: Page, reader: str, assert_accessible: Callable[[], None], scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme)
    act = document_url("halden-acts", ACT, reader=reader, passage="9", answer="certificate")
    debate = document_url("halden-debates", "EP_CRE-19310112-EN_clean", reader=reader, passage="4")
    faulty = document_url("halden-acts", "jrc31933D0168-de", reader=reader)
    for address in (act, f"{act}&beside=de", debate, f"{debate}&beside=fr", faulty):
        page.goto(address)
        assert_accessible()


def test_a_long_answer_is_outlined_where_its_bytes_are(page: Page, reader: str) -> None:
    address = document_url("halden-wiki", "80", reader=reader)
    page.goto(f"{address}&passage=long:90:126#doc-nq-box-1")
    outlined = page.locator("#doc-nq-box-1")
    assert outlined.inner_text() == "Reed may mean several things."
    assert outlined.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
