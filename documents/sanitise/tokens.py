"""Writes the tags of a page anew: what is allowed, and nothing else."""

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin

from documents.sanitise.allowed import (
    ATTRIBUTES,
    BLOCK,
    DROPPED,
    EVERYWHERE,
    ID_PREFIX,
    IMAGE_CLASS,
    LINK_CLASS,
    NAMES,
    VOID,
    Check,
)
from documents.sanitise.styles import Style, filter_style

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"\s([a-z]+)=\"([^\"]*)\"")
_MAX_ADDRESS = 500
_NO_STYLE = Style("")
_NO_ATTRIBUTES: dict[str, Check] = {}


class Tag(NamedTuple):
    """What a tag becomes, and what it does to the text around it."""

    html: str
    name: str  # as it is written; empty where the tag goes
    opens: bool
    closes: bool
    breaks: bool
    hides: bool = False
    keeps: bool = False  # the line ends of its text


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
        return Tag(html, name, name not in VOID, False, breaks, style.hides or " hidden=" in html, keeps)

    def _attributes(self, token: str, name: str, original: str) -> tuple[list[tuple[str, str]], Style]:
        given: dict[str, str] = {}
        for key, value in _ATTRIBUTE.findall(token):
            given.setdefault(key, unescape(value) if "&" in value else value)
        kept, style = list(self._kept(given, name)), _NO_STYLE
        if original == "a" and "href" in given:
            kept = [pair for pair in kept if pair[0] not in ("title", "class")]
            kept += [("class", LINK_CLASS), ("title", self._link_title(given))]
        elif name == "img" and given.get("class") != IMAGE_CLASS:
            kept = [pair for pair in kept if pair[0] != "class"] + [("class", IMAGE_CLASS)]
        if "style" in given:
            style = filter_style(given["style"])
            if style.css:
                kept.append(("style", style.css))
        return kept, style

    def _kept(self, given: dict[str, str], name: str) -> Iterator[tuple[str, str]]:
        own = ATTRIBUTES.get(name, _NO_ATTRIBUTES)
        for key, value in given.items():
            check = own.get(key) or EVERYWHERE.get(key)
            if check and check(value):
                foreign = key == "id" and not value.startswith(ID_PREFIX)
                yield key, ID_PREFIX + value if foreign else value

    def _link_title(self, given: dict[str, str]) -> str:
        address = " ".join(given["href"].split())[:_MAX_ADDRESS]
        with suppress(ValueError):
            address = urljoin(self.base, address) if self.base else address
        title = " ".join(given.get("title", "").split())
        return f"{title} – {address}" if title else address


def escape(value: str) -> str:
    """A text as parsers write it back: stable under one more reading."""
    if not _SPECIAL.search(value):
        return value
    value = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return value.replace("<", "&lt;").replace(">", "&gt;")


_SPECIAL = re.compile('[&\xa0"<>]')
