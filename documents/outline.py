"""Which elements of a page lie where, from its tags alone: what a browser makes of end tags that are missing or crossed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

CANDIDATES = frozenset(("p", "table", "tr", "ul", "ol", "dl", "li", "dd", "dt"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_CELLS = frozenset(("td", "th", "caption"))
TOKENS = CANDIDATES | _HEADINGS | {"td", "th"}  # whose tags are tokens
_PARTS = frozenset(("thead", "tbody", "tfoot"))
_OF_TABLES = _CELLS | _PARTS | {"table", "tr"}
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "details",
        "dialog",
        "dir",
        "div",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "main",
        "menu",
        "nav",
        "pre",
        "search",
        "section",
        "summary",
    ]
)
_TRACKED = TOKENS | _CELLS | _PARTS | _BLOCKS
_END_PARAGRAPHS = _TRACKED | {"hr"}
# What a start tag ends of those that are open, and where it stops looking for them.
_ENDS = {
    "li": (frozenset(("li",)), frozenset(("ul", "ol", "dir", "menu"))),
    **{name: (frozenset(("dd", "dt")), frozenset(("dl",))) for name in ("dd", "dt")},
    **{name: (_CELLS, frozenset(("tr",)) | _PARTS) for name in ("td", "th")},
    "tr": (_CELLS | {"tr"}, _PARTS),
    **{name: (_CELLS | _PARTS | {"tr"}, frozenset[str]()) for name in _PARTS},
}


class Box(NamedTuple):
    """A candidate: offsets in bytes and in tokens, the ends exclusive."""

    start: int
    end: int
    start_token: int
    end_token: int
    top_level: bool

    def as_json(self) -> dict[str, Any]:
        """As the corpus writes it."""
        names = ("start_byte", "end_byte", "start_token", "end_token", "top_level")
        return dict(zip(names, self, strict=True))


class _Open(NamedTuple):
    name: str
    start: int
    token: int
    top_level: bool


class Outline:
    """Takes in the tags of a page one after another."""

    def __init__(self) -> None:
        self._open: list[_Open] = []
        self._boxes: list[Box] = []

    def note(self, tag: str, start: int, end: int, token: int) -> None:
        """A tag (`p`, `/p`) with its bytes, and how many tokens stand before it."""
        name = tag.removeprefix("/")
        if tag != name:
            self._end(name, start, end, token)
            return
        if name in _END_PARAGRAPHS:
            self._end_implied(frozenset(("p",)), frozenset(("button",)), start, token)
        if name in _ENDS:
            self._end_implied(*_ENDS[name], start, token)
        if name in _TRACKED:
            inside = any(one.name in CANDIDATES for one in self._open)
            self._open.append(_Open(name, start, token, not inside))

    def boxes(self, end: int, tokens: int) -> list[Box]:
        """The candidates in the order of the page; what is still open ends with it."""
        self._close(0, end, tokens)
        return sorted(self._boxes, key=lambda box: box.start)

    def _end(self, name: str, start: int, end: int, token: int) -> None:
        """An end tag ends its element and all that is open in it; one that is alone ends nothing."""
        for place in self._inmost():
            opened = self._open[place]
            if opened.name == name:
                self._close(place + 1, start, token)
                self._close(place, end, token + (name in TOKENS))
                return
            if opened.name == "table" or (opened.name in _CELLS and name not in _OF_TABLES):
                return

    def _end_implied(self, names: frozenset[str], stops: frozenset[str], start: int, token: int) -> None:
        """End the outmost open one of these names before any of those where the search stops."""
        found = None
        for place in self._inmost():
            name = self._open[place].name
            if name in names:
                found = place
            elif name in stops or name == "table" or (name in _CELLS and not names & _CELLS):
                break
        if found is not None:
            self._close(found, start, token)

    def _inmost(self) -> Iterator[int]:
        return iter(range(len(self._open) - 1, -1, -1))

    def _close(self, place: int, end: int, token: int) -> None:
        while len(self._open) > place:
            opened = self._open.pop()
            if opened.name in CANDIDATES:
                self._boxes.append(Box(opened.start, end, opened.token, token, opened.top_level))
