"""Curves of error rates over the size of sets, and what they say of sets larger than half of the units.

For each bin of differences the curve y = a · exp(b · x), x units in a set, is fitted to the error rates by least squares
(Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 3.2). For a given b the best a is a quotient
of sums, so that what is left is the best b: the best of a grid, then halving of its surroundings, on the sign of the
derivative. It always is the best of all curves, and the same on every machine. Larger sets do not err more: b is never above
0, so that points which rise by chance have a flat curve.

The band about a curve holds the middle 95 % of the curves of samples of the trials, drawn with replacement: how far the
curve hangs on which sets were drawn. It says nothing of other runs or other units.
"""

from collections.abc import Callable, Sequence
from math import ceil, log
from typing import Any, NamedTuple

from scoring.arrays import Bools, Floats, np
from scoring.say import say
from scoring.studies.draws import Draws
from scoring.studies.numbers import shown
from scoring.studies.split_half import ErrorRates

LEVEL = 0.05  # the error rate that can be lived with
RESAMPLES = 200
PERCENTILES = (2.5, 97.5)
FEWEST_POINTS = 3
STEEPEST = 5.0  # of b: a fall to less than 1 % with one unit more
HALVINGS = 45
MOST_PLACES = 100  # at which a curve is given, from the smallest set to all units
MOST_NEEDED = 1_000_000
DIGITS = 9  # of what is fitted: significant of a curve, decimals of a rate


class At(NamedTuple):
    """The error rate that a curve gives for a size of sets, and its band; at most 1."""

    size: int
    rate: float
    low: float | None
    high: float | None

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {
            name: None if one is None else shown(round(one, DIGITS)) for name, one in self._asdict().items()
        }


class Curve(NamedTuple):
    """The curve of one bin, or why there is none. No error at all makes a rate of 0, though no curve."""

    a: float | None
    b: float | None
    at: tuple[At, ...]  # from the smallest set to all units
    full: At | None  # with as many units as there are
    double: At | None  # with twice as many
    needed: int | None  # the fewest units with an error rate of at most the level
    needed_reason: str
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {
            "a": _fitted(self.a),
            "b": _fitted(self.b),
            "reason": self.reason,
            "curve": {
                name: [one.as_json()[name] for one in self.at] if self.a is not None else []
                for name in ("size", "rate", "low", "high")
            },
            "at_full": self.full.as_json() if self.full else None,
            "at_double": self.double.as_json() if self.double else None,
            "needed": self.needed,
            "needed_reason": self.needed_reason,
        }


def fit(sizes: Sequence[float], rates: Sequence[float]) -> tuple[float, float]:
    """The a and b of the curve through some points; at least two of different size, and one rate above 0."""
    x, y = np.asarray(sizes, dtype=np.float64), np.asarray(rates, dtype=np.float64)
    starts, slopes = best_curves(x, y[None], np.ones((1, len(x)), np.bool_))
    return float(np.exp(starts[0] - slopes[0] * x.min())), float(slopes[0])


def best_curves(sizes: Floats, rates: Floats, there: Bools) -> tuple[Floats, Floats]:
    """The curves of many rows of rates: for each the logarithm of its value at the smallest size, and b.

    Only the points that are there count. A row with nothing but zeros has the value 0.
    """
    x = sizes - sizes.min()
    rates = np.where(there, rates, 0.0)
    grid = _slopes(float(x.max()))
    best = np.argmax(_explained(grid, x, rates, there), axis=1)
    low, high = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, len(grid) - 1)]
    middle = grid[best]
    for _ in range(HALVINGS):
        rising = _rises(middle, x, rates, there)
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
        middle = (low + high) / 2
    slopes = np.where(np.abs(middle * x.max()) < 1e-12, 0.0, middle)
    growth, largest = _growth(slopes, x, there)
    with np.errstate(divide="ignore"):
        starts = np.log((rates * growth).sum(1) / (growth**2).sum(1)) - largest
    return starts, slopes


def _slopes(span: float) -> Floats:
    """Slopes to try, close to each other where curves are flat; none rises."""
    falling = np.geomspace(STEEPEST, 0.01 / max(span, 1.0), 60)
    return np.concatenate((-falling, [0.0]))


def _growth(slopes: Floats, x: Floats, there: Bools | None = None) -> tuple[Floats, Floats]:
    """exp(b · x) of each slope and each size that is there, over its largest value; and the logarithm of that."""
    powers = slopes[:, None] * x
    if there is not None:
        powers = np.where(there, powers, -np.inf)
    largest = powers.max(axis=1)
    return np.exp(powers - largest[:, None]), largest


def _explained(grid: Floats, x: Floats, rates: Floats, there: Bools) -> Floats:
    """How much of the sum of squares the best curve of each slope takes away: (Σ y·e)² / Σ e²."""
    growth, _ = _growth(grid, x)
    return np.asarray((rates @ growth.T) ** 2 / np.maximum(there @ (growth**2).T, 1e-300))


