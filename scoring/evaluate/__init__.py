"""Scores the runs of an evaluation by a rule.

Every (run, question) pair has a row; a missing response scores 0. An unjudged response counts as not correct, and the
score's bounds show what it could change. Means are exact fractions.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring import __version__, tracks
from scoring.evaluate.inputs import inputs_sha256
from scoring.evaluate.nil import right_nils
from scoring.evaluate.report import RunScore, ScoreReport
from scoring.index import Index
from scoring.measures import MEASURES
from scoring.measures.base import Outcome, Value, mean
from scoring.records import Evaluation, Item, Question, Response
from scoring.rules import Rule, derive

__all__ = ["RunScore", "ScoreReport", "Scorer", "evaluate"]

SOFTWARE = f"Assize {__version__}"


class _Graded(NamedTuple):
    """A run's responses to one question under a rule."""

    outcomes: list[Outcome]  # unjudged responses are not right
    hopeful: list[Outcome]  # unjudged responses are right
    unjudged: int


class Scorer:
    """Prepares an evaluation once, so that it can be scored by several rules."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.track = tracks.get(evaluation.track)
        self.settings = self.track.settings_with_defaults(evaluation.settings)
        self.index = Index(evaluation)
        self.inputs_sha256 = inputs_sha256(self.index, self.track, self.settings)
        self._questions = self.track.judged_questions(evaluation.topics, evaluation.dropped)
        self._given = {run.run_id: self._responses(run.run_id) for run in evaluation.runs}

    def score(self, rule: Rule | str = "adjudicated", partial: bool = False) -> ScoreReport:
        """The scores under a rule. Raises RuleError where the rule cannot be followed."""
        qrels = derive(self.index, rule, partial)
        nil_questions = [question for question in self._questions if self.track.type_of(question).nil_allowed]
        nils, nil_warnings = right_nils(nil_questions, qrels.grades, self.index)
        told = self.evaluation
        return ScoreReport(
            campaign=told.campaign,
            track=told.track,
            rule=qrels.rule,
            inputs_sha256=self.inputs_sha256,
            software=SOFTWARE,
            evaluated_questions=len(self._questions),
            dropped=tuple(sorted(told.dropped.items())),
            warnings=(*self._warnings(), *qrels.warnings, *nil_warnings),
            runs={
                run_id: self._run(self._given[run_id], qrels.grades, nils) for run_id in sorted(self._given)
            },
        )

    def _responses(self, run_id: str) -> dict[str, list[tuple[int, Item | None]]]:
        """Rank and item of the responses that can earn a score, by question."""
        by_question: defaultdict[str, list[Response]] = defaultdict(list)
        for response in self.evaluation.responses.get(run_id, ()):
            by_question[response.qid].append(response)
        return {
            question.qid: [
                (response.rank, response.item)
                for response in self.track.counting(
                    self.track.type_of(question), by_question.get(question.qid, ()), self.settings
                )
            ]
            for question in self._questions
        }

    def _warnings(self) -> list[str]:
        warnings = [
            f"A rule for runs is relaxed: {spelled}." for spelled in self.track.relaxations(self.settings)
        ]
        kinds = [self.track.type_of(question) for question in self.evaluation.topics.questions]
        unscored = sorted({kind.name for kind in kinds if not kind.judged})
        if unscored:
            warnings.append(f"Questions of type {' and '.join(unscored)} are not judged and not scored.")
        return warnings

    def _run(
        self, given: Mapping[str, list[tuple[int, Item | None]]], grades: Mapping[Item, str], nils: set[str]
    ) -> RunScore:
        graded = {
            question.qid: self._grade(question, given[question.qid], grades, nils)
            for question in self._questions
        }
        values = {name: self._values(name, graded) for name in self.track.measures}
        measures = {name: self._over_run(name, list(values[name].values())) for name in self.track.measures}
        unjudged = sum(one.unjudged for one in graded.values())
        return RunScore(
            score=measures[self.track.score],
            judged=sum(len(one.outcomes) for one in graded.values()) - unjudged,
            unjudged=unjudged,
            low=measures[self.track.score],
            high=self._high(graded) if unjudged else measures[self.track.score],
            measures=measures,
            questions=self._rows(values),
            series=self._series(values[self.track.score]) if self.track.in_series else None,
        )

    def _grade(
        self,
        question: Question,
        given: Sequence[tuple[int, Item | None]],
        grades: Mapping[Item, str],
        nils: set[str],
    ) -> _Graded:
        scale = self.track.type_of(question).scale
        correct = scale.correct if scale else frozenset[str]()
        outcomes, hopeful, unjudged = [], [], 0
        for rank, item in given:
            grade = grades.get(item) if item else None
            right = question.qid in nils if item is None else grade in correct
            outcomes.append(Outcome(rank, right))
            if item is not None and grade is None:
                unjudged += 1
                hopeful.append(Outcome(rank, True))
        return _Graded(outcomes, outcomes + hopeful, unjudged)

    def _values(self, name: str, graded: Mapping[str, _Graded]) -> dict[str, Fraction]:
        """A measure's value on each question of the types it is made for."""
        if name not in MEASURES:
            return {}
        measure = MEASURES[name]
        return {
            question.qid: measure.of_question(graded[question.qid].outcomes)
            for question in self._questions
            if name in self.track.type_of(question).measures
        }

    def _over_run(self, name: str, values: list[Fraction]) -> Value:
        return MEASURES[name].of_run(values) if name in MEASURES else None

    def _high(self, graded: Mapping[str, _Graded]) -> Value:
        measure = MEASURES[self.track.score]
        return measure.of_run(
            [
                measure.of_question(graded[question.qid].hopeful)
                for question in self._questions
                if self.track.score in self.track.type_of(question).measures
            ]
        )

    def _rows(self, values: Mapping[str, Mapping[str, Fraction]]) -> dict[str, dict[str, Value]]:
        """The row of every question that is not dropped, with the measure of its type."""
        rows: dict[str, dict[str, Value]] = {}
        for question in self.evaluation.topics.questions:
            if question.qid in self.index.retained:
                own = self.track.type_of(question).measures[:1]
                rows[question.qid] = {name: values[name].get(question.qid) for name in own}
        return rows

    def _series(self, values: Mapping[str, Fraction]) -> dict[str, dict[str, Value]]:
        """The mean over the scored questions of each series; a series without any is left out."""
        by_series: defaultdict[str, list[Fraction]] = defaultdict(list)
        for question in self._questions:
            if question.qid in values:
                by_series[question.series].append(values[question.qid])
        return {
            series.series_id: {"score": mean(by_series[series.series_id])}
            for series in self.evaluation.topics.series
            if series.series_id in by_series
        }


def evaluate(
    evaluation: Evaluation | Scorer, rule: Rule | str = "adjudicated", partial: bool = False
) -> ScoreReport:
    """The scores of an evaluation under a rule. Give a `Scorer` to score by several rules.

    Raises RuleError where the rule cannot be followed, ValueError for an unknown track or setting.
    """
    scorer = evaluation if isinstance(evaluation, Scorer) else Scorer(evaluation)
    return scorer.score(rule, partial)
