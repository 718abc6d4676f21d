"""Writes the tags of a page anew: what is allowed, and nothing else."""

import re
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urljoin

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
from documents.sanitise.styles import Style, filter_style

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"\s([a-z][a-z-]*)=\"([^\"]*)\"")
_MAX_ADDRESS = 500
_NO_STYLE = Style("")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:").match
_ALLOWED: dict[str, dict[str, Check]] = {name: {**EVERYWHERE, **own} for name, own in ATTRIBUTES.items()}
# With an address that is kept as it is, and of the other attributes none that is kept besides class and title.
_PASSED = r"(?: (?:target|rel|onclick|onmouseover|onmouseout|name)=\"[^\"]*+\")*+"
_CLASS = r"(?: class=\"([^\"]*+)\")?+"
_USUAL_LINK = re.compile(
    rf"a{_CLASS}{_PASSED} href=\"(https?+:[^\"\s]*+)\"{_PASSED}(?: title=\"([^\"]*+)\")?+{_PASSED}{_CLASS}{_PASSED}"
).fullmatch
_REMEMBERED = 300  # characters of a tag that is kept for other pages


class Tag(NamedTuple):
    """What a tag becomes, and what it does to the text around it."""

    html: str
    name: str  # as it is written; empty where the tag goes
    opens: bool
    closes: bool
    breaks: bool
    hides: bool = False
    keeps: bool = False  # the line ends of its text
    special: bool = False  # whether it is shown otherwise than by its name


class Run(NamedTuple):
    """What the tags become that stand between two texts."""

    html: str
    breaks: bool
    pre: bool  # whether the text after it begins a PRE
    tags: list[Tag]
    special: bool = False


GONE = Tag("", "", False, False, False)


class Writer:
    """Writes tags of one page, each different one once. `base` is the address that relative links start from."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.runs: dict[str, Run] = {}
        self.tags: dict[str, Tag] = {}
        self.special = False  # whether a tag was among them that is shown otherwise than by its name

    def run(self, piece: str) -> Run:
        """What the tags between two texts become; in a parser's own spelling, without the outermost brackets."""
        known, write = self.tags, self.write
        tags = [known.get(tag) or write(tag) for tag in piece.split("><")]
        tag = tags[0]
        html, breaks, special = tag.html, tag.breaks, tag.special
        if len(tags) > 1:
            html = "".join([tag.html for tag in tags])
            for tag in tags:
                breaks = breaks or tag.breaks
                special = special or tag.special
        if special:
            self.special = True
        run = self.runs[piece] = Run(html, breaks, tag.name == "pre" and tag.opens, tags, special)
        return run

    def write(self, tag: str) -> Tag:
        """What a tag becomes; in a parser's own spelling, without its brackets."""
        if tag.startswith("a "):
            written = self._link(tag)
        elif len(tag) > _REMEMBERED or "src=" in tag or "background=" in tag:
            written = _written(f"<{tag}>", self.base)
        else:
            written = _of_any_page(f"<{tag}>")
        self.tags[tag] = written
        return written

    def _link(self, tag: str) -> Tag:
        """As any tag, but in short for the usual link, of which a page has many that are all different."""
        match = _USUAL_LINK(tag)
        if not match or len(tag) > _REMEMBERED or "&nbsp;" in tag:
            return _written(f"<{tag}>", self.base)
        before, address, titled, after = match.groups()
        own = " ".join((titled or "").split())
        title = f"{own} – {address}" if own else address
        names = _classes_of_link(before or after or "")
        if names and (before or titled is None):
            html = f'<span class="{names}" title="{title}">'
        else:
            html = f'<span title="{title}" class="{names or LINK_CLASS}">'
        return Tag(html, "span", True, False, False)


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
        return GONE
    closing, original = match.groups()
    name = NAMES.get(original, "span") if original not in DROPPED else ""
    breaks = original in BLOCK
    if not name:
        return GONE._replace(breaks=breaks)
    if closing:
        return GONE if name in VOID else Tag(f"</{name}>", name, False, True, breaks)
    html, style = start_tag(token, name, original, base)
    if style.display:
        breaks = not style.display.startswith("inline")
    keeps = name == "pre" or style.keeps
    hides = style.hides or " hidden=" in html
    special = hides or keeps or bool(style.display)
    return Tag(html, name, name not in VOID, False, breaks, hides, keeps, special and name not in VOID)


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
        kept["title"] = _link_title(address, kept.get("title", ""), base)
        ours = LINK_CLASS
    _prefix_names(kept, ours)
    if style.css:
        kept["style"] = style.css
    return kept, style


def _link_title(address: str, title: str, base: str) -> str:
    address = " ".join(address.split())[:_MAX_ADDRESS]
    if base and not _ABSOLUTE(address):
        with suppress(ValueError):
            address = urljoin(base, address)
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
