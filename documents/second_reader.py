"""The process that reads a page a second time, by another parser: `python -m documents.second_reader`.

The page comes in, and the words that a browser shows of it go out, both in UTF-8. Plain Python without Django. It has
little memory and time, after which the system ends it.
"""

import resource
import sys
from typing import cast
from xml.etree.ElementTree import Element

import html5lib

from documents.sanitise.allowed import BLOCK, DROPPED, TEXT_ONLY
from documents.sanitise.styles import filter_style

MEMORY = 1024**3  # bytes of address space
SECONDS = 8  # of the processor: enough for 2 MB


def visible_words(html: str) -> list[str]:
    """The words of a page, parsed by html5lib, without what a browser does not show."""
    # With scripting on: a browser that runs scripts takes what stands in NOSCRIPT for no markup, and hides it.
    root = html5lib.HTMLParser(namespaceHTMLElements=False).parse(html, scripting=True)
    parts = list[str]()
    pending: list[Element | str] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            parts.append(node)
        else:
            pending += reversed(_opened(node))
    return "".join(parts).split()


def _opened(element: Element) -> list[Element | str]:
    """What is shown of an element and of the text behind it; between blanks where it begins a line of its own."""
    behind = element.tail or ""
    if not isinstance(cast(object, element.tag), str):  # a comment
        return [behind]
    style = filter_style(element.get("style", ""))
    breaks = element.tag in BLOCK or element.tag in TEXT_ONLY
    if style.display:
        breaks = not style.display.startswith("inline")
    border = " " if breaks else ""
    if element.tag in DROPPED or style.hides or "hidden" in element.attrib:
        return [border, behind]
    return [border, element.text or "", *element, border, behind]


def main() -> None:
    """Read one page and write its words."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    html = sys.stdin.buffer.read().decode("utf-8", "replace")
    sys.stdout.buffer.write(" ".join(visible_words(html)).encode("utf-8", "replace"))


if __name__ == "__main__":
    main()
