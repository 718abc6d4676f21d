"""Decisions that follow each other, and how many took each: a tree of boxes from left to right, or from top to bottom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assessment.shared.figures.base import WIDE, Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, Words, rectangle, segment
from assessment.shared.figures.scales import COUNT, SHARE
from assessment.shared.figures.styles import SIZE, SMALL, Look
from assessment.shared.figures.texts import cut, isolated
from assessment.shared.say import say

HEIGHT, STEP, GAP = 46, 58, 34  # of a box, from box to box, and between columns, in pixels
INDENT, METER, INSIDE = 18, 6, 10  # of a narrow tree; how high a share is drawn; within a box


class Way(NamedTuple):
    """A decision, how many came to it, and what those decided next."""

    name: str
    number: int
    next: Sequence["Way"] = ()


class Place(NamedTuple):
    """A box: what it is of, where it is, and that of the decision before it."""

    way: Way
    box: Box
    before: Box | None


@dataclass(frozen=True, kw_only=True)
class Flow(Figure):
    """A tree of decisions; shares are of its root."""

    root: Way
    counted: str  # what is counted, such as "Annotations"

    def drawing(self, width: int) -> Drawing:
        """In columns where there is room for them, else each decision under the one before it."""
        places = list(self._columns(width) if width >= WIDE else self._indented(width))
        bottom = max(place.box.bottom for place in places)
        groups = [
            Group(Look("rule"), [Path(line) for place in places for line in _lines(place, width >= WIDE)]),
            Group(Look("bar", 0), [self._meter(place) for place in places if place.way.number]),
            Group(Look("names"), words=[_name(place) for place in places]),
            Group(Look("numbers"), words=[self._number(place) for place in places]),
        ]
        return Drawing(width, int(bottom) + 4, Box(0, 0, width, bottom), groups, along="y")

    def table(self) -> Table:
        """Every decision, with those that follow it after it."""
        columns = [Column(say("Decision")), Column(self.counted, COUNT), Column(say("Of all"), SHARE)]
        return Table(columns, [[way.name, way.number, self._share(way)] for way in _all(self.root)])

    def _share(self, way: Way) -> float:
        return way.number / self.root.number if self.root.number else 0.0

    def _columns(self, width: int) -> Iterator[Place]:
        deepest = _depth(self.root)
        room = (width - GAP * (deepest - 1)) / deepest
        yield from _spread(self.root, 0.0, 1.0, room, None)[0]

    def _indented(self, width: int) -> Iterator[Place]:
        row = 0

        def placed(way: Way, depth: int, before: Box | None) -> Iterator[Place]:
            nonlocal row
            box = Box(1 + INDENT * depth, 1 + STEP * row, width - 1, 1 + STEP * row + HEIGHT)
            row += 1
            yield Place(way, box, before)
            for one in way.next:
                yield from placed(one, depth + 1, box)

        yield from placed(self.root, 0, None)

    def _meter(self, place: Place) -> Path:
        box, share = place.box, self._share(place.way)
        words = f"{isolated(place.way.name)}: {COUNT.value(place.way.number)}, {SHARE.value(share)}"
        end = box.left + (box.right - box.left) * share
        return Path(rectangle(box.left, box.bottom - METER, end, box.bottom), words)

    def _number(self, place: Place) -> Words:
        text = f"{SHARE.value(self._share(place.way))} · {COUNT.value(place.way.number)}"
        return Words(place.box.left + INSIDE, place.box.top + 33, text, "start")


def _all(way: Way) -> Iterator[Way]:
    yield way
    for one in way.next:
        yield from _all(one)


def _depth(way: Way) -> int:
    return 1 + max(map(_depth, way.next), default=0)


def _spread(way: Way, left: float, top: float, room: float, before: Box | None) -> tuple[list[Place], float]:
    """A decision beside the middle of those that follow it, and where the next one may begin."""
    end, middles = top, []
    for one in way.next:
        below, next_top = _spread(one, 0, end, room, None)
        middles.append(below[0].box.top)
        end = next_top
    at = (middles[0] + middles[-1]) / 2 if middles else top
    box = Box(left + 1, at, left + room - 1, at + HEIGHT)
    places, start = [Place(way, box, before)], top
    for one in way.next:
        below, start = _spread(one, left + room + GAP, start, room, box)
        places += below
    return places, max(end, top + STEP)


def _lines(place: Place, beside: bool) -> Iterator[str]:
    box, before = place.box, place.before
    yield box.path
    if before is None:
        return
    middle = (box.top + box.bottom) / 2
    if beside:
        start, turn = (before.top + before.bottom) / 2, (before.right + box.left) / 2
        yield segment(before.right, start, turn, start)
        yield segment(turn, start, turn, middle)
        yield segment(turn, middle, box.left, middle)
    else:
        down = before.left + INDENT / 2
        yield segment(down, before.bottom, down, middle)
        yield segment(down, middle, box.left, middle)


def _name(place: Place) -> Words:
    box, name = place.box, place.way.name
    text = cut(name, box.right - box.left - 2 * INSIDE, SIZE)
    return Words(box.left + INSIDE, box.top + SMALL + 5, text, "start", "" if text == name else name)
