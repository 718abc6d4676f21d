"""A machine against people item by item: what each called what, coefficients of agreement, and bias by grade and by run.

Compared are the items that the machine judged and of which people are of one mind or somebody decided (people's grade).

kappa, alpha  of the two (Cohen 1960; Krippendorff 2011, nominal), as scoring.agreement has them
kinder        the machine's grade is the better one on the scale; stricter: the worse one
bias of a run of the distinct items that it gave: those that the machine calls right less those that people do, over all
apart         bias of a run less that of all items given by the others: above 0 the machine is kinder to this run

Intervals are bootstraps over questions, since items of one question are not independent (Efron and Tibshirani 1993,
chapter 13): percentiles, 95 %. Many runs are compared at once, so that some interval misses 0 by chance alone. A run is
marked only where |apart| / its deviation exceeds what the largest of all runs stays below in 95 % of the resamples, each
taken from its own mean (the bootstrap max-T of Westfall and Young 1993, Resampling-Based Multiple Testing, section 2.2).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.agreement.coefficients import Cells, alpha, kappa
from scoring.agreement.ratings import Pattern
from scoring.evaluate import Scorer
from scoring.forms.base import correct_grades
from scoring.records import Item
from scoring.studies.draws import Draws
from scoring.studies.numbers import shown

RESAMPLES = 1000
LEVEL = 0.95
Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A number with its interval; None where it is undefined, and where there is no interval."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def as_json(self) -> dict[str, float | None]:
        """The number and the ends of its interval."""
        return {"value": shown(self.value), "low": shown(self.low), "high": shown(self.high)}


class OfGrade(NamedTuple):
    """What the machine makes of the items to which people gave one grade."""

    grade: str
    items: int
    same: int
    kinder: int
    stricter: int


class OfRun(NamedTuple):
    """How kind the machine is to one run."""

    run_id: str
    items: int
    bias: Estimate
    apart: Estimate
    is_marked: bool


class ByItem(NamedTuple):
    """All of it."""

    labels: tuple[str, ...]  # best first
    counts: tuple[tuple[int, ...], ...]  # a row for each grade of people, a column for each of the machine
    questions: int
    kappa: Estimate
    alpha: Estimate
    leaning: Estimate  # share of items to which it is kinder less that to which it is stricter
    grades: tuple[OfGrade, ...]
    runs: tuple[OfRun, ...]  # in code-point order
    seed: int
    resamples: int

    @property
    def items(self) -> int:
        """How many both judged."""
        return sum(map(sum, self.counts))

    def as_json(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        return {
            "labels": list(self.labels),
            "counts": [list(row) for row in self.counts],
            "items": self.items,
            "questions": self.questions,
            "kappa": self.kappa.as_json(),
            "alpha": self.alpha.as_json(),
            "leaning": self.leaning.as_json(),
            "grades": [one._asdict() for one in self.grades],
            "runs": [
                {
                    "run_id": one.run_id,
                    "items": one.items,
                    "bias": one.bias.as_json(),
                    "apart": one.apart.as_json(),
                    "marked": one.is_marked,
                }
                for one in self.runs
            ],
            "seed": self.seed,
            "resamples": self.resamples,
            "level": LEVEL,
        }


def by_item(
    scorer: Scorer,
    machine: Mapping[Item, str],
    people: Mapping[Item, str],
    seed: int = 1,
    resamples: int = RESAMPLES,
) -> ByItem:
    """Hold a machine's grades against those of people, over the questions of the scorer."""
    retained = {question.qid for question in scorer.questions}
    items = sorted(item for item in machine.keys() & people.keys() if item.qid in retained)
    qids = sorted({item.qid for item in items})
    labels = _labels(scorer, {grade for item in items for grade in (machine[item], people[item])})
    tables = _tables(items, qids, labels, machine, people)
    weights = _weights(len(qids), seed, resamples)
    cells: Cells = Counter((people[item], machine[item]) for item in items)
    whole = tables.sum(axis=0)
    steps = _steps(labels)
    leaning = _leaning(whole[None], steps)
    return ByItem(
        labels=labels,
        counts=tuple(tuple(int(count) for count in row) for row in whole),
        questions=len(qids),
        kappa=_estimate(_kappa_of(cells), _resampled(tables, weights, _kappas)),
        alpha=_estimate(_alpha_of(cells), _resampled(tables, weights, _alphas)),
        leaning=_estimate(
            float(leaning[0]) if items else None,
            _resampled(tables, weights, lambda some: _leaning(some, steps)),
        ),
        grades=_by_grade(labels, whole, steps),
        runs=_by_run(scorer, items, qids, machine, people, weights),
        seed=seed,
        resamples=resamples,
    )


