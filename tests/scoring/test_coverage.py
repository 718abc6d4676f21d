"""How often intervals of 95 % hold: in 93 to 97 % of simulated samples, for each measure at the sizes at which it has one.

Every trial draws a run, how good it is too, then its questions; `make proof` makes 2,000 trials. Runs that get nothing but the
same have no interval and are left out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.agreement.coefficients import (
    LINEAR,
    SQUARED,
    ac2,
    alpha,
    interval_alpha,
    kappa,
    tables,
    weighted_kappa,
)
from scoring.agreement.ratings import Pair, Pattern, Ratings
from scoring.intervals import Influence, Interval, difference_interval, mean_influence, score_interval
from scoring.measures.c1 import C1
from scoring.measures.cws import influence_in_order, weights_of
from scoring.measures.spans import F1
from scoring.studies.agreement_intervals import intervals
from tests.sizes import FULL

TRIALS = 2000 if FULL else 300
SLACK = 0.0 if FULL else 2.5 * sqrt(0.05 * 0.95 / TRIALS)  # what so few trials may be off by
HOLDS = (0.93 - SLACK, 0.97 + SLACK)
SIZES = (10, 25, 50, 200)
SILENT = (0.0, 0.2, 0.4, 0.6)

Floats = NDArray[np.float64]


class Sample(NamedTuple):
    """What a run was seen to get, and what it would get of all questions of the kind."""

    seen: Influence
    truth: float


Drawn = Callable[[Generator, int], Sample]


def held(found: Sequence[tuple[Interval, float]]) -> float:
    """The share of the intervals that have the truth, of those that there are."""
    there = [(low, high, truth) for (low, high, _), truth in found if low is not None and high is not None]
    assert len(there) > 0.7 * len(found)
    return float(np.mean([low <= truth <= high for low, high, truth in there]))


def share(random: Generator, n: int) -> Sample:
    """Right or wrong: accuracy, success at k, Definition 1."""
    good = random.uniform(0.05, 0.95)
    return Sample(mean_influence([(random.random(n) < good).astype(float).tolist()]), good)


def reciprocal(random: Generator, n: int) -> Sample:
    """Reciprocal ranks of the first right one of five."""
    values, chances = np.array([1, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 0]), ranked(random.uniform(0.05, 0.6))
    return Sample(mean_influence([random.choice(values, n, p=chances).tolist()]), float(values @ chances))


def grades(random: Generator, n: int) -> Sample:
    """Mean grades from 0 to 3: how likely each is differs from run to run."""
    chances, values = random.dirichlet([1, 1, 1, 1]), np.arange(4)
    found = random.choice(values, n, p=chances).astype(float).tolist()
    return Sample(mean_influence([found], (0.0, 3.0)), float(values @ chances))


def gains(random: Generator, n: int) -> Sample:
    """nDCG of five answers of grades 0 to 3, of which some are better on the whole."""
    discounts, steps = 1 / np.log2(np.arange(2, 7)), random.dirichlet([1, 1, 1, 1])

    def values(questions: int) -> Floats:
        found = random.choice(4, (questions, 5), p=steps).astype(float)
        best = -np.sort(-found, axis=1) @ discounts
        shares: Floats = np.divide(found @ discounts, best, out=np.zeros(questions), where=best > 0)
        return shares

    return Sample(mean_influence([values(n).tolist()]), float(values(20_000).mean()))


def ranked(good: float) -> Floats:
    found = good * (1 - good) ** np.arange(5)
    return np.append(found, 1 - found.sum())


def of_series(random: Generator, n: int) -> Sample:
    """Scores of series: any number from 0 to 1, of which some are 0."""
    a, b, nothing = random.uniform(0.3, 3), random.uniform(1, 6), random.choice([0, 0.3, 0.6])
    values = random.beta(a, b, n) * (random.random(n) >= nothing)
    return Sample(mean_influence([values.tolist()]), a / (a + b) * (1 - nothing))


def silences(silent: float) -> Drawn:
    def c1(random: Generator, n: int) -> Sample:
        good = random.uniform(0.1, 0.95)
        unanswered = random.random(n) < silent
        right = ~unanswered & (random.random(n) < good)
        found = C1.influence([right.astype(float).tolist(), unanswered.astype(float).tolist()])
        return Sample(found, (1 - silent) * good * (1 + silent))

    return c1


def f1(random: Generator, n: int) -> Sample:
    """Answers on pages."""
    gold, given, good = random.uniform(0.3, 0.7), random.uniform(0.3, 0.95), random.uniform(0.2, 0.95)
    has, says = random.random(n) < gold, random.random(n) < given
    right = has & says & (random.random(n) < good)
    found = F1.influence([right.astype(float).tolist(), (has.astype(float) + says).tolist()])
    return Sample(found, 2 * gold * given * good / (gold + given))


def in_order(random: Generator, n: int) -> Sample:
    """Right or wrong in the order of how sure a run is, which tells more or less of what is right."""
    level, slope = random.uniform(-2, 2), random.uniform(0, 5)

    def chances(places: Floats) -> Floats:
        found: Floats = 1 / (1 + np.exp(-(level + slope * (0.5 - places))))
        return found

    right = random.random(n) < chances(np.sort(random.random(n)))
    values = [float(weight) if one else 0.0 for one, weight in zip(right, weights_of(n), strict=True)]
    all_of_them = chances((np.arange(2000) + 0.5) / 2000)
    truth = float((all_of_them.cumsum() / np.arange(1, 2001)).mean())
    return Sample(influence_in_order(values), truth)


CASES: list[tuple[str, Drawn, tuple[int, ...]]] = [
    ("share", share, SIZES),
    ("mrr", reciprocal, SIZES),
    ("ndcg", gains, SIZES),
    ("mean grade", grades, SIZES),
    ("series", of_series, SIZES),
    *((f"c1 with {silent:.0%} silent", silences(silent), SIZES) for silent in SILENT),
    ("f1", f1, (50, 200)),
    ("cws", in_order, (100, 200)),
]
ONE_BY_ONE = [pytest.param(drawn, n, id=f"{name}, {n}") for name, drawn, sizes in CASES for n in sizes]


@pytest.mark.parametrize(("drawn", "n"), ONE_BY_ONE)
def test_scores(drawn: Drawn, n: int) -> None:
    random = np.random.default_rng(n)
    samples = [drawn(random, n) for _ in range(TRIALS)]
    assert HOLDS[0] <= held([(score_interval(seen), truth) for seen, truth in samples]) <= HOLDS[1]


@pytest.mark.parametrize(("drawn", "fewest"), [(share, 10), (f1, 50), (in_order, 100)])
def test_of_few_there_are_none(drawn: Drawn, fewest: int) -> None:
    random = np.random.default_rng(1)
    assert score_interval(drawn(random, fewest - 1).seen) == (None, None, "few")
    assert score_interval(drawn(random, fewest).seen).low is not None


def two_c1(random: Generator, n: int) -> tuple[Sample, Sample]:
    """Runs of the same answers for three questions in five that are silent otherwise."""
    good, same = random.uniform(0.3, 0.9), random.random(n) < 0.6
    answers, found = random.random(n) < good, []
    for silent in random.uniform(0, 0.6, 2):
        unanswered = random.random(n) < silent
        right = ~unanswered & np.where(same, answers, random.random(n) < good)
        seen = C1.influence([right.astype(float).tolist(), unanswered.astype(float).tolist()])
        found.append(Sample(seen, good * (1 - silent**2)))
    return found[0], found[1]


def two_ranked(random: Generator, n: int) -> tuple[Sample, Sample]:
    """Reciprocal ranks that are the same for every second question."""
    good = random.uniform(0.1, 0.6)
    values, same = np.array([1, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 0]), random.random(n) < 0.5
    chances = [ranked(good), ranked(good * random.uniform(0.6, 1.4))]
    one, other = (random.choice(values, n, p=one) for one in chances)
    truth = float(values @ (chances[0] + chances[1])) / 2
    return (
        Sample(mean_influence([one.tolist()]), float(values @ chances[0])),
        Sample(mean_influence([np.where(same, one, other).tolist()]), truth),
    )


def two_shares(random: Generator, n: int) -> tuple[Sample, Sample]:
    """Right or wrong, with every second answer the same."""
    good, better = random.uniform(0.2, 0.8, 2)
    luck = random.random(n)
    other = np.where(random.random(n) < 0.5, luck < good, random.random(n) < better)
    return (
        Sample(mean_influence([(luck < good).astype(float).tolist()]), good),
        Sample(mean_influence([other.astype(float).tolist()]), (good + better) / 2),
    )


def two_grades(random: Generator, n: int) -> tuple[Sample, Sample]:
    """Grades from 0 to 3 that are the same for every second question."""
    chances, values = random.dirichlet([2, 2, 2, 2], 2), np.arange(4)
    one, other = (random.choice(values, n, p=p).astype(float) for p in chances)
    other = np.where(random.random(n) < 0.5, one, other)
    truths = values @ chances[0], values @ (chances[0] + chances[1]) / 2
    ends = (0.0, 3.0)
    return (
        Sample(mean_influence([one.tolist()], ends), float(truths[0])),
        Sample(mean_influence([other.tolist()], ends), float(truths[1])),
    )


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("drawn", [two_shares, two_ranked, two_c1, two_grades])
def test_differences(drawn: Callable[[Generator, int], tuple[Sample, Sample]], n: int) -> None:
    random, found = np.random.default_rng(n), []
    for _ in range(TRIALS):
        one, other = drawn(random, n)
        values = np.array([one.seen.values, other.seen.values])
        with np.errstate(invalid="ignore"):
            alike = float(np.nan_to_num(np.corrcoef(values)[0, 1]))
        found.append((difference_interval(one.seen, other.seen, alike), one.truth - other.truth))
    assert HOLDS[0] <= held(found) <= HOLDS[1]


Judged = Counter[Pattern]


def judged(random: Generator, questions: int) -> dict[str, Judged]:
    """What two people said of 5 to 14 answers to each question, of which three in ten are right; each errs in a tenth."""
    found: dict[str, Judged] = {}
    for number in range(questions):
        right = random.random(int(random.integers(5, 15))) < random.beta(1.2, 2.8)
        said = [np.where(right ^ (random.random(len(right)) < 0.1), "yes", "no") for _ in range(2)]
        found[f"{number:03}"] = Judged(
            (("ada", str(one)), ("bob", str(other))) for one, other in zip(*said, strict=True)
        )
    return found


def whole(of_questions: dict[str, Judged]) -> Judged:
    return sum(of_questions.values(), Counter())


@pytest.mark.parametrize("n", [10, 25, 50] if not FULL else SIZES)
def test_agreement(n: int) -> None:
    """Of observed agreement, kappa and alpha, over questions."""
    random = np.random.default_rng(n)
    everything = whole(judged(np.random.default_rng(0), 5000))
    pair: Pair = ("ada", "bob")
    truths = {"kappa": kappa(tables(everything)[pair]).value, "alpha": alpha(everything).value}
    found: dict[str, list[tuple[Interval, float]]] = {"kappa": [], "alpha": []}
    for trial in range(1000 if FULL else 100):
        ratings = Ratings(judged(random, n), ("yes", "no"), positive=frozenset({"yes"}))
        spread = intervals(ratings, 1000, trial)
        for name, interval in (("kappa", spread.of_pairs[pair].kappa), ("alpha", spread.of_all["alpha"])):
            truth = truths[name]
            assert truth is not None
            found[name].append((interval, float(truth)))
    for rows in found.values():
        assert HOLDS[0] - SLACK - 0.01 <= held(rows) <= HOLDS[1] + SLACK


def graded(random: Generator, questions: int) -> dict[str, Judged]:
    """Grades from 0 to 3 by three people of 3 to 9 answers to each question; each is off by one or two now and then."""
    found: dict[str, Judged] = {}
    for number in range(questions):
        answers = int(random.integers(3, 10))
        worth = random.choice(4, answers, p=random.dirichlet([1.5, 1, 1, 1.5]))
        off = random.choice([-2, -1, 0, 1, 2], (3, answers), p=[0.03, 0.12, 0.7, 0.12, 0.03])
        said = np.clip(worth + off, 0, 3).astype(str)
        found[f"{number:03}"] = Judged(
            tuple(zip(("ada", "bob", "cyd"), map(str, of_answer), strict=True)) for of_answer in said.T
        )
    return found


@pytest.mark.parametrize("n", [10, 25] if not FULL else SIZES)
def test_agreement_of_graded_scales(n: int) -> None:
    """Of weighted kappa, AC2 and alpha between values, over questions."""
    random = np.random.default_rng(n)
    values = {str(value): Fraction(value) for value in (3, 2, 1, 0)}
    everything, pair = whole(graded(np.random.default_rng(0), 5000)), ("ada", "bob")
    truths = {
        "interval_alpha": interval_alpha(everything, values).value,
        "ac2_linear": ac2(everything, values, LINEAR).value,
        "ac2_quadratic": ac2(everything, values, SQUARED).value,
        "kappa_linear": weighted_kappa(tables(everything)[pair], values, LINEAR).value,
        "kappa_quadratic": weighted_kappa(tables(everything)[pair], values, SQUARED).value,
    }
    found: dict[str, list[tuple[Interval, float]]] = {name: [] for name in truths}
    for trial in range(1000 if FULL else 100):
        spread = intervals(
            Ratings(graded(random, n), tuple(values), ordered=True, values=values), 1000, trial
        )
        there = {**spread.of_all, **spread.of_pairs[pair].weighted}
        for name, truth in truths.items():
            assert truth is not None
            found[name].append((there[name], float(truth)))
    for rows in found.values():
        assert HOLDS[0] - SLACK - 0.01 <= held(rows) <= HOLDS[1] + SLACK
