"""How right people's answers are in the eyes of experts, as a version of the scores keeps it."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from assessment.results.models import ScoreSet
from assessment.shared.say import say, sentence
from scoring.scales import EXPERT

LABELS: Mapping[str, str] = {"long": sentence("Long answers"), "short": sentence("Short answers")}


class MuBin(NamedTuple):
    """Annotations of questions to which so large a share of annotators gave an answer, by grade."""

    over: float
    to: float
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.counts)


class ExpertPart(NamedTuple):
    """Long or short answers."""

    label: str
    annotations: int
    counts: tuple[int, ...]  # by grade
    precision: float
    bins: tuple[MuBin, ...]


def experts_of(score_set: ScoreSet) -> list[ExpertPart]:
    """What experts' grades come to; nothing where none count in this version."""
    stored = json.loads(score_set.report.get("more") or "{}").get("experts", {})
    return [_part(say(LABELS[name]), stored[name]) for name in LABELS if name in stored]


def _part(label: str, found: Mapping[str, Any]) -> ExpertPart:
    bins = (MuBin(one["over"], one["to"], _counts(one)) for one in found["by_mu"])
    return ExpertPart(label, found["annotations"], _counts(found), found["precision"], tuple(bins))


def _counts(found: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(found[grade] for grade in EXPERT.grades)
