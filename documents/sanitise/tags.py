"""Writes the tags of a page anew: what is allowed, and nothing else."""

import re
from collections.abc import Mapping
from contextlib import suppress
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
from documents.sanitise.spelling import escape, unescaped
from documents.sanitise.styles import Style, filter_style

_NAME = re.compile(r"(/?)([a-z][a-z0-9]*)(?![^\s/])")
_ATTRIBUTE = re.compile(r" ([a-z][a-z-]*)=\"([^\"]*)\"")
_ALLOWED: Mapping[str, Mapping[str, Check]] = {
    name: {**EVERYWHERE, **own} for name, own in ATTRIBUTES.items()
}
LINK = "\0"  # in the place of a link's address: no text or value of a page has it
_NO_STYLE = Style("")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:").match  # an address that no base is joined to
_MAX_ADDRESS = 500


class Tag(NamedTuple):
    """What a tag becomes, and what it does to the text around it."""

    html: str = ""  # empty where the tag goes
    bare: str = ""  # without attributes
    breaks: bool = False
    opens: bool = False  # an element that is closed by another tag
    closes: bool = False
    hides: bool = False
    keeps: bool = False  # the line ends of its text
    special: bool = False  # it is shown otherwise than by its name


def write_tag(serialized: str, base: str) -> Tag:
    """What becomes of a tag."""
    match = _NAME.match(serialized)
    if not match:
        return Tag()
    closing, original = match.groups()
    name = "" if original in DROPPED else NAMES.get(original, "span")
    if not name:
        return Tag(breaks=original in BLOCK)
    if not closing:
        return _opening(serialized, original, name, base)
    return Tag() if name in VOID else Tag(f"</{name}>", f"</{name}>", original in BLOCK, closes=True)


def _opening(serialized: str, original: str, name: str, base: str) -> Tag:
    kept, style = _attributes(serialized, name, base, is_link=original == "a")
    html, bare = _written(name, kept), f"<{name}>"
    breaks = not style.display.startswith("inline") if style.display else original in BLOCK
    if name in VOID:
        return Tag(html, bare, breaks)
    hides, keeps = style.hides or "hidden" in kept, style.keeps or name == "pre"
    return Tag(html, bare, breaks, True, False, hides, keeps, hides or keeps or bool(style.display))


def start_tag(serialized: str, name: str, base: str) -> str:
    """The start tag of an element that a page has once."""
    return _written(name, _attributes(serialized, name, base)[0])


def _written(name: str, kept: Mapping[str, str]) -> str:
    return f"<{name}" + "".join([f' {key}="{value}"' for key, value in kept.items()]) + ">"


def _attributes(serialized: str, name: str, base: str, is_link: bool = False) -> tuple[dict[str, str], Style]:
    """What may stay of a start tag's attributes, as it is written."""
    kept: dict[str, str] = {}
    allowed, style, address = _ALLOWED.get(name, EVERYWHERE), _NO_STYLE, ""
    ours = IMAGE_CLASS if name == "img" else ""
    for key, written in _ATTRIBUTE.findall(serialized):
        if key == "style":
            style = filter_style(unescaped(written))
        elif key == "href" and is_link:
            ours, address = LINK_CLASS, written if written == LINK else link_address(written, base)
        elif key == IMAGE_ATTRIBUTES.get(name):
            if image := remote_address(unescaped(written), base):
                kept[IMAGE_ADDRESS] = escape(image)
        elif (check := allowed.get(key)) and check(unescaped(written)):
            kept.setdefault(key, written)
    if ours == LINK_CLASS:
        title = " ".join(unescaped(kept.get("title", "")).split())
        kept["title"] = f"{escape(title)} – {address}" if title else address
    _prefix_names(kept, ours)
    if style.css:
        kept["style"] = escape(style.css)
    return kept, style


def link_address(written: str, base: str) -> str:
    """Where a link led, for people to read."""
    address = " ".join(unescaped(written).split())[:_MAX_ADDRESS]
    if base and not _ABSOLUTE(address):
        with suppress(ValueError):
            address = join(base, address)
    return escape(address)


def _prefix_names(kept: dict[str, str], ours: str) -> None:
    """Writes the page's id and classes so that they are none of ours, and our own class before them."""
    if "id" in kept and not kept["id"].startswith(PREFIX):
        kept["id"] = PREFIX + kept["id"]
    if ours or "class" in kept:
        names = own_classes(unescaped(kept.get("class", ""))).split()
        kept["class"] = " ".join(dict.fromkeys([ours, *names] if ours else names))
