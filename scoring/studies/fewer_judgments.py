"""Means when people judged a random sample of the units and a machine all: estimates that use both, and how far they hold.

A unit is a question, say, and its value what a run gets for it. The mean over all N units is wanted, by people; people's
values y are known for n units drawn at random without replacement, the machine's values f for all.

plain       mean of the n values; variance (1 - n / N) s² / n (Cochran 1977, Sampling Techniques, theorem 2.2)
powered     mean of w · f over all + mean over the n of y - w · f: the prediction-powered mean with a tuned weight
            (Angelopoulos, Duchi and Zrnic 2023, PPI++), w = cov(y, f) / var(f) over the n. Here the n are among the N, so
            that this is the regression estimator of surveys (Cochran, section 7.3). It is a weighted sum Σ g(i) y(i) / n with
            g(i) = 1 + n (mean of f over all - over the n) (f(i) - its mean over the n) / Σ (f - that mean)²; its variance
            is taken as (1 - n / N) Σ g² e² / n² with e the residual of a unit from a line fitted without it (Särndal,
            Swensson and Wretman 1992, section 6.6; HC3 of MacKinnon and White 1985), since the plain residuals of a
            fitted line are too small. A machine that says nothing of y gets a weight near 0 and costs next to nothing
stratified  Σ N(h) / N · mean of the values of stratum h, with the variance Σ (N(h) / N)² (1 - n(h) / N(h)) s(h)² / n(h)
            (Cochran, theorem 5.5) and the degrees of freedom of Satterthwaite (Cochran, section 5.4)

Intervals are those of Student's t, with n - 1, n - 2 and Satterthwaite's degrees of freedom. They hold as well as means of n
values are normal. With few units, or where nearly all values (or nearly all residuals of a very good machine) are the same,
they do not: a sample often misses the few others. So `covered` draws samples of what people judged in full and counts how
often the interval has the true mean, before anybody relies on it.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from scoring.arrays import Floats, Ints, np
from scoring.intervals.student import student_quantile
from scoring.studies.draws import Draws

LEVEL = 0.95
TRIALS = 2000
HOLDS = (0.93, 0.97)  # the shares of trials between which an interval of 95 % is said to hold
ROUNDING = 1e-12  # of the largest value: what is less is no difference
MOST_VALUES = 2_000_000  # that are drawn or worked on at once


class Estimated(NamedTuple):
    """Means over all units, one for each sample, with half the length of their intervals and the machine's weights."""

    value: Floats
    half: Floats
    weight: Floats

    @property
    def low(self) -> Floats:
        """The lower ends."""
        return self.value - self.half

    @property
    def high(self) -> Floats:
        """The upper ends."""
        return self.value + self.half


def joined(parts: Sequence[Estimated]) -> Estimated:
    """The estimates of several portions of samples, as of one."""
    value, half, weight = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Estimated(value, half, weight)


class Stratum(NamedTuple):
    """Some of the units, and people's values of those drawn among them."""

    size: int
    values: Floats


def plain_mean(values: Floats, units: int, level: float = LEVEL) -> Estimated:
    """The mean over `units` units. `values` are people's: of samples, whose units are along the last axis."""
    n = _enough(values.shape[-1], units, 2)
    variance = (1 - n / units) * values.var(axis=-1, ddof=1) / n
    value = values.mean(axis=-1)
    return Estimated(value, _half(variance, n - 1, level), np.zeros_like(value))


