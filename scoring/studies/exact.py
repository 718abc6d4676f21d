"""Sums of a panel under many one-judge qrels at once, and over all of them, without rounding what decides.

Sums are whole numbers over one denominator wherever these stay below 2⁵³: floats hold them exactly then, in whatever order
they are added. Else they are rounded, and a second sum is kept of the same numbers modulo a prime: sums of two runs that are
near each other are equal if these are; if not, fractions decide.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

from scoring.arrays import Array, Floats, Ints, np
from scoring.evaluate.units import LARGEST
from scoring.measures.base import ZERO
from scoring.say import say, sentence
from scoring.studies.panel import Panel
from scoring.studies.terms import Term, Worth

MOST_COMBINATIONS = (
    4096  # of outcomes of the questions of one term, or of all where units leave, that are gone through
)
PRIME, SMALLER_PRIME = 2**40 - 87, 2**31 - 1
NEAR = 1e-9
SMALL = 2**24  # whole numbers up to here are exact as floats of 32 bits

LEAVING = sentence(
    "Who judges decides how many series or questions have a value, and there are more than {n} combinations of judges."
)
ENTANGLED = sentence("The score of one series depends on more than {n} combinations of judges.")
NOTHING_LEFT = sentence("Under some judges no series or question has a value.")


class Sums(NamedTuple):
    """The sums of some samples: arrays of (runs, samples)."""

    scores: Floats
    keys: Array  # which compare as the exact scores do; the greater is the better


class _Numbers(NamedTuple):
    """How exact numbers are held: whole ones over a denominator, or rounded ones beside remainders."""

    denominator: int | None
    modulus: int
    is_small: bool  # whether 32 bits hold every sum

    def floats(self, rows: Sequence[Sequence[Fraction]]) -> Array:
        """The numbers for sums."""
        factor = self.denominator or 1
        return np.array([[float(one * factor) for one in row] for row in rows], dtype=self.dtype)

    def remainders(self, rows: Sequence[Sequence[Fraction]]) -> Floats:
        """The same numbers modulo the prime; none where they are not needed."""
        if self.denominator:
            return np.zeros((len(rows), 0))
        found = [[remainder_of(one, self.modulus) for one in row] for row in rows]
        return np.array(found, dtype=np.float64)

    @property
    def dtype(self) -> "type[np.floating[Any]]":
        """Of the floats."""
        return np.float32 if self.is_small else np.float64


class Summing:
    """The sums of a panel, many samples at once."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        single = [term for term in panel.terms if len(term.questions) == 1]
        self._joint = [_Joint(term) for term in panel.terms if len(term.questions) > 1]
        self._numbers = _numbers(panel)
        first = [_by_judge(term, 0) for term in single]
        self._base = self._held([_sum(panel.base, first)])
        self._steps = []  # of each judge but the first: the questions that have one, and what changes
        for judge in range(1, max((len(term.outcomes[0]) for term in single), default=1)):
            having = [
                (term, start)
                for term, start in zip(single, first, strict=True)
                if judge < len(term.outcomes[0])
            ]
            places = [term.questions[0] for term, _ in having]
            changes = [_difference(_by_judge(term, judge), start) for term, start in having]
            self._steps.append((judge, places, self._held(changes)))

    def _held(self, worths: Sequence[Worth]) -> tuple[Array, Floats]:
        """Worths as numbers, (worths, 1 + runs): units and runs; and their remainders, (worths, runs)."""
        numbers = self._numbers
        runs = [worth.runs for worth in worths]
        units = np.array([[worth.units] for worth in worths], dtype=numbers.dtype)
        return np.hstack([units, numbers.floats(runs)]), numbers.remainders(runs)

    def of(self, choices: Ints) -> Sums:
        """The sums of some samples, a row of choices each."""
        total, remainder = (np.repeat(part.T, len(choices), axis=1) for part in self._base)
        few = choices.astype(np.uint8 if max(self._panel.counts, default=0) < 256 else np.int64)
        for judge, places, (changes, remainders) in self._steps:
            hot = (few[:, places] == judge).T
            total += changes.T @ hot.astype(changes.dtype)
            if remainders.size:
                remainder += remainders.T @ hot.astype(np.float64)
        for joint in self._joint:
            more, more_remainders = joint.of(choices, self._held)
            total += more
            remainder += more_remainders
        return self._compared(choices, total, remainder)

    def _compared(self, choices: Ints, total: Array, remainder: Floats) -> Sums:
        units, sums = total[0].astype(np.float64), total[1:]
        if not units.all():
            raise ValueError(say(NOTHING_LEFT))
        scores = sums / (units * (self._numbers.denominator or 1))
        if self._numbers.denominator:
            return Sums(scores, sums)  # a sample has the same units for all runs

        def settle(sample: int) -> Sequence[Fraction]:
            return self._panel.sums(choices[sample].tolist()).runs

        return Sums(scores, dense(sums, remainder % self._numbers.modulus, settle))


