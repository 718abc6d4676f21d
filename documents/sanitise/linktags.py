"""What is told of a page's links, of which it has many that are all different: apart from its tags, which repeat."""

import re
from collections.abc import Iterator
from contextlib import suppress

from documents.sanitise.addresses import join
from documents.sanitise.spelling import escape, unescaped

LINK = "\0"  # in the place of what is told of a link: no text or value of a page has it
_MAX_ADDRESS = 500
_MAX_TITLE = 5000
_SHORT = 300  # characters of an address or title that nothing is cut from
_WHOLE = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:|{LINK}").match  # an address that no base is joined to
_ANCHOR = re.compile(r"<a name=\"[^\"]*+\">")
_PASSED = (
    r"(?: (?:target|rel|onclick|onmouseover|onmouseout|name)=\"[^\"]*+\")*+"  # attributes that are not kept
)
_CLASS = r"(?: class=\"[^\"]*+\")?+"
_ADDRESS = r" href=\"([^\"\s&]*+(?:&(?!nbsp;)[^\"\s&]*+)*+)\""
# Where nothing that is kept follows: what is told of a link comes last but where its own title stands elsewhere.
_TITLE = rf"(?: title=\"([^\"&]*+(?:&(?!nbsp;)[^\"&]*+)*+)\"(?={_PASSED}>))?+"
_USUAL = re.compile(f"(<a{_CLASS}{_PASSED}){_ADDRESS}{_TITLE}")


def take_links(body: str, base: str) -> tuple[str, list[str]]:
    """The body in a parser's own spelling, with LINK for the address of each usual link; and what is told of these."""
    if "<a name=" in body:
        body = _ANCHOR.sub("<a>", body)
    pieces = _USUAL.split(body)
    found = zip(pieces[2::4], pieces[3::4], strict=True)
    titles = [_title(base, address, titled or "") for address, titled in found]
    pieces[2::4], pieces[3::4] = [f' href="{LINK}"'] * len(titles), [""] * len(titles)
    return "".join(pieces), titles


def put_links(html: str, number: int, titles: Iterator[str]) -> str:
    """A row of tags with what is told of its links, which are so many."""
    for _ in range(number):
        html = html.replace(LINK, next(titles), 1)
    return html


def link_title(address: str, title: str, base: str) -> str:
    """What is told of a link: its own title and where it led."""
    address = " ".join(address.split())[:_MAX_ADDRESS]
    if base and not _WHOLE(address):
        with suppress(ValueError):
            address = join(base, address)
    title = " ".join(title.split())
    return f"{title} – {address}" if title else address


def _title(base: str, address: str, titled: str) -> str:
    """What is told of a link, as it is written."""
    if len(address) > _SHORT or len(titled) > _SHORT:
        own = unescaped(titled)
        return escape(link_title(unescaped(address), own if len(own) <= _MAX_TITLE else "", base))
    if not address.startswith(("http:", "https:")):
        address = escape(link_title(unescaped(address), "", base))
    own = " ".join(titled.split())
    return f"{own} – {address}" if own else address
