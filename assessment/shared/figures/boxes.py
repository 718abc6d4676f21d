"""Boxes and whiskers, a unit each."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from assessment.shared.figures import frame
from assessment.shared.figures.base import Cell, Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, Words, at, rectangle, segment
from assessment.shared.figures.plots import TICK_ROOM, framed
from assessment.shared.figures.scales import PLAIN, Axis, Scale, scale
from assessment.shared.figures.styles import SMALL, Look, shape
from assessment.shared.figures.texts import cut, isolated, width
from assessment.shared.say import say, sentence

STEP = 18  # pixels of a row
SLOT = 9.5  # pixels of a column, at least: narrower ones become rows
LEVEL = 30  # pixels of a column, from which on its name lies level
NAMES = 64  # pixels for names that stand on their side
ENDS = (
    sentence("Lowest"),
    sentence("First quarter"),
    sentence("Median"),
    sentence("Third quarter"),
    sentence("Highest"),
)


class BoxRow(NamedTuple):
    """One unit: its whiskers' ends, its box, and what lies beyond."""

    name: str
    low: float
    first: float
    median: float
    third: float
    high: float
    beyond: Sequence[float] = ()

    @property
    def five(self) -> tuple[float, float, float, float, float]:
        """The five numbers, upwards."""
        return self.low, self.first, self.median, self.third, self.high


class Bench(NamedTuple):
    """Where units and values are: units beside each other, or below each other."""

    plot: Box
    values: Scale
    step: float
    is_level: bool  # values run from left to right

    def line(self, unit: float, low: float, high: float, reach: float) -> str:
        """A stroke along the values or, between equal ones, across them."""
        middle, first, last = self.middle(unit), self.values.place(low), self.values.place(high)
        if self.is_level:
            return segment(first, middle - reach, last, middle + reach)
        return segment(middle - reach, first, middle + reach, last)

    def box(self, unit: int, low: float, high: float, reach: float) -> str:
        """A box between two values."""
        middle, first, last = self.middle(unit), self.values.place(low), self.values.place(high)
        if self.is_level:
            return rectangle(first, middle - reach, last, middle + reach)
        return rectangle(middle - reach, first, middle + reach, last)

    def mark(self, unit: int, value: float, symbol: str) -> str:
        """A symbol at a value."""
        middle, place = self.middle(unit), self.values.place(value)
        return at(place, middle, symbol) if self.is_level else at(middle, place, symbol)

    def middle(self, unit: float) -> float:
        """Half way through the room of a unit."""
        return (self.plot.top if self.is_level else self.plot.left) + self.step * (unit + 0.5)


@dataclass(frozen=True, kw_only=True)
class Boxes(Figure):
    """A box for each unit: beside each other where there is room, else below each other."""

    axis: Axis
    boxes: Sequence[BoxRow]
    unit_name: str = ""  # "Series" by default

    @property
    def _unit(self) -> str:
        return self.unit_name or say("Series")

    def drawing(self, width: int) -> Drawing:
        """Boxes, whiskers, medians, and circles beyond."""
        is_level = (width - 60) / max(1, len(self.boxes)) < SLOT
        bench, around = self._rows(width) if is_level else self._columns(width)
        groups = chain(around, self._groups(bench))
        room = frame.BELOW if is_level else self._foot(bench.step) + frame.LINE
        height = int(bench.plot.bottom + room)
        return Drawing(width, height, bench.plot, list(groups), along="y" if is_level else "x")

    def table(self) -> Table:
        """Five numbers for each unit, and all that lie beyond."""
        numbers = [Column(say(title), self.axis.unit) for title in ENDS]
        write = (self.axis.unit if self.axis.unit.whole else PLAIN).value
        rows: list[list[Cell]] = [
            [box.name, *box.five, ", ".join(map(write, box.beyond))] for box in self.boxes
        ]
        return Table([Column(self._unit), *numbers, Column(say("Beyond"))], rows)

    def _values(self) -> list[float]:
        return [value for box in self.boxes for value in (*box.five, *box.beyond)]

    def _rows(self, room: int) -> tuple[Bench, list[Group]]:
        names = [box.name for box in self.boxes]
        plot = Box(frame.gutter(names, room), 4, room - frame.EDGE, 4 + STEP * max(1, len(names)))
        values = scale(self.axis, self._values(), plot.left, plot.right)
        groups = [*frame.below(values, plot), *frame.rows(names, plot, STEP).groups]
        return Bench(plot, values, STEP, is_level=True), groups

    def _columns(self, room: int) -> tuple[Bench, list[Group]]:
        plot, scales = framed(room, 0, Axis(self._unit), self.axis, [], self._values())
        values = scale(self.axis, self._values(), plot.bottom, plot.top, TICK_ROOM)
        bench = Bench(plot, values, (plot.right - plot.left) / max(1, len(self.boxes)), is_level=False)
        return bench, [*frame.beside(scales.y, plot), *self._names(bench)]

    def _names(self, bench: Bench) -> list[Group]:
        """Names under the columns: on their side where columns are narrow."""
        plot, lies = bench.plot, self._lies(bench.step)
        room = bench.step - 6 if lies else NAMES
        words = []
        for number, box in enumerate(self.boxes):
            text = cut(box.name, room, SMALL - 1)
            full = "" if text == box.name else box.name
            x, y = bench.middle(number), plot.bottom + (17 if lies else 7)
            name = isolated(text)
            words.append(
                Words(x, y, name, full=full) if lies else Words(x + 4, y, name, "end", full, turned=True)
            )
        title = Words((plot.left + plot.right) / 2, plot.bottom + self._foot(bench.step) + 8, self._unit)
        return [
            Group(Look("rule"), [Path(segment(plot.left, plot.bottom, plot.right, plot.bottom))]),
            Group(Look("ticks"), words=words),
            Group(Look("titles"), words=[title]),
        ]

    def _lies(self, step: float) -> bool:
        return step >= LEVEL and all(width(box.name, SMALL) <= step - 4 for box in self.boxes)

    def _foot(self, step: float) -> float:
        """How much room the names of columns take."""
        if self._lies(step):
            return 30
        return min(NAMES, max((width(box.name, SMALL) for box in self.boxes), default=0)) + 22

    def _groups(self, bench: Bench) -> list[Group]:
        reach = min(bench.step * 0.34, 14)
        boxes, whiskers, middles, circles = list[Path](), list[Path](), list[Path](), list[Path]()
        write = self.axis.unit.value
        for unit, box in enumerate(self.boxes):
            name = isolated(box.name)
            words = say(
                "{name}: lowest {lowest}, first quarter {first}, median {median}, third quarter {third}, highest {highest}",
                name=name,
                **dict(
                    zip(("lowest", "first", "median", "third", "highest"), map(write, box.five), strict=True)
                ),
            )
            boxes.append(Path(bench.box(unit, box.first, box.third, reach), words))
            whiskers += [
                Path(bench.line(unit, *ends, 0)) for ends in ((box.low, box.first), (box.third, box.high))
            ]
            whiskers += [Path(bench.line(unit, end, end, reach * 0.6)) for end in (box.low, box.high)]
            middles.append(Path(bench.line(unit, box.median, box.median, reach)))
            circles += [
                Path(
                    bench.mark(unit, value, shape(0)),
                    say("{name}: {value}, beyond the whiskers", name=name, value=write(value)),
                )
                for value in box.beyond
            ]
        styles = (("whisker", whiskers), ("box", boxes), ("middle", middles), ("hollow", circles))
        return [Group(Look(kind, 0), paths) for kind, paths in styles]
