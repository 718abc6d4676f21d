"""How long what is left will take, as an interval that narrows as more is judged.

Time per judgment is the mean so far. Its uncertainty is that of a mean of times whose standard deviation is about twice
their mean (a few long thoughts among many quick keys): a relative error of 2 / sqrt(judgments). Hours per day are the
mean over the days since the work began, at most the last 14; days differ by about as much as their mean, so the error
is 1 / sqrt(days). Both are taken as lognormal; intervals hold 80 %.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from math import exp, hypot, sqrt
from typing import NamedTuple

from assessment.shared.say import say

SPREAD_OF_TIMES = 2.0  # standard deviation of the time of one judgment, over its mean
SPREAD_OF_DAYS = 1.0  # of the active time of one day, over its mean
NORMAL_80 = 1.2816  # of the normal distribution, four in five lie within so many standard deviations
LATELY = 14  # days
NARROW = 0.15  # an interval that reaches no further from its middle is one number
FARTHEST = 3660  # days; later than that says nothing


class Pace(NamedTuple):
    """What was done so far: active seconds, judgments, and on how many of the last days how many of the seconds."""

    seconds: int = 0
    judged: int = 0
    days: int = 0  # since the first day of work, at most LATELY
    lately: int = 0  # seconds within these days

    @property
    def is_known(self) -> bool:
        """Whether anything can be said from it."""
        return self.seconds > 0 and self.judged > 0 and self.lately > 0


class Forecast(NamedTuple):
    """What is left: hours of active time and the day when it is done, each from (early) to (late)."""

    hours: tuple[float, float]
    done_by: tuple[date, date] | None  # None: too far away to say
    borrowed: bool = False  # at the others' pace, since there is none of their own yet

    @property
    def time(self) -> str:
        """The hours in words: "40 min", "3 h", "2–5 h"."""
        early, late = self.hours
        if late < 1:
            return _range(round(early * 60) or 1, round(late * 60) or 1, say("min"), self.is_narrow)
        if early >= 10 or self.is_narrow:
            return _range(round(early), round(late), say("h"), self.is_narrow)
        return _range(_half(early), _half(late), say("h"), False)

    @property
    def is_narrow(self) -> bool:
        """Whether one number says it."""
        early, late = self.hours
        return late - early <= 2 * NARROW * (early + late) / 2


def forecast(left: int, pace: Pace, today: date, borrowed: bool = False) -> Forecast | None:
    """When `left` judgments will be made at a pace; None where nothing is left, or there is no pace yet."""
    if left <= 0 or not pace.is_known:
        return None
    hours = left * pace.seconds / pace.judged / 3600
    a_day = pace.lately / pace.days / 3600
    of_times = SPREAD_OF_TIMES / sqrt(pace.judged)
    of_days = SPREAD_OF_DAYS / sqrt(pace.days)
    return Forecast(
        _around(hours, of_times), _days(_around(hours / a_day, hypot(of_times, of_days)), today), borrowed
    )


def together(forecasts: Iterable[Forecast], waits: bool = False) -> Forecast | None:
    """All of it: the hours of everybody, and the day when the last one is done."""
    known = list(forecasts)
    if not known:
        return None
    hours = (sum(one.hours[0] for one in known), sum(one.hours[1] for one in known))
    days = [one.done_by for one in known]
    if waits or None in days:
        return Forecast(hours, None)
    given = [one for one in days if one]
    return Forecast(hours, (max(early for early, _ in given), max(late for _, late in given)))


def _around(value: float, spread: float) -> tuple[float, float]:
    factor = exp(NORMAL_80 * min(spread, 2.0))
    return value / factor, value * factor


def _days(days: tuple[float, float], today: date) -> tuple[date, date] | None:
    early, late = days
    if late > FARTHEST:
        return None
    return today + timedelta(days=int(early)), today + timedelta(days=int(late))


def _half(hours: float) -> float | int:
    rounded = max(round(hours * 2) / 2, 0.5)
    return int(rounded) if rounded == int(rounded) else rounded


def _range(early: float, late: float, unit: str, narrow: bool) -> str:
    middle = round((early + late) / 2)
    if narrow or early == late:
        return f"{middle if narrow else early:,} {unit}"
    return f"{early:,}–{late:,} {unit}"
