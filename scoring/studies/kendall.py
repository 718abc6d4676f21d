"""How alike two rankings of the same runs are, by three coefficients over the pairs of runs.

tau      Kendall's (Stuart 1983), over orders without ties: 1 - 2 · d / p, where d of the p pairs are put differently. d is
         also the least number of swaps of neighbours that turn one order into the other. Equal scores are put in the
         code-point order of run ids, as lists of scores put them.
tau-b    Kendall's with ties (Biometrika 1945): (c - d) / √((p - t)(p - u)), where c pairs are put alike and d differently
         by runs of different scores, and t and u pairs are tied in each ranking; undefined where a ranking is all ties.
tau-ap   of Yilmaz, Aslam and Robertson (SIGIR 2008): 2 / (n - 1) · Σ C(i) / (i - 1) - 1 over the places i = 2 … n of a
         ranking, where C(i) of the runs above place i are above that run in the reference, too. Mistakes near the top
         weigh most. It is not symmetric: the functions say which ranking is the reference. Ties as for tau.

A run without a score in either of two rankings is left out; in arrays of keys it stands last. Rankings come as scores by
run, or as an array of keys with a row for each run, in code-point order of their ids, and a column for each ranking; the
greater key is the better.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from scoring.arrays import Array, Floats, Ints, np
from scoring.measures.base import Value
from scoring.say import sentence
from scoring.studies.numbers import shown

Keys = Array  # (runs, rankings)
Number = Fraction | int | float
Pair = tuple[Number, Number]  # what one thing got by each of two judges
BLOCK = 2048  # pairs of runs at once
FEWER_THAN_TWO = sentence("There are fewer than two runs with a score.")


class Correlation(NamedTuple):
    """How alike a ranking and its reference are."""

    tau: Fraction
    swaps: int  # of neighbours, that turn one order into the other
    tied: int  # pairs of runs with equal scores in either ranking
    reversed: int  # pairs of runs with different scores in both, put the other way round
    tau_b: float | None  # None where a ranking is all ties
    tau_ap: float

    def as_json(self) -> dict[str, Any]:
        """The coefficients as JSON holds them."""
        return {
            "tau": shown(self.tau),
            "swaps": self.swaps,
            "tied": self.tied,
            "reversed": self.reversed,
            "tau_b": shown(self.tau_b),
            "tau_ap": shown(self.tau_ap),
        }


class Matrices(NamedTuple):
    """The coefficients of all pairs of some rankings: (rankings, rankings)."""

    swaps: Ints
    tau_b: Floats  # NaN where undefined
    tau_ap: Floats  # the reference is the ranking of the column


def pairs_of(runs: int) -> int:
    """How many pairs of runs there are."""
    return runs * (runs - 1) // 2


def tau_of(swaps: Fraction | int, runs: int) -> Fraction | None:
    """Kendall's tau of some swaps; None for fewer than two runs."""
    return 1 - Fraction(2 * swaps, pairs_of(runs)) if runs > 1 else None


def keys_of(scores: Mapping[str, Value]) -> Ints:
    """A key for each run, in code-point order: 0 without a score, else the place of its score among all, from below."""
    values = sorted({value for value in scores.values() if value is not None})
    place = {value: number for number, value in enumerate(values, 1)}
    found = (scores[run_id] for run_id in sorted(scores))
    return np.array([0 if value is None else place[value] for value in found], dtype=np.int64)


def correlation(ranking: Mapping[str, Value], reference: Mapping[str, Value]) -> Correlation | None:
    """How alike two rankings of the same runs are, over those with a score in both; None for fewer than two."""
    if ranking.keys() != reference.keys():
        raise ValueError("The rankings are of different runs.")
    both = [run for run in ranking if ranking[run] is not None and reference[run] is not None]
    if len(both) < 2:
        return None
    ranking, reference = ({run: one[run] for run in both} for one in (ranking, reference))
    keys = np.stack([keys_of(ranking), keys_of(reference)], axis=1)
    found = matrices(keys)
    swaps, tau = int(found.swaps[0, 1]), tau_of(int(found.swaps[0, 1]), len(keys))
    assert tau is not None
    tau_b = float(found.tau_b[0, 1])
    tied, turned = int(_ties_of_either(keys)), _reversed(keys)
    return Correlation(
        tau, swaps, tied, turned, None if np.isnan(tau_b) else tau_b, float(found.tau_ap[0, 1])
    )


def matrices(keys: Keys) -> Matrices:
    """The coefficients of all pairs of rankings of two runs or more."""
    swaps, tau_b = _by_signs(keys)
    return Matrices(swaps, tau_b, _by_places(keys))


