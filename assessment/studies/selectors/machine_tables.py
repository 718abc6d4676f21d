"""Two tables of a comparison of people and a program: rankings at all levels, and what both said, scale by scale."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.shared.grades import grade_class, grade_name
from assessment.shared.say import say
from scoring.agreement.matches import LABELS
from scoring.decimals import in_full
from scoring.studies.levels import ANOTHER, ONE, PEOPLE, TOPS


class LevelRow(NamedTuple):
    """Two judges, and how alike they rank runs."""

    judges: str
    is_machines: bool
    found: Mapping[str, Any]
    tops: Sequence[Mapping[str, Any] | None]  # in the order of TOPS


class LevelTable(NamedTuple):
    """The rows of one measure."""

    measure: str
    rows: Sequence[LevelRow]

    @property
    def has_yardstick(self) -> bool:
        """Whether two people judged the same questions."""
        return any(row.found["other"] == ANOTHER for row in self.rows)


class Label(NamedTuple):
    """A label as pages show it."""

    name: str
    tone: str


class Cell(NamedTuple):
    """How often both labels met."""

    things: int
    share: float
    is_same: bool


class Met(NamedTuple):
    """What people said, and what other people or the program did."""

    sides: str
    found: Mapping[str, Any]
    labels: Sequence[Label]
    rows: Sequence[tuple[Label, Sequence[Cell]]]
    most: str  # which two labels are confused most often


class ScaleTables(NamedTuple):
    """The tables of one scale."""

    title: str
    tables: Sequence[Met]

    @property
    def has_people(self) -> bool:
        """Whether two people said anything of the same."""
        return not all(one.found["machine"] for one in self.tables)

    @property
    def has_values(self) -> bool:
        """Whether its labels have values, so that there is weighted kappa."""
        return any("kappa_quadratic" in one.found for one in self.tables)


def level_tables(found: Mapping[str, Any], machine: str) -> list[LevelTable]:
    """The rankings of a comparison by measure; none of one from before they were told."""
    rows = [
        (row["measure"], LevelRow(_judges(row), row["other"] == machine, row, _tops(row)))
        for row in found.get("levels", ())
    ]
    return [
        LevelTable(measure, [row for _, row in its]) for measure, its in groupby(rows, lambda row: row[0])
    ]


def _judges(row: Mapping[str, Any]) -> str:
    names = {PEOPLE: say("people"), ONE: say("one person"), ANOTHER: say("another person")}
    return " · ".join(names.get(row[side], row[side]) for side in ("one", "other"))


def _tops(row: Mapping[str, Any]) -> list[Mapping[str, Any] | None]:
    by_size = {one["k"]: one for one in row["tops"]}
    return [by_size.get(k) for k in TOPS]


def scale_tables(found: Mapping[str, Any], campaign: Campaign) -> list[ScaleTables]:
    """What both said, scale by scale; none of a comparison from before it was told."""
    tables = groupby(found.get("scales", ()), lambda one: one["labels"])
    return [
        ScaleTables(_title(labels, campaign), [_met(one, campaign) for one in its]) for labels, its in tables
    ]


def _title(labels: Sequence[str], campaign: Campaign) -> str:
    return " · ".join(_label(label, campaign).name for label in labels)


def _label(label: str, campaign: Campaign) -> Label:
    if label in LABELS:
        return Label((say("found"), say("not found"))[LABELS.index(label)], "")
    return Label(grade_name(label, campaign.track), grade_class(label, campaign.track))


def _met(one: Mapping[str, Any], campaign: Campaign) -> Met:
    labels = [_label(label, campaign) for label in one["labels"]]
    other = one["machine"] or say("other people")
    rows = [
        (label, [Cell(*cell, place == number) for place, cell in enumerate(zip(*row, strict=True))])
        for number, (label, row) in enumerate(
            zip(labels, zip(one["counts"], one["shares"], strict=True), strict=True)
        )
    ]
    return Met(say("people · {other}", other=other), one, labels, rows, _most(one, other, campaign))


def _most(one: Mapping[str, Any], other: str, campaign: Campaign) -> str:
    most = one["most"]
    if not most:
        return ""
    return say(
        "Most often apart: people say {one} and {side} {other}, in {share} %.",
        one=_label(most["one"], campaign).name,
        side=other,
        other=_label(most["other"], campaign).name,
        share=in_full(100 * most["share"], 1),
    )
