"""Student's t without a library for it: whoever scores installs numpy alone.

Noncentral t, which gives the power of a test, is (Z + shift) / S with Z normal and S² chi-squared over its degrees of freedom:
the normal probability is integrated over S by Gauss and Legendre (Johnson, Kotz and Balakrishnan, Continuous Univariate
Distributions 2, chapter 31).

The probability of |t| below a value is the regularized incomplete beta function (Abramowitz and Stegun 26.7.1), worked
out by its continued fraction (26.5.8) with Lentz's steps (Press et al., Numerical Recipes, section 6.4).
"""

from functools import cache, lru_cache
from math import cos, erfc, exp, lgamma, log, nan, pi, sqrt

_TINY, _CLOSE = 1e-300, 1e-15
_STEPS = 10_000
_ROOT = sqrt(2)
_NODES, _REACH = 32, 7.0  # of the integral: at how many places, and how many deviations of S to either side


@lru_cache(maxsize=4096)
def student_quantile(probability: float, freedom: float) -> float:
    """The value below which Student's t lies with a probability from .5 to below 1; nan without degrees of freedom."""
    if not 0.5 <= probability < 1:
        raise ValueError("The probability is from .5 to below 1.")
    if not freedom > 0:
        return nan
    low, high = 0.0, 1.0
    while _below(high, freedom) < probability:
        low, high = high, 2 * high
    while high - low > _CLOSE * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _below(middle, freedom) < probability else (low, middle)
    return high


def power_of(shift: float, freedom: float, level: float = 0.95) -> float:
    """How likely |t| with this shift is beyond the quantiles that |t| without one keeps within with probability `level`."""
    bound = student_quantile((1 + level) / 2, freedom)
    deviation = 1 / sqrt(2 * freedom)
    low, high = max(0.0, 1 - _REACH * deviation), 1 + _REACH * deviation
    middle, half = (low + high) / 2, (high - low) / 2
    scale = log(2) + freedom / 2 * log(freedom / 2) - lgamma(freedom / 2)
    total = 0.0
    for node, weight in _nodes():
        s = middle + half * node
        density = exp(scale + (freedom - 1) * log(s) - freedom * s * s / 2)
        beyond = erfc((bound * s - shift) / _ROOT) + erfc((bound * s + shift) / _ROOT)
        total += weight * density * beyond / 2
    return half * total


@cache
def _nodes() -> tuple[tuple[float, float], ...]:
    """Places and weights of Gauss and Legendre: the zeros of the Legendre polynomial, by Newton's steps."""
    found = []
    for number in range(_NODES):
        x = cos(pi * (number + 0.75) / (_NODES + 0.5))
        for _ in range(20):
            value, slope = _legendre(x)
            x -= value / slope
        found.append((x, 2 / ((1 - x * x) * slope * slope)))
    return tuple(found)


def _legendre(x: float) -> tuple[float, float]:
    before, value = 1.0, x
    for degree in range(2, _NODES + 1):
        before, value = value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree
    return value, _NODES * (x * value - before) / (x * x - 1)


def _below(t: float, freedom: float) -> float:
    return 1 - _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t), t * t / (freedom + t * t)) / 2


def _incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """I(x; a, b), with rest = 1 - x, which keeps its digits where x is nearly 1."""
    if rest <= 0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _fraction(a: float, b: float, x: float) -> float:
    upper, lower = 1.0, 1 / _kept(1 - (a + b) * x / (a + 1))
    value = lower
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            lower, upper = 1 / _kept(1 + term * lower), _kept(1 + term / upper)
            value *= lower * upper
        if abs(lower * upper - 1) < _CLOSE:
            break
    return value


def _kept(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