def _by_signs(keys: Keys) -> tuple[Ints, Floats]:
    """The swaps and tau-b of all pairs of rankings.

    A ranking is the vector of the signs of its pairs of runs; the product of two vectors is the number of pairs put
    alike less those put differently.
    """
    runs, rankings = keys.shape
    orders, strict = np.zeros((rankings, rankings)), np.zeros((rankings, rankings))
    ties = np.zeros(rankings)
    first, second = np.triu_indices(runs, 1)
    for start in range(0, len(first), BLOCK):
        one, other = (keys[places[start : start + BLOCK]] for places in (first, second))
        equal = one == other
        before = np.where(one >= other, np.float32(1), np.float32(-1))
        product = before.T @ before
        orders += product
        if equal.any():
            signs = np.where(equal, np.float32(0), before)
            product = signs.T @ signs
        strict += product
        ties += equal.sum(axis=0)
    pairs = pairs_of(runs)
    swaps = ((pairs - orders) / 2).astype(np.int64)
    return swaps, tau_b_of(strict, (pairs - ties)[:, None], pairs - ties)


def tau_b_of(strict: Floats, untied: Any, untied_other: Any) -> Floats:
    """tau-b of c - d, and of the numbers of pairs that are not tied in each ranking; NaN where it is undefined."""
    divisors = np.broadcast_to(np.sqrt(np.asarray(untied * untied_other, dtype=np.float64)), strict.shape)
    undefined: Floats = np.full(strict.shape, np.nan)
    found: Floats = np.divide(strict, divisors, out=undefined, where=divisors > 0)
    return found


def _by_places(keys: Keys) -> Floats:
    """tau-ap of all pairs of rankings; the reference is that of the column."""
    runs, rankings = keys.shape
    total = np.zeros((rankings, rankings))
    at_once = max(1, BLOCK // runs)
    for start in range(0, runs, at_once):
        above = [_above(keys, run) for run in range(start, min(start + at_once, runs))]
        shares = [rows / np.maximum(rows.sum(axis=0), 1) for rows in above]
        total += np.concatenate(shares).T @ np.concatenate(above)
    return tau_ap_of(total, runs)


def _above(keys: Keys, run: int) -> Floats:
    """1 for each other run that is above a run in each ranking, else 0."""
    return np.concatenate((keys[:run] >= keys[run], keys[run + 1 :] > keys[run])).astype(np.float64)


def tau_ap_of(total: Floats, runs: int) -> Floats:
    """tau-ap of the sum of C(i) / (i - 1)."""
    found: Floats = 2 * total / (runs - 1) - 1
    return found


def _reversed(keys: Keys) -> int:
    """How many pairs of runs two rankings put differently, but for those tied in either."""
    return sum(
        int((np.sign(keys[run] - keys[run + 1 :]).prod(axis=1) < 0).sum()) for run in range(len(keys) - 1)
    )


def _ties_of_either(keys: Keys) -> int:
    """How many pairs of runs are tied in any of the rankings."""
    return sum(int((keys[run] == keys[run + 1 :]).any(axis=1).sum()) for run in range(len(keys) - 1))


def tau_b_of_pairs(pairs: Iterable[Pair]) -> float | None:
    """tau-b of things that each have two values, however many there are; None where one side does not tell them apart.

    Sorted by the first value, the inversions of the second are the pairs put differently (Knight 1966).
    """
    ordered = sorted(pairs)
    whole, second = pairs_of(len(ordered)), [value for _, value in ordered]
    first_tied, second_tied, both_tied = (
        _tied(values) for values in ([value for value, _ in ordered], second, ordered)
    )
    divisor = (whole - first_tied) * (whole - second_tied)
    strict = whole - first_tied - second_tied + both_tied - 2 * _inversions(second)
    return strict / sqrt(divisor) if divisor else None


class WithinAndOver(NamedTuple):
    """How alike two judges order runs by what these got for single questions."""

    within: float | None  # the mean of tau-b within questions
    within_questions: int  # the questions that it is over: those in which both tell runs apart
    pairs: int  # of run and question
    over_pairs: float | None  # tau-b over all of them


def within_and_over(questions: Sequence[Sequence[Pair]]) -> WithinAndOver:
    """The same of what runs got by both, question by question."""
    found = [tau for values in questions if (tau := tau_b_of_pairs(values)) is not None]
    every = [pair for values in questions for pair in values]
    mean = sum(found) / len(found) if found else None
    return WithinAndOver(mean, len(found), len(every), tau_b_of_pairs(every))


def _tied(values: Iterable[Any]) -> int:
    """How many pairs of some values are equal."""
    return sum(pairs_of(count) for count in Counter(values).values())


def _inversions(values: Iterable[Any]) -> int:
    """How many pairs stand in the wrong order: the greater value first."""
    found, before = 0, list[Any]()
    for number, value in enumerate(values):
        place = bisect_right(before, value)
        found += number - place
        before.insert(place, value)
    return found
