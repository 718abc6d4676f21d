"""The process that reads pages a second time, by another parser: `python -m documents.second_reader`.

Pages come in, and the words that a browser shows of each go out, both in UTF-8. Plain Python without Django. It has
little memory, and little time for a page, after which the system ends it.
"""

import resource
import signal
import sys
from typing import cast
from xml.etree.ElementTree import Element

import html5lib

from documents.sanitise import wire
from documents.sanitise.allowed import BLOCK, DROPPED, TEXT_ONLY
from documents.sanitise.styles import filter_style

MEMORY = 1024**3  # bytes of address space
SECONDS = 8  # of the processor, for one page: enough for 2 MB


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
    """Read pages and write their words, until the other side goes away."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    while message := wire.receive(incoming):
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # nobody catches the signal: it ends the process
        try:
            words = visible_words(message[1][0].decode("utf-8", "replace"))
            wire.send(outgoing, {}, " ".join(words).encode("utf-8", "replace"))
        except Exception:  # whatever the parser breaks on: the page has no second reading
            wire.send(outgoing, {"refused": True})
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
