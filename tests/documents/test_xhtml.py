"""XHTML is read as what it is: an element that is closed as it opens swallows nothing after it."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from documents import second_opinion
from documents.links import document_url
from documents.models import ReadingOutcome
from documents.readers import blog06
from documents.selectors import open_document
from documents.services import import_collection
from documents.webpage import read_page
from documents.xhtml import as_html, is_xhtml
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.documents.test_blog06 import blog
from tests.factory import make_reader

NAMESPACE = 'xmlns="http://www.w3.org/1999/xhtml"'
BODY = (
    '<head><title/><script src="a.js"/><style type="text/css">/*<![CDATA[*/ p > b {color: red} /*]]>*/</style></head>'
    "<body><p>The pier is <![CDATA[<310> & more]]> metres<br/>long</p><?php a > b ?><p/>"
    "<textarea/><iframe src='a'/><p>and closed</p></body></html>"
)
PAGE = f'<?xml version="1.0" encoding="UTF-8"?>\n<html {NAMESPACE}>{BODY}'
SHOWN = "The pier is <310> & more metres\nlong\nand closed"


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("file", "page"),
    [
        ("a.html", PAGE),
        ("a.xhtml", f"<html {NAMESPACE}>{BODY}"),
        ("a.XHTML", f"<html>{BODY}"),
        ("a.html", f"\ufeff{PAGE}"),
        ("a.html", PAGE.replace("<html ", "<!-- <html> -->\n<!DOCTYPE html>\n<html lang='en'\n")),
    ],
    ids=["by what it says", "by its name", "by its name alone", "behind a mark", "behind a comment"],
)
def test_the_page_is_not_swallowed(client: Client, tmp_path: Path, file: str, page: str) -> None:
    import_collection(make_folder(tmp_path, {file: page.encode()}), slug="pages", format="html")
    address = document_url("pages", "a", reader=make_reader("pages").as_reader, answer="310")
    assert client.get(address)["X-Hits"].startswith("answer=1, literal=1")
    opened = open_document("pages", "a")
    assert opened.clean
    assert lines(opened.clean.text) == lines(SHOWN)
    assert opened.source_text == page.removeprefix("\ufeff")
    assert second_opinion.opinion_on(opened.snapshot).outcome == ReadingOutcome.SAME


@pytest.mark.django_db
def test_its_plain_text_is_not_swallowed_either(tmp_path: Path) -> None:
    page = PAGE.replace("<p>and", "<div>" * 100_000 + "<p>and")
    import_collection(make_folder(tmp_path, {"a.html": page.encode()}), slug="pages", format="html")
    opened = open_document("pages", "a")
    assert opened.clean is None
    assert "and closed" in opened.page.paragraphs


def test_what_came_as_html_is_html() -> None:
    web = read_page(blog06.web(blog("A-1", PAGE.encode())))
    assert web.clean
    assert web.clean.text == ""
    assert not is_xhtml(f"<html {NAMESPACE}>")
    assert not is_xhtml(f"<?xml version='1.0'?><html><!-- <html {NAMESPACE}> -->")


@example("<!-- a > b --><script>a < b</script><a b='>'>x</a>")
@given(st.text("<>/!-[]?CDAT ab'\"=\n", max_size=60))
def test_what_html_says_in_the_same_way_stays_as_it_is(text: str) -> None:
    written = as_html(text)
    if not any(special in text for special in ("/>", "<![CDATA[", "<?")):
        assert written == text


@pytest.mark.parametrize("tricky", ["<!--", "<![CDATA[", "<?", "<script>", "<a '", '<a "', "<a/", "<"])
def test_tricky_pages_take_no_time(tricky: str) -> None:
    assert len(as_html(tricky * 300_000)) == len(tricky) * 300_000
