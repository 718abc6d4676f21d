"""Bars: named ones with their values, of one part or of several, and histograms."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from assessment.shared.figures import frame
from assessment.shared.figures.base import Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, Words, rectangle
from assessment.shared.figures.frame import Key, Rows
from assessment.shared.figures.plots import framed
from assessment.shared.figures.scales import COUNT, Axis, Scale, known, scale
from assessment.shared.figures.styles import LEVELS, Look
from assessment.shared.figures.texts import isolated
from assessment.shared.say import say

STEP = 22  # pixels of a row
REACH = 7  # from the middle of a row to the edge of its bar
NUMBER = 56  # pixels of a value beside a bar
BESIDE = len(LEVELS)  # parts, at most: more would look the same in grey


class Bar(NamedTuple):
    """A named bar with the length of each of its parts."""

    name: str
    values: Sequence[float | None]

    @property
    def length(self) -> float:
        """Of all parts together."""
        return sum(known(self.values))


@dataclass(frozen=True, kw_only=True)
class Bars(Figure):
    """Bars below each other. Parts follow each other in the bar, from dark to light; at most four."""

    axis: Axis
    bars: Sequence[Bar]
    parts: Sequence[str]
    rows_name: str = ""  # "Question" by default

    def __post_init__(self) -> None:
        if len(self.parts) > BESIDE:
            raise ValueError(f"{len(self.parts)} parts, {BESIDE} at most")

    def drawing(self, width: int) -> Drawing:
        """The bars, over the axis, with what each comes to."""
        names = [bar.name for bar in self.bars]
        keys, top = frame.keyed(self._keys(), width)
        plot = Box(frame.gutter(names, width), top + 4, width - NUMBER, top + 4 + STEP * max(1, len(names)))
        along = scale(self.axis, [bar.length for bar in self.bars], plot.left, plot.right)
        rows = frame.rows(names, plot, STEP)
        numbers = [
            Words(width - 2, rows.middle(number) + 4, self.axis.unit.value(bar.length), "end")
            for number, bar in enumerate(self.bars)
            if known(bar.values)
        ]
        groups = chain(
            keys,
            frame.below(along, plot),
            rows.groups,
            self._parts(rows, along),
            [Group(Look("numbers"), words=numbers)],
        )
        return Drawing(width, int(plot.bottom) + frame.BELOW, plot, list(groups), along="y")

    def table(self) -> Table:
        """A row for each bar."""
        parts = [Column(name, self.axis.unit) for name in self.parts]
        return Table(
            [Column(self.rows_name or say("Question")), *parts],
            [[bar.name, *bar.values] for bar in self.bars],
        )

    def _keys(self) -> list[Key]:
        if len(self.parts) == 1:
            return []
        return [
            Key(name, [(Look("bar", number), "m6-6h14v12h-14z")]) for number, name in enumerate(self.parts)
        ]

    def _parts(self, rows: Rows, along: Scale) -> list[Group]:
        return [
            Group(
                Look("bar", part),
                [
                    Path(_piece(bar, part, rows.middle(number), along), self._words(bar, part))
                    for number, bar in enumerate(self.bars)
                    if known(bar.values[part : part + 1])
                ],
            )
            for part in range(len(self.parts))
        ]

    def _words(self, bar: Bar, part: int) -> str:
        value = self.axis.unit.value(bar.values[part] or 0)
        return f"{isolated(bar.name)}: {self.parts[part]} {value}"


def _piece(bar: Bar, part: int, middle: float, along: Scale) -> str:
    """A part of a bar begins where those before it end."""
    start = sum(known(bar.values[:part]))
    ends = along.place(start), along.place(start + (bar.values[part] or 0))
    return rectangle(ends[0], middle - REACH, ends[1], middle + REACH)


class Bin(NamedTuple):
    """How many values lie from one place to another."""

    low: float
    high: float
    number: float


@dataclass(frozen=True, kw_only=True)
class Histogram(Figure):
    """Columns over the ranges that they count."""

    x: Axis
    bins: Sequence[Bin]
    y: Axis | None = None  # "Number" by default

    @property
    def _up(self) -> Axis:
        return self.y or Axis(say("Number"), COUNT)

    def drawing(self, width: int) -> Drawing:
        """The columns between both axes."""
        places = [place for part in self.bins for place in part[:2]]
        plot, scales = framed(width, 0, self.x, self._up, places, [part.number for part in self.bins])
        columns = [
            Path(
                rectangle(*scales.place(part.low, part.number), *scales.place(part.high, scales.y.first)),
                self._words(part),
            )
            for part in self.bins
        ]
        groups = [*frame.beside(scales.y, plot), *frame.below(scales.x, plot), Group(Look("bar", 1), columns)]
        return Drawing(width, int(plot.bottom) + frame.BELOW, plot, groups)

    def table(self) -> Table:
        """A row for each column."""
        titles = say("{quantity}, from", quantity=self.x.title), say("{quantity}, to", quantity=self.x.title)
        ends = [Column(title, self.x.unit) for title in titles]
        return Table([*ends, Column(self._up.title, self._up.unit)], [list(part) for part in self.bins])

    def _words(self, part: Bin) -> str:
        low, high = self.x.unit.value(part.low), self.x.unit.value(part.high)
        number = self._up.unit.value(part.number)
        names = {"quantity": self.x.title, "counted": self._up.title}
        return say(
            "{quantity} {low} to {high}: {counted} {number}", low=low, high=high, number=number, **names
        )
