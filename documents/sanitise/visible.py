"""The text of a page as a browser shows it, and the way from each letter of it to the HTML."""

from array import array
from collections.abc import Sequence
from itertools import accumulate, chain

from documents.sanitise.spelling import unescaped
from documents.sanitise.tokens import BORDER, Kind, Row

# Texts as they are shown, their places, and what comes before each.
_Placed = tuple[list[str], list[int], list[str]]


def shown(
    texts: Sequence[str], places: Sequence[int], rows: Sequence[Row], special: bool
) -> "tuple[str, array[int]]":
    """The visible text, and the map from it to the HTML. Between each two texts stands a row of tags.

    `special`: whether a tag is among them that is shown otherwise than by its name.
    """
    is_alike = not special and all(texts[1:-1])
    plain, kept_places, borders = (_alike if is_alike else _unlike)(texts, places, rows)
    pieces = [""] * (2 * len(plain))
    pieces[::2], pieces[1::2] = borders, plain
    bounds = list(accumulate(map(len, pieces)))  # after each border, and after each text
    nodes = [0] * (3 * len(plain))
    nodes[::3], nodes[1::3], nodes[2::3] = bounds[::2], bounds[1::2], kept_places
    text = "".join(pieces)
    if is_alike:
        text = _in_one_line(text)
    return text.replace(BORDER, "\n"), array("I", nodes)


def _alike(texts: Sequence[str], places: Sequence[int], rows: Sequence[Row]) -> _Placed:
    """Of a page where each element is shown as its name says; only the first and the last text may be empty."""
    first, last = not texts[0], len(texts) - (not texts[-1] and len(texts) > 1)
    plain = [unescaped(text) if "&" in text else text for text in texts[first:last]]
    borders = ["", *[row.border for row in rows[first : last - 1]]]
    return plain, list(places[first:last]), borders[: len(plain)]


def _unlike(texts: Sequence[str], places: Sequence[int], rows: Sequence[Row]) -> _Placed:
    """Of any page."""
    found: _Placed = ([], [], [])
    inside, border = _Inside(), False
    passed = chain([False], (inside.passing(row.kinds) for row in rows))
    for text, place, breaks in zip(texts, places, passed, strict=True):
        border = border or breaks
        if text and not inside.hidden:
            plain, kept_places, borders = found
            borders.append(BORDER if border and plain else "")
            read = unescaped(text)
            plain.append(read if inside.kept else _in_one_line(read))
            kept_places.append(place)
            border = False
    return found


def _in_one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ").replace("\f", " ").replace("\r", " ")


class _Inside:
    """The elements, from the first one on that is shown otherwise than by its name, in which a place stands."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.hidden = 0
        self.kept = 0  # elements that keep the line ends of their text

    def passing(self, row: Sequence[Kind]) -> bool:
        """Goes past tags, and says whether they break lines that are seen."""
        return any([self._passing(kind) and not self.hidden for kind in row])  # noqa: C419  (goes past all of them)

    def _passing(self, kind: Kind) -> bool:
        """Whether a tag breaks lines: an element does at its end what it did at its start."""
        if not (kind.special or self.kinds):
            return kind.breaks
        if kind.opens:
            self.kinds.append(kind)
            self.hidden += kind.hides
            self.kept += kind.keeps
        elif kind.closes and self.kinds:
            kind = self.kinds.pop()
            self.hidden -= kind.hides
            self.kept -= kind.keeps
        return kind.breaks
