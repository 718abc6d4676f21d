"""Writes the tags of a page anew: what is allowed, and nothing else."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from documents.sanitise.addresses import remote_address
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
from documents.sanitise.linktags import LINK, link_title
from documents.sanitise.result import WHITE
from documents.sanitise.spelling import escape, unescaped
from documents.sanitise.styles import Style, filter_style

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"\s([a-z][a-z-]*)=\"([^\"]*)\"")
_BETWEEN = re.compile(f">([{WHITE}]*+)<")
_NO_STYLE = Style("")
_ALLOWED: dict[str, dict[str, Check]] = {name: {**EVERYWHERE, **own} for name, own in ATTRIBUTES.items()}
BORDER = "\0"  # stands for a line end between elements, and in no text of a page
_BORDERS = re.compile(f"{BORDER}+")
_REMEMBERED = 300  # characters of a tag, or of a row of tags, that is kept for other pages
_MOST_REMEMBERED = 10_000  # rows, and tags
# Where one stands that is not plainly absolute, the page's own address may count.
_OF_PAGE = re.compile(
    rf"(?:href|src|background)=\"(?!{LINK}|https?://[a-z0-9.-]++(?:/[\w/.-]*+)?+\")", re.ASCII
).search


class Kind(NamedTuple):
    """What a tag does to the text around it."""

    name: str  # as it is written; empty where the tag goes
    opens: bool
    closes: bool
    breaks: bool
    hides: bool = False
    keeps: bool = False  # the line ends of its text
    special: bool = False  # whether it is shown otherwise than by its name

    @property
    def bone(self) -> str:
        """The tag without attributes."""
        return f"<{'/' * self.closes}{self.name}>" if self.name else ""


Tag = tuple[str, Kind]  # what a tag becomes


class Row(NamedTuple):
    """What a row of tags, with white space between some of them, becomes."""

    html: str  # with LINK where what is told of a link goes
    links: int  # how many
    parts: Sequence[Kind | str]  # its tags, and its white space
    gap: str  # what is seen of it where all tags are shown as their names say: white space, and BORDER where lines break
    special: bool  # whether a tag is among them that is shown otherwise than by its name
    pre: bool  # whether the text of a PRE begins behind it
    bones: str  # its tags without attributes


_GONE = Kind("", False, False, False)


class Writer:
    """Writes the tags of one page, each different row of them once.

    A row is what stands between two texts that are more than white space, in a parser's own spelling without the
    outermost brackets. `base` is the address that relative links start from.
    """

    def __init__(self, base: str) -> None:
        self.base = base
        self.special = self.pre = False  # whether there were such rows
        self._tags: dict[str, Tag] = {}

    def written(self, rows: Sequence[str]) -> list[Row]:
        """What rows of tags become."""
        known = {row: _rows_of_any_page.get(row) or self._row(row) for row in set(rows)}
        self.special = any(row.special for row in known.values())
        self.pre = any(row.pre for row in known.values())
        return list(map(known.__getitem__, rows))

    def _row(self, row: str) -> Row:
        made = _joined(row, self._tag)
        if not _is_of_page(row):
            if len(_rows_of_any_page) >= _MOST_REMEMBERED:
                _rows_of_any_page.clear()
            _rows_of_any_page[row] = made
        return made

    def _tag(self, tag: str) -> Tag:
        if not _is_of_page(tag):
            return _tag_of_any_page(tag)
        if tag not in self._tags:
            self._tags[tag] = _written(f"<{tag}>", self.base)
        return self._tags[tag]


_rows_of_any_page: dict[str, Row] = {}


def _is_of_page(spelled: str) -> bool:
    """Whether what becomes of tags is for this page alone."""
    return len(spelled) > _REMEMBERED or ("=" in spelled and _OF_PAGE(spelled) is not None)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _tag_of_any_page(tag: str) -> Tag:
    return _written(f"<{tag}>")


def _joined(row: str, write: Callable[[str], Tag]) -> Row:
    html, parts = "", list[Kind | str]()
    for number, piece in enumerate(_BETWEEN.split(row)):
        part: Kind | str
        if number % 2:
            written = part = piece.lstrip("\n") if _opens_pre(html) else piece
        else:
            written, part = write(piece)
        html += written
        parts.append(part)
    gap = "".join([part if isinstance(part, str) else BORDER * part.breaks for part in parts])
    special = any(part.special for part in parts if isinstance(part, Kind))
    bones = "".join([part if isinstance(part, str) else part.bone for part in parts])
    return Row(html, html.count(LINK), parts, _BORDERS.sub(BORDER, gap), special, _opens_pre(html), bones)


def _opens_pre(html: str) -> bool:
    """Whether the text of a PRE begins behind tags. A line end there is none to a parser, and would go each time."""
    return html.endswith(">") and html.rpartition("<")[2].startswith("pre")


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


def _prefix_names(kept: dict[str, str], ours: str) -> None:
    """Writes the page's id and classes so that they are none of ours, and our own class before them."""
    if "id" in kept and not kept["id"].startswith(PREFIX):
        kept["id"] = PREFIX + kept["id"]
    if ours or "class" in kept:
        names = own_classes(kept.get("class", "")).split()
        kept["class"] = " ".join(dict.fromkeys([ours, *names] if ours else names))