def _rises(slopes: Floats, x: Floats, rates: Floats, there: Bools) -> Bools:
    """Whether more would be taken away with a slightly greater slope: the sign of the derivative."""
    growth, _ = _growth(slopes, x, there)
    fitted, squares = rates * growth, growth**2
    return np.asarray((fitted @ x) * squares.sum(1) > fitted.sum(1) * (squares @ x))


def curves(
    rates: ErrorRates,
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    more: Callable[[], None] = lambda: None,
) -> tuple[Curve, ...]:
    """The curve of each bin; `more` is called now and then, and may raise to end the work."""
    if not rates.sizes:
        return ()
    places = _places(rates.sizes[0], rates.units)
    sizes = np.array(rates.sizes, dtype=np.float64)
    samples = _Samples(rates, resamples)
    found = []
    for number in range(len(rates.pairs)):
        more()
        found.append(_curve(samples.of_bin(number), sizes, places, level))
    return tuple(found)


def _places(smallest: int, units: int) -> tuple[int, ...]:
    """Sizes at which a curve is given: up to all units, and last twice as many."""
    count = min(units - smallest + 1, MOST_PLACES)
    return (*(int(size) for size in np.rint(np.linspace(smallest, units, count))), 2 * units)


class _Samples:
    """Error rates of all trials and of samples of them."""

    def __init__(self, rates: ErrorRates, resamples: int) -> None:
        self._rates = rates
        trials = rates.cases.shape[1]
        draws = Draws(rates.seed, "samples of trials")
        drawn = [draws.spawn(str(size)).choices([trials] * trials, resamples) for size in rates.sizes]
        once = np.ones((len(drawn), 1, trials), np.int64)
        times = np.array([[np.bincount(row, minlength=trials) for row in of_size] for of_size in drawn])
        self._times = np.concatenate((once, times.reshape(len(drawn), -1, trials)), axis=1)

    def of_bin(self, number: int) -> tuple[Floats, Bools]:
        """Rows of the rates by size, the first of all trials; and where there were cases."""
        cases, errors = (
            np.einsum("srt,st->rs", self._times, counts[:, :, number])
            for counts in (self._rates.cases, self._rates.errors)
        )
        return np.asarray(errors / np.maximum(cases, 1)), cases > 0


def _curve(samples: tuple[Floats, Bools], sizes: Floats, places: Sequence[int], level: float) -> Curve:
    rates, there = samples
    if there[0].sum() < FEWEST_POINTS:
        return _without(
            say("Fewer than {number} set sizes have differences in this range.", number=FEWEST_POINTS), ()
        )
    if not rates[0].any():
        return _without(
            say("No error was seen at any set size."), [At(size, 0.0, 0.0, 0.0) for size in places]
        )
    rates, there, sizes = rates[:, there[0]], there[:, there[0]], sizes[there[0]]
    enough = there.sum(axis=1) >= FEWEST_POINTS
    starts, slopes = best_curves(sizes, rates[enough], there[enough])
    values = np.exp(np.minimum(starts[:, None] + slopes[:, None] * (np.array(places) - sizes[0]), 0.0))
    at = tuple(map(At, places, values[0].tolist(), *_band(values[1:], of=len(rates) - 1)))
    start, slope = float(starts[0]), float(slopes[0])
    if slope < -0.999 * STEEPEST:
        return _without(say("Almost all errors occur in the smallest sets."), at)
    needed, why_not = _needed(start, slope, int(sizes[0]), level)
    with np.errstate(over="ignore"):
        a = float(np.exp(start - slope * sizes[0]))
    return Curve(a, slope, at[:-1], at[-2], at[-1], needed, why_not)


def untold(reason: str) -> Curve:
    """A bin of which too little is known for a curve."""
    return _without(reason, ())


def _without(reason: str, at: Sequence[At]) -> Curve:
    """No curve; rates of all sizes, the last twice the units, where there is nothing else that they can be."""
    full, double = (at[-2], at[-1]) if at else (None, None)
    return Curve(None, None, tuple(at[:-1]), full, double, None, reason, reason)


def _band(values: Floats, of: int) -> tuple[list[float | None], list[float | None]]:
    """The band at each place; none where fewer than half of the samples have a curve."""
    if not of or 2 * len(values) < of:
        return [None] * values.shape[1], [None] * values.shape[1]
    low, high = np.percentile(values, PERCENTILES, axis=0).tolist()
    return low, high


def _needed(start: float, slope: float, smallest: int, level: float) -> tuple[int | None, str]:
    """The fewest units with an error rate of at most the level; else why there is no such number.

    The curve starts at the smallest size with this logarithm.
    """
    if start <= log(level):
        return None, say("The error rate is already that low with sets of {size}.", size=str(smallest))
    if slope >= 0:
        return None, say("The error rate does not fall as sets grow.")
    units = smallest + ceil(round((log(level) - start) / slope, DIGITS))
    return (units, "") if units <= MOST_NEEDED else (None, say("It would take more than {n}.", n=MOST_NEEDED))


def _fitted(value: float | None) -> float | None:
    """A number as it is shown, to the digits that a fit has on every machine."""
    return None if value is None else shown(float(f"{value:.{DIGITS}g}"))
