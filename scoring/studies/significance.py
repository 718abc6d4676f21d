"""Which runs differ significantly: tests, corrections, intervals and effects of all pairs of runs, and groups of runs.

Each pair is tested by paired randomization; p is given as it is, after Holm, and by the randomized Tukey HSD, which decides
what is significant (p < alpha) and which runs form groups. Runs are ranked by score, runs of the same score by their ids.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, floor
from typing import Any, NamedTuple

from scoring.evaluate.units import UnitTable
from scoring.intervals import LEVEL, Interval
from scoring.say import say
from scoring.studies.corrections import holm, tukey_hsd
from scoring.studies.groups import Group, groups_of, letters_of
from scoring.studies.intervals_of_runs import Intervals, intervals_of
from scoring.studies.needed import POWER, Effect, effect_of
from scoring.studies.numbers import DIGITS, shown
from scoring.studies.randomization import SAMPLED, Pair, PairTest, Progress, paired_tests
from scoring.studies.sums import Sums


class RunRow(NamedTuple):
    """A run of the ranking."""

    run: str
    team: str
    score: Fraction | None
    interval: Interval | None
    letters: tuple[str, ...]  # of its groups; runs that share one do not differ significantly

    def as_json(self) -> dict[str, Any]:
        """The row with plain values."""
        return {
            "run": self.run,
            "team": self.team,
            "score": shown(self.score),
            **_ends(self.interval),
            "letters": list(self.letters),
        }


class PairRow(NamedTuple):
    """Two runs, the better one first."""

    a: str
    b: str
    difference: Fraction
    interval: Interval | None
    p: float
    p_holm: float
    p_tukey: float
    is_significant: bool
    method: str
    effect: Effect

    def as_json(self) -> dict[str, Any]:
        """The row with plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "difference": shown(self.difference),
            **_ends(self.interval),
            "p": shown(self.p),
            "p_holm": shown(self.p_holm),
            "p_tukey": shown(self.p_tukey),
            "significant": self.is_significant,
            "method": self.method,
            "d_z": shown(self.effect.d_z),
            "won": self.effect.won,
            "tied": self.effect.tied,
            "lost": self.effect.lost,
            "units_needed": self.effect.units_needed,
            "units_from": self.effect.units_from,
            "units_to": self.effect.units_to,
            "reason": self.effect.reason,
        }


class Significance(NamedTuple):
    """How runs of a table compare with each other."""

    measure: str
    unit: str
    units: int
    samples: int
    seed: int
    alpha: float
    runs: tuple[RunRow, ...]  # in the order of the ranking
    pairs: tuple[PairRow, ...]
    groups: tuple[Group, ...]
    reasons: tuple[str, ...] = ()  # sentences on what could not be worked out

    def as_json(self) -> dict[str, Any]:
        """The study with plain values, the same on every machine."""
        return {
            "measure": self.measure,
            "unit": self.unit,
            "units": self.units,
            "samples": self.samples,
            "seed": self.seed,
            "alpha": self.alpha,
            "level": LEVEL,
            "power": POWER,
            "runs": [row.as_json() for row in self.runs],
            "groups": [
                {
                    "letter": group.letter,
                    "runs": [self.runs[place].run for place in group.places],
                    "spans": [list(span) for span in group.spans],
                }
                for group in self.groups
            ],
            "pairs": [row.as_json() for row in self.pairs],
            "reasons": list(self.reasons),
        }