class _Joint:
    """A term of several questions, of which the combinations that occur are worked out, each once."""

    def __init__(self, term: Term) -> None:
        self._term = term
        self._outcomes = [np.array(of_judges, dtype=np.int64) for of_judges in term.outcomes]
        self._known: dict[tuple[int, ...], tuple[Array, Floats]] = {}

    def of(self, choices: Ints, held: Callable[[list[Worth]], tuple[Array, Floats]]) -> list[Array]:
        """What it adds to each sample, and the remainders of that."""
        pairs = zip(self._term.questions, self._outcomes, strict=True)
        outcomes = np.stack([of_judges[choices[:, place]] for place, of_judges in pairs], axis=1)
        met, inverse = np.unique(outcomes, axis=0, return_inverse=True)
        rows = []
        for combination in map(tuple, met.tolist()):
            if combination not in self._known:
                self._known[combination] = held([self._term.worth(combination)])
            rows.append(self._known[combination])
        return [np.concatenate(part)[inverse.reshape(-1)].T for part in zip(*rows, strict=True)]


def dense(sums: Array, remainders: Array, settle: Callable[[int], Sequence[Fraction]]) -> Ints:
    """The places of the runs of each sample from below, 0 on, by rounded sums; equal sums have the same.

    Neighbours are equal where they are near and have the same remainder; `settle` gives the exact sums of a sample.
    """
    near = NEAR * max(1.0, float(np.abs(sums).max(initial=0.0)))
    order = np.argsort(sums, axis=0, kind="stable")
    apart = np.diff(np.take_along_axis(sums, order, axis=0), axis=0) > near
    differ = np.diff(np.take_along_axis(remainders, order, axis=0), axis=0) != 0
    steps = np.cumsum(
        np.concatenate([np.zeros((1, sums.shape[1]), dtype=bool), apart]), axis=0, dtype=np.int64
    )
    places = np.empty_like(steps)
    np.put_along_axis(places, order, steps, axis=0)
    for sample in np.flatnonzero((differ & ~apart).any(axis=0)).tolist():
        exact = settle(sample)
        ranked = {value: place for place, value in enumerate(sorted(set(exact)))}
        places[:, sample] = [ranked[value] for value in exact]
    return places


def _numbers(panel: Panel) -> _Numbers:
    """How the numbers of a panel can be held."""
    if any(len(term.questions) > 1 and term.size > MOST_COMBINATIONS for term in panel.terms):
        return _Numbers(None, modulus_of(len(panel.terms) + 1), False)
    worths = [[term.worth(one) for one in product(*map(range, term.sizes))] for term in panel.terms]
    largest = [
        abs(panel.base.runs[run])
        + sum((2 * max(abs(one.runs[run]) for one in of_term) for of_term in worths), ZERO)
        for run in range(len(panel.runs))
    ]
    heaviest = max([Fraction(panel.base.units + len(panel.terms)), *largest])
    every = (number for of_term in [[panel.base], *worths] for one in of_term for number in one.runs)
    denominator = _common(every, heaviest)
    is_small = denominator is not None and heaviest * denominator < SMALL
    return _Numbers(denominator, modulus_of(len(panel.terms) + 1), is_small)


def _common(numbers: Iterable[Fraction], heaviest: Fraction) -> int | None:
    """The common denominator, if sums that are no heavier than this stay exact."""
    found = 1
    for number in numbers:
        found = lcm(found, number.denominator)
        if found * heaviest >= LARGEST:
            return None
    return found


