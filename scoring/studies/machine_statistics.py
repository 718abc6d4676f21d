"""Numbers of two judges with their intervals: coefficients, leaning, and bias by run, over bootstraps of questions.

Items of one question are not independent, so that questions are drawn (Efron and Tibshirani 1993, chapter 13). Which percentiles
make an interval, and of how many questions there is one, `scoring.intervals` says. The bound from which on a run is marked lies
as far out as Student's t has it, too. `machine_items` and `machine_matches` say what is compared.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from scoring.agreement.coefficients import Cells, alpha, kappa
from scoring.agreement.ratings import Pattern
from scoring.arrays import Bools, Floats, np
from scoring.intervals import FEWEST, LEVEL, tails, wider
from scoring.intervals.student import student_quantile
from scoring.say import say
from scoring.studies.draws import Draws
from scoring.studies.numbers import shown

RESAMPLES = 1000
SUREST = 1 - 1e-12  # a probability beyond which no bound is looked for


class Estimate(NamedTuple):
    """A number with its interval; None where it is undefined, and where there is no interval."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def as_json(self) -> dict[str, float | None]:
        """The number and the ends of its interval."""
        return {"value": shown(self.value), "low": shown(self.low), "high": shown(self.high)}


class OfRun(NamedTuple):
    """How kind the machine is to one run."""

    run_id: str
    items: int
    bias: Estimate
    apart: Estimate
    is_marked: bool

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "run_id": self.run_id,
            "items": self.items,
            "bias": self.bias.as_json(),
            "apart": self.apart.as_json(),
            "marked": self.is_marked,
        }


def weights_of(questions: int, seed: int, resamples: int) -> Floats:
    """How often each question is in each resample: (resamples, questions). No resamples of fewer than FEWEST questions."""
    if questions < FEWEST:
        return np.zeros((0, questions))
    drawn = Draws(seed).spawn("machine-items").choices([questions] * questions, resamples)
    return np.stack([np.bincount(row, minlength=questions) for row in drawn]).astype(np.float64)


def without_intervals(questions: int) -> str:
    """Why there are no intervals over so few questions; empty where there are."""
    if not 0 < questions < FEWEST:
        return ""
    return say(
        "Over fewer than {fewest} questions no interval is given, and no run is marked.", fewest=FEWEST
    )


def resamples_of(tables: Floats, weights: Floats, statistic: Any) -> Floats:
    """A statistic of tables, of each resample."""
    if not len(weights):
        return np.zeros(0)
    flat = weights @ tables.reshape(len(tables), -1)
    found: Floats = statistic(flat.reshape(len(weights), *tables.shape[1:]))
    return found


def kappa_of(cells: Cells) -> float | None:
    return _plain(kappa(cells).value) if cells else None


def alpha_of(cells: Cells) -> float | None:
    patterns: Counter[Pattern] = Counter()
    for (people, machine), count in cells.items():
        patterns[("machine", machine), ("people", people)] += count
    return _plain(alpha(patterns).value) if cells else None


def _plain(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def kappas(tables: Floats) -> Floats:
    """Cohen's kappa of each table; NaN where it divides by nothing."""
    total = tables.sum(axis=(1, 2))
    alike = np.trace(tables, axis1=1, axis2=2)
    chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (alike * total - chance) / (total * total - chance)
    return found


def alphas(tables: Floats) -> Floats:
    """Krippendorff's nominal alpha of each table of two judges; NaN where it divides by nothing."""
    size = 2 * tables.sum(axis=(1, 2))
    unlike = size - 2 * np.trace(tables, axis1=1, axis2=2)
    totals = tables.sum(axis=1) + tables.sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = 1 - (size - 1) * unlike / (size * size - (totals * totals).sum(axis=1))
    return found


def steps_of(labels: Sequence[str]) -> Floats:
    """1 where the machine's grade (column) is better than people's (row), -1 where it is worse."""
    places = np.arange(len(labels))
    found: Floats = np.sign(places[:, None] - places[None, :]).astype(np.float64)
    return found


def leaning_of(tables: Floats, steps: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (tables * steps).sum(axis=(1, 2)) / tables.sum(axis=(1, 2))
    return found


def estimate(value: float | None, resampled: Floats, questions: int) -> Estimate:
    """A number with the percentiles of its resamples; without an interval where some of them are undefined."""
    if value is None or not len(resampled) or np.isnan(resampled).any():
        return Estimate(value)
    low, high = np.quantile(resampled, tails(questions))
    return Estimate(value, float(low), float(high))


def _as_student(bound: float, questions: int) -> float:
    """The bound of Student's t that is exceeded as seldom as a normal one, on the deviation among resamples."""
    return student_quantile(min(NormalDist().cdf(bound), SUREST), questions - 1) * wider(questions)


def biases(sums: Floats, counts: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The bias of each run, and how far it is from that of the others: (resamples, runs) each."""
    own, size = weights @ sums.T, weights @ counts.T
    others, rest = own.sum(axis=1, keepdims=True) - own, size.sum(axis=1, keepdims=True) - size
    with np.errstate(invalid="ignore", divide="ignore"):
        bias = own / size
        apart = bias - others / rest
    return bias, apart


def marked_runs(apart: Floats, resampled: Floats, questions: int) -> Bools:
    """The runs that are farther from the others than the farthest of all by chance."""
    nothing: Bools = np.zeros(len(apart), dtype=bool)
    usable = ~np.isnan(apart) & ~np.isnan(resampled).any(axis=0) if len(resampled) else nothing
    deviation = resampled[:, usable].std(axis=0, ddof=1) if usable.any() else np.zeros(0)
    varies = deviation > 1e-12
    if not varies.any():
        return nothing
    places = np.flatnonzero(usable)[varies]
    drawn = resampled[:, places]
    largest = (np.abs(drawn - drawn.mean(axis=0)) / deviation[varies]).max(axis=1)
    bound = _as_student(float(np.quantile(largest, LEVEL)), questions)
    nothing[places] = np.abs(apart[places]) / deviation[varies] > bound
    return nothing


def defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def bias_by_run(
    given: Mapping[str, Iterable[tuple[str, int]]], qids: Sequence[str], weights: Floats
) -> tuple[OfRun, ...]:
    """The bias of a machine to each run: of each thing that the run gave its question, and whom it favours there (1, 0, -1)."""
    if not given:
        return ()
    place = {qid: number for number, qid in enumerate(qids)}
    sums, counts = np.zeros((2, len(given), len(qids)))
    for number, of_run in enumerate(given.values()):
        for qid, favour in of_run:
            sums[number, place[qid]] += favour
            counts[number, place[qid]] += 1
    bias, apart = biases(sums, counts, np.ones((1, len(qids))))
    more_bias, more_apart = biases(sums, counts, weights)
    marked = marked_runs(apart[0], more_apart, len(qids))
    return tuple(
        OfRun(
            run_id,
            int(counts[number].sum()),
            estimate(float(bias[0, number]), more_bias[:, number], len(qids)),
            estimate(defined(apart[0, number]), more_apart[:, number], len(qids)),
            bool(marked[number]),
        )
        for number, run_id in enumerate(given)
    )
