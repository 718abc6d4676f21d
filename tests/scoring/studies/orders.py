"""Kendall's tau of two orders with ties broken by run id, another way than studies work it out."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from scoring.evaluate.report import ordered
from scoring.measures.base import Value


def tau(first: Mapping[str, Value], second: Mapping[str, Value]) -> Fraction | None:
    """Kendall's tau (Stuart, 1983) between two orders of the same runs; None for fewer than two runs with both values.

    It is 1 - 2 · d / (n · (n - 1) / 2), where d counts the pairs that the two orders put differently; 1 for equal orders.
    A run without a value in either order has no place in it, so it is left out of both.
    """
    both = [run_id for run_id in first if first[run_id] is not None and second[run_id] is not None]
    if len(both) < 2:
        return None
    one, other = ({run_id: values[run_id] for run_id in both} for values in (first, second))
    place = {run_id: number for number, run_id in enumerate(ordered(other))}
    pairs = [place[better] < place[worse] for better, worse in combinations(ordered(one), 2)]
    return 1 - Fraction(2 * pairs.count(False), len(pairs))
