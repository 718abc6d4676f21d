"""From a page's body as a parser serialises it to ours: its tags anew, its text as a browser shows it, and the way between.

Tags are written in rows: what stands between two texts that are more than white space. A page has few different ones.
"""

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from documents.sanitise.result import WHITE, NotClean
from documents.sanitise.spelling import unescaped
from documents.sanitise.tags import LINK, Tag, link_address, write_tag

_TEXTS = re.compile(rf">([{WHITE}]*+[^{WHITE}<][^<]*+)<")  # more than white space
_BETWEEN = re.compile(f">([{WHITE}]*+)<")
_ANCHOR = re.compile(r"<a name=\"[^\"]*+\">")
_LINK = re.compile(r'(<a(?: (?!href=)[^ ">]*+"[^"]*+")*+) href="([^"]*+)"')
_PLAIN = re.compile(r"https?:[^\s&]{0,490}", re.ASCII).fullmatch  # an address that is written as it is
BORDER = "\0"  # stands for a line end between elements, and in no text of a page
_BORDERS = re.compile(f"{BORDER}+")
_SHORT = 1000  # characters of a row that is kept for other pages
# Where an address is not plainly absolute, the page's own counts.
_of_page = re.compile(
    rf" (?:href|src|background)=\"(?!{LINK}|https?://[a-z0-9.-]++(?:/[\w/.-]*+)?+\")", re.ASCII
).search


class Body(NamedTuple):
    """The content of a page: `text` and `nodes` as in `Clean`, `bare` its tags without attributes, X for text and a blank for white space."""

    html: str
    text: str
    nodes: "array[int]"
    bare: str


class _Row(NamedTuple):
    """What a row of tags, with white space between some of them, becomes."""

    html: str  # with LINK for the address of each link
    links: int
    bare: str
    gap: str  # what is seen of it where all tags are shown as their names say: white space, and BORDER where lines break
    parts: Sequence[Tag | str]
    special: bool  # whether a tag is among them that is shown otherwise
    opens_pre: bool  # whether the text of a PRE begins behind it


class _Rows(dict[str, _Row]):
    """What the rows of one page become, each as a parser serialises it without its outermost brackets."""

    def __init__(self, base: str) -> None:
        self.base = base

    def __missing__(self, serialized: str) -> _Row:
        is_common = len(serialized) <= _SHORT and not _of_page(serialized)
        row = self[serialized] = _common_row(serialized) if is_common else _write_row(serialized, self.base)
        return row


@lru_cache(maxsize=4096)
def _common_row(serialized: str) -> _Row:
    return _write_row(serialized, "")


def write_body(serialized: str, place: int, base: str) -> Body:
    """The content of a body, to stand at a place of the page. `base` is where relative addresses start from."""
    serialized, addresses = _without_addresses(serialized, base)
    texts, between = _pieces(serialized)
    rows = list(map(_Rows(base).__getitem__, between))
    if "<pre" in serialized or "<listing" in serialized:
        for index, row in enumerate(rows, start=1):
            texts[index] = texts[index].lstrip("\n") if row.opens_pre else texts[index]
    html = _alternating(texts, [row.html for row in rows])
    places = list(accumulate(map(len, html), initial=place))[::2]
    longer = list(accumulate([len(address) - len(LINK) for address in addresses], initial=0))
    links = accumulate([row.links for row in rows], initial=0)  # so many before each text
    places = [place + longer[number] for place, number in zip(places, links, strict=True)]
    html = _alternating("".join(html).split(LINK), addresses)
    return Body("".join(html), *_shown(texts, rows, places), "X".join([row.bare for row in rows]))


def _alternating(texts: Sequence[str], between: Sequence[str]) -> list[str]:
    pieces = [""] * (2 * len(texts) - 1)
    pieces[::2], pieces[1::2] = texts, between
    return pieces


def _without_addresses(serialized: str, base: str) -> tuple[str, list[str]]:
    """The body with the addresses of links apart, which are all different, while its tags repeat."""
    if "<a name=" in serialized:
        serialized = _ANCHOR.sub("<a>", serialized)
    pieces = _LINK.split(serialized)
    addresses = [address if _PLAIN(address) else link_address(address, base) for address in pieces[2::3]]
    pieces[2::3] = [f' href="{LINK}"'] * len(addresses)
    return "".join(pieces), addresses


def _pieces(serialized: str) -> tuple[list[str], list[str]]:
    """The texts, and between each two of them a row: of white space, what stands before and behind all tags is a text."""
    start, end = serialized.find("<"), serialized.rfind(">")
    if start < 0 or end < 0:
        start, end = len(serialized), len(serialized) - 1
    pieces = _TEXTS.split(serialized[start + 1 : end])
    texts = [serialized[:start], *pieces[1::2], serialized[end + 1 :]]
    if "<" in texts[0] + texts[-1]:
        raise NotClean("A tag in it cannot be told from text.")
    return texts, pieces[::2]


