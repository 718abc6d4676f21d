"""From the values of single questions to those of series and of a run."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.measures.base import Value, mean
from scoring.records import Evaluation, Question
from scoring.tracks.series import SeriesRules


class Sums(NamedTuple):
    """A run in all: over its series, and over its questions by type."""

    series: Mapping[str, Mapping[str, Value]] | None  # None where the track has none
    score: Value  # the mean over series, or the track's own measure
    by_type: Value  # the same formula over the means of all questions of a type


class Totals:
    """The series of a track, and the questions of each that have a value under a rule."""

    def __init__(
        self,
        rules: SeriesRules,
        settings: Mapping[str, Any],
        evaluation: Evaluation,
        questions: Sequence[Question],
        left: Collection[str],  # of which nothing is judged, or which have no value
        without_value: Collection[str],  # those of them that leave the means
    ) -> None:
        topics, dropped = evaluation.topics, evaluation.dropped
        self._rules, self._settings = rules, settings
        self._asked = {question.type for question in topics.questions}
        self._members: dict[str, dict[str, list[str]]] = {
            one.series_id: {} for one in topics.series if one.series_id not in dropped
        }
        self._types: defaultdict[str, list[str]] = defaultdict(list)
        for question in questions:
            if question.qid not in without_value:
                self._members[question.series].setdefault(question.type, []).append(question.qid)
                self._types[question.type].append(question.qid)
        self._forget_unjudged(left)

    def _forget_unjudged(self, left: Collection[str]) -> None:
        """Take a type from a series where nothing of it is judged; a single unjudged question counts as wrong."""
        for types in self._members.values():
            for kind in [kind for kind, qids in types.items() if all(qid in left for qid in qids)]:
                del types[kind]

    def of_run(self, values: Mapping[str, Fraction]) -> Sums:
        """The sums of a run from the values of its questions."""
        series = {}
        for series_id in self._members:
            found = self.of_series(series_id, values)
            if found is not None:
                series[series_id] = found
        scores = [Fraction(one["score"]) for one in series.values() if one["score"] is not None]
        by_type = self._combined(self._types, values)
        return Sums(series, mean(scores), by_type["score"] if by_type else None)

    def of_series(self, series_id: str, values: Mapping[str, Fraction]) -> dict[str, Value] | None:
        """The values of a series from those of its questions; None where it leaves the evaluation."""
        return self._combined(self._members[series_id], values)

    def _combined(
        self, types: Mapping[str, Sequence[str]], values: Mapping[str, Fraction]
    ) -> dict[str, Value] | None:
        means = {kind: mean([values[qid] for qid in qids]) for kind, qids in types.items()}
        return self._rules.values(means, self._settings, self._asked)

    def leaving(self) -> list[str]:
        """The series that leave the evaluation, because a part that they cannot miss has no value."""
        nothing = defaultdict[str, Fraction](Fraction)
        return [name for name, types in self._members.items() if self._combined(types, nothing) is None]
