"""What may stay of a page: elements, attributes and their values."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from documents.sanitise.addresses import is_remote

# Left out with all that is in them. The names are what the reader sees; empty where there is nothing to say.
DROPPED: Mapping[str, str] = MappingProxyType(
    {
        "script": "script",
        "style": "style sheet",
        "link": "",
        "meta": "",
        "base": "",
        "noscript": "",
        "noembed": "",
        "noframes": "",
        "template": "template",
        "iframe": "frame",
        "frame": "frame",
        "object": "plug-in",
        "embed": "plug-in",
        "applet": "plug-in",
        "param": "",
        "portal": "frame",
        "fencedframe": "frame",
        "svg": "drawing",
        "math": "formula",
        "canvas": "drawing",
        "audio": "recording",
        "video": "recording",
        "source": "",
        "track": "",
        "basefont": "",
        "bgsound": "recording",
        "input": "form field",
        "select": "form field",
        "textarea": "form field",
        "option": "",
        "optgroup": "",
        "datalist": "",
        "keygen": "form field",
        "isindex": "form field",
        "map": "",
        "area": "",
        "dialog": "dialogue",
        "title": "",
        "head": "",
    }
)

# Elements whose content no parser reads as markup: their text stays, they go.
TEXT_ONLY = ("xmp", "plaintext")

_BLOCKS = (
    "address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2"
    " h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup p pre search section summary"
    " table tbody td tfoot th thead tr ul caption br"
)
BLOCK = frozenset(_BLOCKS.split())

_KEPT = (
    "abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn dir"
    " div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main menu nav ol p pre q"
    " s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr"
)
# Those that act, or whose behaviour is their own, are written as a harmless one that looks alike.
NAMES: Mapping[str, str] = MappingProxyType(
    {
        **{name: name for name in _KEPT.split()},
        "a": "span",
        "nobr": "span",
        "button": "span",
        "label": "span",
        "blink": "span",
        "marquee": "span",
        "time": "span",
        "mark": "span",
        "listing": "pre",
        "form": "div",
        "fieldset": "div",
        "legend": "div",
        "details": "div",
        "summary": "div",
        "hgroup": "div",
        "search": "div",
    }
)
VOID = frozenset(("br", "col", "hr", "img", "wbr"))

LINK_CLASS = "assize-link"  # an address that leads nowhere any more
IMAGE_CLASS = "assize-image"  # a picture, or what stands for it
ALT_CLASS = "assize-alt"  # the words that stand for a picture
_CLASSES = frozenset((LINK_CLASS, IMAGE_CLASS, ALT_CLASS))
PREFIX = "doc-"  # of a page's own ids and classes, so that none is ever one of ours
_MOST_CLASSES = 12
# Where a picture was: kept where no browser looks for one. `documents.remote` puts it back if the campaign says so.
IMAGE_ADDRESS = "data-image"
_CELLS = ("td", "th", "tr", "tbody", "thead", "tfoot", "col", "colgroup")
IMAGE_ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {"img": "src", **dict.fromkeys(("body", "table", *_CELLS), "background")}
)

_LENGTH = re.compile(r"\s*\d{1,4}(?:\.\d{1,4})?\s*(?:%|px)?\s*\Z").match
_NUMBER = re.compile(r"\s*[+-]?\d{1,6}\s*\Z").match
_SMALL_NUMBER = re.compile(r"\s*\d{1,3}\s*\Z").match
_WORD = re.compile(r"[A-Za-z0-9#_-]{1,40}\Z").match
_FONT = re.compile(r"[\w ,\"'-]{1,200}\Z").match
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,40}\Z").match
_ID = re.compile(r"[\w.:-]{1,200}\Z").match
_CLASS = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,60}\Z").match


def own_classes(value: str) -> str:
    """The names of a class attribute as they are written: ours as they are, the page's own with the prefix."""
    names = [name for name in value.split()[:_MOST_CLASSES] if _CLASS(name)]
    return " ".join(name if name in _CLASSES or name.startswith(PREFIX) else PREFIX + name for name in names)


def _any(value: str) -> bool:
    return len(value) <= 5000


Check = Callable[[str], object]

EVERYWHERE: Mapping[str, Check] = MappingProxyType(
    {
        "title": _any,
        "lang": _LANGUAGE,
        "dir": _WORD,
        "align": _WORD,
        "class": own_classes,
        "id": _ID,
        "hidden": _any,
    }
)
_CELL: Mapping[str, Check] = {
    "width": _LENGTH,
    "height": _LENGTH,
    "valign": _WORD,
    "bgcolor": _WORD,
    "bordercolor": _WORD,
    "nowrap": _any,
    "colspan": _SMALL_NUMBER,
    "rowspan": _SMALL_NUMBER,
    "abbr": _any,
    "scope": _WORD,
    "span": _SMALL_NUMBER,
    IMAGE_ADDRESS: is_remote,
}
_TABLE: Mapping[str, Check] = {
    **_CELL,
    "border": _SMALL_NUMBER,
    "cellpadding": _LENGTH,
    "cellspacing": _LENGTH,
    "frame": _WORD,
    "rules": _WORD,
    "summary": _any,
}
_LIST: Mapping[str, Check] = {
    "type": _WORD,
    "start": _NUMBER,
    "value": _NUMBER,
    "compact": _any,
    "reversed": _any,
}
_IMAGE: Mapping[str, Check] = {
    "width": _LENGTH,
    "height": _LENGTH,
    "border": _SMALL_NUMBER,
    "hspace": _SMALL_NUMBER,
    "vspace": _SMALL_NUMBER,
    IMAGE_ADDRESS: is_remote,
}
ATTRIBUTES: Mapping[str, Mapping[str, Check]] = MappingProxyType(
    {
        "table": _TABLE,
        **dict.fromkeys(_CELLS, _CELL),
        **dict.fromkeys(("ol", "ul", "li", "dir", "menu", "dl"), _LIST),
        "img": _IMAGE,
        "font": {"color": _WORD, "size": _NUMBER, "face": _FONT},
        "hr": {"size": _SMALL_NUMBER, "width": _LENGTH, "noshade": _any, "color": _WORD},
        "br": {"clear": _WORD},
        "pre": {"width": _SMALL_NUMBER},
        "body": {"bgcolor": _WORD, "text": _WORD, IMAGE_ADDRESS: is_remote},
        "html": {"lang": _LANGUAGE, "dir": _WORD},
    }
)
