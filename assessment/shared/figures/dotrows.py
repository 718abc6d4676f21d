"""Rows of symbols on a common axis, with intervals: ranges of runs, and leaderboards."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase
from typing import NamedTuple

from assessment.shared.figures import frame
from assessment.shared.figures.base import Cell, Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, Words, at, segment
from assessment.shared.figures.frame import Guide, Key, Rows
from assessment.shared.figures.scales import Axis, Scale, known, scale
from assessment.shared.figures.styles import Look, shape
from assessment.shared.figures.texts import isolated
from assessment.shared.say import say

STEP = 22  # pixels of a row
LANE = 9  # of a bar beside the rows
NUMBER = 44  # of a value beside them


class Row(NamedTuple):
    """One run: its value in each series, and its interval."""

    name: str
    values: Sequence[float | None]
    low: float | None = None
    high: float | None = None
    middle: float | None = None

    @property
    def all(self) -> list[float]:
        """Everything that is drawn of it."""
        return known([*self.values, self.low, self.high, self.middle])


class Spread(NamedTuple):
    """What the intervals are, and what their ends are called in tables."""

    label: str
    low: str = ""  # "Low" by default
    high: str = ""
    middle: str = ""  # of the stroke across the interval, where there is one


@dataclass(frozen=True, kw_only=True)
class DotRows(Figure):
    """Rows of symbols, one series each; bars at the right join rows that cannot be told apart."""

    axis: Axis
    series: Sequence[str]
    rows: Sequence[Row]
    spread: Spread | None = None
    guides: Sequence[Guide] = ()
    groups: Sequence[tuple[int, int]] = ()  # first and last row, from 0
    grouped: str = ""  # "cannot be told apart" by default
    numbered: bool = False  # writes the value of the first series beside the row
    rows_name: str = ""  # "Run" by default

    def drawing(self, width: int) -> Drawing:
        """The rows below each other, over the axis."""
        names = [row.name for row in self.rows]
        keys, top = frame.keyed(self._keys(), width)
        top += frame.LINE * len(self.guides) + 4
        lanes = _lanes(self.groups)
        right = width - frame.EDGE - NUMBER * self.numbered - LANE * (max(lanes, default=-1) + 1)
        plot = Box(frame.gutter(names, width), top, right, top + STEP * max(1, len(names)))
        along = scale(self.axis, self._values(), plot.left, plot.right)
        rows = frame.rows(names, plot, STEP)
        groups = chain(
            keys,
            frame.below(along, plot),
            rows.groups,
            frame.upright(self.guides, along, plot),
            self._intervals(rows, along),
            self._marks(rows, along),
            self._numbers(rows),
            self._bars(rows, lanes),
        )
        return Drawing(width, int(plot.bottom) + frame.BELOW, plot, list(groups), along="y")

    def table(self) -> Table:
        """A row for each, with its interval and the letters of its groups."""
        unit, spread = self.axis.unit, self.spread
        ends = [spread.low or say("Low"), spread.high or say("High")] if spread else []
        ends = [spread.middle, *ends] if spread and spread.middle else ends
        columns = [
            Column(self.rows_name or say("Run")),
            *(Column(name, unit) for name in (*self.series, *ends)),
        ]
        if self.groups:
            columns.append(Column(say("Groups")))
        return Table(columns, [self._cells(number, row) for number, row in enumerate(self.rows)])

    def _cells(self, number: int, row: Row) -> list[Cell]:
        cells: list[Cell] = [row.name, *row.values]
        if self.spread:
            cells += [row.middle] if self.spread.middle else []
            cells += [row.low, row.high]
        if self.groups:
            held = [letters(n) for n, (first, last) in enumerate(self.groups) if first <= number <= last]
            cells.append(" ".join(held))
        return cells

    def _values(self) -> list[float]:
        return [*chain.from_iterable(row.all for row in self.rows), *(guide.value for guide in self.guides)]

    @property
    def _grouped(self) -> str:
        return self.grouped or say("cannot be told apart")

    def _keys(self) -> list[Key]:
        keys = [frame.symbol_key(name, number) for number, name in enumerate(self.series)]
        if self.spread:
            keys.append(Key(self.spread.label, [(Look("interval", 0), "m0 0h26")]))
            if self.spread.middle:
                keys.append(Key(self.spread.middle, [(Look("strokes"), "m13-6v12")]))
        if self.groups:
            keys.append(Key(self._grouped, [(Look("groups"), "m13-8v16")]))
        return keys

    def _intervals(self, rows: Rows, along: Scale) -> list[Group]:
        """What reaches from one end of an interval to the other, and the stroke across it."""
        if not self.spread:
            return []
        write = self.axis.unit.value
        lines, middles = [], []
        for number, row in enumerate(self.rows):
            y, name = rows.middle(number), isolated(row.name)
            if row.low is not None and row.high is not None:
                words = say(
                    "{name}: {spread} {low} to {high}",
                    name=name,
                    spread=self.spread.label,
                    low=write(row.low),
                    high=write(row.high),
                )
                lines.append(Path(segment(along.place(row.low), y, along.place(row.high), y), words))
            if row.middle is not None:
                words = f"{name}: {self.spread.middle} {write(row.middle)}"
                middles.append(
                    Path(segment(along.place(row.middle), y - 6, along.place(row.middle), y + 6), words)
                )
        return [Group(Look("interval", 0), lines), Group(Look("strokes"), middles)]

    def _marks(self, rows: Rows, along: Scale) -> list[Group]:
        write = self.axis.unit.value
        return [
            Group(
                Look("marks", series),
                [
                    Path(
                        at(along.place(value), rows.middle(number), shape(series)),
                        f"{isolated(row.name)}: {label} {write(value)}",
                    )
                    for number, row in enumerate(self.rows)
                    for value in known(row.values[series : series + 1])
                ],
            )
            for series, label in reversed(list(enumerate(self.series)))
        ]

    def _numbers(self, rows: Rows) -> list[Group]:
        if not self.numbered:
            return []
        x = rows.plot.right + frame.EDGE + NUMBER - 8
        words = [
            Words(x, rows.middle(number) + 4, self.axis.unit.value(value), "end")
            for number, row in enumerate(self.rows)
            for value in known(row.values[:1])
        ]
        return [Group(Look("numbers"), words=words)]

    def _bars(self, rows: Rows, lanes: Sequence[int]) -> list[Group]:
        """A bar beside the rows of each group."""
        left = rows.plot.right + frame.EDGE + NUMBER * self.numbered
        bars = []
        for number, ((first, last), lane) in enumerate(zip(self.groups, lanes, strict=True)):
            x, ends = left + LANE * lane, (isolated(self.rows[first].name), isolated(self.rows[last].name))
            words = say(
                "Group {group}, from {first} to {last}: {meaning}",
                group=letters(number),
                first=ends[0],
                last=ends[1],
                meaning=self._grouped,
            )
            bars.append(Path(segment(x, rows.middle(first) - 7, x, rows.middle(last) + 7), words))
        return [Group(Look("groups"), bars)] if bars else []


def letters(number: int) -> str:
    """The name of a group: a, b, … z, aa, ab …"""
    before, place = divmod(number, len(ascii_lowercase))
    return (letters(before - 1) if before else "") + ascii_lowercase[place]


def _lanes(groups: Sequence[tuple[int, int]]) -> list[int]:
    """The first lane that is free for each group, so that no two bars touch."""
    ends, lanes = list[int](), list[int]()
    for first, last in groups:
        lane = next((number for number, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        lanes.append(lane)
    return lanes
