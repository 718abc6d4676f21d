"""The text of a page that no parser has read: tags are cut out by rule. Works on anything, in time that grows with its length."""

import re
from html import unescape

MAX_TEXT, MAX_LINES = 200_000, 5_000  # shown; in characters, and blocks
_MAX_SOURCE = 2_000_000  # characters looked at
_BLOCK = re.compile(
    r"<(?:/?(?:p|div|br|hr|tr|td|th|li|ul|ol|dl|dt|dd|h[1-6]|table|pre|form|center|blockquote|title)\b)[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[A-Za-z/!?][^<>]*>")
_HIDDEN = ("script", "style", "noscript", "iframe", "template", "svg", "math")
_BORDERS = re.compile(r"[^\S\n]*\n\s*")
_BLANKS = re.compile(r"[^\S\n]+")


def plain_text(html: str) -> tuple[str, bool]:
    """The text between the tags, a line for each block, and whether it is only the beginning of the page's."""
    cut = len(html) > _MAX_SOURCE
    html = _without_comments(html[:_MAX_SOURCE])
    for name in _HIDDEN:
        html = _without(html, name)
    text = unescape(_TAG.sub("", _BLOCK.sub("\n", html.replace("\n", " "))))
    text = _BORDERS.sub("\n", _BLANKS.sub(" ", text)).strip()
    lines = text[:MAX_TEXT].split("\n", MAX_LINES)
    return "\n".join(lines[:MAX_LINES]), cut or len(text) > MAX_TEXT or len(lines) > MAX_LINES


def _without_comments(html: str) -> str:
    first, *rest = html.split("<!--")
    return first + "".join(part.partition("-->")[2] if "-->" in part else "" for part in rest)


def _without(html: str, name: str) -> str:
    """The text without elements of a name; one that is not closed is left out to the end."""
    end = re.compile(rf"</{name}\s*>", re.IGNORECASE)
    first, *rest = re.split(rf"<{name}(?=[\s/>])", html, flags=re.IGNORECASE)
    closed = (part[match.end() :] for part in rest if (match := end.search(part)))
    return " ".join([first, *closed])
