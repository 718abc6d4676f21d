"""What is read in short for speed comes out as the long way reads it."""

from collections.abc import Sequence
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from documents.sanitise import clean, tokens, visible
from documents.sanitise.allowed import DROPPED, TEXT_ONLY
from documents.sanitise.clean import clean_page
from documents.sanitise.result import Clean, NotClean
from documents.sanitise.tokens import Run
from tests.documents.test_sanitise import pages

BASE = "http://page.test/a/"
values = st.sampled_from(
    ("", " ", "x", "http://a.test/?b=1&amp;c", "HTTPS:q", "/b", "assize-link x", "doc-a 1 b", "a&nbsp;b", "&quot;t&quot;", "&lt;")
)  # fmt: skip
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
@example('<a href="http://a.test/" class="b">link</a>')
@example('<a href="http://a.test/" title="" class="b">link</a>')
@example('<a class="1" href="http://a.test/" title="t" class="b">link</a>')
@given(links)
def test_the_usual_link_is_written_as_any_tag(html: str) -> None:
    with patch.object(tokens, "_USUAL_LINK", lambda tag: None):
        expected = cleaned(html)
    assert cleaned(html) == expected


@given(pages)
def test_a_page_without_exceptions_is_read_as_any_page(html: str) -> None:
    def as_any(texts: Sequence[str], places: Sequence[int], runs: Sequence[Run], special: bool) -> object:
        return visible.shown(texts, places, runs, True)

    with patch.object(clean, "shown", as_any):
        expected = cleaned(html)
    assert cleaned(html) == expected


@given(pages)
def test_names_that_no_tag_of_the_source_has_are_in_no_tree(html: str) -> None:
    every = frozenset((*DROPPED, *TEXT_ONLY))
    with patch.object(clean, "_names", lambda source: every):
        expected = cleaned(html)
    assert cleaned(html) == expected
