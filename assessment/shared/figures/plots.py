"""Points, lines and bands over two axes: scatter plots and curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from assessment.shared.figures import frame
from assessment.shared.figures.base import Cell, Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, at, through
from assessment.shared.figures.frame import Guide, Key
from assessment.shared.figures.scales import Axis, Scale, scale
from assessment.shared.figures.styles import DOT, SMALL, Look, shape
from assessment.shared.figures.texts import isolated, width
from assessment.shared.say import say

SHAPE = 0.56  # how high a figure is for its width
LOWEST = 290
MANY = 300  # points, from which on they are drawn small and let others shine through
XY = (3, 4)  # columns that every table of a plot has
STOPS = 24  # points of a line that has none of its own
TICK_ROOM = 44  # pixels from one tick of an upright axis to the next, at least


class Point(NamedTuple):
    """A point, which may have a name."""

    x: float
    y: float
    name: str = ""


class Slice(NamedTuple):
    """From where to where a band reaches at one place."""

    x: float
    low: float
    high: float


class Series(NamedTuple):
    """Points, a line and a band around it; each may be missing."""

    name: str
    points: Sequence[Point] = ()
    line: Sequence[tuple[float, float]] = ()
    band: Sequence[Slice] = ()


class Scales(NamedTuple):
    """Both axes of a plot."""

    x: Scale
    y: Scale

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is."""
        return self.x.place(x), self.y.place(y)


@dataclass(frozen=True, kw_only=True)
class Plot(Figure):
    """Series of points, lines and bands."""

    x: Axis
    y: Axis
    series: Sequence[Series]
    guides: Sequence[Guide] = ()
    band_name: str = ""  # "95 % interval" by default

    def drawing(self, width: int) -> Drawing:
        """Bands below lines below points."""
        keys, top = frame.keyed(self._keys(), width)
        across = [guide for guide in self.guides if guide.axis == "x"]
        plot, scales = framed(width, top, self.x, self.y, self._xs(), self._ys(), len(across))
        groups = chain(
            keys,
            frame.beside(scales.y, plot, len(across)),
            frame.below(scales.x, plot),
            frame.level([guide for guide in self.guides if guide.axis == "y"], scales.y, plot),
            frame.upright(across, scales.x, plot),
            chain.from_iterable(self._lines(number, one, scales) for number, one in enumerate(self.series)),
            [self._points(number, one, scales) for number, one in enumerate(self.series)],
        )
        return Drawing(width, int(plot.bottom) + frame.BELOW, plot, list(groups))

    def table(self) -> Table:
        """All points, then all lines with their bands."""
        band = self.band_name or say("95 % interval")
        ends = (say("{interval}, low", interval=band), say("{interval}, high", interval=band))
        columns = [
            *(Column(title) for title in (say("Series"), say("Kind"), say("Name"))),
            Column(self.x.title, self.x.unit),
            *(Column(title, self.y.unit) for title in (self.y.title, *ends)),
        ]
        rows = [row for one in self.series for row in (*_point_rows(one), *self._line_rows(one))]
        used = [n for n in range(len(columns)) if n in XY or any(row[n] not in ("", None) for row in rows)]
        return Table([columns[n] for n in used], [[row[n] for n in used] for row in rows])

    def _line_rows(self, one: Series) -> list[list[Cell]]:
        line, band = dict(one.line), {part.x: part for part in one.band}
        rows = list[list[Cell]]()
        for x in sorted({*line, *band}):
            ends = (band[x].low, band[x].high) if x in band else (None, None)
            rows.append([one.name, say("fitted"), "", x, line.get(x), *ends])
        return rows

    def _xs(self) -> list[float]:
        points = [point.x for one in self.series for point in one.points]
        drawn = [place for one in self.series for place, *_ in (*one.line, *one.band)]
        return points + drawn + [guide.value for guide in self.guides if guide.axis == "x"]

    def _ys(self) -> list[float]:
        points = [point.y for one in self.series for point in one.points]
        drawn = [value for one in self.series for _, *values in (*one.line, *one.band) for value in values]
        return points + drawn + [guide.value for guide in self.guides if guide.axis == "y"]

    def _keys(self) -> list[Key]:
        return [_key(number, one) for number, one in enumerate(self.series) if one.name]

    def _lines(self, number: int, one: Series, scales: Scales) -> list[Group]:
        groups = list[Group]()
        if one.band:
            there = [scales.place(part.x, part.high) for part in one.band]
            back = [scales.place(part.x, part.low) for part in reversed(one.band)]
            groups.append(Group(Look("band", number), [Path(f"{through([*there, *back])}z")]))
        if one.line:
            groups.append(
                Group(Look("line", number), [Path(through(scales.place(x, y) for x, y in one.line))])
            )
        return groups

    def _points(self, number: int, one: Series, scales: Scales) -> Group:
        is_many = sum(len(each.points) for each in self.series) > MANY
        symbol = DOT if is_many and len(self.series) == 1 else shape(number)
        paths = [
            Path(at(*scales.place(point.x, point.y), symbol), self._words(one, point))
            for point in sorted(one.points or _stops(one), key=lambda point: point[:2])
        ]
        return Group(Look("many" if is_many else "marks", number), paths)

    def _words(self, one: Series, point: Point) -> str:
        """What is said at a point: whose it is, and both values."""
        whose = ", ".join(isolated(name) for name in (one.name, point.name) if name)
        values = f"{self.x.title} {self.x.unit.value(point.x)}, {self.y.title} {self.y.unit.value(point.y)}"
        return f"{whose}: {values}" if whose else values


def framed(
    room: int, top: float, x: Axis, y: Axis, xs: Sequence[float], ys: Sequence[float], upright: int = 0
) -> tuple[Box, Scales]:
    """The plot within a width, below the key and the titles, and its scales."""
    top += frame.LINE * (upright + 1) + 8
    bottom = top + max(LOWEST, round(SHAPE * room)) - frame.BELOW
    up = scale(y, ys, bottom, top, TICK_ROOM)
    left = round(max(width(tick.name, SMALL) for tick in up.ticks)) + 10
    plot = Box(max(left, 24), top, room - frame.EDGE, bottom)
    return plot, Scales(scale(x, xs, plot.left, plot.right), up)


def _key(number: int, one: Series) -> Key:
    swatches = [(Look("band", number), "m0-6h26v12h-26z")] if one.band else []
    swatches += [(Look("line", number), "m0 0h26")] if one.line else []
    return Key(one.name, [*swatches, *frame.symbol_key(one.name, number).swatches])


def _point_rows(one: Series) -> list[list[Cell]]:
    return [[one.name, "", point.name, point.x, point.y, None, None] for point in one.points]


def _stops(one: Series) -> list[Point]:
    """Some points of a line, its ends among them."""
    line, last = one.line, len(one.line) - 1
    places = range(last + 1) if last < STOPS else {round(n * last / (STOPS - 1)) for n in range(STOPS)}
    return [Point(*line[place]) for place in places]
