"""The visible text of damaged pages: ours, that of what we show in Chromium, and Chromium's own of the original."""

import re

import pytest
from playwright.sync_api import Page, Route

from documents.sanitise.clean import clean_page
from tests.documents.damaged import damaged_pages

SEED, FEW = 1884, 15
ADDRESS = "http://bare.test/"


@pytest.fixture
def quiet() -> None:
    """The pages ask for pictures that are not there."""


def differences(page: Page, pages: list[str]) -> list[str]:
    """Pages of which one of the three texts differs, with the texts; white space counts as one blank."""
    document = ""

    def answer(route: Route) -> None:
        route.fulfill(
            body=document if route.request.url == ADDRESS else "", content_type="text/html; charset=utf-8"
        )

    page.route(ADDRESS + "**", answer)
    found = []
    for html in pages:
        clean = clean_page(html)
        document = html
        original = _shown(page)
        document = clean.html
        if not original == _shown(page) == _words(clean.text):
            found.append(
                f"{html!r}\nChromium: {original}\nours: {_shown(page)}\ntext: {_words(clean.text)}\n"
            )
    return found


def _shown(page: Page) -> str:
    page.goto(ADDRESS, wait_until="domcontentloaded")
    return _words(page.evaluate("document.body.innerText"))


def _words(text: str) -> str:
    return " ".join(re.split(r"[\s\xa0]+", text)).strip()


def test_a_document_type_decides_what_a_paragraph_holds(page: Page) -> None:
    """A sanitiser that reads all pages in one mode shows what a browser hides, or the reverse: decision 11."""
    html = "<p style='display:none'>a<table><tr><td>b</table>c"
    assert differences(page, [html, f"<!DOCTYPE html>{html}"]) == []
    assert [clean_page(each).text for each in (html, f"<!DOCTYPE html>{html}")] == ["", "b\nc"]


def test_the_text_of_damaged_pages_is_what_a_browser_shows(page: Page) -> None:
    assert differences(page, damaged_pages(FEW, SEED)) == []
