"""How far scores and coefficients can be trusted, were other questions of the same kind asked: the one policy of 95 % intervals.

Leaderboards, pages of runs, studies and agreement all take their intervals from here.

* Over fewer than 10 units (questions or series) none is given, and a sentence says so. Some measures need more: F1 of pooled
  sums 50, the confidence-weighted score 100.
* Scores: the score interval of Wilson (1927) with the effective number of units n* = score · (1 - score) / (s² / n) of survey
  statistics (Korn and Graubard 1998; Franco, Little, Louis and Slud 2019), where s is the deviation of what each unit adds
  (`Influence`): its value where the score is a mean, else its influence (Hampel 1974; for ratios Cochran 1977, section 6.4).
  The quantile is normal where the values are yes and no, whose spread follows from the mean, and Student's t as far as the
  spread is estimated. The interval stays within 0 and 1. A run that is right everywhere has one too: n right of n.
  Where a unit may be worth more than 1 or less than 0 (grades with values), all of this is said of the share of the way from
  the least to the most that it can be worth.
* Differences of two scores: from the intervals of both and the correlation of what units add (MOVER: Newcombe 1998, method
  10; Zou and Donner 2008), with Student's t of 2 (n - 1) degrees of freedom, as the spreads of both are estimated.
* Coefficients that are resampled over questions: percentiles that lie as far out as Student's t has it (expanded percentiles,
  Hesterberg 2015, What Teachers Should Know About the Bootstrap).
* Where nothing varies and the score is neither 0 nor 1, nothing is known of the spread: none, with the reason.

tests/scoring/test_coverage.py holds each of them to 93 to 97 % of simulated samples, at 10, 25, 50 and 200 units. Units count as
drawn independently, which is only roughly so of questions within a series.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from scoring.intervals.student import student_quantile
from scoring.say import say, sentence

LEVEL = 0.95
FEWEST = 10  # units: of fewer, intervals of 95 % hold in 70 to 91 %
NOTHING = 1e-12  # what rounding leaves of 0
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)

FEW, EVEN, ALIKE = "few", "even", "alike"  # why there is no interval
REASONS = {
    FEW: sentence("Over fewer than {fewest} questions no interval is given: it would be too short."),
    EVEN: sentence(
        "Where every question has the same value there is no interval: nothing is known of the spread."
    ),
    ALIKE: sentence("Where two runs got the same for every question their difference has no interval."),
}
REASONS_OF_SERIES = {
    FEW: sentence("Over fewer than {fewest} series no interval is given: it would be too short."),
    EVEN: sentence(
        "Where every series has the same value there is no interval: nothing is known of the spread."
    ),
    ALIKE: sentence("Where two runs got the same for every series their difference has no interval."),
}


class Interval(NamedTuple):
    """Lower and upper end; or None of both, with the reason: a code of REASONS, or a sentence."""

    low: float | None
    high: float | None
    reason: str = ""


class Influence(NamedTuple):
    """A score, and what each unit makes of it."""

    score: float
    values: tuple[float, ...]  # their mean is the score, and their spread what it varies by
    trials: float  # how many yes and no would tell as much
    fewest: int = FEWEST  # units that an interval needs
    ends: tuple[float, float] = (0.0, 1.0)  # the least and the most that a unit can be worth

    @property
    def as_share(self) -> "Influence":
        """The same where the least is 0 and the most 1."""
        least, most = self.ends
        if self.ends == (0.0, 1.0):
            return self
        values = tuple((value - least) / (most - least) for value in self.values)
        return Influence((self.score - least) / (most - least), values, self.trials, self.fewest)


def mean_influence(columns: Sequence[Sequence[float]], ends: tuple[float, float] = (0.0, 1.0)) -> Influence:
    """That of a mean: the values themselves."""
    [values] = columns
    return Influence(sum(values) / len(values), tuple(values), len(values), ends=ends)


def why_none(code: str, unit: str, fewest: int = FEWEST) -> str:
    """Why there is no interval, in words."""
    reasons = REASONS_OF_SERIES if unit == "series" else REASONS
    return say(reasons[code], fewest=fewest) if code == FEW else say(reasons[code])


def score_interval(of: Influence) -> Interval:
    """The interval of a score."""
    least, most = of.ends
    low, high, reason = _of_share(of.as_share)
    if low is None or high is None:
        return Interval(None, None, reason)
    return Interval(least + low * (most - least), least + high * (most - least))


def _of_share(of: Influence) -> Interval:
    n = len(of.values)
    if n < of.fewest:
        return Interval(None, None, FEW)
    effective = _effective(of)
    if effective is None:
        return Interval(None, None, EVEN)
    # Nothing is estimated where all are right or wrong: `effective` is then what `trials` says.
    estimated = 0.0 if effective == of.trials else max(0.0, 1 - of.trials * (n - 1) / n / effective)
    return _wilson(of.score, effective, Z + (_student(n) - Z) * estimated)


def difference_interval(one: Influence, other: Influence, correlation: float) -> Interval:
    """The interval of one score less another, over the same units; `correlation` is that of what these add."""
    n = len(one.values)
    if n < max(one.fewest, other.fewest):
        return Interval(None, None, FEW)
    if all(abs(first - second) <= NOTHING for first, second in zip(one.values, other.values, strict=True)):
        return Interval(None, None, ALIKE)
    quantile = student_quantile((1 + LEVEL) / 2, 2 * (n - 1))
    reaches = [_reach(of, quantile) for of in (one, other)]
    if not any(map(any, reaches)):
        return Interval(None, None, EVEN)
    (below, above), (less, more) = reaches
    difference = one.score - other.score
    return Interval(
        difference - _together(below, more, correlation), difference + _together(above, less, correlation)
    )


def tails(units: int) -> tuple[float, float]:
    """Which shares of resamples of so many units are to lie below the ends of an interval."""
    tail = NormalDist().cdf(-_student(units) * wider(units))
    return tail, 1 - tail


def wider(units: int) -> float:
    """How many times too small the deviation among resamples is."""
    return sqrt(units / (units - 1))


def _student(units: int) -> float:
    return student_quantile((1 + LEVEL) / 2, units - 1)


def _effective(of: Influence) -> float | None:
    """How many yes and no would vary as much as the score does; None where it cannot be told."""
    n = len(of.values)
    mean = sum(of.values) / n
    variance = sum((value - mean) ** 2 for value in of.values) / (n - 1)
    room = of.score * (1 - of.score)
    if variance > NOTHING and room > NOTHING:
        return room * n / variance
    return None if room > NOTHING else of.trials


def _reach(of: Influence, quantile: float) -> tuple[float, float]:
    """How far the interval of a score reaches down and up."""
    share, room = of.as_share, of.ends[1] - of.ends[0]
    effective = _effective(share)
    if effective is None:
        return 0.0, 0.0
    low, high, _ = _wilson(share.score, effective, quantile)
    assert low is not None
    assert high is not None
    return (share.score - low) * room, (high - share.score) * room


def _together(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))


def _wilson(score: float, trials: float, quantile: float) -> Interval:
    extra = quantile**2 / trials
    middle = (score + extra / 2) / (1 + extra)
    reach = sqrt(score * (1 - score) * extra + extra**2 / 4) / (1 + extra)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
