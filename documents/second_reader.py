"""The process that reads pages a second time, by another parser: `python -m documents.second_reader`.

Pages come in, and the words that a browser shows of each go out, both in UTF-8. Plain Python without Django. It has
little memory, and little time for a page, after which the system ends it.
"""

import resource
import signal
from collections.abc import Iterator
from typing import Any

import html5lib
from bs4 import BeautifulSoup
from bs4.builder._html5lib import HTML5TreeBuilder  # its public name is made at run time, unseen by mypy
from bs4.element import PageElement, PreformattedString, Tag

from documents.sanitise import wire
from documents.sanitise.allowed import BLOCK, DROPPED, TEXT_ONLY
from documents.sanitise.foreign import APART, DEEPEST, FOREIGN, UNSEEN
from documents.sanitise.styles import filter_style

MEMORY = 1024**3  # bytes of address space
SECONDS = 8  # of the processor, for one page: enough for 2 MB


class _WithScripts(HTML5TreeBuilder):
    """Builds the tree of a browser that runs scripts: it takes what stands in NOSCRIPT for no markup, and hides it."""

    def feed(self, markup: str | bytes) -> None:
        """Parse a page."""
        html5lib.HTMLParser(tree=self.create_treebuilder).parse(markup, scripting=True)


def visible_words(html: str) -> list[str]:
    """The words of a page, parsed by html5lib, without what a browser does not show."""
    parts = list[str]()
    pending: list[PageElement | str] = [BeautifulSoup(html, builder=_WithScripts())]
    while pending:
        node = pending.pop()
        if isinstance(node, Tag):
            pending += reversed(_opened(node))
        elif not isinstance(node, PreformattedString):  # a comment, or the document type
            parts.append(str(node))
    return "".join(parts).split()


def _opened(element: Tag) -> list[PageElement | str]:
    """What is shown of an element, between blanks where it begins a line of its own."""
    style = filter_style(str(element.get("style", "")))
    breaks = element.name in BLOCK or element.name in TEXT_ONLY
    if style.display:
        breaks = not style.display.startswith("inline")
    border = " " if breaks else ""
    if element.name == "img":
        return [str(element.get("alt", ""))]
    if element.name in FOREIGN:
        seen = not (style.hides or "hidden" in element.attrs)
        return [" ", *(_foreign_texts(element) if seen else ()), " "]
    if element.name in DROPPED or style.hides or "hidden" in element.attrs:
        return [border]
    return [border, *element.contents, border]


def _foreign_texts(element: Tag, depth: int = 0) -> Iterator[str]:
    """The pieces of text of a formula or a drawing, as `documents.sanitise.foreign` writes them."""
    if depth > DEEPEST:
        return
    part = 0
    for child in element.contents:
        if isinstance(child, Tag) and child.name.lower() not in UNSEEN:
            apart = " " if child.name.lower() in APART else ""
            yield "/" if element.name == "mfrac" and part else apart
            yield from _foreign_texts(child, depth + 1)
            yield apart
            part += 1
        elif not isinstance(child, Tag | PreformattedString):
            yield str(child)


def main() -> None:
    """Read pages and answer with their words, until the other side goes away."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wire.serve(_answer)


def _answer(head: dict[str, Any], parts: list[bytes]) -> bytes:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # nobody catches the signal: it ends the process
    try:
        words = visible_words(parts[0].decode("utf-8", "replace"))
        return wire.packed({}, " ".join(words).encode("utf-8", "replace"))
    except Exception:  # whatever the parser breaks on: the page has no second reading
        return wire.packed({"refused": True})
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
