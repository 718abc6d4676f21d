"""The text of a page as a browser shows it, and the way from each letter of it to the HTML."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from documents.sanitise.spelling import unescaped
from documents.sanitise.tokens import BORDER, Kind, Row

# Texts as they are shown, their places, and what is seen before each of them and behind the last.
_Placed = tuple[list[str], list[int], list[str]]


def shown(
    texts: Sequence[str], places: Sequence[int], rows: Sequence[Row], special: bool
) -> "tuple[str, array[int]]":
    """The visible text, and the map from it to the HTML. Between each two texts stands a row of tags.

    `special`: whether a tag is among them that is shown otherwise than by its name.
    """
    plain, kept_places, gaps = (_unlike if special else _alike)(texts, places, rows)
    pieces = [""] * (2 * len(plain) + 1)
    pieces[::2], pieces[1::2] = gaps, plain
    bounds = list(accumulate(map(len, pieces)))  # after each gap, and after each text
    nodes = [0] * (3 * len(plain))
    nodes[::3], nodes[1::3], nodes[2::3] = bounds[:-1:2], bounds[1::2], kept_places
    text = "".join(pieces)
    if not special:
        text = _in_one_line(text)
    return text.replace(BORDER, "\n"), array("I", nodes)


def _alike(texts: Sequence[str], places: Sequence[int], rows: Sequence[Row]) -> _Placed:
    """Of a page where each element is shown as its name says; only the first and the last text may be empty."""
    plain = [unescaped(text) if "&" in text else text for text in texts]
    kept_places, gaps = list(places), ["", *[row.gap for row in rows], ""]
    if not plain[0]:
        del plain[0], kept_places[0], gaps[0]
        gaps[0] = gaps[0].lstrip(BORDER)
    if plain and not plain[-1]:
        del plain[-1], kept_places[-1], gaps[-1]
        gaps[-1] = gaps[-1].rstrip(BORDER)
    return plain, kept_places, gaps


def _unlike(texts: Sequence[str], places: Sequence[int], rows: Sequence[Row]) -> _Placed:
    """Of any page."""
    plain, kept_places, gaps = list[str](), list[int](), list[str]()
    inside, gap = _Inside(), ""
    passed = chain([()], (row.parts for row in rows))
    for text, place, parts in zip(texts, places, passed, strict=True):
        gap += inside.passing(parts)
        if seen := inside.seen(unescaped(text)):
            gaps.append(gap + inside.border())
            plain.append(seen)
            kept_places.append(place)
            gap = ""
    return plain, kept_places, [*gaps, gap]


def _in_one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ").replace("\f", " ").replace("\r", " ")


class _Inside:
    """The elements, from the first one on that is shown otherwise than by its name, in which a place stands."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.hidden = 0
        self.kept = 0  # elements that keep the line ends of their text
        self.breaks = False  # whether a line ends before the next text
        self.begun = False

    def seen(self, text: str) -> str:
        """A text as it is shown at this place; empty where it is hidden."""
        if self.hidden:
            return ""
        return text if self.kept else _in_one_line(text)

    def border(self) -> str:
        """What parts the text that is shown here from the one before."""
        border = BORDER if self.breaks and self.begun else ""
        self.breaks, self.begun = False, True
        return border

    def passing(self, parts: Iterable[Kind | str]) -> str:
        """Goes past tags and white space, and gives what is seen of them."""
        gap = ""
        for part in parts:
            if isinstance(part, Kind):
                self.breaks = (self._passing(part) and not self.hidden) or self.breaks
            elif seen := self.seen(part):
                gap += self.border() + seen
        return gap

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