def modulus_of(remainders: int) -> int:
    """A prime of which so many remainders add up exactly."""
    return PRIME if remainders * PRIME < LARGEST else SMALLER_PRIME


def remainder_of(number: Fraction, modulus: int) -> int:
    """A fraction as a whole number modulo a prime: sums of fractions become sums of these."""
    return number.numerator * pow(number.denominator, -1, modulus) % modulus


def _by_judge(term: Term, judge: int) -> Worth:
    return term.worth((term.outcomes[0][judge],))


def _sum(base: Worth, worths: Sequence[Worth]) -> Worth:
    for worth in worths:
        base += worth
    return base


def _difference(one: Worth, other: Worth) -> Worth:
    return one + Worth(-other.units, tuple(-value for value in other.runs))


class OverAll(NamedTuple):
    """A run's score over all one-judge qrels, each with the same chance."""

    mean: Fraction
    variance: Fraction
    low: Fraction
    high: Fraction


def over_all(panel: Panel) -> tuple[tuple[OverAll, ...], str]:
    """The exact figures of each run; none, with the reason, where they would take too long.

    Terms are independent: means and variances add up, and the least score has the least of each.
    """
    if any(term.size > MOST_COMBINATIONS for term in panel.terms):
        return (), say(ENTANGLED, n=MOST_COMBINATIONS)
    weighed = [list(_weighed(term)) for term in panel.terms]
    if any(worth.units != of_term[0][1].units for of_term in weighed for _, worth in of_term):
        if prod(len(of_term) for of_term in weighed) > MOST_COMBINATIONS:
            return (), say(LEAVING, n=MOST_COMBINATIONS)
        return _one_by_one(panel.base, weighed)
    units = panel.base.units + sum(of_term[0][1].units for of_term in weighed)
    if not units:
        return (), NOTHING_LEFT
    found = (_of_sum(panel.base.runs[run], weighed, run, units) for run in range(len(panel.runs)))
    return tuple(found), ""


Weighed = list[tuple[Fraction, Worth]]  # the chance of each outcome of a term


def _weighed(term: Term) -> Iterator[tuple[Fraction, Worth]]:
    """The outcomes of a term with their chances."""
    for combination in product(*map(range, term.sizes)):
        chance = Fraction(1)
        for outcome, of_judges in zip(combination, term.outcomes, strict=True):
            chance *= Fraction(of_judges.count(outcome), len(of_judges))
        yield chance, term.worth(combination)


def _of_sum(base: Fraction, weighed: Sequence[Weighed], run: int, units: int) -> OverAll:
    mean, variance, low, high = base, ZERO, base, base
    for of_term in weighed:
        values = [(chance, worth.runs[run]) for chance, worth in of_term]
        if len({value for _, value in values}) == 1:
            middle = values[0][1]
        else:
            middle = sum((chance * value for chance, value in values), ZERO)
            variance += sum((chance * (value - middle) ** 2 for chance, value in values), ZERO)
        mean += middle
        low += min(value for _, value in values)
        high += max(value for _, value in values)
    return OverAll(mean / units, variance / units**2, low / units, high / units)


def _one_by_one(base: Worth, weighed: Sequence[Weighed]) -> tuple[tuple[OverAll, ...], str]:
    """The same where the number of units is not always the same: every combination is looked at."""
    rows = []
    for picked in product(*weighed):
        total = _sum(base, [worth for _, worth in picked])
        if not total.units:
            return (), NOTHING_LEFT
        chance = prod((chance for chance, _ in picked), start=Fraction(1))
        rows.append((chance, [value / total.units for value in total.runs]))
    return tuple(
        _of_rows([(chance, scores[run]) for chance, scores in rows]) for run in range(len(base.runs))
    ), ""


def _of_rows(rows: Sequence[tuple[Fraction, Fraction]]) -> OverAll:
    mean = sum((chance * score for chance, score in rows), ZERO)
    variance = sum((chance * (score - mean) ** 2 for chance, score in rows), ZERO)
    scores = [score for _, score in rows]
    return OverAll(mean, variance, min(scores), max(scores))
