"""Long and short answers on the leaderboard: of runs, and of people held against each other."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.figures import Axis, ScoreDot, mark
from assessment.shared.say import say, sentence
from scoring.decimals import decimal
from scoring.spans.people import REFERENCES
from scoring.spans.scores import PARTS, VOTES

LABELS = {"together": sentence("Super-annotator"), "alone": sentence("Single annotator")}


class PartCells(NamedTuple):
    """The long or the short answers of a run or of people; `best` is the point of the best threshold."""

    name: str  # of its F1 among the measures
    precision: float | None
    recall: float | None
    f1: float | None
    best: Mapping[str, Any] | None = None


def cells_of(row: RunScore) -> list[PartCells]:
    """Both parts of a run."""
    get = row.measures.get
    return [
        PartCells(f"{part}_f1", get(f"{part}_p"), get(f"{part}_r"), get(f"{part}_f1"), row.summary.get(part))
        for part in PARTS
    ]


def named_cells(parts: Sequence[PartCells], definition1: float | None) -> dict[str, float | None]:
    """The same by columns of the leaderboard, on which F1 of long answers is the score."""
    long, short = parts
    return {
        "long_p": long.precision,
        "long_r": long.recall,
        "score": long.f1,
        "long_best_f1": (long.best or {}).get("f1"),
        "short_p": short.precision,
        "short_r": short.recall,
        "short_f1": short.f1,
        "short_best_f1": (short.best or {}).get("f1"),
        "definition1": definition1,
    }


class PeopleRow(NamedTuple):
    """The scores of people in one way."""

    name: str  # together or alone
    label: str
    parts: Sequence[PartCells]
    definition1: float
    axis: Axis
    shown: str  # the F1 that the figure shows

    @property
    def value(self) -> float | None:
        """What the figure shows."""
        return next((part.f1 for part in self.parts if part.name == self.shown), None)

    @property
    def cells(self) -> dict[str, float | None]:
        """What the leaderboard's columns hold."""
        return named_cells(self.parts, self.definition1)

    @property
    def words(self) -> str:
        """The figure in words."""
        return f"{self.label}: {decimal(self.value or 0)}"

    @property
    def mark(self) -> ScoreDot | None:
        """Where its dot is."""
        return mark(self.axis, self.value, None, None)


class People(NamedTuple):
    """What people come to, and on how many questions."""

    found: Mapping[str, Any]
    questions: int
    seed: int
    references: int = REFERENCES

    def f1(self, measure: str) -> list[float]:
        """What the axis of a figure is to hold."""
        part = measure.removesuffix("_f1")
        return [self.found[part][name]["f1"] for name in LABELS] if part in self.found else []

    def rows(self, axis: Axis, shown: str) -> list[PeopleRow]:
        """The rows of a leaderboard."""
        return [
            PeopleRow(
                name,
                say(label),
                [_cells(part, self.found[part][name]) for part in PARTS],
                self.found["long"][name]["accuracy"],
                axis,
                shown,
            )
            for name, label in LABELS.items()
        ]


def people_of(score_set: ScoreSet) -> People | None:
    """What a version says of people; None where no question has more annotations than the reference takes."""
    found = json.loads(score_set.report.get("more") or "{}").get("people")
    return People(found, found["examples"], found["seed"]) if found else None


def votes_of(score_set: ScoreSet) -> int:
    """How many people made an answer when a version was scored; the setting may be another by now."""
    return int(json.loads(score_set.report.get("more") or "{}").get("gold_votes", VOTES))


def _cells(part: str, scores: Mapping[str, Any]) -> PartCells:
    return PartCells(f"{part}_f1", scores["precision"], scores["recall"], scores["f1"])
