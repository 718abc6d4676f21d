"""How long what is left will take, as an interval that narrows as more is judged.

It is foretold from the mean so far, so both what was seen and what is to come vary. The standard deviation of the time
of one judgment is about twice its mean (a few long thoughts among many quick keys), that of the active hours of one day
about their mean; days are those since the work began, at most the last 14. A mean of n such numbers is taken as
lognormal, with the variance and the skewness that it then has (Fenton and Wilkinson's approximation of their sum); so
is its ratio to another. Intervals hold 80 %, which tests/assignments/test_forecast_holds.py tries by simulation.
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import exp, log, log1p, prod, sqrt
from statistics import NormalDist
from typing import NamedTuple

from assessment.shared.say import say

SPREAD_OF_TIMES = 2.0  # standard deviation of the time of one judgment, over its mean
SPREAD_OF_DAYS = 1.0  # of the active time of one day, over its mean
NORMAL_80 = 1.2816  # of the normal distribution, four in five lie within so many standard deviations
LATELY = 14  # days
NARROW = 0.15  # an interval that reaches no further from its middle is one number
FARTHEST = 3660  # days; later than that says nothing
FARTHEST_OUT = 8  # standard deviations, beyond which nothing lies
HALVINGS = 30  # of what lies between: far below a day


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
    days: tuple[float, float] | None  # from today on; None: too far away to say
    today: date
    borrowed: bool = False  # at the others' pace, since there is none of their own yet

    @property
    def done_by(self) -> tuple[date, date] | None:
        """The first and the last day on which it may well be done."""
        if self.days is None:
            return None
        early, late = self.days
        return self.today + timedelta(days=int(early)), self.today + timedelta(days=int(late))

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
    seen, coming = _variance(SPREAD_OF_TIMES, pace.judged), _variance(SPREAD_OF_TIMES, left)
    days_seen, days_coming = _variance(SPREAD_OF_DAYS, pace.days), _variance(SPREAD_OF_DAYS, hours / a_day)
    # What was short so far will likely be longer, and hours of a day stand below the line: there it is the other way.
    days = _around(hours / a_day, seen + days_coming, coming + days_seen)
    return Forecast(_around(hours, seen, coming), _not_too_far(days), today, borrowed)


def _variance(spread: float, count: float) -> float:
    """That of the logarithm of a mean of so many numbers, whose spread is their standard deviation over their mean."""
    return log1p(spread**2 / max(count, 1))


def together(forecasts: Iterable[Forecast], waits: bool = False) -> Forecast | None:
    """All of it: the hours of everybody, and the day when the last one is done."""
    known = list(forecasts)
    if not known:
        return None
    hours = (sum(one.hours[0] for one in known), sum(one.hours[1] for one in known))
    days = [one.days for one in known if one.days]
    waits = waits or len(days) < len(known)
    return Forecast(hours, None if waits else _not_too_far(_all_done(days)), known[0].today)


def _all_done(days: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The interval of the day when the last of several is done.

    It begins where the latest of theirs does, and ends where all are done in nine cases of ten: each is late in one of
    ten, so that of many one nearly always is. Paces that seem slow by chance make it wider than it need be.
    """
    ways = [NormalDist(log(early * late) / 2, log(late / early) / 2 / NORMAL_80) for early, late in days]
    low, high = max(log(late) for _, late in days), max(way.mean + FARTHEST_OUT * way.stdev for way in ways)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if prod(way.cdf(middle) for way in ways) >= 0.9 else (middle, high)
    return max(early for early, _ in days), exp(high)


def _around(value: float, likely_low: float, likely_high: float) -> tuple[float, float]:
    """The interval of a value made of lognormal means, by the variances of those that are likely too low and too high."""
    middle = value * exp((likely_low - likely_high) / 2)
    factor = exp(NORMAL_80 * min(sqrt(likely_low + likely_high), 2.0))
    return middle / factor, middle * factor


def _not_too_far(days: tuple[float, float]) -> tuple[float, float] | None:
    return days if days[1] <= FARTHEST else None


def _half(hours: float) -> float | int:
    rounded = max(round(hours * 2) / 2, 0.5)
    return int(rounded) if rounded == int(rounded) else rounded


def _range(early: float, late: float, unit: str, narrow: bool) -> str:
    middle = round((early + late) / 2)
    if narrow or early == late:
        return f"{middle if narrow else early:,} {unit}"
    return f"{early:,}–{late:,} {unit}"
