"""How far coefficients of agreement can be trusted, were other questions of the same kind judged: a bootstrap over questions.

As many questions as there are are drawn again and again, with replacement; a question brings all that was said in it. The
95 % interval goes between percentiles of the coefficient over these draws (Efron 1979), which `scoring.intervals` chooses by the
number of questions; it also says from how many on there is one. Draws for which a coefficient is undefined are left out;
where they are more than half, or all are the same, there is no interval.

What a question adds to the sums of every formula is counted once, so that a draw is a weighted sum. Sums are of whole
numbers: shares such as 1 / (m - 1) are multiplied by a common denominator.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

from scoring.agreement.coefficients import (
    Ballot,
    Cells,
    alike,
    ballots,
    said_yes,
    several_of,
    tables,
    totals_of,
)
from scoring.agreement.ratings import Pair, Ratings
from scoring.arrays import Floats, np
from scoring.intervals import FEWEST, NOTHING, Interval, tails
from scoring.say import sentence
from scoring.studies.agreement_of_values import (
    WorthOfPair,
    WorthTogether,
    above,
    column,
    column_of_ballots,
    ratio,
)
from scoring.studies.draws import Draws

TOO_FEW = sentence("An interval needs ten questions that count here.")
NO_SPREAD = sentence(
    "Among resampled questions it is always the same, so that nothing is known of its spread."
)
SELDOM_DEFINED = sentence("Among resampled questions it is undefined more often than not.")
CELLS_AT_A_TIME = 4_000_000  # of draws times questions

Values = Mapping[str, Floats]  # of one coefficient by name, in each draw; NaN where it is undefined


class PairIntervals(NamedTuple):
    """Those of two people."""

    observed: Interval
    kappa: Interval
    overlap: Interval
    weighted: Mapping[str, Interval] = MappingProxyType(
        {}
    )  # of kappa_linear and kappa_quadratic, of graded scales


class Intervals(NamedTuple):
    """Those of everybody together, by the names of the coefficients, and of each two people."""

    of_all: Mapping[str, Interval]
    of_pairs: Mapping[Pair, PairIntervals]


def weights(questions: int, samples: int, draws: Draws) -> Iterator[Floats]:
    """How often each question was drawn: rows of all draws, some at a time."""
    at_a_time = max(1, CELLS_AT_A_TIME // max(questions, 1))
    for begun in range(0, samples, at_a_time):
        rows = min(at_a_time, samples - begun)
        drawn = draws.choices([questions] * questions, rows) + questions * np.arange(rows)[:, None]
        counts = np.bincount(drawn.reshape(-1), minlength=rows * questions)
        yield counts.reshape(rows, questions).astype(np.float64)


def intervals(ratings: Ratings, samples: int, seed: int, name: str = "", *, pairs: bool = True) -> Intervals:
    """The intervals of all coefficients; `name` keeps the draws of one kind of ratings from those of another.

    Questions are drawn by their places in code-point order, so that the order of what was said makes no difference. Without samples there are no intervals.
    """
    if not samples:
        return Intervals({}, {})
    ratings = ratings._replace(by_question=dict(sorted(ratings.by_question.items())))
    questions = len(ratings.by_question)
    sums = [_Together(ratings), *(_pairs_of(ratings) if pairs else ())]
    found: list[list[Values]] = [[] for _ in sums]
    for drawn in weights(questions, samples, Draws(seed, f"agreement/{name}")):
        for values, of_sums in zip(found, sums, strict=True):
            values.append(of_sums.values(drawn))
    joined = [_joined(values, of_sums.questions) for values, of_sums in zip(found, sums, strict=True)]
    of_pairs = {one.pair: _of_pair(of_pair) for one, of_pair in zip(sums, joined, strict=True) if one.pair}
    return Intervals(joined[0], of_pairs)


def _of_pair(found: Mapping[str, Interval]) -> PairIntervals:
    weighted = {name: one for name, one in found.items() if name not in PairIntervals._fields}
    return PairIntervals(found["observed"], found["kappa"], found["overlap"], weighted)


def mean_interval(values: Sequence[Fraction | None], samples: int, seed: int, name: str) -> Interval:
    """The interval of a mean over the questions that have a value; none without samples."""
    if not samples:
        return Interval(None, None)
    questions = sum(value is not None for value in values)
    if questions < FEWEST:
        return Interval(None, None, TOO_FEW)
    known = np.array([0.0 if value is None else float(value) for value in values])
    there = np.array([value is not None for value in values], dtype=np.float64)
    found = [
        ratio((drawn * known).sum(axis=1), (drawn * there).sum(axis=1))
        for drawn in weights(len(values), samples, Draws(seed, f"agreement/{name}"))
    ]
    return _interval(np.concatenate(found), questions)


def _joined(values: Sequence[Values], questions: int) -> dict[str, Interval]:
    names = values[0] if values else ()
    return {name: _interval(np.concatenate([one[name] for one in values]), questions) for name in names}


def _interval(values: Floats, questions: int) -> Interval:
    if questions < FEWEST:
        return Interval(None, None, TOO_FEW)
    defined = values[np.isfinite(values)]
    if 2 * len(defined) <= len(values):
        return Interval(None, None, SELDOM_DEFINED)
    low, high = np.quantile(defined, tails(questions))
    return Interval(float(low), float(high)) if high - low > NOTHING else Interval(None, None, NO_SPREAD)


class _Marginals:
    """Sums of how often each label was given by one person and by another; their product is Σ first(k) · second(k).

    The places of a page are labels of its question alone. They add to the product what is known beforehand, times the
    square of how often the question was drawn.
    """

    def __init__(self, first: Sequence[Mapping[str, int]], second: Sequence[Mapping[str, int]]) -> None:
        places = Counter(label for both in zip(first, second, strict=True) for label in {*both[0], *both[1]})
        self.shared = sorted(label for label, questions in places.items() if questions > 1)
        self._first, self._second = self._array(first), self._array(second)
        self._own = np.array(
            [
                sum(count * two.get(label, 0) for label, count in one.items() if places[label] == 1)
                for one, two in zip(first, second, strict=True)
            ],
            dtype=np.float64,
        )

    def _array(self, counts: Sequence[Mapping[str, int]]) -> Floats:
        rows = [[one.get(label, 0) for label in self.shared] for one in counts]
        return np.array(rows, dtype=np.float64).reshape(len(counts), len(self.shared))

    def product(self, drawn: Floats) -> Floats:
        """Σ first(k) · second(k) in each draw."""
        sums: Floats = ((drawn @ self._first) * (drawn @ self._second)).sum(axis=1)
        return sums + (drawn * drawn) @ self._own if self._own.any() else sums


class _Sums:
    """What questions add to the formulas of one group of people."""

    pair: Pair | None = None
    questions: int  # in which several of them spoke of the same

    def values(self, drawn: Floats) -> Values:
        """The coefficients in each draw."""
        raise NotImplementedError


class _Together(_Sums):
    """The coefficients over all who spoke."""

    def __init__(self, ratings: Ratings) -> None:
        questions = [ballots(one) for one in ratings.by_question.values()]
        sizes = {len(ballot) for one in questions for ballot in one}
        self._whole = lcm(1, *(size * (size - 1) for size in sizes if size > 1))
        several = [several_of(one) for one in questions]
        self.questions = sum(map(bool, several))
        self._even = len(sizes) == 1
        self._labels = len(ratings.labels)
        self._things = column(one.total() for one in questions)
        self._twice = column(one.total() for one in several)
        self._agreeing = self._shares(several, lambda size: size * (size - 1))
        self._alike = self._shares(several, lambda size: size - 1)
        totals = [totals_of(one) for one in several]
        self._size = column(one.total() for one in totals)
        self._given = _Marginals(totals, totals)
        spread = [self._spread(one) for one in questions]
        self._said = _Marginals(spread, spread)
        self._steps = _Steps(several, ratings.order, self._whole) if ratings.order else None
        self._worth = WorthTogether(several, ratings.values) if ratings.values else None

    def _shares(self, questions: Sequence[Mapping[Ballot, int]], divisor: Callable[[int], int]) -> Floats:
        return column_of_ballots(questions, lambda it: alike(it) * (self._whole // divisor(len(it))))

    def _spread(self, given: Mapping[Ballot, int]) -> Counter[str]:
        """What each label was given of each thing's one vote."""
        found = Counter[str]()
        for ballot, count in given.items():
            for label in ballot:
                found[label] += count * (self._whole // len(ballot))
        return found

    def values(self, drawn: Floats) -> Values:
        size, same = drawn @ self._size, self._given.product(drawn)
        observed = ratio(drawn @ self._agreeing / self._whole, drawn @ self._twice)
        found = {
            "observed": observed,
            "fleiss": above(observed, ratio(same, size * size)) if self._even else observed * np.nan,
            "alpha": 1 - ratio((size - 1) * (size - drawn @ self._alike / self._whole), size * size - same),
            "ac1": self._ac1(observed, drawn),
        }
        if self._steps:
            found["ordinal_alpha"] = self._steps.alpha(drawn, size)
        if self._worth:
            found |= self._worth.values(drawn, size, drawn @ self._twice, self._mixed(drawn))
        return found

    def _ac1(self, observed: Floats, drawn: Floats) -> Floats:
        if self._labels < 2:
            return observed * np.nan
        return above(observed, self._mixed(drawn) / (self._labels - 1))

    def _mixed(self, drawn: Floats) -> Floats:
        """Σ p(k) (1 - p(k)) in each draw."""
        things = drawn @ self._things * self._whole
        return 1 - ratio(self._said.product(drawn), things * things)


class _Steps:
    """Alpha between the steps of a scale."""

    def __init__(self, questions: Sequence[Mapping[Ballot, int]], order: Sequence[str], whole: int) -> None:
        self._pairs, self._whole = list(combinations(range(len(order)), 2)), whole
        self._totals = np.array([[totals_of(one)[label] for label in order] for one in questions], np.float64)
        self._met = np.array([self._row(one, order) for one in questions], np.float64)

    def _row(self, given: Mapping[Ballot, int], order: Sequence[str]) -> list[int]:
        counted = [(Counter(it), n * (self._whole // (len(it) - 1))) for it, n in given.items()]
        return [
            sum(counts[order[low]] * counts[order[high]] * share for counts, share in counted)
            for low, high in self._pairs
        ]

    def alpha(self, drawn: Floats, size: Floats) -> Floats:
        totals, met = drawn @ self._totals, drawn @ self._met / self._whole
        seen, chance = np.zeros(len(drawn)), np.zeros(len(drawn))
        for place, (low, high) in enumerate(self._pairs):
            between = totals[:, low : high + 1].sum(axis=1) * 2 - totals[:, low] - totals[:, high]
            seen += met[:, place] * between**2
            chance += totals[:, low] * totals[:, high] * between**2
        return 1 - ratio((size - 1) * seen, chance)


class _OfPair(_Sums):
    """The coefficients of two people, over the questions in which both spoke of the same."""

    def __init__(self, pair: Pair, cells: Mapping[int, Cells], ratings: Ratings) -> None:
        self.pair, self._places, self.questions = pair, list(cells), len(cells)
        of_questions = list(cells.values())
        self._both = column(sum(one.values()) for one in of_questions)
        self._alike = column(sum(n for (a, b), n in one.items() if a == b) for one in of_questions)
        sides = [[_side(one, side) for one in of_questions] for side in (0, 1)]
        self._marginals = _Marginals(sides[0], sides[1])
        self._worth = WorthOfPair(of_questions, ratings.values) if ratings.values else None
        yes = [said_yes(one, ratings.positive) for one in of_questions]
        self._yes, self._either = column(one for one, _ in yes), column(one for _, one in yes)

    def values(self, drawn: Floats) -> Values:
        drawn = drawn if len(self._places) == drawn.shape[1] else drawn[:, self._places]
        both = drawn @ self._both
        observed = ratio(drawn @ self._alike, both)
        return {
            "observed": observed,
            "kappa": above(observed, ratio(self._marginals.product(drawn), both * both)),
            "overlap": ratio(drawn @ self._yes, drawn @ self._either),
            **(self._worth.values(drawn, both) if self._worth else {}),
        }


def _pairs_of(ratings: Ratings) -> list[_OfPair]:
    found: defaultdict[Pair, dict[int, Cells]] = defaultdict(dict)
    for place, patterns in enumerate(ratings.by_question.values()):
        for pair, cells in tables(patterns).items():
            found[pair][place] = cells
    return [_OfPair(pair, cells, ratings) for pair, cells in sorted(found.items())]


def _side(cells: Cells, side: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for cell, count in cells.items():
        found[cell[side]] = found.get(cell[side], 0) + count
    return found
