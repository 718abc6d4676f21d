"""How large a difference between two runs must be to be trusted, and how often it is that large.

Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 3.2: the smallest difference whose error rate,
with all units of the evaluation, is at most 5 %; how many units that takes; and the share of pairs of runs that differ so
much.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any, NamedTuple

from scoring.evaluate.units import UnitTable
from scoring.say import say
from scoring.studies.curves_fit import LEVEL, RESAMPLES, Curve, curves, untold
from scoring.studies.numbers import shown
from scoring.studies.split_half import (
    BIN_WIDTH,
    BINNINGS,
    SMALLEST,
    TRIALS,
    ErrorRates,
    Progress,
    best_runs,
    error_rates_by_binning,
    set_sizes,
    why_not,
)


class Headline(NamedTuple):
    """The smallest difference that can be trusted, or why there is none."""

    difference: Fraction | None  # differences of at least so much
    rate: float | None  # the error rate of its bin with all units
    needed: int | None  # the fewest units at which its bin reaches the level
    needed_reason: str
    pairs: int
    pairs_at_least: int | None  # that differ so much over all units
    reason: str = ""

    @property
    def share(self) -> Fraction | None:
        """The share of pairs that differ so much."""
        return (
            Fraction(self.pairs_at_least, self.pairs)
            if self.pairs_at_least is not None and self.pairs
            else None
        )

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        rate = None if self.rate is None else shown(round(self.rate, 9))
        return {
            **self._asdict(),
            "difference": shown(self.difference),
            "rate": rate,
            "share": shown(self.share),
        }


class Variant(NamedTuple):
    """The headline under other choices."""

    binning: str
    best_per_team: bool
    runs: int
    headline: Headline

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {**self._asdict(), "headline": self.headline.as_json()}


class Reliability(NamedTuple):
    """Error rates, their curves, and what follows."""

    rates: ErrorRates
    curves: tuple[Curve, ...]
    level: float
    resamples: int
    headline: Headline
    sensitivity: tuple[Variant, ...]

    def as_json(self) -> dict[str, Any]:
        """The settings, the headline under every choice, and all bins."""
        return {
            **self.rates.settings(),
            "level": self.level,
            "resamples": self.resamples,
            "headline": self.headline.as_json(),
            "sensitivity": [variant.as_json() for variant in self.sensitivity],
            "bins": [self.bin_as_json(number) for number in range(len(self.curves))],
        }

    def bin_as_json(self, number: int) -> dict[str, Any]:
        """The points and the curve of a bin, and whether it has a part in the headline."""
        return {
            **self.rates.bin_as_json(number),
            **self.curves[number].as_json(),
            "counts": counts(self.rates, number, self.level),
        }


def counts(rates: ErrorRates, number: int, level: float) -> bool:
    """Whether a bin has enough cases to tell: as many as make one error in them the level, at the larger half of sizes.

    Large differences that a few small sets happened to show say nothing of large sets.
    """
    return bool(rates.cases[len(rates.sizes) // 2 :, :, number].sum() * level >= 1)


def _with_enough_cases(rates: ErrorRates, found: Sequence[Curve], level: float) -> tuple[Curve, ...]:
    """The curves of the bins that have enough cases; of the others nothing is said but why."""
    least = ceil(1 / Fraction(repr(level)))
    reason = say("Fewer than {n} comparisons of the larger sets fall into this range.", n=least)
    return tuple(
        curve if counts(rates, number, level) else untold(reason) for number, curve in enumerate(found)
    )


def headline(rates: ErrorRates, found: Sequence[Curve], level: float = LEVEL) -> Headline:
    """The smallest bin that, like all larger ones, has an error rate of at most the level with all units.

    A bin of which too little is known neither is that bin nor stands in its way.
    """
    pairs = int(rates.pairs.sum())
    nothing = Headline(None, None, None, "", pairs, None, rates.reason)
    known = [
        (number, curve.full.rate)
        for number, curve in enumerate(found)
        if curve.full and counts(rates, number, level)
    ]
    if rates.reason:
        return nothing
    if not known:
        return nothing._replace(reason=say("No difference occurs often enough to tell how error rates fall."))
    low = _last_run(known, level)
    if low is None:
        least = float(known[-1][0] * rates.bin_width)
        return nothing._replace(
            reason=say(
                "Even differences of {least} and more have an error rate above {level} %.",
                least=f"{least:g}",
                level=f"{100 * level:g}",
            )
        )
    curve = found[low]
    return Headline(
        difference=low * rates.bin_width,
        rate=curve.full.rate if curve.full else None,
        needed=curve.needed,
        needed_reason=curve.needed_reason,
        pairs=pairs,
        pairs_at_least=int(rates.pairs[low:].sum()),
    )


def _last_run(known: Sequence[tuple[int, float]], level: float) -> int | None:
    """The first of the bins at the end that are all at most at the level."""
    low = None
    for number, rate in reversed(known):
        if rate > level:
            break
        low = number
    return low


def reliability(
    table: UnitTable,
    *,
    sizes: Sequence[int] | None = None,
    trials: int = TRIALS,
    seed: int = 1,
    bin_width: Fraction | float | str = BIN_WIDTH,
    binning: str = "first",
    best_per_team: bool = False,
    min_size: int = SMALLEST,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    progress: Progress | None = None,
) -> Reliability:
    """The whole study of a table: see `error_rates` and `curves` for its settings."""
    if binning not in BINNINGS:
        raise ValueError(f"{binning!r} is none of {', '.join(BINNINGS)}")
    counted = _Counted(table, best_per_team, sizes, min_size, progress)
    error_rates_of = partial(
        error_rates_by_binning,
        table,
        sizes=sizes,
        trials=trials,
        seed=seed,
        bin_width=bin_width,
        min_size=min_size,
        progress=counted.step,
    )
    rates = error_rates_of(BINNINGS, best_per_team=best_per_team)
    found = _with_enough_cases(
        rates[binning], curves(rates[binning], level=level, resamples=resamples, more=counted.again), level
    )
    chosen = headline(rates[binning], found, level)
    variants = [_variant(rates[name], level) for name in BINNINGS if name != binning]
    if counted.passes == 2:
        other = error_rates_of((binning,), best_per_team=not best_per_team)
        variants.append(_variant(other[binning], level))
    this = Variant(binning, best_per_team, len(rates[binning].runs), chosen)
    return Reliability(rates[binning], found, level, resamples, chosen, (this, *variants))


def _variant(rates: ErrorRates, level: float) -> Variant:
    found = headline(rates, curves(rates, level=level, resamples=0), level)
    return Variant(rates.binning, rates.best_per_team, len(rates.runs), found)


class _Counted:
    """How far the study is: one pass over the set sizes, and one more where teams have several runs."""

    def __init__(
        self,
        table: UnitTable,
        best_per_team: bool,
        sizes: Sequence[int] | None,
        min_size: int,
        progress: Progress | None,
    ) -> None:
        self._progress, self._done = progress, 0
        best = best_runs(table)
        self.passes = 2 if 1 < len(best.runs) < len(table.runs) else 1
        compared = best if best_per_team else table
        sizes_there = () if why_not(compared, min_size) else set_sizes(table, sizes, min_size)
        self._total = self.passes * len(sizes_there)

    def step(self, done: int, total: int) -> None:
        """One size more."""
        self._done += 1
        self.again()

    def again(self) -> None:
        """No farther; whoever listens may end the work."""
        if self._progress and self._total:
            self._progress(self._done, self._total)
