"""Where the marks of the figures stand. Templates draw them; nothing here is about looks."""

from collections.abc import Iterable
from typing import NamedTuple

# Ends that an axis may have, so that its ticks are round numbers.
ENDS = (0.1, 0.2, 0.5, 1.0)
TICKS = 5


class Tick(NamedTuple):
    """A value on an axis and how far along it stands, in percent."""

    value: float
    place: float


class Axis(NamedTuple):
    """A scale from 0 to a round end."""

    end: float

    def place(self, value: float) -> float:
        """How far along the axis a value stands, in percent with three digits."""
        return round(100 * min(value, self.end) / self.end, 3)

    @property
    def ticks(self) -> list[Tick]:
        """Evenly spaced values from 0 to the end."""
        values = [self.end * step / TICKS for step in range(TICKS + 1)]
        return [Tick(value, self.place(value)) for value in values]


def axis_for(values: Iterable[float]) -> Axis:
    """The shortest axis that holds all values."""
    highest = max(values, default=0.0)
    return Axis(next((end for end in ENDS if end >= highest), max(highest, ENDS[-1])))


class Mark(NamedTuple):
    """A dot with its interval, in percent of the axis; ends are None where no interval is defined."""

    dot: float
    low: float | None
    high: float | None


def mark(axis: Axis, score: float | None, low: float | None, high: float | None) -> Mark | None:
    """Place one score on the axis; None where it is undefined."""
    if score is None:
        return None
    ends = (None, None) if low is None or high is None else (axis.place(low), axis.place(high))
    return Mark(axis.place(score), *ends)
