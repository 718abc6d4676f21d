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
    """The harmless declarations of a style attribute, in their order."""
    if len(value) > _MAX:
        return Style("")
    kept: list[str] = []
    display = ""
    for declaration in _COMMENT.sub("", value).split(";"):
        name, _, setting = declaration.partition(":")
        name, setting = name.strip().lower(), " ".join(setting.split())
        plain = setting.lower().removesuffix("!important").strip()
        if name == "visibility" and plain in ("hidden", "collapse"):
            name, setting, plain = "display", "none", "none"
        if not _may_stay(name, setting, plain):
            continue
        if name == "display" and display != "none":
            display = plain
        kept.append(f"{name}: {setting}")
    keeps = any(css.startswith("white-space: pre") for css in kept)
    return Style("; ".join(kept), display == "none", display, keeps)


def _may_stay(name: str, setting: str, plain: str) -> bool:
    if name not in _PROPERTIES or not _VALUE.match(setting):
        return False
    if name == "display":
        return plain in _DISPLAYS
    return not (name.startswith("margin") and "-" in setting)
