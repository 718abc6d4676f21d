"""How many questions or series it takes until the order of the runs stands (TREC-8 QA evaluation, section 3.3).

For each of some sizes, random sets of so many units are drawn, without repeats, and the order of the runs by each set is
held against that over all units by Kendall's tau. The size that is enough is the least from which on, up to all units, at
least a share of the sets (95 %) reach a level of tau (.9). The sets are parts of the same whole: the closer their size is
to it, the more they have in common with it, so that tau comes out higher than it would with new questions.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.arrays import Array, Ints, np
from scoring.evaluate.units import UnitTable
from scoring.measures.base import exact
from scoring.say import say, sentence
from scoring.studies.draws import Draws
from scoring.studies.exact import dense, modulus_of, remainder_of
from scoring.studies.kendall import FEWER_THAN_TWO, keys_of, pairs_of, tau_of
from scoring.studies.numbers import shown

Progress = Callable[[int, int], None]  # sizes done, sizes in all; it may raise, to end the work
CHUNK = 512  # sets at once

NOT_ENOUGH = sentence("Only all of them together give the order reliably.")


class OfSize(NamedTuple):
    """What random sets of one size came to."""

    size: int
    mean: Fraction  # of tau
    low: Fraction
    reached: Fraction  # share of the sets with a tau of at least the level
    equal: Fraction  # share of the sets with the very same order

    def as_json(self) -> dict[str, Any]:
        """The size as JSON holds it."""
        return {
            "size": self.size,
            "mean_tau": shown(self.mean),
            "min_tau": shown(self.low),
            "reached": shown(self.reached),
            "equal": shown(self.equal),
        }


class QuestionSets(NamedTuple):
    """The whole study of set sizes."""

    unit: str
    units: int
    subsets: int
    seed: int
    level: Fraction
    share: Fraction
    sizes: tuple[OfSize, ...]
    reason: str  # why no size is enough, or nothing was studied

    @property
    def enough(self) -> int | None:
        """The least size from which on the sets reach the level."""
        found = None
        for one in reversed(self.sizes):
            if one.reached < self.share:
                break
            found = one.size
        return found

    def as_json(self) -> dict[str, Any]:
        """The study as JSON holds it."""
        return {
            "unit": self.unit,
            "units": self.units,
            "subsets": self.subsets,
            "seed": self.seed,
            "level": shown(self.level),
            "share": shown(self.share),
            "enough": self.enough,
            "reason": self.reason,
            "sizes": [one.as_json() for one in self.sizes],
        }


def question_sets(
    table: UnitTable,
    sizes: Sequence[int] | None = None,
    subsets: int = 1000,
    seed: int = 1,
    level: float = 0.9,
    share: float = 0.95,
    progress: Progress | None = None,
) -> QuestionSets:
    """Study the sizes of sets of units; by default every size there is, or about forty of them.

    The draws of a size depend on the seed and on it, not on what other sizes are studied.
    """
    units, runs = len(table.units), len(table.runs)
    grid = sorted({size for size in sizes if 0 < size < units} if sizes is not None else grid_of(units))
    found = []
    if runs > 1 and grid:
        orders = _Orders(table)
        for number, size in enumerate(grid, 1):
            swaps = orders.swaps(Draws(seed).spawn(f"question sets/{size}"), size, subsets)
            found.append(_of_size(size, swaps, runs, exact(level)))
            if progress:
                progress(number, len(grid))
    made = QuestionSets(table.unit, units, subsets, seed, exact(level), exact(share), tuple(found), "")
    return made._replace(reason=_reason(made, runs))


def _reason(made: QuestionSets, runs: int) -> str:
    if runs < 2:
        return say(FEWER_THAN_TWO)
    if not made.sizes:
        return say("There are no smaller sets to study.")
    return "" if made.enough else say(NOT_ENOUGH)


def grid_of(units: int) -> list[int]:
    """Sizes below all units: each, or, where there are many, multiples of 5, 10, 25 …"""
    step = next(step for step in (1, 5, 10, 25, 50, 100, 250, 500, units) if units <= 40 * step)
    return list(range(step, units, step))


def _of_size(size: int, swaps: Ints, runs: int, level: Fraction) -> OfSize:
    sets = len(swaps)
    most = int((1 - level) * pairs_of(runs) / 2)  # swaps that the level allows
    mean, low = tau_of(Fraction(int(swaps.sum()), sets), runs), tau_of(int(swaps.max()), runs)
    assert mean is not None
    assert low is not None
    return OfSize(
        size, mean, low, Fraction(int((swaps <= most).sum()), sets), Fraction(int((swaps == 0).sum()), sets)
    )


class _Orders:
    """The orders of the runs of a table by sets of its units."""

    def __init__(self, table: UnitTable) -> None:
        self._table = table
        self._floats, self._scale = table.arrays()  # (parts, runs, units)
        self._remainders = np.zeros((len(table.units), len(table.runs)))
        self._modulus = modulus_of(len(table.units))
        if self._scale is None:  # never so of formulas of several parts, which count questions
            rows = [[remainder_of(unit[0], self._modulus) for unit in row] for row in table.parts]
            self._remainders = np.array(rows, dtype=np.float64).T
        keys = keys_of(table.scores)
        self._order = np.lexsort((np.arange(len(keys)), -keys))

    def swaps(self, draws: Draws, size: int, subsets: int) -> Ints:
        """By how many swaps the order by each of some random sets is away from that by all units."""
        found = []
        for start in range(0, subsets, CHUNK):
            sets = draws.permutations(min(CHUNK, subsets - start), len(self._table.units))[:, :size]
            found.append(self._away(self._keys(sets)))
        return np.concatenate(found)

    def _keys(self, sets: Ints) -> Array:
        """Keys of the runs that compare as their scores by each set do: (runs, sets)."""
        member = np.zeros((len(self._table.units), len(sets)))
        member[sets.T, np.arange(len(sets))] = 1
        sums = [part @ member for part in self._floats]
        if self._scale is not None:  # whole numbers, whose quotients as floats are equal only where they are
            return np.asarray(self._table.combined.of(sums, sets.shape[1]))

        def settle(number: int) -> list[Fraction]:
            units = sets[number].tolist()
            return [self._table.score(run, units) or Fraction(0) for run in range(len(self._table.runs))]

        return dense(sums[0], (self._remainders.T @ member) % self._modulus, settle)

    def _away(self, keys: Array) -> Ints:
        ordered = keys[self._order]
        swaps = np.zeros(keys.shape[1], dtype=np.int64)
        for run in range(1, len(ordered)):
            tied_wrongly = (self._order[:run] > self._order[run])[:, None]
            below = (ordered[:run] < ordered[run]) | (tied_wrongly & (ordered[:run] == ordered[run]))
            swaps += below.sum(axis=0)
        return swaps
