"""Axes with round ticks, and how their values are written."""

from collections.abc import Callable, Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import isfinite
from typing import NamedTuple

from assessment.shared.figures.styles import SMALL
from assessment.shared.figures.texts import width
from assessment.shared.templatetags.assize import number, score
from scoring.decimals import in_full, rounded

STEPS = (1, 2, 5, 10)  # times a power of ten
MOST = 9  # steps from one end to the other
LEAST, BETWEEN = 42, 22  # pixels from tick to tick, and from name to name


class Unit(NamedTuple):
    """How values of one kind are written: in full, and at a tick."""

    value: Callable[[float], str]
    tick: Callable[[float], str]
    whole: bool = False  # nothing lies between 1 and 2


def _plain(value: float) -> str:
    return f"{value:.6g}".replace("-", "−", 1)


def _round(value: float) -> str:
    return f"{value:.10g}".replace("-", "−", 1)


def _pointed(value: float) -> str:
    return _round(value).replace("0.", ".", 1) if abs(value) < 1 else _round(value)


def _score(value: float) -> str:
    return score(value)


def _difference(value: float) -> str:
    return f"+{_score(value)}" if rounded(value) >= 0 else _score(value)


def _count(value: float) -> str:
    return _plain(value) if value % 1 else str(number(int(value))).replace("-", "−", 1)


def _share(value: float) -> str:
    return f"{in_full(100 * value, 1)}\u00a0%".replace("-", "−", 1)


def _percent(value: float) -> str:
    return f"{_round(100 * value)}\u00a0%"


SCORE = Unit(_score, _pointed)  # .660
DIFFERENCE = Unit(_difference, _pointed)  # +.034
COUNT = Unit(_count, _count, whole=True)  # 1,204
SHARE = Unit(_share, _percent)  # 4.7 %, of values from 0 to 1
PLAIN = Unit(_plain, _round)  # 2.5


class Axis(NamedTuple):
    """What an axis shows. It is as long as the values need, and holds its own ends where it has any."""

    title: str  # with the unit, where there is one
    unit: Unit = SCORE
    low: float | None = 0.0
    high: float | None = None


class Tick(NamedTuple):
    """A round value and where it is, in pixels."""

    value: float
    place: float
    name: str


class Scale(NamedTuple):
    """An axis laid out from one pixel to another."""

    axis: Axis
    first: float
    last: float
    step: Decimal
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value is, in pixels to a tenth."""
        share = (value - self.first) / (self.last - self.first)
        return round(self.start + share * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[Tick]:
        """Round values from one end to the other."""
        begin, count = Decimal(str(self.first)), round((self.last - self.first) / float(self.step))
        values = [float(begin + number * self.step) for number in range(count + 1)]
        return [Tick(value, self.place(value), self.axis.unit.tick(value)) for value in values]


def known(values: Iterable[float | None]) -> list[float]:
    """The values that can be drawn."""
    return [value for value in values if value is not None and isfinite(value)]


def scale(
    axis: Axis, values: Iterable[float | None], start: float, end: float, room: float | None = None
) -> Scale:
    """The shortest scale that holds all values and whose ticks are round numbers, each with room around it."""
    wanted = known([*values, axis.low, axis.high]) or [0.0]
    low, high = min(wanted), max(wanted)
    if low == high:
        high = low + 1
    room = room or _room(axis, low, high)
    most = min(MOST, max(2, int(abs(end - start) / room)))
    step = _step(low, high, most, axis.unit.whole)
    first, last = _units(low, step, ROUND_FLOOR) * step, _units(high, step, ROUND_CEILING) * step
    return Scale(axis, float(first), float(last), step, start, end)


def _room(axis: Axis, low: float, high: float) -> float:
    """How far ticks beside each other are apart at least: as their names need."""
    names = [axis.unit.tick(float(f"{end:.2g}")) for end in (low, high)]
    return max(LEAST, *(width(name, SMALL) + BETWEEN for name in names))


def _step(low: float, high: float, most: int, whole: bool) -> Decimal:
    """The smallest round step that needs no more than so many steps from one end to the other."""
    power = Decimal(str((high - low) / most)).adjusted()
    least = max(power, 0) if whole else power
    for exponent in range(least, least + 3):
        for factor in STEPS:
            step = Decimal(factor).scaleb(exponent)
            if _units(high, step, ROUND_CEILING) - _units(low, step, ROUND_FLOOR) <= most:
                return step
    return Decimal(1).scaleb(least + 3)


def _units(value: float, step: Decimal, rounding: str) -> Decimal:
    """How many steps a value is from zero. What floats are off by in the twelfth digit is no further step."""
    return round(Decimal(str(value)) / step, 9).to_integral_value(rounding)
