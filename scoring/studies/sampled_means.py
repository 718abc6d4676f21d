"""Means when people judged a stratified random sample of the units and a machine all; one stratum is a simple sample.

A unit is a question, say, and its value what a run gets for it, or by how much one run gets more than another. Of stratum h
n(h) of N(h) units were drawn at random without replacement, W(h) = N(h) / N, f(h) = n(h) / N(h).

plain       Σ W(h) · mean of people's values (Cochran 1977, Sampling Techniques, theorems 5.3 and 5.5)
powered     the same + w · Σ W(h) · (mean of the machine's values of all - of the drawn units): the combined regression estimator
            (Cochran, section 7.10), in other words the difference estimator of surveys (Särndal, Swensson and Wretman 1992,
            Model Assisted Survey Sampling, sections 6.3 and 6.4; each drawn unit counts for N(h) / n(h), one over its chance
            to be drawn) or the prediction-powered mean (Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023) with the
            tuned weight of PPI++ (Angelopoulos, Duchi and Zrnic 2023). The weight is the one with the smallest variance,
            Σ c x y / Σ c x², with c = W² (1 - f) / (n (n - 1)) and x, y the values less their means in the stratum

The variance of the powered mean is Σ (1 - f) (g e / (1 - v))², over the drawn units, with e the residual from y = w x, v the
leverage of the unit (1 / n + c x² / Σ c x²), and g what the unit counts for: W / n + (what the machine says is missing) c x / Σ c x²
(Särndal, section 6.6, with HC3 of MacKinnon and White 1985). With one stratum both are `fewer_judgments.powered_mean`, with more
they are a little too long rather than too short. Intervals are of Student's t, with the degrees of freedom of Satterthwaite
(Cochran, section 5.4), one fewer for the weight.
"""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

from scoring.arrays import Floats, np
from scoring.intervals.student import power_of, student_quantile
from scoring.studies.fewer_judgments import LEVEL, Estimated, centred

POWER = 0.8  # with which a difference is to be shown


class Part(NamedTuple):
    """A stratum: how many units it has, and the values of those that were drawn (along the last axis) by both."""

    size: int
    values: Floats
    beside: Floats  # the machine's, in the same order
    machine: Floats | float  # mean of the machine's values of all its units

    @property
    def drawn(self) -> int:
        """How many of its units people judged."""
        return int(self.values.shape[-1])

    @property
    def open(self) -> float:
        """The share of its units that people did not judge."""
        return 1 - self.drawn / self.size


class Spread(NamedTuple):
    """An estimate, and what each stratum adds to its variance where nearly none of its units are judged."""

    value: Floats
    weight: Floats
    variances: tuple[Floats, ...]

    def variance(self, parts: Sequence[Part]) -> Floats:
        """Of the estimate."""
        return sum((one * part.open for one, part in zip(self.variances, parts, strict=True)), np.array(0.0))


def stratified(parts: Sequence[Part], level: float = LEVEL) -> Estimated:
    """The plain mean."""
    return _estimated(parts, _plain(parts), 0, level)


def stratified_powered(parts: Sequence[Part], level: float = LEVEL) -> Estimated:
    """The powered mean."""
    return _estimated(parts, _powered(parts), 1, level)


def too_small(parts: Sequence[Part]) -> bool:
    """Whether nothing can be said of the variance: every stratum needs 2 drawn units or all, and all of them 2 to spare."""
    some = [part for part in parts if part.drawn < part.size]
    return any(part.drawn < 2 for part in some) or (bool(some) and sum(part.drawn - 1 for part in some) < 2)


def _plain(parts: Sequence[Part]) -> Spread:
    units = _checked(parts)
    value: Floats = sum((part.size / units * part.values.mean(axis=-1) for part in parts), np.array(0.0))
    variances = tuple((part.size / units) ** 2 * _variance(part.values) / part.drawn for part in parts)
    return Spread(value, np.zeros_like(value), variances)


def _variance(values: Floats) -> Floats:
    if values.shape[-1] < 2:
        return np.zeros(values.shape[:-1])
    spread: Floats = values.var(axis=-1, ddof=1)
    return spread


