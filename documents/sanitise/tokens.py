"""Writes the tags of a page anew: what is allowed, and nothing else."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from documents.sanitise.addresses import join, remote_address
from documents.sanitise.allowed import (
    ATTRIBUTES,
    BLOCK,
    DROPPED,
    EVERYWHERE,
    IMAGE_ADDRESS,
    IMAGE_ATTRIBUTES,
    IMAGE_CLASS,
    LINK_CLASS,
    NAMES,
    PREFIX,
    VOID,
    Check,
    own_classes,
)
from documents.sanitise.styles import Style, filter_style

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"\s([a-z][a-z-]*)=\"([^\"]*)\"")
_MAX_ADDRESS = 500
_NO_STYLE = Style("")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:").match
_ALLOWED: dict[str, dict[str, Check]] = {name: {**EVERYWHERE, **own} for name, own in ATTRIBUTES.items()}
_ANCHOR = re.compile(r"a name=\"[^\"]*+\"").fullmatch
# A link with no attribute that is kept besides address, class and title.
_PASSED = r"(?: (?:target|rel|onclick|onmouseover|onmouseout|name)=\"[^\"]*+\")*+"
_CLASS = r"(?: class=\"([^\"]*+)\")?+"
_USUAL_LINK = re.compile(
    rf"a{_CLASS}{_PASSED} href=\"([^\"\s]*+)\"{_PASSED}(?: title=\"([^\"]*+)\")?+{_PASSED}{_CLASS}{_PASSED}"
).fullmatch
BORDER = "\0"  # stands for a line end between elements, and in no text of a page
_REMEMBERED = 300  # characters of a tag that is kept for other pages


class Kind(NamedTuple):
    """What a tag does to the text around it."""

    name: str  # as it is written; empty where the tag goes
    opens: bool
    closes: bool
    breaks: bool
    hides: bool = False
    keeps: bool = False  # the line ends of its text
    special: bool = False  # whether it is shown otherwise than by its name


Tag = tuple[str, Kind]  # what a tag becomes
Row = tuple[
    str, str, list[Kind]
]  # what a row of tags becomes: HTML; BORDER where it breaks lines, else empty; kinds

_GONE = Kind("", False, False, False)
_SPAN = Kind("span", True, False, False)


class Writer:
    """Writes the tags of one page, each different row of them once.

    A row is what stands between two texts, in a parser's own spelling without the outermost brackets. `base` is the
    address that relative links start from.
    """

    def __init__(self, base: str) -> None:
        self.base = base
        self.rows: dict[str, Row] = {}
        self.pre: set[str] = set()  # rows after which the text of a PRE begins
        self.special = False  # whether a tag was among them that is shown otherwise than by its name
        self._tags: dict[str, Tag] = {}

    def written(self, rows: Sequence[str]) -> list[Row]:
        """What rows of tags become."""
        for row in set(rows).difference(self.rows):
            self._learn(row)
        return list(map(self.rows.__getitem__, rows))

    def _learn(self, row: str) -> Row:
        before, _, tag = row.rpartition("><")
        if not tag.startswith("a "):
            learned = self._joined(row)
        elif before:
            html, border, kinds = self.rows.get(before) or self._learn(before)
            link, kind = self._link(tag)
            self.special = self.special or kind.special
            learned = html + link, BORDER if kind.breaks else border, [*kinds, kind]
        else:
            html, kind = self._link(tag)
            self.special = self.special or kind.special
            learned = html, BORDER if kind.breaks else "", [kind]
        self.rows[row] = learned
        return learned

    def _joined(self, row: str) -> Row:
        known, write = self._tags, self._write
        tags = [known.get(tag) or write(tag) for tag in row.split("><")]
        kinds, border = [kind for _, kind in tags], ""
        for kind in kinds:
            border = BORDER if kind.breaks else border
            self.special = self.special or kind.special
        if kinds[-1].name == "pre" and kinds[-1].opens:
            self.pre.add(row)
        return "".join([html for html, _ in tags]), border, kinds

    def _write(self, tag: str) -> Tag:
        if tag.startswith("a "):
            written = self._link(tag)
        elif len(tag) > _REMEMBERED or "src=" in tag or "background=" in tag:
            written = _written(f"<{tag}>", self.base)
        else:
            written = _of_any_page(f"<{tag}>")
        self._tags[tag] = written
        return written

    def _link(self, tag: str) -> Tag:
        """As any tag, but in short for the usual link, of which a page has many that are all different."""
        if _ANCHOR(tag):
            return "<span>", _SPAN
        match = _USUAL_LINK(tag)
        if not match or len(tag) > _REMEMBERED or "&nbsp;" in tag:
            return _written(f"<{tag}>", self.base)
        before, address, titled, after = match.groups()
        if not address.startswith(("http:", "https:")):
            address = escape(link_title(unescaped(address), "", self.base))
        own = " ".join((titled or "").split())
        title = f"{own} – {address}" if own else address
        names = _classes_of_link(before or after or "") if before or after else ""
        if names and (before or titled is None):
            return f'<span class="{names}" title="{title}">', _SPAN
        return f'<span title="{title}" class="{names or LINK_CLASS}">', _SPAN


@lru_cache(maxsize=1000)
def _classes_of_link(value: str) -> str:
    """The classes of a link with these of its own; empty where it keeps none of them."""
    names = own_classes(unescaped(value)).split()
    return " ".join(dict.fromkeys([LINK_CLASS, *names])) if names else ""


@lru_cache(maxsize=10_000)
def _of_any_page(token: str) -> Tag:
    return _written(token)


def _written(token: str, base: str = "") -> Tag:
    match = _TAG.match(token)
    if not match:
        return "", _GONE
    closing, original = match.groups()
    name = NAMES.get(original, "span") if original not in DROPPED else ""
    breaks = original in BLOCK
    if not name:
        return "", _GONE._replace(breaks=breaks)
    if closing:
        return ("", _GONE) if name in VOID else (f"</{name}>", Kind(name, False, True, breaks))
    html, style = start_tag(token, name, original, base)
    if style.display:
        breaks = not style.display.startswith("inline")
    keeps = name == "pre" or style.keeps
    hides = style.hides or " hidden=" in html
    special = hides or keeps or bool(style.display)
    opens = name not in VOID
    return html, Kind(name, opens, False, breaks, hides, keeps, special and opens)


def start_tag(token: str, name: str, original: str, base: str) -> tuple[str, Style]:
    """The start tag, written with another name perhaps, and the style that it has kept."""
    attributes, style = _attributes(token, name, original, base)
    if not attributes:
        return f"<{name}>", style
    return f"<{name}" + "".join(
        [f' {key}="{escape(value)}"' for key, value in attributes.items()]
    ) + ">", style


def _attributes(token: str, name: str, original: str, base: str) -> tuple[dict[str, str], Style]:
    allowed = _ALLOWED.get(name, EVERYWHERE)
    kept: dict[str, str] = {}
    style, address = _NO_STYLE, None
    for key, value in _ATTRIBUTE.findall(token) if "=" in token else ():
        value = unescaped(value)  # noqa: PLW2901  (the same value, read)
        if key == "style":
            style = filter_style(value)
        elif key == "href" and original == "a":
            address = value
        elif key == IMAGE_ATTRIBUTES.get(name):
            if image := remote_address(value, base):
                kept[IMAGE_ADDRESS] = image
        elif (check := allowed.get(key)) and check(value):
            kept.setdefault(key, value)
    ours = IMAGE_CLASS if name == "img" else ""
    if address is not None:
        kept["title"] = link_title(address, kept.get("title", ""), base)
        ours = LINK_CLASS
    _prefix_names(kept, ours)
    if style.css:
        kept["style"] = style.css
    return kept, style


def link_title(address: str, title: str, base: str) -> str:
    """What is told of a link: its own title and where it led."""
    address = " ".join(address.split())[:_MAX_ADDRESS]
    if base and not _ABSOLUTE(address):
        with suppress(ValueError):
            address = join(base, address)
    title = " ".join(title.split())
    return f"{title} – {address}" if title else address


def unescaped(text: str) -> str:
    """What a text or a value says; a parser's own spelling knows five entities."""
    if "&" not in text:
        return text
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\xa0").replace("&quot;", '"')
    return text.replace("&amp;", "&")


def _prefix_names(kept: dict[str, str], ours: str) -> None:
    """Writes the page's id and classes so that they are none of ours, and our own class before them."""
    if "id" in kept and not kept["id"].startswith(PREFIX):
        kept["id"] = PREFIX + kept["id"]
    if ours or "class" in kept:
        names = own_classes(kept.get("class", "")).split()
        kept["class"] = " ".join(dict.fromkeys([ours, *names] if ours else names))


def escape(value: str) -> str:
    """A text as parsers write it back: stable under one more reading."""
    value = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return value.replace("<", "&lt;").replace(">", "&gt;")
