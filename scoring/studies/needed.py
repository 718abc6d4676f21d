"""How large a difference between two runs is, unit by unit, and how many units it takes to show one so large.

The observed difference is taken as the true one. It is not: so the number has a range, from the ends of the interval of the
difference, and none at the far end where that holds 0.
"""

from math import ceil, floor, log2, sqrt
from statistics import NormalDist
from typing import NamedTuple

from scoring.arrays import Floats, np
from scoring.intervals import Interval
from scoring.intervals.student import power_of
from scoring.say import say, sentence
from scoring.studies.randomization import Pair

POWER = 0.8
MOST_TRIED = 200  # units; of more the approximation of Guenther (1981) is off by one, of many thousands by a five thousandth

ALIKE = (
    sentence("Both runs got the same for every question."),
    sentence("Both runs got the same for every series."),
)
ONE_UNIT = (
    sentence("With only one question nothing is known about the spread."),
    sentence("With only one series nothing is known about the spread."),
)
NO_SPREAD = (
    sentence("The difference is the same for every question, so there is no spread to compare it with."),
    sentence("The difference is the same for every series, so there is no spread to compare it with."),
)
NO_DIFFERENCE = (
    sentence("No number of questions shows a difference of 0."),
    sentence("No number of series shows a difference of 0."),
)


class Effect(NamedTuple):
    """How two runs compare unit by unit: the first with the second."""

    d_z: float | None  # the difference, in standard deviations of what the units add to it
    won: int
    tied: int
    lost: int
    units_needed: int | None  # to show the difference, were it the true one
    reason: str = ""  # why there is no d_z, or no such number
    units_from: int | None = None  # the same with the ends of the difference's interval: the far one,
    units_to: int | None = None  # and the one nearer to 0; None where it is not on the same side of 0


def effect_of(
    pair: Pair, interval: Interval | None = None, *, alpha: float = 0.05, power: float = POWER
) -> Effect:
    """Measure the difference of two runs; `interval` is that of its size.

    d_z is the difference / s, where s is the standard deviation (n - 1 below the line) of what each unit adds to it
    (Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, chapter 2, on matched pairs).
    """
    added = unit_differences(pair)
    signs = _signs(pair, added)
    won, lost = signs.count(1), signs.count(-1)
    spread = _spread(pair, added)
    d_z, needed, reason = None, None, ("", "")
    if not len(pair.differing):
        reason = ALIKE
    elif len(added) < 2:
        reason = ONE_UNIT
    elif np.ptp(spread) <= pair.sums.near:
        needed, reason = fewest_units(alpha), NO_SPREAD
    else:
        d_z = float(pair.difference) / float(spread.std(ddof=1))
        needed = units_needed(d_z, alpha=alpha, power=power)
        reason = ("", "") if pair.difference else NO_DIFFERENCE
    is_series = pair.sums.table.unit == "series"
    found = Effect(
        d_z, won, len(signs) - won - lost, lost, needed, say(reason[is_series]) if reason[0] else ""
    )
    if not (d_z and interval):
        return found
    ends = [_needed_at(end, d_z, pair, alpha, power) for end in (interval.high, interval.low)]
    return found._replace(units_from=ends[0], units_to=ends[1])


def _needed_at(end: float | None, d_z: float, pair: Pair, alpha: float, power: float) -> int | None:
    """How many units would show a difference of this size, were it the true one."""
    if end is None or end <= 0:
        return None
    return units_needed(d_z * end / abs(float(pair.difference)), alpha=alpha, power=power)


def _spread(pair: Pair, added: Floats) -> Floats:
    """What the units make the difference vary by: what each adds, or its influence where scores hang on an order."""
    table = pair.sums.table
    if not table.made_by:
        return added
    first, second = (np.array(table.made_by[run].values) for run in (pair.first, pair.second))
    return np.asarray(first - second)


def unit_differences(pair: Pair) -> Floats:
    """What each of n units adds to the difference d of two runs: n · (d - d′) / 2, if they have d′ once they swap it.

    That is the difference of their values where the score is a mean. With c@1 it has d as its mean, too; with F1 nearly.
    """
    floats = pair.sums.floats[:, pair.first] - pair.sums.floats[:, pair.second]
    swapped = pair.score_differences([part.sum() - 2 * part for part in floats])
    added: Floats = pair.sums.n * (float(pair.difference) - swapped) / 2
    return added


def _signs(pair: Pair, added: Floats) -> list[int]:
    """Whether a unit speaks for the first run (1), for the second (-1) or for neither; decided exactly."""
    signs = np.sign(added).astype(int)
    signs[np.abs(added) <= pair.sums.near * pair.sums.n] = 0
    for unit in pair.differing:
        if not signs[unit]:
            swapped = pair.exact_difference([int(part.sum() - 2 * part[unit]) for part in pair.whole])
            signs[unit] = (pair.difference > swapped) - (pair.difference < swapped)
    return [int(sign) for sign in signs]


def units_needed(d_z: float, *, alpha: float = 0.05, power: float = POWER) -> int | None:
    """How many units a two-sided paired test at p < alpha needs to show an effect of d_z with this power.

    The first n at which noncentral t, shifted by d_z √n, reaches the power (Cohen 1988, section 12.2; as a way to choose how
    many topics a collection needs: Sakai, "Topic set size design", Information Retrieval 19, 2016). It is never less than the
    randomization test needs. There is none for an effect of 0.
    """
    if not d_z:
        return None
    normal = NormalDist()
    bound = normal.inv_cdf(1 - alpha / 2)
    about = (_shift(bound, power) / d_z) ** 2 + bound**2 / 2
    fewest = fewest_units(alpha)
    if about > MOST_TRIED:
        return max(fewest, ceil(about))
    n = max(fewest, ceil(about))
    while n > fewest and _reaches(d_z, n - 1, alpha, power):
        n -= 1
    while not _reaches(d_z, n, alpha, power):
        n += 1
    return n


def _shift(bound: float, power: float) -> float:
    """By how much a normal value has to be shifted to lie beyond `bound` on either side with this probability."""
    normal = NormalDist()
    low, high = 0.0, bound + max(0.0, normal.inv_cdf(power))
    while low < (middle := (low + high) / 2) < high:
        beyond = normal.cdf(middle - bound) + normal.cdf(-middle - bound)
        low, high = (middle, high) if beyond < power else (low, middle)
    return high


def _reaches(d_z: float, units: int, alpha: float, power: float) -> bool:
    return power_of(abs(d_z) * sqrt(units), units - 1, 1 - alpha) >= power


def fewest_units(alpha: float) -> int:
    """With fewer units than this the randomization test never has p < alpha: its smallest p is 2 / 2ⁿ."""
    return floor(1 - log2(alpha)) + 1
