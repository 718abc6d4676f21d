"""The usual links of a page, of which it has many that are all different: written in one go, apart from its other tags."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from documents.sanitise.addresses import join
from documents.sanitise.allowed import LINK_CLASS, own_classes
from documents.sanitise.spelling import escape, unescaped

NAME = "A"  # of a tag in the place of a link: no parser spells one so
LINK = "\0"  # in what a row of tags becomes, in the place of its link: no text or value of a page has it
_MAX_ADDRESS = 500
_MAX_TITLE = 5000
_SHORT = 300  # characters of an address or title that nothing is cut from
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:").match
_ANCHOR = re.compile(r"<a name=\"[^\"]*+\">")
# A link with no attribute that is kept besides address, class and title.
_PASSED = r"(?: (?:target|rel|onclick|onmouseover|onmouseout|name)=\"[^\"]*+\")*+"
_CLASS = r"(?: class=\"([^\"]*+)\")?+"
_ADDRESS = r" href=\"([^\"\s&]*+(?:&(?!nbsp;)[^\"\s&]*+)*+)\""
_TITLE = r"(?: title=\"([^\"&]*+(?:&(?!nbsp;)[^\"&]*+)*+)\")?+"
_USUAL = re.compile(f"<a{_CLASS}{_PASSED}{_ADDRESS}{_PASSED}{_TITLE}{_PASSED}{_CLASS}{_PASSED}>")


def take_links(body: str, base: str) -> tuple[str, list[str]]:
    """The body in a parser's own spelling with `<A>` in the place of each usual link, and what these links become."""
    if "<a name=" in body:
        body = _ANCHOR.sub("<a>", body)
    pieces = _USUAL.split(body)
    found = zip(pieces[1::5], pieces[2::5], pieces[3::5], pieces[4::5], strict=True)
    return f"<{NAME}>".join(pieces[::5]), [_written(base, *values) for values in found]


def put_links(html: str, rest: Sequence[str], links: Iterator[str]) -> str:
    """A row of tags that begins with `html`, with the next links before each part of the rest."""
    for part in rest:
        html = f"{html}{next(links)}{part}"
    return html


def link_title(address: str, title: str, base: str) -> str:
    """What is told of a link: its own title and where it led."""
    address = " ".join(address.split())[:_MAX_ADDRESS]
    if base and not _ABSOLUTE(address):
        with suppress(ValueError):
            address = join(base, address)
    title = " ".join(title.split())
    return f"{title} – {address}" if title else address


def _written(base: str, before: str | None, address: str, titled: str | None, after: str | None) -> str:
    """The start tag of what a link becomes; `before` and `after` are its classes, where it had any."""
    if titled or len(address) > _SHORT or not address.startswith(("http:", "https:")):
        title = _title(base, address, titled or "")
    else:
        title = address
    if not (before or after):
        return f'<span title="{title}" class="{LINK_CLASS}">'
    names = _classes(before or after or "")
    if names and (before or titled is None):
        return f'<span class="{names}" title="{title}">'
    return f'<span title="{title}" class="{names or LINK_CLASS}">'


def _title(base: str, address: str, titled: str) -> str:
    """The title of a link as it is written."""
    if len(address) > _SHORT or len(titled) > _SHORT:
        own = unescaped(titled)
        return escape(link_title(unescaped(address), own if len(own) <= _MAX_TITLE else "", base))
    if not address.startswith(("http:", "https:")):
        address = escape(link_title(unescaped(address), "", base))
    own = " ".join(titled.split())
    return f"{own} – {address}" if own else address


@lru_cache(maxsize=1000)
def _classes(value: str) -> str:
    """The classes of a link with these of its own; empty where it keeps none of them."""
    names = own_classes(unescaped(value)).split()
    return " ".join(dict.fromkeys([LINK_CLASS, *names])) if names else ""
