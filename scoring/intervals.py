"""How far a mean over questions can be trusted, were other questions of the same kind asked."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

# Two-sided 95 % of a normal distribution.
Z_95 = 1.959963984540054


class Interval(NamedTuple):
    """Lower and upper end, both within [0, 1]."""

    low: float
    high: float


def mean_interval(values: Sequence[float], z: float = Z_95) -> Interval | None:
    """Give the normal interval of a mean: mean ± z · s / √n, cut off at 0 and 1.

    s is the sample's standard deviation (n - 1 below the line). With fewer than two values, or values
    that are all equal, nothing can be said: None. Questions count as drawn independently, which is
    only roughly so within a series.
    """
    n = len(values)
    if n < 2:
        return None
    mean = sum(values) / n
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    if variance == 0:
        return None
    reach = z * sqrt(variance / n)
    return Interval(max(0.0, mean - reach), min(1.0, mean + reach))
