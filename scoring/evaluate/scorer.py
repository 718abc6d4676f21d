"""Prepares an evaluation once, and scores it by any number of rules."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from scoring import __version__, tracks
from scoring.evaluate.ground import Basis, Facts, Ground, Parts, parts_of
from scoring.evaluate.inputs import inputs_sha256, with_machine
from scoring.evaluate.nil import right_nils
from scoring.evaluate.report import RunScore, ScoreReport
from scoring.evaluate.silence import SilentRuns
from scoring.evaluate.totals import Totals
from scoring.evaluate.values import SERIES_LEAVE, Remark
from scoring.index import Index
from scoring.measures import MEASURES
from scoring.measures.base import Outcome
from scoring.records import Evaluation, Item, Qrels, Response
from scoring.rules import Rule, derive, machine_named, parse_rule, some_of

SOFTWARE = f"Assize {__version__}"


# A response that can earn a score: its item (None for NIL), and its outcome where it is wrong and where it is right.
_Given = tuple[Item | None, Outcome, Outcome]


class _Graded(NamedTuple):
    """A run's responses to one question under a rule."""

    outcomes: list[Outcome]  # unjudged responses are not right
    hopeful: list[Outcome]  # unjudged responses are right
    unjudged: int


class _Rule(NamedTuple):
    """What a rule makes of the judgments."""

    grades: Mapping[Item, str]
    nils: set[str]
    ground: Ground | None  # None where there are neither lists nor nuggets
    totals: Totals | None