def _labels(scorer: Scorer, grades: set[str]) -> tuple[str, ...]:
    """The grades of the questions' scales, best first, the widest scale first; then any others that were given."""
    kinds = (scorer.kinds[question.qid] for question in scorer.questions)
    scales = {scale.grades for kind in kinds for scale in (kind.scale, kind.passage_scale) if scale}
    ordered = sorted(scales, key=lambda grades: (-len(grades), grades))
    known = dict.fromkeys(grade for scale in ordered for grade in scale)
    return (*known, *sorted(grades - known.keys()))


def _tables(
    items: Sequence[Item],
    qids: Sequence[str],
    labels: Sequence[str],
    machine: Mapping[Item, str],
    people: Mapping[Item, str],
) -> Floats:
    """How often which was said of items, by question: (questions, grades of people, grades of the machine)."""
    place = {qid: number for number, qid in enumerate(qids)}
    column = {label: number for number, label in enumerate(labels)}
    found = np.zeros((len(qids), len(labels), len(labels)))
    for item in items:
        found[place[item.qid], column[people[item]], column[machine[item]]] += 1
    return found


def _weights(questions: int, seed: int, resamples: int) -> Floats:
    """How often each question is in each resample: (resamples, questions)."""
    if questions < 2:
        return np.zeros((0, questions))
    drawn = Draws(seed).spawn("machine-items").choices([questions] * questions, resamples)
    return np.stack([np.bincount(row, minlength=questions) for row in drawn]).astype(np.float64)


def _resampled(tables: Floats, weights: Floats, statistic: Any) -> Floats:
    """A statistic of tables, of each resample."""
    if not len(weights):
        return np.zeros(0)
    flat = weights @ tables.reshape(len(tables), -1)
    found: Floats = statistic(flat.reshape(len(weights), *tables.shape[1:]))
    return found


def _kappa_of(cells: Cells) -> float | None:
    return _plain(kappa(cells).value) if cells else None


def _alpha_of(cells: Cells) -> float | None:
    patterns: Counter[Pattern] = Counter()
    for (people, machine), count in cells.items():
        patterns[("machine", machine), ("people", people)] += count
    return _plain(alpha(patterns).value) if cells else None