def powered_mean(values: Floats, beside: Floats, machine: Floats, level: float = LEVEL) -> Estimated:
    """The same with the machine's values of the samples (`beside`, in the same order) and of all units (`machine`)."""
    n, units = _enough(values.shape[-1], len(machine), 3), len(machine)
    own, spread = centred(values), centred(beside)
    squares = (spread * spread).sum(axis=-1)
    together = (spread * own).sum(axis=-1)
    weight: Floats = np.divide(together, squares, out=np.zeros_like(together), where=squares > 0)
    away = machine.mean() - beside.mean(axis=-1)
    share: Floats = np.divide(
        spread, squares[..., None], out=np.zeros_like(spread), where=squares[..., None] > 0
    )
    residuals = own - weight[..., None] * spread
    left_out = 1 - 1 / n - share * spread
    parts = np.divide(residuals, left_out, out=np.zeros_like(residuals), where=left_out > 1e-9)
    parts = parts * (1 + n * away[..., None] * share)
    variance = (1 - n / units) * (parts * parts).sum(axis=-1) / n**2
    value = values.mean(axis=-1) + weight * away
    return Estimated(value, _half(variance, n - 2, level), weight)


def stratified_mean(strata: Sequence[Stratum], level: float = LEVEL) -> Estimated:
    """The mean over strata, each with one random sample of its own: of two units or more, or of all it has."""
    units = sum(one.size for one in strata)
    value = variance = squares = 0.0
    for one in strata:
        n = len(one.values)
        if not (2 <= n < one.size or n == one.size > 0):
            raise ValueError("A stratum needs two judged units, or all that it has.")
        share = one.size / units
        value += share * float(one.values.mean())
        if n < one.size:
            part = share**2 * (1 - n / one.size) * float(one.values.var(ddof=1)) / n
            variance, squares = variance + part, squares + part**2 / (n - 1)
    freedom = variance**2 / squares if squares > 0 else 1.0
    return Estimated(np.array(value), _half(np.array(variance), freedom, level), np.array(0.0))


def centred(values: Floats) -> Floats:
    """Values (along the last axis) less their mean; nothing where that is rounding alone, as of equal values that are no binary fractions."""
    found = values - values.mean(axis=-1, keepdims=True)
    least = ROUNDING * np.abs(values).max(axis=-1, keepdims=True)
    return np.where(np.abs(found) > least, found, 0.0)


def _enough(n: int, units: int, least: int) -> int:
    if not least <= n <= units:
        raise ValueError(f"A sample has {least} units or more, and no more than there are.")
    return n


def _half(variance: Floats, freedom: float, level: float) -> Floats:
    half: Floats = student_quantile((1 + level) / 2, freedom) * np.sqrt(np.maximum(variance, 0.0))
    return half


class Coverage(NamedTuple):
    """How an estimator did over many samples."""

    held: float  # share of the samples whose interval has the true mean
    width: float  # mean length of the intervals
    bias: float  # mean of the estimates less the true mean

    @property
    def is_sound(self) -> bool:
        """Whether the intervals hold about as often as they say."""
        return HOLDS[0] <= self.held <= HOLDS[1]


def covered(found: Estimated, truth: float) -> Coverage:
    """How often the intervals of some samples have the truth."""
    near = np.abs(found.value - truth) <= found.half + 1e-12
    return Coverage(float(near.mean()), float(2 * found.half.mean()), float(found.value.mean()) - truth)


def samples(units: int, n: int, trials: int = TRIALS, seed: int = 1, stratum: str = "") -> Ints:
    """Samples of n units by a seed, each with the same chance: (trials, n) places. Each stratum has draws of its own."""
    draws = Draws(seed).spawn(f"fewer-judgments/{stratum}" if stratum else "fewer-judgments")
    portion = max(1, MOST_VALUES // units)  # whole permutations of many units would fill the memory
    rows = [min(portion, trials - done) for done in range(0, trials, portion)]
    return np.concatenate([draws.permutations(some, units)[:, :n].copy() for some in rows])


def units_for(width: float, values: Floats, level: float = LEVEL) -> int:
    """How many units a plain sample needs for an interval of this length, if `values` are all; all, where none does."""
    units = len(values)
    variance = float(values.var(ddof=1))
    for n in range(2, units):
        half = student_quantile((1 + level) / 2, n - 1) * sqrt((1 - n / units) * variance / n)
        if 2 * half <= width:
            return n
    return units
