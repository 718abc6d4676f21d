"""How the values of a version were worked out: the formula with its parameters, its figures and its source."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assessment.results.models import SERIES, ScoreSet
from assessment.shared.say import say
from scoring.measures import find
from scoring.tracks.base import QuestionType


class Formula(NamedTuple):
    """A formula as pages spell it."""

    label: str
    lines: Sequence[str]
    source: str
    meanings: Mapping[str, str]  # of its figures, in the order of the columns


def formula_of(score_set: ScoreSet, name: str) -> Formula | None:
    """The formula of a measure in a version; None where there is none. A version that kept none has today's."""
    measure = find(name)
    if measure is None:
        return None
    kept = score_set.report.get("formulas", {})
    campaign = score_set.qrels.campaign
    lines = kept.get(name) or measure.under(campaign.rules).formula()
    return Formula(say(measure.title), lines, measure.source, measure.meanings) if lines else None


def series_formula(score_set: ScoreSet) -> Formula | None:
    """How a series' score came of its questions'; None where the track has no series."""
    campaign = score_set.qrels.campaign
    rules = campaign.track.series_rules
    if rules is None:
        return None
    kept = score_set.report.get("formulas", {})
    lines = kept.get(SERIES) or rules.formula(campaign.rules)
    return Formula(say("Series"), lines, rules.source, {})


def own_measure(kind: QuestionType) -> str:
    """The measure that is a question's score: the first that its type names."""
    return kind.measures[0] if kind.measures else ""
