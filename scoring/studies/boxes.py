"""Boxes and whiskers: how the scores of all runs spread, unit by unit.

Voorhees, Using Question Series to Evaluate QA System Effectiveness, figure 3: the box is the middle half of the scores,
with a line at the median; whiskers go to the most extreme scores within 1.5 times the length of the box from its ends;
scores beyond are drawn each. Quartiles are interpolated between the scores on either side (Hyndman and Fan, Sample
Quantiles in Statistical Packages, 1996, definition 7). All is exact.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.evaluate.units import UnitTable
from scoring.say import say
from scoring.studies.numbers import shown

REACH = Fraction(3, 2)  # of a whisker, in lengths of the box


class Beyond(NamedTuple):
    """A score that the whiskers do not reach."""

    run_id: str
    score: Fraction


class Box(NamedTuple):
    """The scores of a unit in short."""

    unit: str
    minimum: Fraction
    low_whisker: Fraction
    q1: Fraction
    median: Fraction
    q3: Fraction
    high_whisker: Fraction
    maximum: Fraction
    beyond: tuple[Beyond, ...]  # in the order of scores, then of run ids

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        figures = {
            name: shown(getattr(self, name)) for name in self._fields if name not in ("unit", "beyond")
        }
        beyond = [{"run": run_id, "score": shown(score)} for run_id, score in self.beyond]
        return {"unit": self.unit, **figures, "beyond": beyond}


class Boxes(NamedTuple):
    """A box for each unit, in their order."""

    unit: str
    runs: int
    boxes: tuple[Box, ...]
    reason: str = ""  # why there are none

    def as_json(self) -> dict[str, Any]:
        """The same for a file."""
        return {
            "unit": self.unit,
            "runs": self.runs,
            "reason": self.reason,
            "boxes": [box.as_json() for box in self.boxes],
        }


def boxes(table: UnitTable) -> Boxes:
    """The boxes of all units; a run's score for a unit is its score over that unit alone."""
    if not table.runs:
        return Boxes(table.unit, 0, (), say("There are no runs."))
    found = (
        box(
            name, [(table.score(run, [unit]) or Fraction(0), run_id) for run, run_id in enumerate(table.runs)]
        )
        for unit, name in enumerate(table.units)
    )
    return Boxes(table.unit, len(table.runs), tuple(found))


def box(unit: str, scores: Sequence[tuple[Fraction, str]]) -> Box:
    """The box of some scores, at least one, each with its run."""
    ordered = sorted(scores)
    values = [score for score, _ in ordered]
    q1, median, q3 = (quantile(values, Fraction(part, 4)) for part in (1, 2, 3))
    reach = REACH * (q3 - q1)
    within = [value for value in values if q1 - reach <= value <= q3 + reach]
    return Box(
        unit=unit,
        minimum=values[0],
        low_whisker=min(
            within[0], q1
        ),  # a quartile between two scores may be beyond all that are within reach
        q1=q1,
        median=median,
        q3=q3,
        high_whisker=max(within[-1], q3),
        maximum=values[-1],
        beyond=tuple(Beyond(run, score) for score, run in ordered if not q1 - reach <= score <= q3 + reach),
    )


def quantile(values: Sequence[Fraction], part: Fraction) -> Fraction:
    """What a part of some values in order is below: between two of them, in proportion."""
    whole, rest = divmod((len(values) - 1) * part, 1)
    low = values[int(whole)]
    return low + rest * (values[int(whole) + 1] - low) if rest else low
