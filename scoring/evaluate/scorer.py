"""Prepares an evaluation once, and scores it by any number of rules."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from scoring import __version__, tracks
from scoring.evaluate.inputs import inputs_sha256, with_machine
from scoring.evaluate.nil import right_nils
from scoring.evaluate.report import RunScore, ScoreReport
from scoring.index import Index
from scoring.measures import MEASURES
from scoring.measures.base import Outcome, Value, mean
from scoring.records import Evaluation, Item, Response
from scoring.rules import Rule, derive, machine_named, parse_rule

SOFTWARE = f"Assize {__version__}"


# A response that can earn a score: its item (None for NIL), and its outcome where it is wrong and where it is right.
_Given = tuple[Item | None, Outcome, Outcome]


class _Graded(NamedTuple):
    """A run's responses to one question under a rule."""

    outcomes: list[Outcome]  # unjudged responses are not right
    hopeful: list[Outcome]  # unjudged responses are right
    unjudged: int


class Scorer:
    """Everything about an evaluation that does not depend on the rule."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.track = tracks.get(evaluation.track)
        self.settings = self.track.settings_with_defaults(evaluation.settings)
        self.index = Index(evaluation)
        self.inputs_sha256 = inputs_sha256(self.index, self.track, self.settings)
        self._questions = self.track.judged_questions(evaluation.topics, evaluation.dropped)
        self._kinds = {question.qid: self.track.type_of(question) for question in evaluation.topics.questions}
        self._measured = {
            name: [it.qid for it in self._questions if name in self._kinds[it.qid].measures]
            for name in self.track.measures
        }
        self._rows = [
            (it.qid, self._kinds[it.qid].measures[:1])
            for it in evaluation.topics.questions
            if it.qid in self.index.retained
        ]
        self._outcomes: dict[int, tuple[Outcome, Outcome]] = {}
        self._given = {run.run_id: self._of_run(run.run_id) for run in evaluation.runs}

    def score(self, rule: Rule | str = "adjudicated", partial: bool = False) -> ScoreReport:
        """The scores under a rule. Raises RuleError where the rule cannot be followed."""
        qrels = derive(self.index, rule, partial)
        nil_questions = [it for it in self._questions if self._kinds[it.qid].nil_allowed]
        nils, nil_warnings = right_nils(nil_questions, qrels.grades, self.index)
        told = self.evaluation
        return ScoreReport(
            campaign=told.campaign,
            track=told.track,
            rule=qrels.rule,
            inputs_sha256=self.inputs_of(qrels.rule),
            software=SOFTWARE,
            evaluated_questions=len(self._questions),
            dropped=tuple(sorted(told.dropped.items())),
            warnings=(*self._warnings(), *qrels.warnings, *nil_warnings),
            runs={
                run_id: self._run(self._given[run_id], qrels.grades, nils) for run_id in sorted(self._given)
            },
        )

    def inputs_of(self, rule: str) -> str:
        """The checksum (hex) of everything that the scores under a rule depend on."""
        machine = machine_named(self.index, parse_rule(rule))
        return with_machine(self.inputs_sha256, machine) if machine else self.inputs_sha256

    def _of_run(self, run_id: str) -> dict[str, list[_Given]]:
        by_question: defaultdict[str, list[Response]] = defaultdict(list)
        for response in self.evaluation.responses.get(run_id, ()):
            by_question[response.qid].append(response)
        return {
            question.qid: [
                (response.item, *self._either_way(response.rank))
                for response in self.track.counting(
                    self._kinds[question.qid], by_question.get(question.qid, ()), self.settings
                )
            ]
            for question in self._questions
        }

    def _either_way(self, rank: int) -> tuple[Outcome, Outcome]:
        if rank not in self._outcomes:
            self._outcomes[rank] = Outcome(rank, False), Outcome(rank, True)
        return self._outcomes[rank]

    def _warnings(self) -> list[str]:
        warnings = [
            f"A rule for runs is relaxed: {spelled}." for spelled in self.track.relaxations(self.settings)
        ]
        unscored = sorted({kind.name for kind in self._kinds.values() if not kind.judged})
        if unscored:
            warnings.append(f"Questions of type {' and '.join(unscored)} are not judged and not scored.")
        return warnings

    def _run(self, given: Mapping[str, list[_Given]], grades: Mapping[Item, str], nils: set[str]) -> RunScore:
        graded = {qid: self._grade(qid, responses, grades, nils) for qid, responses in given.items()}
        unjudged = sum(one.unjudged for one in graded.values())
        values = {
            name: {qid: MEASURES[name].of_question(graded[qid].outcomes) for qid in qids}
            for name, qids in self._measured.items()
        }
        measures = {name: _over_run(name, list(of_question.values())) for name, of_question in values.items()}
        score = measures[self.track.score]
        return RunScore(
            score=score,
            judged=sum(len(one.outcomes) for one in graded.values()) - unjudged,
            unjudged=unjudged,
            low=score,
            high=self._high(graded) if unjudged else score,
            measures=measures,
            questions={qid: {name: values[name].get(qid) for name in own} for qid, own in self._rows},
            series=self._series(values[self.track.score]) if self.track.in_series else None,
        )

    def _grade(self, qid: str, given: list[_Given], grades: Mapping[Item, str], nils: set[str]) -> _Graded:
        scale = self._kinds[qid].scale
        correct = scale.correct if scale else frozenset[str]()
        outcomes, hopeful, unjudged = [], [], 0
        for item, wrong, right in given:
            grade = grades.get(item) if item else None
            if item and grade is None:
                unjudged += 1
                hopeful.append(right)
            is_right = grade in correct if item else qid in nils
            outcomes.append(right if is_right else wrong)
        return _Graded(outcomes, outcomes + hopeful if hopeful else outcomes, unjudged)

    def _high(self, graded: Mapping[str, _Graded]) -> Value:
        measure = MEASURES[self.track.score]
        return measure.of_run(
            [measure.of_question(graded[qid].hopeful) for qid in self._measured[self.track.score]]
        )

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


def _over_run(name: str, values: list[Fraction]) -> Value:
    """A measure of a run; None for one whose questions are of types that are not judged."""
    return MEASURES[name].of_run(values) if name in MEASURES else None
