"""How alike two orders of the same runs are: Kendall's tau (Stuart, 1983).

Runs are ordered from best to worst by exact values; ties by run id, and a run without a value stands last. tau is
1 - 2 · d / (n · (n - 1) / 2), where d counts the pairs that the two orders put differently; 1 for equal orders.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from scoring.measures.base import Value


def tau(first: Mapping[str, Value], second: Mapping[str, Value]) -> Fraction | None:
    """Kendall's tau between two orders of the same runs; None for fewer than two."""
    if len(first) < 2:
        return None
    place = {run_id: number for number, run_id in enumerate(ordered(second))}
    pairs = [place[better] < place[worse] for better, worse in combinations(ordered(first), 2)]
    return 1 - Fraction(2 * pairs.count(False), len(pairs))


def ordered(values: Mapping[str, Value]) -> list[str]:
    """The runs from best to worst."""
    return sorted(values, key=lambda run_id: (values[run_id] is None, -(values[run_id] or 0), run_id))
