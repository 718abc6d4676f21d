"""Columns up and down from zero: how far each of many things is from a middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from assessment.shared.figures import frame
from assessment.shared.figures.base import Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, Words, rectangle, segment
from assessment.shared.figures.scales import Axis, Scale, scale
from assessment.shared.figures.styles import SMALL, Look
from assessment.shared.figures.texts import cut, isolated, width
from assessment.shared.say import say

HEIGHT = 200  # pixels, whatever the width
TICK_ROOM = 34  # pixels from one tick of the upright axis to the next, at least
SPARE = 0.25  # of the place of a column, between it and the next
NAMES = 40  # columns, at most, that are named below


@dataclass(frozen=True, kw_only=True)
class Differences(Figure):
    """A column for each name from zero to its value, in the order given; names stand below as far as there is room."""

    axis: Axis
    names: Sequence[str]
    distances: Sequence[float | None]
    rows_name: str = ""  # "Question" by default

    def drawing(self, width: int) -> Drawing:
        """The columns over a line at zero."""
        plot, up = self._framed(width)
        step = (plot.right - plot.left) / max(1, len(self.names))
        zero = up.place(0)
        columns = [
            Path(self._column(plot.left + step * number, step, up, value), self._words(name, value))
            for number, (name, value) in enumerate(zip(self.names, self.distances, strict=True))
            if value is not None
        ]
        groups = chain(
            frame.beside(up, plot),
            [Group(Look("bar"), columns)],
            [Group(Look("rule"), [Path(segment(plot.left, zero, plot.right, zero))])],
            [Group(Look("ticks"), words=self._names(plot, step))],
        )
        return Drawing(width, HEIGHT, plot, list(groups))

    def table(self) -> Table:
        """A row for each column."""
        columns = [Column(self.rows_name or say("Question")), Column(self.axis.title, self.axis.unit)]
        return Table(columns, [list(row) for row in zip(self.names, self.distances, strict=True)])

    def _framed(self, room: int) -> tuple[Box, Scale]:
        top, bottom = frame.LINE + 8, HEIGHT - frame.LINE - 4
        up = scale(self.axis, self.distances, bottom, top, TICK_ROOM)
        left = round(max(width(tick.name, SMALL) for tick in up.ticks)) + 10
        return Box(max(left, 24), top, room - 2, bottom), up

    def _column(self, left: float, step: float, up: Scale, value: float) -> str:
        """A column that is not high is still seen."""
        zero, end = up.place(0), up.place(value)
        gap = step * SPARE / 2
        return rectangle(round(left + gap, 1), min(zero, end), round(left + step - gap, 1), max(zero, end))

    def _names(self, plot: Box, step: float) -> list[Words]:
        """All names where each has room; else the first and the last, which say from where to where it goes."""
        y = plot.bottom + 15
        longest = max((width(name, SMALL) for name in self.names), default=0)
        if len(self.names) <= NAMES and longest < step:
            return [
                Words(round(plot.left + step * (number + 0.5), 1), y, name)
                for number, name in enumerate(self.names)
            ]
        half = (plot.right - plot.left) / 2 - 4
        return [
            *(Words(plot.left, y, cut(name, half, SMALL), "start") for name in self.names[:1]),
            *(Words(plot.right, y, cut(name, half, SMALL), "end") for name in self.names[1:][-1:]),
        ]

    def _words(self, name: str, value: float) -> str:
        return f"{isolated(name)}: {self.axis.unit.value(value)}"
