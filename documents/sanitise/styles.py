"""Inline styles, filtered by property and value: how text looks stays, what could fetch, cover or move things goes."""

import re
from functools import lru_cache
from typing import NamedTuple

_SIDES = ("", "-top", "-right", "-bottom", "-left")
_NAMES = (
    "color background-color background font font-family font-size font-style font-weight font-variant line-height"
    " letter-spacing word-spacing text-align text-decoration vertical-align white-space direction unicode-bidi width"
    " height max-width min-width min-height float clear display list-style list-style-type list-style-position"
    " border-collapse border-spacing border-color border-style border-width caption-side empty-cells table-layout"
    " page-break-before page-break-after page-break-inside overflow-wrap word-wrap"
)
_PROPERTIES = frozenset(_NAMES.split()) | {
    f"{name}{side}" for name in ("margin", "padding", "border") for side in _SIDES
}
_PROPERTIES |= {f"border{side}-{part}" for side in _SIDES[1:] for part in ("color", "style", "width")}
_VALUE = re.compile(r"(?:[\w\s#%.,+!'\"/-]|\b(?:rgb|rgba|hsl|hsla)\([\d\s.,%/deg]{1,60}\))+\Z", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DISPLAYS = frozenset(
    (
        "block",
        "inline",
        "inline-block",
        "list-item",
        "none",
        "table",
        "table-row",
        "table-cell",
        "inline-table",
    )
)
_MAX = 5000  # characters


class Style(NamedTuple):
    """What may stay of a style attribute, and what it does to the text."""

    css: str
    hides: bool = False
    display: str = ""  # block, inline, … ; empty where it says nothing
    keeps: bool = False  # line ends are shown as such


@lru_cache(maxsize=4096)
def filter_style(value: str) -> Style:
    """What may stay of a style attribute, in its order."""
    kept = declarations(value)
    display, keeps = "", False
    for css in kept:
        if css.startswith("display: ") and display != "none":
            display = _plain(css[9:])
        keeps = keeps or css.startswith("white-space: pre")
    return Style("; ".join(kept), display == "none", display, keeps)


def declarations(value: str) -> list[str]:
    """The harmless declarations, each as it is written; none where the value is too long."""
    if len(value) > _MAX:
        return []
    bare = _COMMENT.sub("", value) if "/*" in value else value
    return [css for declaration in bare.split(";") if (css := _declaration(declaration))]


@lru_cache(maxsize=4096)
def _declaration(declaration: str) -> str:
    """A declaration as it may stay; else empty."""
    name, _, setting = declaration.partition(":")
    name, setting = name.strip().lower(), " ".join(setting.split())
    if name == "visibility" and _plain(setting) in ("hidden", "collapse"):
        name, setting = "display", "none"
    return f"{name}: {setting}" if _may_stay(name, setting) else ""


def _plain(setting: str) -> str:
    return setting.lower().removesuffix("!important").strip()


def _may_stay(name: str, setting: str) -> bool:
    if name not in _PROPERTIES or not _VALUE.match(setting):
        return False
    if name == "display":
        return _plain(setting) in _DISPLAYS
    return not (name.startswith("margin") and "-" in setting)
