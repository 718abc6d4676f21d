"""Where the marks of the figures stand. Templates draw them; nothing here is about looks."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

# Ends that an axis may have, so that its ticks are round numbers.
ENDS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
TICKS = 5


class Tick(NamedTuple):
    """A value on an axis and how far along it stands, in percent."""

    value: float
    place: float

    @property
    def name(self) -> str:
        """The value as scores are written: 0, .2, … 1."""
        text = f"{self.value:g}"
        return text if text in ("0", "1") else text.removeprefix("0")


class Axis(NamedTuple):
    """A scale from 0 to a round end."""

    end: float

    def place(self, value: float) -> float:
        """How far along the axis a value stands, in percent with three digits."""
        return round(100 * max(0.0, min(value, self.end)) / self.end, 3)

    @property
    def ticks(self) -> list[Tick]:
        """Evenly spaced values from 0 to the end."""
        values = [self.end * step / TICKS for step in range(TICKS + 1)]
        return [Tick(value, self.place(value)) for value in values]


def axis_for(values: Iterable[float]) -> Axis:
    """The shortest axis that holds all values."""
    highest = max(values, default=0.0)
    return Axis(next((end for end in ENDS if end >= highest), max(highest, ENDS[-1])))


class ScoreDot(NamedTuple):
    """A dot with its interval, in percent of the axis; ends are None where no interval is defined."""

    dot: float
    low: float | None
    high: float | None


def mark(axis: Axis, score: float | None, low: float | None, high: float | None) -> ScoreDot | None:
    """Place one score on the axis; None where it is undefined."""
    if score is None:
        return None
    ends = (None, None) if low is None or high is None else (axis.place(low), axis.place(high))
    return ScoreDot(axis.place(score), *ends)


class FigureLine(NamedTuple):
    """A named place along the axis of a drawn figure, in pixels."""

    name: str
    x: float


class Bar(NamedTuple):
    """One run of a drawn figure, in pixels; parts that are undefined are None."""

    name: str
    words: str
    y: int
    dot: float | None
    low: float | None
    high: float | None


class Drawing(NamedTuple):
    """A figure that stands alone: its size and everything on it, in pixels."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    rows: Sequence[Bar]
    lines: Sequence[FigureLine]
    ticks: Sequence[FigureLine]

    @property
    def labels(self) -> int:
        """Where the names of the runs end."""
        return self.left - 12

    @property
    def middle(self) -> int:
        """The middle of the axis."""
        return (self.left + self.right) // 2

    @property
    def foot(self) -> int:
        """The line of small print."""
        return self.height - 10


WIDTH, LEFT, RIGHT, TOP, ROW, BELOW = 860, 220, 820, 64, 22, 76


def draw(
    axis: Axis, rows: Sequence[tuple[str, str, ScoreDot | None]], lines: Iterable[tuple[str, float]]
) -> Drawing:
    """Lay out a figure of (name, words, mark) rows, with (name, percent) lines across."""

    def x(percent: float | None) -> float | None:
        return None if percent is None else round(LEFT + (RIGHT - LEFT) * percent / 100, 2)

    bottom = TOP + ROW * len(rows)
    bars = [
        Bar(name, words, TOP + ROW * number + ROW // 2, *(map(x, place) if place else (None, None, None)))
        for number, (name, words, place) in enumerate(rows)
    ]
    across = [FigureLine(name, x(percent) or LEFT) for name, percent in lines]
    ticks = [FigureLine(tick.name, x(tick.place) or LEFT) for tick in axis.ticks]
    return Drawing(WIDTH, bottom + BELOW, LEFT, RIGHT, TOP, bottom, bars, across, ticks)
