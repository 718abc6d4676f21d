"""The coefficients of graded scales in draws of questions: what each question adds to the sums of their formulas.

The formulas are those of `scoring.agreement.coefficients`, in floats. Σ n(k) n(l) (v(k) - v(l))² over all pairs of labels is
Σ n(k) · Σ n(k) v(k)² - (Σ n(k) v(k))², so that alpha needs three sums.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from scoring.agreement.coefficients import (
    LINEAR,
    SQUARED,
    Ballot,
    Cells,
    Values,
    alike_by,
    distances_of,
    expected_by,
    totals_of,
    weights_of,
)
from scoring.arrays import Floats, np

AC2 = {"ac2_linear": LINEAR, "ac2_quadratic": SQUARED}
KAPPA = {"kappa_linear": LINEAR, "kappa_quadratic": SQUARED}


class WorthTogether:
    """Alpha between values and AC2, over all who spoke."""

    def __init__(self, several: Sequence[Mapping[Ballot, int]], values: Values) -> None:
        totals = [totals_of(one) for one in several]
        self._sums = _column_of_worth(totals, values, LINEAR)
        self._squares = _column_of_worth(totals, values, SQUARED)
        self._seen = column_of_ballots(several, lambda ballot: _spread(ballot, values))
        self._agreeing, self._expected = {}, {}
        for name, power in AC2.items():
            weights = weights_of(values, power)
            self._expected[name] = float(expected_by(weights, len(values)))
            self._agreeing[name] = column_of_ballots(several, partial(alike_by, weights=weights))

    def values(self, drawn: Floats, size: Floats, twice: Floats, mixed: Floats) -> dict[str, Floats]:
        """The coefficients in each draw; `size`: what was said of things judged twice, `twice`: these, `mixed`: as in AC1."""
        chance = size * (drawn @ self._squares) - (drawn @ self._sums) ** 2
        found = {"interval_alpha": 1 - ratio((size - 1) * (drawn @ self._seen), chance)}
        for name, agreeing in self._agreeing.items():
            found[name] = above(ratio(drawn @ agreeing, twice), mixed * self._expected[name])
        return found


class WorthOfPair:
    """Weighted kappa of two people, over the questions in which both spoke of the same."""

    def __init__(self, questions: Sequence[Cells], values: Values) -> None:
        self._labels = list(values)
        self._first, self._second = (self._side(questions, side) for side in (0, 1))
        self._seen, self._distances = {}, {}
        for name, power in KAPPA.items():
            apart = distances_of(values, power)
            apart |= {(two, one): distance for (one, two), distance in apart.items()}
            self._distances[name] = np.array(
                [[float(apart.get((one, two), 0)) for two in values] for one in values]
            )
            self._seen[name] = column(
                sum((apart.get(cell, Fraction(0)) * count for cell, count in one.items()), Fraction(0))
                for one in questions
            )

    def _side(self, questions: Sequence[Cells], side: int) -> Floats:
        rows = [
            [sum(count for cell, count in one.items() if cell[side] == label) for label in self._labels]
            for one in questions
        ]
        return np.array(rows, dtype=np.float64)

    def values(self, drawn: Floats, both: Floats) -> dict[str, Floats]:
        """The coefficients in each draw; `both`: the things that both spoke of."""
        first, second = drawn @ self._first, drawn @ self._second
        return {
            name: 1 - ratio(drawn @ seen * both, ((first @ self._distances[name]) * second).sum(axis=1))
            for name, seen in self._seen.items()
        }


def _column_of_worth(totals: Sequence[Mapping[str, int]], values: Values, power: int) -> Floats:
    return column(
        sum((values[label] ** power * count for label, count in one.items()), Fraction(0)) for one in totals
    )


def _spread(ballot: Ballot, values: Values) -> Fraction:
    """Of one thing, the squared distances of each two who spoke of it, over m - 1."""
    worth = [values[label] for label in ballot]
    squares = len(worth) * sum(value**2 for value in worth) - sum(worth) ** 2
    return Fraction(squares, len(worth) - 1)


def column_of_ballots(
    questions: Sequence[Mapping[Ballot, int]], worth: Callable[[Ballot], int | Fraction]
) -> Floats:
    """What the ballots of each question are worth together; each is looked at once, however many questions have it."""
    of_ballot = {ballot: worth(ballot) for ballot in {ballot for one in questions for ballot in one}}
    return column(sum(of_ballot[ballot] * count for ballot, count in one.items()) for one in questions)


def column(numbers: Iterable[int | Fraction]) -> Floats:
    """Exact numbers of questions as floats."""
    return np.array([float(number) for number in numbers], dtype=np.float64)


def ratio(upper: Floats, lower: Floats) -> Floats:
    """A quotient; NaN where it divides by nothing."""
    found: Floats = np.divide(upper, lower, out=np.full(len(upper), np.nan), where=lower != 0)
    return found


def above(observed: Floats, expected: Floats) -> Floats:
    """How far an observed agreement lies above what is expected, of all that it could."""
    return ratio(observed - expected, 1 - expected)
