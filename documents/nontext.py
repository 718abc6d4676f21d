"""Which bytes of a page are text: all but tags, comments and what no parser reads as text, as browsers tell them apart.

One pass, however the page is written: what is not closed takes the rest of the page along, as it does in a browser.
"""

import re
from collections.abc import Iterator
from html import unescape

OPENING = re.compile(rb"<[A-Za-z][A-Za-z0-9]*(?=[\s/>])")  # of an element, up to the end of its name
_ATTRIBUTES = (
    rb"(?:[ \t\n\f\r/]++|[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
    rb"(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:\"[^\"]*+\"|'[^']*+'|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+|(?=>))|(?![ \t\n\f\r]*+=)))*+"
)
RAW = rb"script|style|title|textarea|xmp|iframe|noembed|noframes|noscript"  # no tags are read in these
NO_TEXT = re.compile(
    rb"<!--(?:-?>|.*?--!?>)"
    rb"|<("
    + RAW
    + rb")(?=[ \t\n\f\r/>])"
    + _ATTRIBUTES
    + rb">(?:(?>.*?</\1(?=[ \t\n\f\r/>]))"
    + _ATTRIBUTES
    + rb">|.*)"
    rb"|<plaintext(?=[ \t\n\f\r/>]).*"
    rb"|</?[A-Za-z][^ \t\n\f\r/>]*+" + _ATTRIBUTES + rb">"
    rb"|<(?:!(?!--)|\?|/(?![A-Za-z]))[^>]*+>"
    rb"|<[A-Za-z!?/].*",
    re.DOTALL | re.IGNORECASE,
)
_REFERENCE = re.compile(rb"&#?[A-Za-z0-9]{1,40}")
_REFERENCE_START = re.compile(rb"&#?[A-Za-z0-9]{0,40}\Z")
_REFERENCE_END = re.compile(rb"#?[A-Za-z0-9]{0,40};?")


def texts_of(html: bytes) -> Iterator[tuple[int, int]]:
    """Where each text begins and ends; of two tags in a row the text between them is empty."""
    done = 0
    for match in NO_TEXT.finditer(html):
        yield done, match.start()
        done = match.end()
    yield done, len(html)


def inside_references(html: bytes) -> frozenset[int]:
    """The offsets within `&eacute;` and its like, where to cut might change what is read."""
    return frozenset(
        offset for match in _REFERENCE.finditer(html) for offset in range(match.start() + 1, match.end() + 1)
    )


def splits_reference(html: bytes, offset: int) -> bool:
    """Whether something put in at an offset would change how a reference around it is read."""
    before = _REFERENCE_START.search(html, max(0, offset - 42), offset)
    after = _REFERENCE_END.match(html, offset)
    if not (before and after):
        return False
    halves = before[0].decode(), after[0].decode()
    return unescape("".join(halves)) != unescape(halves[0]) + unescape(halves[1])
