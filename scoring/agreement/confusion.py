"""What two people said of how many things, as a table."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.agreement.coefficients import Cells, tables
from scoring.agreement.ratings import Pair, Patterns, labels_in


class Confusion(NamedTuple):
    """A row for each label of one assessor, a column for each of the other.

    Of all assessors together a cell counts the things of which somebody said the one and somebody else the other, once on
    each side of the diagonal.
    """

    labels: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    pair: Pair | None = None

    @property
    def turned(self) -> "Confusion":
        """The same with rows for the other assessor."""
        pair = (self.pair[1], self.pair[0]) if self.pair else None
        return Confusion(self.labels, tuple(zip(*self.counts, strict=True)), pair)

    @property
    def total(self) -> int:
        """Of how many things both spoke; of all assessors together, how many cells things are counted in."""
        size = range(len(self.labels))
        if self.pair:
            return sum(map(sum, self.counts))
        return sum(self.counts[row][column] for row in size for column in size if row <= column)


def confusion(patterns: Patterns, labels: Sequence[str] = (), pair: Pair | None = None) -> Confusion:
    """The table of two assessors, or of all; labels that were given and are not among `labels` come last, by name."""
    cells = _of_pair(patterns, pair) if pair else _of_all(patterns)
    return confusion_of(cells, (*labels, *sorted(labels_in(patterns).difference(labels))), pair)


def confusion_of(cells: Cells, ordered: tuple[str, ...], pair: Pair | None = None) -> Confusion:
    """The table of counts that are known; `ordered` are all labels."""
    counts = tuple(tuple(cells[one, two] for two in ordered) for one in ordered)
    return Confusion(ordered, counts, pair)


def _of_pair(patterns: Patterns, pair: Pair) -> Cells:
    first, second = pair
    found = tables(patterns)
    if pair in found:
        return found[pair]
    return Counter({(two, one): count for (one, two), count in found.get((second, first), Counter()).items()})


def _of_all(patterns: Patterns) -> Cells:
    cells: Cells = Counter()
    for pattern, count in patterns.items():
        said = [label for _, label in pattern]
        met = {(one, two) for one, two in combinations(said, 2)}
        for cell in met | {(two, one) for one, two in met}:
            cells[cell] += count
    return cells
