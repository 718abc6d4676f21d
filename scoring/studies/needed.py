"""How large a difference between two runs is, unit by unit, and how many units it takes to show one so large."""

from math import ceil, floor, log2
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from scoring.say import say, sentence
from scoring.studies.randomization import Pair
from scoring.studies.sums import Floats

POWER = 0.8

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


def effect_of(pair: Pair, *, alpha: float = 0.05, power: float = POWER) -> Effect:
    """Measure the difference of two runs.

    d_z is the difference / s, where s is the standard deviation (n - 1 below the line) of what each unit adds to it
    (Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, chapter 2, on matched pairs).
    """
    added = unit_differences(pair)
    signs = _signs(pair, added)
    won, lost = signs.count(1), signs.count(-1)
    d_z, needed, reason = None, None, ("", "")
    if not len(pair.differing):
        reason = ALIKE
    elif len(added) < 2:
        reason = ONE_UNIT
    elif np.ptp(added) <= pair.sums.near:
        needed, reason = fewest_units(alpha), NO_SPREAD
    else:
        d_z = float(pair.difference) / float(added.std(ddof=1))
        needed = units_needed(d_z, alpha=alpha, power=power)
        reason = ("", "") if pair.difference else NO_DIFFERENCE
    is_series = pair.sums.table.unit == "series"
    return Effect(
        d_z, won, len(signs) - won - lost, lost, needed, say(reason[is_series]) if reason[0] else ""
    )


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

    n = ((z(1 - alpha / 2) + z(power)) / d_z)², the normal approximation (Cohen 1988, section 12.3; as a way to choose
    how many topics a collection needs: Sakai, "Topic set size design", Information Retrieval 19, 2016). It is never less
    than the randomization test needs. There is none for an effect of 0.
    """
    if not d_z:
        return None
    normal = NormalDist()
    n = ((normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)) / d_z) ** 2
    return max(fewest_units(alpha), ceil(n))


def fewest_units(alpha: float) -> int:
    """With fewer units than this the randomization test never has p < alpha: its smallest p is 2 / 2ⁿ."""
    return floor(1 - log2(alpha)) + 1