def _write_row(serialized: str, base: str) -> _Row:
    html, bare, gap, parts = "", "", "", list[Tag | str]()
    for number, piece in enumerate(_BETWEEN.split(serialized)):
        if number % 2:
            white = piece.lstrip("\n") if _opens_pre(html) else piece
            parts.append(white)
            html, bare, gap = html + white, bare + " " * bool(white), gap + white
        else:
            tag = write_tag(piece, base)
            parts.append(tag)
            html, bare, gap = html + tag.html, bare + tag.bare, gap + BORDER * tag.breaks
    special = any(part.special for part in parts if isinstance(part, Tag))
    return _Row(html, html.count(LINK), bare, _BORDERS.sub(BORDER, gap), parts, special, _opens_pre(html))


def _opens_pre(html: str) -> bool:
    """Whether the text of a PRE begins behind tags. A line end there is none to a parser, and would go each time."""
    return html.endswith(">") and html.rpartition("<")[2].startswith("pre")


def _shown(texts: Sequence[str], rows: Sequence[_Row], places: Sequence[int]) -> "tuple[str, array[int]]":
    """The text as a browser shows it, and its map to the HTML."""
    special = _is_special(rows)
    gaps, texts, places = (_specially if special else _plainly)(texts, rows, places)
    gaps[0] = gaps[0].lstrip(BORDER)
    gaps[-1] = gaps[-1].rstrip(BORDER)
    pieces = _alternating(gaps, texts)
    bounds = list(accumulate(map(len, pieces)))  # after each gap, and after each text
    nodes = [0] * (3 * len(texts))
    nodes[::3], nodes[1::3], nodes[2::3] = bounds[:-1:2], bounds[1::2], places
    text = "".join(pieces) if special else _in_one_line("".join(pieces))
    return text.replace(BORDER, "\n"), array("I", nodes)


def _is_special(rows: Iterable[_Row]) -> bool:
    return any(row.special for row in rows)


# What is seen before each text and behind the last; the texts that are shown, none of them empty; and their places.
_Seen = tuple[list[str], Sequence[str], Sequence[int]]


def _plainly(texts: Sequence[str], rows: Sequence[_Row], places: Sequence[int]) -> _Seen:
    """Of a page where each element is shown as its name says; only the first and the last text may be empty."""
    shown = slice(int(not texts[0]), len(texts) - int(not texts[-1] and len(texts) > 1))
    gaps = ["", *[row.gap for row in rows], ""]
    seen = [unescaped(text) if "&" in text else text for text in texts[shown]]
    return gaps[shown.start : shown.stop + 1], seen, places[shown]


def _specially(texts: Sequence[str], rows: Sequence[_Row], places: Sequence[int]) -> _Seen:
    """Of any page."""
    gaps, seen, shown, inside, gap = list[str](), list[str](), list[int](), _Inside(), ""
    passed: list[Sequence[Tag | str]] = [(), *[row.parts for row in rows]]
    for parts, text, place in zip(passed, texts, places, strict=True):
        gap += "".join([inside.passing(part) for part in parts])
        if text := inside.seen(unescaped(text)):
            gaps.append(_BORDERS.sub(BORDER, gap))
            seen.append(text)
            shown.append(place)
            gap = ""
    return [*gaps, _BORDERS.sub(BORDER, gap)], seen, shown


class _Inside:
    """The elements, from the first one on that is shown otherwise than by its name, in which a place stands."""

    def __init__(self) -> None:
        self.opened: list[Tag] = []
        self.hiding = self.keeping = 0  # so many of them hide their text, and keep its line ends

    def seen(self, text: str) -> str:
        """A text as it is shown at this place; empty where it is hidden."""
        if self.hiding:
            return ""
        return text if self.keeping else _in_one_line(text)

    def passing(self, part: Tag | str) -> str:
        """What is seen of a tag or of white space. An element does at its end what it did at its start."""
        if isinstance(part, str):
            return self.seen(part)
        if part.opens and (part.special or self.opened):
            self.opened.append(part)
            self._count(part, 1)
        elif part.closes and self.opened:
            part = self.opened.pop()
            self._count(part, -1)
        return self.seen(BORDER) if part.breaks else ""

    def _count(self, tag: Tag, step: int) -> None:
        self.hiding += step * tag.hides
        self.keeping += step * tag.keeps


def _in_one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ").replace("\f", " ").replace("\r", " ")
