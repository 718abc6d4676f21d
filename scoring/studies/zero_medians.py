"""How many series or questions are beyond most runs: those whose median score over the runs is zero.

Voorhees, Using Question Series to Evaluate QA System Effectiveness, section 3.1. Where most scores are zero an evaluation
seems more reliable than it is, for scores that do not vary cannot disagree. Of an even number of scores the median is the
mean of the two in the middle.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.evaluate.units import UnitTable
from scoring.measures.base import Value
from scoring.say import say
from scoring.studies.boxes import quantile
from scoring.studies.numbers import shown

HALF = Fraction(1, 2)
Groups = Mapping[str, Mapping[str, Sequence[Value]]]  # name → unit → the score of each run; None is left out


class ZeroMedians(NamedTuple):
    """The units of a group whose median is zero."""

    group: str  # "series", or a type of question
    units: int  # that have a score
    zero: tuple[str, ...]  # ids, in the order given

    @property
    def share(self) -> Fraction | None:
        """The share of them; None of no units."""
        return Fraction(len(self.zero), self.units) if self.units else None

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {
            "group": self.group,
            "units": self.units,
            "zero": len(self.zero),
            "share": shown(self.share),
            "ids": list(self.zero),
            "reason": "" if self.units else say("Nothing of this kind has a score."),
        }


class AllZeroMedians(NamedTuple):
    """All groups, in the order given."""

    groups: tuple[ZeroMedians, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """The same for a file."""
        return [group.as_json() for group in self.groups]


def zero_medians(groups: Groups) -> AllZeroMedians:
    """Of each group, the units whose median score over the runs is zero."""
    return AllZeroMedians(tuple(_of_group(name, units) for name, units in groups.items()))


def _of_group(name: str, units: Mapping[str, Sequence[Value]]) -> ZeroMedians:
    medians = dict(_medians(units))
    return ZeroMedians(name, len(medians), tuple(unit for unit, median in medians.items() if not median))


def _medians(units: Mapping[str, Sequence[Value]]) -> Iterator[tuple[str, Fraction]]:
    for unit, scores in units.items():
        if known := sorted(Fraction(score) for score in scores if score is not None):
            yield unit, quantile(known, HALF)


def scores_by_unit(table: UnitTable) -> dict[str, list[Value]]:
    """The scores of all runs for each unit of a table."""
    runs = range(len(table.runs))
    return {name: [table.score(run, [unit]) for run in runs] for unit, name in enumerate(table.units)}