def _plain(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _kappas(tables: Floats) -> Floats:
    """Cohen's kappa of each table; NaN where it divides by nothing."""
    total = tables.sum(axis=(1, 2))
    alike = np.trace(tables, axis1=1, axis2=2)
    chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (alike * total - chance) / (total * total - chance)
    return found


def _alphas(tables: Floats) -> Floats:
    """Krippendorff's nominal alpha of each table of two judges; NaN where it divides by nothing."""
    size = 2 * tables.sum(axis=(1, 2))
    unlike = size - 2 * np.trace(tables, axis1=1, axis2=2)
    totals = tables.sum(axis=1) + tables.sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = 1 - (size - 1) * unlike / (size * size - (totals * totals).sum(axis=1))
    return found


def _steps(labels: Sequence[str]) -> Floats:
    """1 where the machine's grade (column) is better than people's (row), -1 where it is worse."""
    places = np.arange(len(labels))
    found: Floats = np.sign(places[:, None] - places[None, :]).astype(np.float64)
    return found


def _leaning(tables: Floats, steps: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (tables * steps).sum(axis=(1, 2)) / tables.sum(axis=(1, 2))
    return found


def _estimate(value: float | None, resampled: Floats) -> Estimate:
    """A number with the percentiles of its resamples; without an interval where some of them are undefined."""
    if value is None or not len(resampled) or np.isnan(resampled).any():
        return Estimate(value)
    low, high = np.quantile(resampled, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, float(low), float(high))


def _by_grade(labels: Sequence[str], whole: Floats, steps: Floats) -> tuple[OfGrade, ...]:
    rows = []
    for number, grade in enumerate(labels):
        row, step = whole[number], steps[number]
        counts = (row.sum(), row[number], row[step > 0].sum(), row[step < 0].sum())
        rows.append(OfGrade(grade, *map(int, counts)))
    return tuple(rows)


def _by_run(
    scorer: Scorer,
    items: Sequence[Item],
    qids: Sequence[str],
    machine: Mapping[Item, str],
    people: Mapping[Item, str],
    weights: Floats,
) -> tuple[OfRun, ...]:
    """The bias of the machine to each run that gave any of the items."""
    right = correct_grades(scorer.kinds)
    favour = {item: (machine[item] in right[item.qid]) - (people[item] in right[item.qid]) for item in items}
    given = _given(scorer, favour)
    if not given:
        return ()
    place = {qid: number for number, qid in enumerate(qids)}
    sums, counts = np.zeros((2, len(given), len(qids)))
    for number, of_run in enumerate(given.values()):
        for item in of_run:
            sums[number, place[item.qid]] += favour[item]
            counts[number, place[item.qid]] += 1
    bias, apart = _biases(sums, counts, np.ones((1, len(qids))))
    more_bias, more_apart = _biases(sums, counts, weights)
    marked = _marked(apart[0], more_apart)
    return tuple(
        OfRun(
            run_id,
            int(counts[number].sum()),
            _estimate(float(bias[0, number]), more_bias[:, number]),
            _estimate(_defined(apart[0, number]), more_apart[:, number]),
            bool(marked[number]),
        )
        for number, run_id in enumerate(given)
    )


def _given(scorer: Scorer, favour: Mapping[Item, int]) -> dict[str, set[Item]]:
    """The compared items that each run gave; runs without any are left out."""
    found: defaultdict[str, set[Item]] = defaultdict(set)
    for run_id, responses in scorer.evaluation.responses.items():
        for response in responses:
            if (item := response.item) is not None and item in favour:
                found[run_id].add(item)
    return dict(sorted(found.items()))


def _biases(sums: Floats, counts: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The bias of each run, and how far it is from that of the others: (resamples, runs) each."""
    own, size = weights @ sums.T, weights @ counts.T
    others, rest = own.sum(axis=1, keepdims=True) - own, size.sum(axis=1, keepdims=True) - size
    with np.errstate(invalid="ignore", divide="ignore"):
        bias = own / size
        apart = bias - others / rest
    return bias, apart


def _marked(apart: Floats, resampled: Floats) -> NDArray[np.bool_]:
    """The runs that are farther from the others than the farthest of all by chance."""
    nothing: NDArray[np.bool_] = np.zeros(len(apart), dtype=bool)
    usable = ~np.isnan(apart) & ~np.isnan(resampled).any(axis=0) if len(resampled) else nothing
    deviation = resampled[:, usable].std(axis=0, ddof=1) if usable.any() else np.zeros(0)
    varies = deviation > 1e-12
    if not varies.any():
        return nothing
    places = np.flatnonzero(usable)[varies]
    drawn = resampled[:, places]
    largest = (np.abs(drawn - drawn.mean(axis=0)) / deviation[varies]).max(axis=1)
    nothing[places] = np.abs(apart[places]) / deviation[varies] > np.quantile(largest, LEVEL)
    return nothing


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
