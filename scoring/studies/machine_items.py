"""A machine against people item by item: what each called what, coefficients of agreement, and bias by grade and by run.

Compared are the items that the machine judged and of which people are of one mind or somebody decided (people's grade).

kappa, alpha  of the two (Cohen 1960; Krippendorff 2011, nominal), as scoring.agreement has them
kinder        the machine's grade is the better one on the scale; stricter: the worse one
bias of a run of the distinct items that it gave: those that the machine calls right less those that people do, over all
apart         bias of a run less that of all items given by the others: above 0 the machine is kinder to this run

Intervals are bootstraps over questions, since items of one question are not independent (Efron and Tibshirani 1993,
chapter 13): percentiles, 95 %, widened for few questions as `machine_statistics` says. Many runs are compared at once, so that some interval misses 0 by chance alone. A run is
marked only where |apart| / its deviation exceeds what the largest of all runs stays below in 95 % of the resamples, each
taken from its own mean (the bootstrap max-T of Westfall and Young 1993, Resampling-Based Multiple Testing, section 2.2).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.agreement.coefficients import Cells
from scoring.arrays import Floats, np
from scoring.evaluate import Scorer
from scoring.forms.base import correct_grades
from scoring.intervals import LEVEL
from scoring.records import Item
from scoring.studies.machine_statistics import (
    RESAMPLES,
    Estimate,
    OfRun,
    alpha_of,
    alphas,
    bias_by_run,
    estimate,
    kappa_of,
    kappas,
    leaning_of,
    resamples_of,
    steps_of,
    weights_of,
)


class OfGrade(NamedTuple):
    """What the machine makes of the items to which people gave one grade."""

    grade: str
    items: int
    same: int
    kinder: int
    stricter: int


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
            "runs": [one.as_json() for one in self.runs],
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
    weights = weights_of(len(qids), seed, resamples)
    cells: Cells = Counter((people[item], machine[item]) for item in items)
    whole = tables.sum(axis=0)
    steps = steps_of(labels)
    leaning = leaning_of(whole[None], steps)
    return ByItem(
        labels=labels,
        counts=tuple(tuple(int(count) for count in row) for row in whole),
        questions=len(qids),
        kappa=estimate(kappa_of(cells), resamples_of(tables, weights, kappas), len(qids)),
        alpha=estimate(alpha_of(cells), resamples_of(tables, weights, alphas), len(qids)),
        leaning=estimate(
            float(leaning[0]) if items else None,
            resamples_of(tables, weights, lambda some: leaning_of(some, steps)),
            len(qids),
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
    given = {
        run_id: [(item.qid, favour[item]) for item in of_run]
        for run_id, of_run in _given(scorer, favour).items()
    }
    return bias_by_run(given, qids, weights)


def _given(scorer: Scorer, favour: Mapping[Item, int]) -> dict[str, set[Item]]:
    """The compared items that each run gave; runs without any are left out."""
    found: defaultdict[str, set[Item]] = defaultdict(set)
    for run_id, responses in scorer.evaluation.responses.items():
        for response in responses:
            if (item := response.item) is not None and item in favour:
                found[run_id].add(item)
    return dict(sorted(found.items()))
