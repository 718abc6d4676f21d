"""What is read in short for speed comes out as the long way reads it."""

from collections.abc import Callable
from unittest.mock import patch
from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from documents import webpage
from documents.sanitise import addresses, body, clean, process
from documents.sanitise.allowed import DROPPED, TEXT_ONLY
from documents.sanitise.clean import clean_page
from documents.sanitise.foreign import FOREIGN
from documents.sanitise.result import Clean, NotClean
from tests.documents.test_sanitise import pages

BASE = "http://page.test/a/"
values = st.sampled_from(
    ("", " ", "x", "http://a.test/?b=1&amp;c", "HTTPS:q", "/b", "assize-link x", "doc-a 1 b", "a&nbsp;b", "&quot;t&quot;", "&lt;", "http://a.test/" + "x" * 500)
)  # fmt: skip  # a table of cases, read by the row
names = st.sampled_from(
    ("href", "title", "class", "target", "rel", "onclick", "name", "id", "style", "data-x")
)
links = st.lists(st.tuples(names, values), max_size=5).map(
    lambda pairs: "<a" + "".join(f' {name}="{value}"' for name, value in pairs) + ">link</a>"
)


def cleaned(html: str) -> Clean | str:
    try:
        return clean_page(html, BASE)
    except NotClean as error:
        return str(error)


@example('<a class="b" href="http://a.test/" title="t">link</a>')
@example('<a title="" href="http://a.test/ b">link</a>')
@example('<a q" href="http://a.test/">link</a>')
@example('<a"b href="http://a.test/">link</a>')
@given(links)
def test_the_usual_address_of_a_link_is_written_as_any(html: str) -> None:
    with patch.object(body, "_PLAIN", lambda address: None):
        expected = cleaned(html)
    assert cleaned(html) == expected


numbered = st.sampled_from(
    ('<a href="http://a.test/{}">', '<a title=t q=">" href="/{}" x=y>', "<a q' href={}>", "<a name=n>", "<a>", "<p>", "<b>", "</a>", "</p>", " ", "word", "<table>")
)  # fmt: skip  # a table of cases, read by the row


@given(st.lists(numbered, max_size=8))
def test_links_of_a_page_stand_where_they_stood(tags: list[str]) -> None:
    html = "".join(tag.format(number) for number, tag in enumerate(tags))
    page = cleaned(html)
    if isinstance(page, Clean):
        links = LexborHTMLParser(html).css("a[href]")
        shown = LexborHTMLParser(page.html).css(".assize-link")
        titles = [(node.attributes["title"] or "").rpartition(" ")[2] for node in shown]
        assert titles == [urljoin(BASE, node.attributes["href"] or "") for node in links]


@pytest.mark.parametrize(
    "forged", ["<A>", "<a>\0", "<p title='&#0;'>", "<p title='\0'>", "<b href=\0>", "<b href='&#0;'>"]
)
def test_the_sign_that_stands_for_an_address_cannot_be_forged(forged: str) -> None:
    page = clean_page(f"{forged}x<a href=http://a.test/>link</a>")
    assert '<span title="http://a.test/" class="assize-link">link</span>' in page.html
    assert "\0" not in page.html


@given(pages)
def test_a_page_without_exceptions_is_read_as_any_page(html: str) -> None:
    with patch.object(body, "_is_special", lambda rows: True):
        expected = cleaned(html)
    assert cleaned(html) == expected


@example("<form>")
@example("<frameset>")
@example("<image alt=a>")
@example("<xmp>a</xmp><title>b</title><script>c</script>")
@given(pages)
def test_names_that_no_tag_of_the_source_has_are_in_no_tree(html: str) -> None:
    every = frozenset(("form", "frameset", "img", *FOREIGN, *DROPPED, *TEXT_ONLY))
    with patch.object(clean, "_names", lambda source: every):
        expected = cleaned(html)
    assert cleaned(html) == expected


parts = st.lists(
    st.sampled_from(
        ("http:", "https:", "//", "/", "a.test", "A.test:80", "u@", "b", ".", "..", "?", "#", ";", "&", "=", "%20", ":", " ", "é", "\\", "x.html", "-")
    ),
    max_size=8,
).map("".join)  # fmt: skip  # a table of cases, read by the row


@example("http://a.test/b/c?d", "/x.html?")
@example("http://a.test/b/../c//", "x//b/./c")
@example("http://a.test", "b")
@given(parts, parts)
def test_addresses_are_joined_as_by_the_library(base: str, address: str) -> None:
    assert joined(addresses.join, base, address) == joined(urljoin, base, address)


@example("http://a.test/b?c", "")
@given(parts, parts)
def test_the_usual_address_of_a_picture_is_read_as_any(address: str, base: str) -> None:
    read = addresses.remote_address.__wrapped__
    with patch.object(addresses, "_USUAL", lambda address: None):
        expected = read(address, base)
    assert read(address, base) == expected


@example("http://a.test/b.gif", "https://b.test/")
@example("http:/b.gif", "http://b.test/")
@given(parts | parts.map("http://a.test/".__add__), parts.map("https://b.test/".__add__))
def test_what_is_kept_of_a_page_for_others_is_the_same_for_all(address: str, base: str) -> None:
    html = f'<img src="{address}"><table background="{address}"><td><a href="{address}" style="color:red">x'
    with patch.object(body, "_common_row", lambda written: body._write_row(written, base)):
        expected = clean_page(html, base)
    clean_page(html, BASE)
    assert clean_page(html, base) == expected


@example("ascii é ÿ".encode("latin-1"))
@example("“curly” €".encode("windows-1252"))
@given(st.binary(max_size=30))
def test_the_usual_encoding_is_read_in_full_where_it_differs_from_latin(data: bytes) -> None:
    with patch.object(webpage, "_reads_as_latin", lambda data, encoding: False):
        expected = webpage.decode_page(data)
    assert webpage.decode_page(data) == expected


def joined(way: Callable[[str, str], str], base: str, address: str) -> str | None:
    try:
        return way(base, address)
    except ValueError:
        return None


@given(st.text(alphabet="<>a", max_size=30), st.integers(1950, 2100), st.text(alphabet="<>a", max_size=30))
def test_a_long_tag_is_seen_wherever_it_stands(before: str, length: int, after: str) -> None:
    html = f"{before}<p{' ' * length}{after}"
    assert bool(process._LONG_TAG.search(html)) <= process._has_long_piece(html)
