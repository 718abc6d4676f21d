"""What the study of one-judge qrels found, and its form as JSON."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from scoring.evaluate.report import plain
from scoring.measures.base import Value
from scoring.say import sentence
from scoring.studies.boxes import quantile
from scoring.studies.exact import OverAll
from scoring.studies.kendall import Correlation, tau_of
from scoring.studies.numbers import shown
from scoring.studies.panel import Panel
from scoring.studies.tally import Spread

OUTLIERS = sentence(
    "Runs whose score is below Q1 - 1.5 · (Q3 - Q1), the quartiles of the scores by the reference."
)


class RunRow(NamedTuple):
    """A run's scores by one-judge qrels: over the sample, and over all of them."""

    mean: float
    sigma: float | None
    low: float
    high: float
    varying: int  # questions whose value depends on the judge
    exact: OverAll | None

    def as_json(self) -> dict[str, Any]:
        """The row as JSON holds it."""
        whole = self.exact
        return {
            "mean": shown(self.mean),
            "sigma": shown(self.sigma),
            "min": shown(self.low),
            "max": shown(self.high),
            "varying": self.varying,
            "exact_mean": shown(whole.mean) if whole else None,
            "exact_sigma": shown(sqrt(whole.variance)) if whole else None,
            "exact_min": shown(whole.low) if whole else None,
            "exact_max": shown(whole.high) if whole else None,
        }


class Spreads(NamedTuple):
    """Many correlations: mean, least and greatest of each coefficient; None where it is undefined somewhere."""

    swaps: Spread
    runs: int
    tau_b: Spread | None
    tau_ap: Spread | None

    @property
    def tau(self) -> Spread:
        """Of Kendall's tau: the fewer swaps, the greater."""
        found = (
            tau_of(Fraction(swaps), self.runs) for swaps in (self.swaps.mean, self.swaps.high, self.swaps.low)
        )
        return Spread(*(float(one or 0) for one in found))

    def as_json(self) -> dict[str, Any]:
        """All coefficients as JSON holds them."""
        return {name: _spread(getattr(self, name)) for name in ("tau", "swaps", "tau_b", "tau_ap")}


def _spread(spread: Spread | None) -> dict[str, float | None]:
    return {
        "mean": shown(spread.mean) if spread else None,
        "min": shown(spread.low) if spread else None,
        "max": shown(spread.high) if spread else None,
    }


class Swap(NamedTuple):
    """How often two runs swapped."""

    a: str  # the better in the reference; by the mean of the sample where there is none
    b: str
    difference: Fraction | None  # of their scores there
    a_better: int  # samples
    b_better: int
    ties: int

    @property
    def swaps(self) -> int:
        """Samples whose order is the rarer one."""
        return min(self.a_better, self.b_better)

    def as_json(self) -> dict[str, Any]:
        """The pair as JSON holds it. Half of the samples is the greatest number of swaps that there can be."""
        samples = self.a_better + self.b_better + self.ties
        return {
            "a": self.a,
            "b": self.b,
            "difference": shown(self.difference),
            "swaps": self.swaps,
            "p_all": shown(Fraction(self.swaps, samples)),
            "p_half": shown(Fraction(2 * self.swaps, samples)),
            "a_better": self.a_better,
            "b_better": self.b_better,
            "ties": self.ties,
        }


class OneJudge(NamedTuple):
    """The whole study of a panel."""

    panel: Panel
    samples: int
    seed: int
    subsample: int
    excluded: tuple[str, ...]
    rows: Mapping[str, RunRow]
    within: Spreads | None
    with_reference: Spreads | None
    others: Mapping[str, Correlation | None]  # of the reference with the rankings by other rules
    swaps: tuple[Swap, ...]
    apart: Fraction  # differences greater than this count
    often: int  # pairs with more swaps than this are drawn
    reasons: Mapping[str, str]  # why something is undefined

    @property
    def counts(self) -> dict[str, int]:
        """How many pairs there are, swapped ever, did so far apart, and are drawn in Figure 2."""
        swapped = [pair for pair in self.swaps if pair.swaps]
        apart = [pair for pair in swapped if pair.difference is not None and pair.difference > self.apart]
        return {
            "pairs": len(self.swaps),
            "swapped": len(swapped),
            "swapped_apart": len(apart),
            "plotted": len(self.plotted),
        }

    @property
    def plotted(self) -> list[Swap]:
        """The pairs of Figure 2."""
        return [
            pair
            for pair in self.swaps
            if pair.difference is not None and pair.difference > self.apart and pair.swaps > self.often
        ]

    @property
    def outside(self) -> dict[str, list[str]]:
        """By rule the runs whose score lies outside of all that the sample has; they are in Figure 1."""
        return {
            rule: [run for run, score in scores.items() if score is not None and self._is_outside(run, score)]
            for rule, scores in self.panel.scores.items()
        }

    def _is_outside(self, run: str, score: Value) -> bool:
        row = self.rows[run]
        return not row.low - 1e-12 <= float(score or 0) <= row.high + 1e-12

    def as_json(self) -> dict[str, Any]:
        """The study as JSON holds it."""
        taus = {"within": self.within, "with_adjudicated": self.with_reference}
        panel = self.panel
        return {
            "samples": self.samples,
            "seed": self.seed,
            "excluded": list(self.excluded),
            "label": panel.label,
            "measure": panel.measure,
            "unit": panel.unit,
            "reference": panel.reference,
            "subsample": self.subsample,
            "questions": len(panel.questions),
            "one_judge": {run: row.as_json() for run, row in self.rows.items()},
            "qrels": {
                run: {rule: shown_value(scores[run]) for rule, scores in panel.scores.items()}
                for run in panel.runs
            },
            "outside": self.outside,
            "kendall": {
                **{name: _spread(one.tau) if one else None for name, one in taus.items()},
                **{rule: shown(one.tau) if one else None for rule, one in self.others.items()},
            },
            "correlations": {
                name: one.as_json() if one else None for name, one in {**taus, **self.others}.items()
            },
            "swaps": [pair.as_json() for pair in self.swaps],
            "counts": self.counts,
            "cut_offs": {"difference": shown(self.apart), "swaps": self.often},
            "figure_2": [
                {"a": pair.a, "b": pair.b, "difference": shown(pair.difference), "swaps": pair.swaps}
                for pair in self.plotted
            ],
            "outliers": {"rule": OUTLIERS, "runs": outliers(panel.scores.get(panel.reference, {}))},
            "reasons": dict(self.reasons),
        }


def shown_value(value: Value) -> float | None:
    """A score as JSON holds it."""
    return shown(plain(value))


def outliers(scores: Mapping[str, Value]) -> list[str]:
    """The runs that are far below all others (Tukey 1977); the quartiles lie linearly between neighbouring scores."""
    values = sorted(Fraction(value) for value in scores.values() if value is not None)
    if not values:
        return []
    low, high = quantile(values, Fraction(1, 4)), quantile(values, Fraction(3, 4))
    fence = low - Fraction(3, 2) * (high - low)
    return sorted(run for run, value in scores.items() if value is not None and value < fence)
