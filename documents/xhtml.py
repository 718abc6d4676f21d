"""XHTML in the spelling of HTML, so that the parser of HTML reads it as what it is.

A parser of HTML takes `<title/>` and `<script/>` for the beginning of an element and the page after it for its content,
does not know CDATA, and ends a processing instruction at the first `>`.
"""

import re
from collections.abc import Iterator
from html import escape

_HEAD = 4096  # characters in which the root must stand
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ROOT = re.compile(r"<html\s[^<>]*?xmlns\s*=\s*[\"']http://www\.w3\.org/1999/xhtml[\"']")
_SUFFIX = re.compile(r"\.xhtml(\.gz)?$", re.IGNORECASE)
# None of these goes past the next `<`, so that the time for a page grows with its length alone.
_START = re.compile(r"<([A-Za-z][^\s/<>]*+)((?:[^<>\"'/]|/(?!>)|\"[^\"<]*+\"|'[^'<]*+')*+)(/?)>")
_RAW = ("script", "style")  # their text is no markup to either parser
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "wbr")
)
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}


def is_xhtml(text: str, file: str = "") -> bool:
    """Whether a page is XHTML: by its file's name, or by an XML declaration and the namespace of its root."""
    if _SUFFIX.search(file):
        return True
    head = text[:_HEAD].lstrip()
    return head.startswith("<?xml") and bool(_ROOT.search(_COMMENT.sub("", head)))


def as_html(text: str) -> str:
    """A page of XHTML as HTML says the same. It need not be well-formed: what is not is left as it stands."""
    return "".join(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    done = 0
    while (start := text.find("<", done)) >= 0:
        yield text[done:start]
        piece, done = _markup(text, start)
        yield piece
    yield text[done:]


def _markup(text: str, start: int) -> tuple[str, int]:
    """What stands for the markup that begins here, and where the text goes on."""
    for opening, closing in _ENDS.items():
        if text.startswith(opening, start):
            end = text.find(closing, start + len(opening))
            if end < 0:
                return text[start:], len(text)
            return _not_a_tag(opening, text[start + len(opening) : end]), end + len(closing)
    tag = _START.match(text, start)
    if not tag:
        return "<", start + 1
    name, attributes, slash = tag.groups()
    if slash and name.lower() not in _VOID:
        return f"<{name}{attributes}></{name}>", tag.end()
    if not slash and name in _RAW:
        end = text.find(f"</{name}", tag.end())
        return text[start : end if end >= 0 else len(text)], end if end >= 0 else len(text)
    return tag[0], tag.end()


def _not_a_tag(opening: str, inside: str) -> str:
    if opening == "<![CDATA[":
        return escape(inside, quote=False)
    return f"<!--{inside}-->" if opening == "<!--" else ""
