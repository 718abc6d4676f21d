"""From an evaluation to its scores: grades by a rule, what questions are scored by, measures, totals, report.

A `Scorer` holds what no rule has a part in. `under` makes of a rule its answer key, and `report` of the key the scores.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from scoring import __version__, evaluations
from scoring.conditions import post_edited
from scoring.evaluate.inputs import inputs_sha256, with_machine
from scoring.evaluate.key import AnswerKey, questions_by_form
from scoring.evaluate.report import Remark, RunScore, ScoreReport, Silence, leaves, plain, series_leave
from scoring.evaluate.totals import Sums, Totals
from scoring.forms.base import Facts, Form, Judged
from scoring.index import Index
from scoring.intervals import Interval, mean_influence, score_interval
from scoring.kinship import kin_of
from scoring.measures import parse
from scoring.measures.base import Measure, Value
from scoring.records import Evaluation, Qrels, Question, Response, Run
from scoring.rules import Rule, RuleError, derive, machine_named, parse_rule
from scoring.say import say, say_n
from scoring.tracks.rankings import asked_of

SOFTWARE = f"Assize {__version__}"

Values = Mapping[str, Mapping[str, Fraction]]  # measure -> question -> value
ByQuestion = Mapping[str, Facts]
Given = Mapping[str, Any]  # question -> a run's responses to it, ready for any rule

GIVEN, HOPEFUL = (Facts._fields.index(name) for name in ("given", "hopeful"))


class _Run(NamedTuple):
    """A run, as far as no rule has a part in it."""

    questions: tuple[Question, ...]  # that it was asked and that are not dropped
    given: Given
    answered: frozenset[str]  # those that it says anything to, or to whose topic


class Scorer:
    """Everything about an evaluation that does not depend on the rule."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.track = evaluations.track_of(evaluation)
        self.settings = self.track.settings_with_defaults(evaluation.settings)
        self.evaluation = evaluations.with_scales(evaluation)
        self.index = Index(self.evaluation)
        self.inputs_sha256 = inputs_sha256(self.index, self.track, self.settings)
        self.questions = self.track.judged_questions(evaluation.topics, evaluation.dropped)
        self.kinds = {question.qid: self.track.type_of(question) for question in evaluation.topics.questions}
        self.forms = questions_by_form(self.index, self.questions, self.kinds)
        self._measures = {name: self._measure(name) for name in self.track.measures}
        self._measured = {
            name: [it.qid for it in self.questions if name in self.kinds[it.qid].measures]
            for name in self.track.measures
        }
        # The first, where there is any.
        self._own = {qid: kind.measures[:1] for qid, kind in self.kinds.items()}
        self._runs = {run.run_id: self._run(run) for run in evaluation.runs}

    def _measure(self, name: str) -> Measure[Any]:
        kinds = self.track.question_types.values()
        scales = [kind.scale for kind in kinds if kind.scale and name in kind.measures]
        measure = parse(name).under(self.settings).on(scales)
        for of_form in self.forms.values():
            measure = of_form.fitted(measure)
        return measure

    def score(self, rule: Rule | str = "adjudicated", partial: bool = False) -> ScoreReport:
        """The scores under a rule. Raises RuleError where the rule cannot be followed."""
        return self.report(self.under(rule, partial))

    def under(self, rule: Rule | str = "adjudicated", partial: bool = False) -> AnswerKey:
        """What questions are scored by under a rule. Raises RuleError where the rule cannot be followed."""
        return self.key_of(self._grades(rule, partial), partial)

    def _grades(self, rule: Rule | str, partial: bool) -> Qrels:
        """What the rule makes of the judgments. Where no score rests on grades, what it cannot say is but a warning."""
        try:
            return derive(self.index, rule, partial)
        except RuleError as error:
            if not self.forms or any(form.pools for form in self.forms):
                raise
            name = str(parse_rule(str(rule)))
            decided = {item: one.grade for item, one in self.index.decisions.items()}
            return Qrels(name, self.index.common | decided, (error.message,), scales=self.evaluation.scales)

    def key_of(self, qrels: Qrels, partial: bool = False) -> AnswerKey:
        """The same where the grades are derived already."""
        judged = {form: questions.under(qrels, partial) for form, questions in self.forms.items()}
        left = self._left(qrels, judged)
        without_value = {qid: code for qid, code in left.items() if self.kinds[qid].form.is_whole}
        return AnswerKey(qrels, judged, left, without_value, self.totals(left, without_value))

    def report(self, key: AnswerKey) -> ScoreReport:
        """The scores of all runs with an answer key."""
        leaving = [series_leave(key.leaving)] if key.leaving else []
        return ScoreReport(
            campaign=self.evaluation.campaign,
            track=self.evaluation.track,
            rule=key.qrels.rule,
            inputs_sha256=self.inputs_of(key.qrels.rule),
            software=SOFTWARE,
            evaluated_questions=len(self.questions) - len(key.without_value),
            dropped=tuple(sorted(self.evaluation.dropped.items())),
            remarks=(
                *map(Remark, (*self._warnings(), *key.warnings)),
                *(leaves(qid, code) for qid, code in key.without_value.items()),
                *map(Remark, key.remarks),
                *leaving,
            ),
            runs={run_id: self._scored(self._runs[run_id], key) for run_id in sorted(self._runs)},
            more={name: part for judged in key.forms.values() for name, part in judged.of_people().items()},
        )

    def inputs_of(self, rule: str) -> str:
        """The checksum (hex) of everything that the scores under a rule depend on."""
        name, machine = parse_rule(rule).argument, machine_named(self.index, parse_rule(rule))
        if machine is None:
            return self.inputs_sha256
        kin, marking = kin_of(self.evaluation, name), self.index.marking.get(name)
        return with_machine(self.inputs_sha256, machine, kin, marking)

    def blocks(self, form: Form, rule: Rule | str = "adjudicated") -> Iterator[tuple[str, bytes]]:
        """The questions of a form and their parts of its file. Raises RuleError."""
        return self.forms[form].blocks(rule) if form in self.forms else iter(())

    def _left(self, qrels: Qrels, judged: Mapping[Form, Judged]) -> dict[str, str]:
        """The questions without a value or a judgment, with the code of the reason, in their order.

        Where all questions are answered one by one there are none: what nobody judged counts as wrong.
        """
        if not any(form.is_whole for form in judged):
            return {}
        seen = (item for of_form in judged.values() for item in of_form.seen)
        untouched = self.index.answered - {item.qid for item in chain(qrels.grades, seen)}
        codes: dict[str, str] = {}
        for of_form in judged.values():
            codes |= of_form.without_value(untouched)
        return {question.qid: codes[question.qid] for question in self.questions if question.qid in codes}

    def totals(self, left: Mapping[str, str], without_value: Mapping[str, str]) -> Totals | None:
        """The series, of which some questions have no judgment or no value; None where the track has none."""
        rules = self.track.series_rules
        if rules is None:
            return None
        return Totals(rules, self.settings, self.evaluation, self.questions, left, without_value)

    def _run(self, run: Run) -> _Run:
        by_question: defaultdict[str, list[Response]] = defaultdict(list)
        for response in self.evaluation.responses.get(run.run_id, ()):
            by_question[response.qid].append(response)
        asked = asked_of(self.track, run, self.evaluation.topics)
        questions = tuple(question for question in asked if question.qid in self.index.retained)
        answered = self.track.answered_with(by_question, self.evaluation.topics)
        given = {}
        for qid in self._in_order(questions, by_question):
            kind = self.kinds[qid]
            # An answer to a topic that has nothing for one of its questions: no value, rather than none right.
            is_empty = qid in answered and qid not in by_question
            if kind.judged and (kind.zero_if_empty or not is_empty):
                counting = self.track.counting(kind, by_question.get(qid, ()), self.settings)
                given[qid] = self.forms[kind.form].gathered(qid, counting)
        return _Run(questions, given, answered)

    def _in_order(self, questions: Sequence[Question], answered: Iterable[str]) -> list[str]:
        """A run's questions in the order of the campaign; where a measure depends on it, in that of the run's file."""
        qids = [question.qid for question in questions]
        if not any(measure.in_order for measure in self._measures.values()):
            return qids
        there = set(qids)
        return list(dict.fromkeys([*(qid for qid in answered if qid in there), *qids]))

    def measured(self, name: str, facts: ByQuestion, key: AnswerKey, hopeful: bool = False) -> dict[str, Any]:
        """What a measure takes of a run's questions that it has a value of, in the order that it asks for."""
        qids = self._measured[name]
        if self._measures[name].in_order:
            own = set(qids)
            qids = [qid for qid in facts if qid in own]
        place, left = HOPEFUL if hopeful else GIVEN, key.without_value
        return {qid: facts[qid][place] for qid in qids if qid in facts and qid not in left}

    @cached_property
    def judges(self) -> dict[str, Sequence[str]]:
        """Who can be the one judge of each question that has any, in code-point order."""
        return {qid: names for asked in self.forms.values() for qid, names in asked.judges.items()}

    def asked(self, run_id: str) -> tuple[str, ...]:
        """The questions that a run was asked and that are not dropped."""
        return tuple(question.qid for question in self._runs[run_id].questions)

    def facts(self, run_id: str, key: AnswerKey) -> dict[str, Facts]:
        """What a run's responses to each judged question come to with an answer key."""
        given = self._runs[run_id].given
        return {qid: key.forms[self.kinds[qid].form].facts(qid, one) for qid, one in given.items()}

    def measure(self, name: str) -> Measure[Any]:
        """A measure of the track with the parameters that the settings give it."""
        return self._measures[name]

    def own_values(self, facts: ByQuestion, key: AnswerKey) -> dict[str, Fraction]:
        """The value of each question that has one, by the measure of its type."""
        values = self._values(facts, key)
        own = ((question.qid, name) for question in self.questions for name in self._own[question.qid])
        return {qid: values[name][qid] for qid, name in own if qid in values[name]}

    def _scored(self, run: _Run, key: AnswerKey) -> RunScore:
        """A run's scores: the measures of its questions, their totals, and how far these could still go."""
        facts = {qid: key.forms[self.kinds[qid].form].facts(qid, given) for qid, given in run.given.items()}
        lines = sum(one.lines for one in facts.values())
        unjudged = sum(one.unjudged for one in facts.values())
        values = self._values(facts, key)
        sums = self._sums(values, key)
        highest = self._sums(self._values(facts, key, hopeful=True), key).score if unjudged else sums.score
        return RunScore(
            score=sums.score,
            judged=lines - unjudged,
            unjudged=unjudged,
            low=sums.score,
            high=highest,
            measures=self._over(values),
            questions={
                question.qid: {name: values[name].get(question.qid) for name in self._own[question.qid]}
                for question in run.questions
            },
            series=sums.series,
            figures=self._figures(facts),
            by_type=sums.by_type,
            silence=self._silence(run, facts, key),
            more=self._more(run, facts, values, key),
            interval=self._interval(facts, sums, key),
        )

    def _interval(self, facts: ByQuestion, sums: Sums, key: AnswerKey) -> Interval | None:
        """The 95 % interval of the score, over the series or questions that it is made of."""
        if sums.score is None:
            return None
        if sums.series is not None:
            scores = [float(one["score"]) for one in sums.series.values() if one["score"] is not None]
            return score_interval(mean_influence([scores])) if scores else None
        measure = self._measures[self.track.score]
        parts = measure.parts_of(self.measured(str(measure), facts, key))
        return score_interval(measure.influence(parts)) if parts else None

    def _more(self, run: _Run, facts: ByQuestion, values: Values, key: AnswerKey) -> dict[str, Any]:
        """What the track and the forms of its questions add to a run."""
        found: dict[str, Any] = {}
        if self.track.answered:
            found["answered"] = self._answered(run, facts, values, key)
        for judged in key.forms.values():
            own = {qid: one for qid, one in facts.items() if qid in judged.all.questions}
            found |= judged.of_run(own)
        return found

    def _answered(self, run: _Run, facts: ByQuestion, values: Values, key: AnswerKey) -> dict[str, Any]:
        """The measures over those questions alone that a run answered: how scripts have it that average what is there."""
        there = {qid: one for qid, one in facts.items() if qid in run.answered}
        values = values if len(there) == len(facts) else self._values(there, key)
        measures = {name: plain(value) for name, value in self._over(values).items()}
        return {"questions": len(values.get(self.track.score, ())), "measures": measures}

    def _values(self, facts: ByQuestion, key: AnswerKey, hopeful: bool = False) -> Values:
        """The value of each measure on each question that has one; `hopeful` if unjudged responses were right."""
        return {
            name: measure.of_questions(self.measured(name, facts, key, hopeful))
            for name, measure in self._measures.items()
        }

    def _over(self, values: Values) -> dict[str, Value]:
        """Each measure over a run."""
        return {name: self._measures[name].of_run(list(found.values())) for name, found in values.items()}

    def _sums(self, values: Values, key: AnswerKey) -> Sums:
        """The score of a run, which is over series where those have weights."""
        if key.totals is None:
            name = self.track.score
            return Sums(None, self._measures[name].of_run(list(values[name].values())), None)
        own = ((question.qid, name) for question in self.questions for name in self._own[question.qid])
        return key.totals.of_run({qid: values[name][qid] for qid, name in own if qid in values[name]})

    def _figures(self, facts: ByQuestion) -> dict[str, Mapping[str, Value]]:
        """By question the figures of its formula, where the value does not say it all."""
        found = {}
        for name, measure in self._measures.items():
            # A measure without meanings has no figures.
            for qid in self._measured[name] if measure.meanings else ():
                if name in self._own[qid] and qid in facts and (figures := measure.figures(facts[qid].given)):
                    found[qid] = figures
        return {qid: found[qid] for qid in facts if qid in found} if found else found

    def _silence(self, run: _Run, facts: ByQuestion, key: AnswerKey) -> Silence | None:
        """What a run's silence came to, where it may prefer not to answer."""
        if not any(kind.form.may_be_silent for kind in self.track.question_types.values()):
            return None
        marks = {qid: one.given[0] for qid, one in facts.items()}
        return Silence(
            marks={qid: mark.grade for qid, mark in marks.items()},
            held_back={qid: mark.held_back for qid, mark in marks.items() if mark.held_back is not None},
            by_type=self._parts(run, facts, key, lambda question: question.type),
            by_pair=self._parts(run, facts, key, lambda question: question.pair),
        )

    def _parts(
        self, run: _Run, facts: ByQuestion, key: AnswerKey, part: Callable[[Question], str]
    ) -> dict[str, dict[str, Value]]:
        """The measures over the questions of each part alone."""
        parts: defaultdict[str, dict[str, Facts]] = defaultdict(dict)
        for question in run.questions:
            if question.qid in facts:
                parts[part(question)][question.qid] = facts[question.qid]
        return {name: self._over(self._values(of_part, key)) for name, of_part in sorted(parts.items())}

    def _warnings(self) -> list[str]:
        loose = (
            say("A rule for runs is relaxed: {rule}.", rule=text)
            for text in self.track.relaxations(self.settings)
        )
        unscored = sorted({kind.name for kind in self.kinds.values() if not kind.judged})
        names = " and ".join(unscored)
        types = say("Questions of type {unscored} are not judged and not scored.", unscored=names)
        return [
            *loose,
            *([types] if unscored else ()),
            *self._sampled(),
            *self._cannot_judge(),
            *self._post_edited(),
            *self._from_drafts(),
        ]

    def _sampled(self) -> list[str]:
        """People were asked for some questions only: these scores are not what they would be of all."""
        drawn = [one.drawn for one in self.evaluation.sampling.questions] if self.evaluation.sampling else []
        if all(drawn):
            return []
        return [
            say(
                "People were asked to judge a sample of {n} of {questions} questions; answers to the others are not judged. "
                "Scores of all are estimated apart from these.",
                n=sum(drawn),
                questions=len(drawn),
            )
        ]

    def _cannot_judge(self) -> list[str]:
        """Of some items people said that they cannot be judged, and nobody graded them."""
        items = sum(item in self.index.cannot_judge for item in self.index.unjudged)
        if not items:
            return []
        return [
            say_n(
                "{n} answer that nobody could judge counts as unjudged; why is in the notes on the judgments.",
                "{n} answers that nobody could judge count as unjudged; why is in the notes on the judgments.",
                items,
            )
        ]

    def _from_drafts(self) -> list[str]:
        """Some lists of nuggets were written with the drafts of a machine in view: how much of them was taken from these."""
        edited = post_edited(self.evaluation)
        seen = {qid: machine for (qid, _), machine in edited.items() if qid not in self.evaluation.scales}
        listed = [nugget for nugget in self.evaluation.nuggets if nugget.qid in seen]
        if not seen:
            return []
        return [
            say_n(
                "{taken} of {n} nugget was taken from the drafts of {machines}, in the lists of {questions} questions that "
                "were written with them in view.",
                "{taken} of {n} nuggets were taken from the drafts of {machines}, in the lists of {questions} questions that "
                "were written with them in view.",
                len(listed),
                taken=sum(nugget.origin == "draft" for nugget in listed),
                machines=", ".join(sorted(set(seen.values()))),
                questions=len(seen),
            )
        ]

    def _post_edited(self) -> list[str]:
        """Some people saw a machine's grades before they judged: how much of the judgments that count it is."""
        seen = post_edited(self.evaluation)
        given = (
            [(item.qid, name) for item, votes in self.index.votes.items() for name in votes] if seen else []
        )
        edited = [pair for pair in given if pair in seen]
        if not edited:
            return []
        return [
            say(
                "{n} of {judgments} judgments of people were post-edited: their assessors saw the grades of {machines} first.",
                n=len(edited),
                judgments=len(given),
                machines=", ".join(sorted({seen[pair] for pair in edited})),
            )
        ]