class Scorer:
    """Everything about an evaluation that does not depend on the rule."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.track = tracks.get(evaluation.track).under(evaluation.settings)
        self.settings = self.track.settings_with_defaults(evaluation.settings)
        self.evaluation = evaluation._replace(ungraded=self.track.ungraded(evaluation.topics))
        self.index = Index(self.evaluation)
        self.inputs_sha256 = inputs_sha256(self.index, self.track, self.settings)
        self.questions = self.track.judged_questions(evaluation.topics, evaluation.dropped)
        self._kinds = {question.qid: self.track.type_of(question) for question in evaluation.topics.questions}
        self._measures = {name: MEASURES[name].under(self.settings) for name in self.track.measures}
        self._measured = {
            name: [it.qid for it in self.questions if name in self._kinds[it.qid].measures]
            for name in self.track.measures
        }
        self._rows = [
            (it.qid, self._kinds[it.qid].measures[:1])
            for it in evaluation.topics.questions
            if it.qid in self.index.retained
        ]
        in_parts = [it for it in self.questions if self._kinds[it.qid].form != "answers"]
        self.basis = Basis(self.index, self.questions, self._kinds) if in_parts else None
        self._outcomes: dict[int, tuple[Outcome, Outcome]] = {}
        self._given, self._parts = {}, {}
        self._silent = SilentRuns(self.track, self.evaluation, self.questions) if self.track.silence else None
        for run in evaluation.runs:
            self._given[run.run_id], self._parts[run.run_id] = self._of_run(run.run_id)

    def score(self, rule: Rule | str = "adjudicated", partial: bool = False) -> ScoreReport:
        """The scores under a rule. Raises RuleError where the rule cannot be followed."""
        qrels = derive(self.index, rule, partial)
        nil_questions = [it for it in self.questions if self._kinds[it.qid].nil_allowed]
        nils, nil_warnings = right_nils(nil_questions, qrels.grades, self.index)
        rule_made = self._under(qrels, nils, partial)
        told = self.evaluation
        return ScoreReport(
            campaign=told.campaign,
            track=told.track,
            rule=qrels.rule,
            inputs_sha256=self.inputs_of(qrels.rule),
            software=SOFTWARE,
            evaluated_questions=len(self.questions) - len(self.without_value(rule_made.ground)),
            dropped=tuple(sorted(told.dropped.items())),
            remarks=(
                *map(Remark, (*self._warnings(), *qrels.warnings, *nil_warnings)),
                *_remarks_of(rule_made),
            ),
            runs={run_id: self._run(run_id, rule_made) for run_id in sorted(self._given)},
        )

    def _under(self, qrels: Qrels, nils: set[str], partial: bool) -> _Rule:
        ground = Ground(self.basis, qrels, partial) if self.basis else None
        return _Rule(qrels.grades, nils, ground, self.totals(ground))

    def totals(self, ground: Ground | None) -> Totals | None:
        """The retained series, and what of them has a value under a rule; None where the track has no series."""
        if self.track.series_rules is None:
            return None
        dropped = self.evaluation.dropped
        series = [it for it in self.evaluation.topics.series if it.series_id not in dropped]
        asked = {question.type for question in self.evaluation.topics.questions}
        return Totals(self.track, self.settings, series, self.questions, ground.left if ground else {}, asked)

    def without_value(self, ground: Ground | None) -> dict[str, str]:
        """The questions of lists and nuggets that leave the means, with the code of the reason."""
        left = ground.left if ground else {}
        return {qid: reason for qid, reason in left.items() if self._kinds[qid].form != "answers"}

    def ground(self, rule: Rule | str = "adjudicated", partial: bool = False) -> tuple[Qrels, Ground | None]:
        """Grades, classes and matches under a rule; no ground where there are neither lists nor nuggets."""
        qrels = derive(self.index, rule, partial)
        return qrels, Ground(self.basis, qrels, partial) if self.basis else None

    def inputs_of(self, rule: str) -> str:
        """The checksum (hex) of everything that the scores under a rule depend on."""
        machine = machine_named(self.index, parse_rule(rule))
        return with_machine(self.inputs_sha256, machine) if machine else self.inputs_sha256

    def _of_run(self, run_id: str) -> tuple[dict[str, list[_Given]], dict[str, Parts]]:
        by_question: defaultdict[str, list[Response]] = defaultdict(list)
        for response in self.evaluation.responses.get(run_id, ()):
            by_question[response.qid].append(response)
        answers, parts = {}, {}
        for qid in (question.qid for question in self.questions):
            kind = self._kinds[qid]
            counting = self.track.counting(kind, by_question.get(qid, ()), self.settings)
            if kind.form == "answers":
                answers[qid] = [(given.item, *self._either_way(given.rank)) for given in counting]
            else:
                parts[qid] = parts_of(kind, counting)
        return answers, parts

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

    def _run(self, run_id: str, rule: _Rule) -> RunScore:
        if self._silent:
            return self._silent.score(run_id, rule.grades)
        graded = {
            qid: self._grade(qid, responses, rule.grades, rule.nils)
            for qid, responses in self._given[run_id].items()
        }
        facts = (
            {qid: rule.ground.facts(qid, parts) for qid, parts in self._parts[run_id].items()}
            if rule.ground
            else {}
        )
        unjudged = sum(one.unjudged for one in graded.values()) + sum(one.unjudged for one in facts.values())
        lines = sum(len(one.outcomes) for one in graded.values()) + sum(
            parts.lines for parts in self._parts[run_id].values()
        )
        values = self._values(graded, facts, rule)
        measures = {
            name: self._measures[name].of_run(list(of_question.values()))
            for name, of_question in values.items()
        }
        run = RunScore(
            score=measures.get(self.track.score),
            judged=lines - unjudged,
            unjudged=unjudged,
            low=None,
            high=None,
            measures=measures,
            questions={qid: {name: values[name].get(qid) for name in own} for qid, own in self._rows},
            series=None,
            figures={qid: self._measures[self._own(qid)].figures(one.told) for qid, one in facts.items()},
        )
        return self._in_all(run, values, graded, facts, rule)

    def _own(self, qid: str) -> str:
        """The measure of a question."""
        return self._kinds[qid].measures[0]

    def _values(
        self, graded: Mapping[str, _Graded], facts: Mapping[str, Facts], rule: _Rule, hopeful: bool = False
    ) -> dict[str, dict[str, Fraction]]:
        """The value of each measure on each question that has one; `hopeful` if unjudged responses were right."""
        left = self.without_value(rule.ground)
        values: dict[str, dict[str, Fraction]] = {}
        for name, qids in self._measured.items():
            measure, found = self._measures[name], values.setdefault(name, {})
            for qid in qids:
                if qid in facts and qid not in left:
                    found[qid] = measure.of_question(facts[qid].hopeful if hopeful else facts[qid].told)
                elif qid in graded:
                    found[qid] = measure.of_question(graded[qid].hopeful if hopeful else graded[qid].outcomes)
        return values

    def _in_all(
        self,
        run: RunScore,
        values: Mapping[str, Mapping[str, Fraction]],
        graded: Mapping[str, _Graded],
        facts: Mapping[str, Facts],
        rule: _Rule,
    ) -> RunScore:
        """The run with its score, which is over series where those have weights, and its bounds."""
        high = self._values(graded, facts, rule, hopeful=True) if run.unjudged else values
        if rule.totals is None:
            name = self.track.score
            highest = self._measures[name].of_run(list(high[name].values())) if run.unjudged else run.score
            return run._replace(low=run.score, high=highest)
        sums = rule.totals.of_run(self._by_question(values))
        highest = rule.totals.of_run(self._by_question(high)).score if run.unjudged else sums.score
        return run._replace(
            score=sums.score, low=sums.score, high=highest, series=sums.series, by_type=sums.by_type
        )

    def _by_question(self, values: Mapping[str, Mapping[str, Fraction]]) -> dict[str, Fraction]:
        return {
            question.qid: own[question.qid]
            for question in self.questions
            if question.qid in (own := values[self._own(question.qid)])
        }

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


def series_leave(leaving: list[str]) -> Remark:
    """The warning of series that have no value."""
    return Remark(f"Series without a value leave the evaluation: {some_of(leaving)}.", SERIES_LEAVE)


def _remarks_of(rule: _Rule) -> list[Remark]:
    """What to know of lists, nuggets and series."""
    leaving = rule.totals.leaving() if rule.totals else []
    series = [series_leave(leaving)] if leaving else []
    return [*(rule.ground.warnings if rule.ground else ()), *series]