def _powered(parts: Sequence[Part]) -> Spread:
    units = _checked(parts)
    factors = [_factor(part, units) for part in parts]
    own, beside = [centred(part.values) for part in parts], [centred(part.beside) for part in parts]
    squares = sum((c * (x * x).sum(axis=-1) for c, x in zip(factors, beside, strict=True)), np.array(0.0))
    together = sum(
        (c * (x * y).sum(axis=-1) for c, x, y in zip(factors, beside, own, strict=True)), np.array(0.0)
    )
    said = squares > 0
    weight: Floats = np.divide(together, squares, out=np.zeros_like(together), where=said)
    away: Floats = sum(
        (part.size / units * (part.machine - part.beside.mean(axis=-1)) for part in parts), np.array(0.0)
    )
    variances = []
    for part, c, x, y in zip(parts, factors, beside, own, strict=True):
        share = np.divide(c * x, squares[..., None], out=np.zeros_like(x), where=said[..., None])
        left_out = 1 - 1 / part.drawn - share * x
        residuals = y - weight[..., None] * x
        residuals = np.divide(residuals, left_out, out=np.zeros_like(residuals), where=left_out > 1e-9)
        residuals = residuals * (part.size / units / part.drawn + away[..., None] * share)
        variances.append((residuals * residuals).sum(axis=-1))
    return Spread(_plain(parts).value + weight * away, weight, tuple(variances))


def _factor(part: Part, units: int) -> float:
    """What the squares of a stratum count for in the weight: nothing where all of it is judged."""
    if part.drawn == part.size:
        return 0.0
    return (part.size / units) ** 2 * part.open / (part.drawn * (part.drawn - 1))


def _checked(parts: Sequence[Part]) -> int:
    if any(not 0 < part.drawn <= part.size for part in parts) or too_small(parts):
        raise ValueError("Each stratum needs two judged units, or all that it has; all of them two to spare.")
    return sum(part.size for part in parts)


def _estimated(parts: Sequence[Part], found: Spread, fitted: int, level: float) -> Estimated:
    quantile = _quantiles((1 + level) / 2, _freedom(parts, found) - fitted)
    half: Floats = quantile * np.sqrt(np.maximum(found.variance(parts), 0.0))
    return Estimated(found.value, half, found.weight)


def _freedom(parts: Sequence[Part], found: Spread) -> Floats:
    """Satterthwaite's degrees of freedom; those of all strata together where nothing varies."""
    added = [one * part.open for one, part in zip(found.variances, parts, strict=True)]
    squares: Floats = sum(
        (one**2 / max(part.drawn - 1, 1) for one, part in zip(added, parts, strict=True)), np.array(0.0)
    )
    whole = float(max(2, sum(part.drawn - 1 for part in parts)))
    return np.divide(sum(added) ** 2, squares, out=np.full_like(squares, whole), where=squares > 0)


def _quantiles(probability: float, freedom: Floats) -> Floats:
    """Of Student's t; degrees of freedom are rounded down, so that those of many samples need not each be worked out."""
    whole = np.maximum(np.floor(freedom + 1e-9), 1)
    known, places = np.unique(whole, return_inverse=True)
    each = np.array([student_quantile(probability, float(one)) for one in known])
    return each[places].reshape(np.shape(freedom))


def units_to_tell_apart(parts: Sequence[Part], level: float = LEVEL, power: float = POWER) -> int | None:
    """How many units people have to judge in all for an interval without 0, were the estimated difference the true one.

    The strata grow alike, and what varies stays as large as it was found. The interval then lacks 0 with this probability
    (noncentral t with its degrees of freedom: Cohen 1988, section 12.2). None for a difference of 0.
    """
    found = _powered(parts)
    if abs(float(found.value)) < 1e-12:
        return None
    low, high = sum(part.drawn for part in parts), sum(part.size for part in parts)
    drawn = low
    while low < high:
        middle = (low + high) // 2
        if _power_with(parts, found, middle / drawn, level) >= power:
            high = middle
        else:
            low = middle + 1
    return low


def _power_with(parts: Sequence[Part], found: Spread, times: float, level: float) -> float:
    """How likely the interval lacks 0 with so many times as many units of each stratum as were drawn."""
    total, squares, units = 0.0, 0.0, 0
    for part, variance in zip(parts, found.variances, strict=True):
        more = min(part.size, ceil(part.drawn * times - 1e-9))
        added = float(variance) * part.drawn * (1 / more - 1 / part.size)
        total, squares, units = total + added, squares + added**2 / max(more - 1, 1), units + more - 1
    if total <= 0:
        return 1.0
    freedom = max(1.0, (total**2 / squares if squares > 0 else units) - 1)
    return power_of(abs(float(found.value)) / sqrt(total), freedom, level)