def significance(
    table: UnitTable,
    samples: int = 10_000,
    seed: int = 1,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> Significance:
    """Compare all runs of a table with each other."""
    tested = _tested(table, samples, seed, progress) if table.units else None
    ranking = _ranking(table)
    places = list(combinations(range(len(ranking)), 2))
    pairs = _pair_rows(table, ranking, tested, alpha) if tested else ()
    significant = [pair for pair, row in zip(places, pairs, strict=False) if row.is_significant]
    groups = groups_of(len(ranking), significant) if tested else ()
    runs = _run_rows(table, ranking, tested, letters_of(len(ranking), groups))
    reasons = _reasons(table, tested) + _too_few_samples(tested, samples, alpha)
    head = (table.measure, table.unit, len(table.units), samples, seed, alpha)
    return Significance(*head, runs, pairs, groups, reasons)


class _Tested(NamedTuple):
    """What was found of each pair of runs, in the order of the table."""

    tests: tuple[PairTest, ...]
    holm: tuple[float, ...]
    tukey: tuple[float, ...]
    intervals: Intervals


def _tested(table: UnitTable, samples: int, seed: int, progress: Progress | None) -> _Tested:
    pairs = comb(len(table.runs), 2)
    total = pairs + samples + pairs

    def after(done: int) -> Progress | None:
        return progress and (lambda more, _: progress(done + more, total))

    tests = paired_tests(table, samples=samples, seed=seed, progress=after(0))
    tukey = tukey_hsd(table, samples=samples, seed=seed, progress=after(pairs))
    intervals = intervals_of(table, after(pairs + samples))
    return _Tested(tests, holm([test.p for test in tests]), tukey, intervals)


def _ranking(table: UnitTable) -> list[int]:
    """The runs from best to worst, by their places in the table."""
    scores = [table.score(run) or Fraction(0) for run in range(len(table.runs))]
    return sorted(range(len(scores)), key=lambda run: (-scores[run], table.runs[run]))


def _run_rows(
    table: UnitTable, ranking: Sequence[int], tested: _Tested | None, letters: Sequence[tuple[str, ...]]
) -> tuple[RunRow, ...]:
    return tuple(
        RunRow(
            table.runs[run],
            table.teams[run],
            table.score(run),
            tested.intervals.runs[run] if tested else None,
            letters[place],
        )
        for place, run in enumerate(ranking)
    )


def _pair_rows(
    table: UnitTable, ranking: Sequence[int], tested: _Tested, alpha: float
) -> tuple[PairRow, ...]:
    sums = Sums(table)
    numbers = {pair: number for number, pair in enumerate(combinations(range(len(ranking)), 2))}
    rows = []
    for better, worse in combinations(ranking, 2):
        number = numbers[min(better, worse), max(better, worse)]
        test, interval = tested.tests[number], tested.intervals.pairs[number]
        better_by = interval if better < worse else _turned(interval)
        rows.append(
            PairRow(
                table.runs[better],
                table.runs[worse],
                abs(test.difference),
                better_by,
                test.p,
                tested.holm[number],
                tested.tukey[number],
                tested.tukey[number] < alpha,
                test.method,
                effect_of(Pair(sums, better, worse), better_by, alpha=alpha),
            )
        )
    return tuple(rows)


def _turned(interval: Interval | None) -> Interval | None:
    """The interval of the opposite difference."""
    if interval is None or interval.low is None or interval.high is None:
        return interval
    return Interval(0.0 - interval.high, 0.0 - interval.low)


def _ends(interval: Interval | None) -> dict[str, float | None]:
    """The ends as plain values, without what rounding leaves of 0."""
    low, high = interval[:2] if interval else (None, None)
    return {"low": _settled(low), "high": _settled(high)}


def _settled(value: float | None) -> float | None:
    return None if value is None else shown(round(value, DIGITS) + 0.0)


def _reasons(table: UnitTable, tested: _Tested | None) -> tuple[str, ...]:
    if not table.runs:
        return (say("There are no runs to compare."),)
    if not table.units:
        if table.unit == "series":
            return (say("No series has a score, so nothing can be compared."),)
        return (say("No question has a score, so nothing can be compared."),)
    found = []
    if len(table.runs) == 1:
        found.append(say("There is only one run, so there is nothing to compare it with."))
    return (*found, *(tested.intervals.reasons if tested else ()))


def _too_few_samples(tested: _Tested | None, samples: int, alpha: float) -> tuple[str, ...]:
    """A sentence where no sampled p, the smallest being 1 / (1 + samples), stays below alpha after Holm's correction."""
    tests = tested.tests if tested else ()
    needed = floor(len(tests) / Fraction(repr(alpha)))
    if samples >= needed or SAMPLED not in {test.method for test in tests}:
        return ()
    return (
        say(
            "With {pairs} pairs a sampled p is below {alpha} after Holm’s correction only from {samples} samples on.",
            pairs=len(tests),
            alpha=alpha,
            samples=needed,
        ),
    )
