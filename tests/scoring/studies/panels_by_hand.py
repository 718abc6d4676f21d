"""Panels told by the values of their questions, and everything that holds of them, by going through all qrels."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from statistics import fmean

import numpy as np

from scoring.measures.base import ZERO, Value
from scoring.studies.panel import Drawn, Panel
from scoring.studies.series_terms import OfQuestion
from scoring.studies.terms import Term, Worth, listed, worth_of

JUDGES = ("ann", "bo", "cy", "dee")
Given = Sequence[Sequence[Sequence[Fraction | None]]]  # [question][judge][run]


def panel(given: Given, scores: dict[str, dict[str, Value]] | None = None) -> Panel:
    """A panel of runs r00, r01 …; every question is drawn, and scores are those by the adjudicated qrels and so on."""
    runs = tuple(f"r{number:02}" for number in range(len(given[0][0])))
    found = [OfQuestion.of([tuple(row) for row in judges]) for judges in given]
    return Panel(
        label="",
        measure="mrr",
        unit="question",
        runs=runs,
        teams=runs,
        questions=tuple(Drawn(f"q{place}", JUDGES[: len(judges)]) for place, judges in enumerate(given)),
        base=Worth(0, (ZERO,) * len(runs)),
        terms=tuple(
            Term((place,), (one.outcomes,), partial(listed, tuple(worth_of(row, "") for row in one.distinct)))
            for place, one in enumerate(found)
        ),
        varying=tuple(sum(one.varies(run) for one in found) for run in range(len(runs))),
        reference="adjudicated",
        scores=scores or {},
        failed={rule: f"No {rule}." for rule in ("adjudicated", "majority", "union", "intersection")},
    )


def ranked(runs: int, questions: int, judges: int = 3, seed: int = 3) -> Panel:
    """A panel of reciprocal ranks of which judges differ in some."""
    random = np.random.default_rng(seed)
    values = [ZERO, *(Fraction(1, rank) for rank in range(1, 6))]
    skill = random.random(runs)
    first = np.where(random.random((questions, runs)) < skill, random.integers(1, 6, (questions, runs)), 0)
    given = []
    for question in range(questions):
        rows = []
        for _ in range(judges):
            other = np.where(random.random(runs) < 0.2, random.integers(0, 6, runs), first[question])
            rows.append([values[place] for place in other])
        given.append(rows)
    made = panel(given)
    adjudicated = made.scores_by([0] * questions)
    return made._replace(scores={"adjudicated": adjudicated}, failed={})


def everything(made: Panel) -> list[dict[str, Fraction | None]]:
    """The scores by every one-judge qrels."""
    return [made.scores_by(choice) for choice in product(*map(range, made.counts))]


def mean_of(values: Sequence[float]) -> float:
    return fmean(values)
