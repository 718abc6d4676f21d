"""Writes the tags of a page anew: what is allowed, and nothing else."""

import re
from contextlib import suppress
from html import unescape
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


GONE = Tag("", "", False, False, False)


class Writer:
    """Writes tags of one page, each different one once. `base` is the address that relative links start from."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.tags: dict[str, Tag] = {}

    def write(self, token: str) -> Tag:
        """What a tag in a parser's own spelling becomes."""
        tag = self.tags.get(token)
        if tag is None:
            tag = self.tags[token] = self._written(token)
        return tag

    def start(self, token: str, name: str, original: str) -> tuple[str, Style]:
        """The start tag, and the style that it has kept."""
        attributes, style = self._attributes(token, name, original)
        return f"<{name}" + "".join(f' {key}="{escape(value)}"' for key, value in attributes) + ">", style

    def _written(self, token: str) -> Tag:
        match = _TAG.match(token)
        if not match:
            return GONE
        original = match[2]
        name = NAMES.get(original, "span") if original not in DROPPED else ""
        breaks = original in BLOCK
        if not name:
            return GONE._replace(breaks=breaks)
        if match[1]:
            return GONE if name in VOID else Tag(f"</{name}>", name, False, True, breaks)
        html, style = self.start(token, name, original)
        if style.display:
            breaks = not style.display.startswith("inline")
        keeps = name == "pre" or style.keeps
        hides = style.hides or " hidden=" in html
        special = hides or keeps or bool(style.display)
        return Tag(html, name, name not in VOID, False, breaks, hides, keeps, special and name not in VOID)

    def _attributes(self, token: str, name: str, original: str) -> tuple[list[tuple[str, str]], Style]:
        allowed = _ALLOWED.get(name, EVERYWHERE)
        kept: dict[str, str] = {}
        style, address = _NO_STYLE, None
        for key, value in _ATTRIBUTE.findall(token):
            if "&" in value:
                value = unescape(value)  # noqa: PLW2901  (the same value, read)
            if key == "style":
                style = filter_style(value)
            elif key == "href" and original == "a":
                address = value
            elif key == IMAGE_ATTRIBUTES.get(name):
                if image := remote_address(value, self.base):
                    kept[IMAGE_ADDRESS] = image
            elif (check := allowed.get(key)) and check(value):
                kept.setdefault(key, value)
        ours = IMAGE_CLASS if name == "img" else ""
        if address is not None:
            kept.update(title=self._link_title(address, kept.get("title", "")))
            ours = LINK_CLASS
        _prefix_names(kept, ours)
        if style.css:
            kept["style"] = style.css
        return list(kept.items()), style

    def _link_title(self, address: str, title: str) -> str:
        address = " ".join(address.split())[:_MAX_ADDRESS]
        if not _ABSOLUTE(address):
            with suppress(ValueError):
                address = urljoin(self.base, address) if self.base else address
        title = " ".join(title.split())
        return f"{title} – {address}" if title else address


def _prefix_names(kept: dict[str, str], ours: str) -> None:
    """Writes the page's id and classes so that they are none of ours, and our own class before them."""
    if "id" in kept and not kept["id"].startswith(PREFIX):
        kept["id"] = PREFIX + kept["id"]
    if ours or "class" in kept:
        names = own_classes(kept.get("class", "")).split()
        kept["class"] = " ".join(dict.fromkeys([ours, *names] if ours else names))


def escape(value: str) -> str:
    """A text as parsers write it back: stable under one more reading."""
    if not _SPECIAL.search(value):
        return value
    value = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return value.replace("<", "&lt;").replace(">", "&gt;")


_SPECIAL = re.compile('[&\xa0"<>]')
