"""How often two sets of units disagree which of two runs is better: the error rates of comparisons.

Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 3.2, after Voorhees and Buckley, The Effect
of Topic Set Size on Retrieval Experiment Error (SIGIR 2002).

For each size of sets, two disjoint sets of units are drawn at random, many times over (trials). All runs are scored on
both. Each pair of runs is a case of the bin that its difference in score falls in: the first bin holds differences
below .01, those of none too, the next from .01 to below .02, and so on. It is an error where the sets disagree, that is
where each run is better on one of them; a tie on a set is no disagreement.

    error rate of a bin = errors / cases, over all trials of a size

The difference that chooses the bin is that on the first set; `BINNINGS` has others. Bins and signs are decided on exact
scores.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.arrays import Bools, Floats, Ints, np
from scoring.evaluate.units import UnitTable
from scoring.say import say, say_n
from scoring.studies.draws import Draws
from scoring.studies.numbers import shown
from scoring.studies.set_scores import SetScores

SMALLEST = 5  # units in a set; fewer are too noisy to be informative (section 3.2)
TRIALS = 50
BIN_WIDTH = Fraction(1, 100)
NARROWEST = Fraction(1, 10_000)
# Which difference chooses the bin: on the first or the second set, the larger of both, the mean of their sizes, or that
# over all units.
BINNINGS = ("first", "second", "larger", "mean", "full")
MOST_SIZES = 100  # sizes in a study by default; of more they are spread evenly
MOST_GROUPS = 500  # counts are kept by trial, or by so many groups of trials
CASES_AT_ONCE = 2**18

Progress = Callable[[int, int], None]


class ErrorRates(NamedTuple):
    """How many cases and errors there were, by size, trial and bin; empty where there is a reason."""

    unit: str
    units: int
    runs: tuple[str, ...]
    sizes: tuple[int, ...]
    trials: int
    seed: int
    bin_width: Fraction
    binning: str
    best_per_team: bool
    cases: Ints  # (sizes, trials or groups of them, bins)
    errors: Ints
    pairs: Ints  # of runs, by the bin of their difference over all units
    reason: str = ""

    @property
    def rates(self) -> Floats:
        """The error rate of each size and bin; not a number where there was no case."""
        cases = self.cases.sum(axis=1)
        with np.errstate(invalid="ignore"):
            return np.asarray(self.errors.sum(axis=1) / cases)

    def as_json(self) -> dict[str, Any]:
        """The settings, and of each bin its points."""
        return {**self.settings(), "bins": [self.bin_as_json(number) for number in range(len(self.pairs))]}

    def settings(self) -> dict[str, Any]:
        """What was compared, and how."""
        return {
            "unit": self.unit,
            "units": self.units,
            "runs": list(self.runs),
            "pairs": int(self.pairs.sum()),
            "sizes": list(self.sizes),
            "trials": self.trials,
            "seed": self.seed,
            "bin_width": shown(self.bin_width),
            "binning": self.binning,
            "best_per_team": self.best_per_team,
            "reason": self.reason,
        }

    def bin_as_json(self, number: int) -> dict[str, Any]:
        """The limits of a bin, how many pairs are in it over all units, and its error rate at each size with a case."""
        cases, errors = self.cases[:, :, number].sum(axis=1), self.errors[:, :, number].sum(axis=1)
        return {
            "from": shown(number * self.bin_width),
            "below": shown((number + 1) * self.bin_width),
            "pairs": int(self.pairs[number]),
            "points": [
                {
                    "size": size,
                    "cases": int(all_),
                    "errors": int(bad),
                    "rate": shown(Fraction(int(bad), int(all_))),
                }
                for size, all_, bad in zip(self.sizes, cases, errors, strict=True)
                if all_
            ],
        }


def error_rates(
    table: UnitTable,
    *,
    sizes: Sequence[int] | None = None,
    trials: int = TRIALS,
    seed: int = 1,
    bin_width: Fraction | float | str = BIN_WIDTH,
    binning: str = "first",
    best_per_team: bool = False,
    min_size: int = SMALLEST,
    progress: Progress | None = None,
) -> ErrorRates:
    """The error rates of pairs of runs; sets of `min_size` to half of the units by default.

    What is drawn for a size depends on the seed, the size and the number of units alone.
    """
    if binning not in BINNINGS:
        raise ValueError(f"{binning!r} is none of {', '.join(BINNINGS)}")
    return error_rates_by_binning(
        table,
        (binning,),
        sizes=sizes,
        trials=trials,
        seed=seed,
        bin_width=bin_width,
        best_per_team=best_per_team,
        min_size=min_size,
        progress=progress,
    )[binning]


def error_rates_by_binning(
    table: UnitTable,
    binnings: Sequence[str] = BINNINGS,
    *,
    sizes: Sequence[int] | None = None,
    trials: int = TRIALS,
    seed: int = 1,
    bin_width: Fraction | float | str = BIN_WIDTH,
    best_per_team: bool = False,
    min_size: int = SMALLEST,
    progress: Progress | None = None,
) -> dict[str, ErrorRates]:
    """The error rates under each of some binnings, of the same sets."""
    width = Fraction(str(bin_width))
    if trials < 1 or not NARROWEST <= width <= 1:
        raise ValueError(
            f"{trials} trials and bins of {width}: there is at least 1, and bins of {NARROWEST} to 1"
        )
    table = best_runs(table) if best_per_team else table
    reason = why_not(table, min_size)
    chosen = () if reason else set_sizes(table, sizes, min_size)
    splits = _Splits(table, width, trials, seed)
    counts = []
    for done, size in enumerate(chosen):
        counts.append(splits.counted(size, binnings))
        if progress:
            progress(done + 1, len(chosen))
    found = {binning: _padded([of_size[binning] for of_size in counts], splits) for binning in binnings}
    return {
        binning: ErrorRates(
            unit=table.unit,
            units=len(table.units),
            runs=table.runs,
            sizes=chosen,
            trials=trials,
            seed=seed,
            bin_width=width,
            binning=binning,
            best_per_team=best_per_team,
            cases=cases,
            errors=errors,
            pairs=np.bincount(splits.full, minlength=cases.shape[2]),
            reason=reason,
        )
        for binning, (cases, errors) in found.items()
    }


def best_runs(table: UnitTable) -> UnitTable:
    """The same of the best run of each team; of runs with the same score it is the first by run id."""
    best: dict[str, tuple[Fraction, str]] = {}
    for team, (run_id, score) in zip(table.teams, table.scores.items(), strict=True):
        this = (-(score or Fraction(0)), run_id)
        best[team] = min(best.get(team, this), this)
    return table.keeping([run_id for _, run_id in best.values()])


def why_not(table: UnitTable, min_size: int = SMALLEST) -> str:
    """Why there are no error rates, as a sentence; empty where there are."""
    if len(table.runs) < 2:
        return say("There are fewer than two runs to compare.")
    if len(table.units) < 2 * min_size:
        sizes = {"least": str(min_size), "needed": str(2 * min_size)}
        if table.unit == "series":
            return say_n(
                "Two disjoint sets of at least {least} series need {needed} series; there is {n}.",
                "Two disjoint sets of at least {least} series need {needed} series; there are {n}.",
                len(table.units),
                **sizes,
            )
        return say_n(
            "Two disjoint sets of at least {least} questions need {needed} questions; there is {n}.",
            "Two disjoint sets of at least {least} questions need {needed} questions; there are {n}.",
            len(table.units),
            **sizes,
        )
    return ""


def set_sizes(table: UnitTable, sizes: Sequence[int] | None, min_size: int) -> tuple[int, ...]:
    """The sizes asked for; else all up to half of the units, or where those are many, some of them."""
    largest = len(table.units) // 2
    if sizes is None:
        count = min(largest - min_size + 1, MOST_SIZES)
        return tuple(int(size) for size in np.rint(np.linspace(min_size, largest, count)))
    if wrong := [size for size in sizes if not min_size <= size <= largest]:
        raise ValueError(f"Sets have {min_size} to {largest} units, not {wrong[0]}")
    return tuple(sorted(set(sizes)))


Counts = tuple[Ints, Ints]  # cases and errors, by trial or group of them and by bin


class _Splits:
    """Pairs of disjoint sets, and how often they disagree."""

    def __init__(self, table: UnitTable, width: Fraction, trials: int, seed: int) -> None:
        self.table, self.width, self.trials = table, width, trials
        self.groups = min(trials, MOST_GROUPS)
        self._draws = Draws(seed, "split halves")
        self._arrays = table.arrays()
        self._one, self._other = np.triu_indices(len(table.runs), 1)
        self.full = self._over_all()

    def _over_all(self) -> Ints:
        """The bins of the pairs over all units."""
        units = len(self.table.units)
        if not units or not len(self._one):
            return np.zeros(0, np.int64)
        everything = SetScores(self.table, self._arrays, np.arange(units)[None])
        return np.asarray(everything.bins(self._one, self._other, self.width)[0])

    def counted(self, size: int, binnings: Sequence[str]) -> dict[str, Counts]:
        """The cases and errors of all trials with sets of a size, under each binning."""
        draws = self._draws.spawn(str(size))
        at_once = max(1, CASES_AT_ONCE // max(1, len(self._one)))
        found: dict[str, list[Counts]] = {binning: [] for binning in binnings}
        for start in range(0, self.trials, at_once):
            trials = np.arange(start, min(start + at_once, self.trials))
            order = draws.permutations(len(trials), len(self.table.units))
            sets = np.concatenate((order[:, :size], order[:, size : 2 * size]))
            for binning, counts in self._of_trials(
                sets, trials * self.groups // self.trials, binnings
            ).items():
                found[binning].append(counts)
        return {binning: _summed(counts) for binning, counts in found.items()}

    def _of_trials(self, sets: Ints, groups: Ints, binnings: Sequence[str]) -> Mapping[str, Counts]:
        scores = SetScores(self.table, self._arrays, sets)
        signs = scores.signs(self._one, self._other)
        errors = signs[: len(groups)] * signs[len(groups) :] < 0
        return {binning: self._tally(bins, groups, errors) for binning, bins in self._bins(scores, binnings)}

    def _bins(self, scores: SetScores, binnings: Sequence[str]) -> list[tuple[str, Ints]]:
        first, second = np.split(scores.bins(self._one, self._other, self.width), 2)
        made: dict[str, Callable[[], Ints]] = {
            "first": lambda: first,
            "second": lambda: second,
            "larger": lambda: np.maximum(first, second),
            "mean": lambda: scores.mean_bins(self._one, self._other, self.width),
            "full": lambda: np.broadcast_to(self.full, first.shape),
        }
        return [(binning, made[binning]()) for binning in binnings]

    def _tally(self, bins: Ints, groups: Ints, errors: Bools) -> Counts:
        count = int(bins.max(initial=0)) + 1
        keys = groups[:, None] * count + bins
        cases, wrong = (
            np.bincount(chosen, minlength=self.groups * count).reshape(self.groups, count)
            for chosen in (keys.reshape(-1), keys[errors])
        )
        return cases, wrong


def _summed(counts: Sequence[Counts]) -> Counts:
    cases, errors = (_alike([one[part] for one in counts]).sum(axis=0) for part in (0, 1))
    return cases, errors


def _padded(of_sizes: Sequence[Counts], splits: _Splits) -> Counts:
    """The counts of all sizes with the same number of bins: at least those of the differences over all units."""
    width = int(splits.full.max(initial=-1)) + 1
    none = np.zeros((splits.groups, width), np.int64)
    cases, errors = (_alike([none, *(one[part] for one in of_sizes)])[1:] for part in (0, 1))
    return cases, errors


def _alike(arrays: Sequence[Ints]) -> Ints:
    """Arrays of (groups, bins) on top of each other, the shorter ones with bins of nothing added."""
    width = max(array.shape[1] for array in arrays)
    return np.stack([np.pad(array, ((0, 0), (0, width - array.shape[1]))) for array in arrays])
