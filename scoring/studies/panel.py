"""Who can be the one judge of each question, and what each run gets under each of them (TREC-8 QA evaluation, section 3.1).

A one-judge qrels takes all judgments of a question from one of its judges, each with the same chance. The judges of a
question are those among whom random:SEED chooses, and those whose nuggets it takes. The score of a run is a sum divided by
the number of units that have a value. A panel is that sum in terms that depend on different questions each, and so are
independent of each other: one for each question whose judges differ. Where judges decide whether a question of a series
has a value, the series is one term, which depends on several questions.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from scoring.evaluate import AnswerKey, Scorer
from scoring.evaluate.units import label_of, question_rows, teams_of, unit_tables
from scoring.measures.base import ZERO, Combined, Value
from scoring.measures.c1 import C1
from scoring.rules import RuleError, choose, chosen
from scoring.say import say, sentence
from scoring.studies.series_terms import OfQuestion, SeriesSum
from scoring.studies.terms import Term, Worth, kept, listed, worth_of

RULES = ("majority", "union", "intersection")  # that the reference is held against
ANNOTATED = sentence(
    "Runs are scored by annotations and not by judgments, so nobody can be the one judge of a question."
)


class NoPanel(ValueError):
    """The scores of runs do not come from one judge a question."""


class Drawn(NamedTuple):
    """A question of two judges or more, in code-point order."""

    qid: str
    judges: tuple[str, ...]


class Panel(NamedTuple):
    """The scores of runs that can be compared with each other, as far as they depend on who judges."""

    label: str
    measure: str
    unit: str  # "question" or "series"
    runs: tuple[str, ...]  # in code-point order
    teams: tuple[str, ...]
    questions: tuple[Drawn, ...]  # that count for the score, in the campaign's order
    base: Worth  # what no judge has a part in
    terms: tuple[Term, ...]
    varying: tuple[int, ...]  # for how many questions each run's value depends on the judge
    reference: str  # a rule
    scores: Mapping[str, Mapping[str, Value]]  # by rule; the rules that can be followed
    failed: Mapping[str, str]  # the others, with what is in the way

    @property
    def counts(self) -> tuple[int, ...]:
        """How many judges each question has."""
        return tuple(len(question.judges) for question in self.questions)

    def sums(self, choice: Sequence[int]) -> Worth:
        """The exact sums where the judges of all questions are chosen by their places."""
        total = self.base
        for term in self.terms:
            total += term.under(choice)
        return total

    def scores_by(self, choice: Sequence[int]) -> dict[str, Fraction | None]:
        """The exact scores by one-judge qrels."""
        units, sums = self.sums(choice)
        return {run: total / units if units else None for run, total in zip(self.runs, sums, strict=True)}

    def choice_of(self, seed: int) -> tuple[int, ...]:
        """The judges that the rule random:SEED takes."""
        return tuple(one.judges.index(choose(str(seed), one.qid, list(one.judges))) for one in self.questions)

    def keeping(self, runs: Sequence[str]) -> "Panel":
        """The same of some of the runs."""
        places = [place for place, run_id in enumerate(self.runs) if run_id in set(runs)]
        names = tuple(self.runs[place] for place in places)
        return self._replace(
            runs=names,
            teams=tuple(self.teams[place] for place in places),
            base=self.base.keeping(places),
            terms=tuple(term._replace(worth=partial(kept, term.worth, places)) for term in self.terms),
            varying=tuple(self.varying[place] for place in places),
            scores={rule: {run: scores.get(run) for run in names} for rule, scores in self.scores.items()},
        )


def panels(scorer: Scorer, measure: str = "", rule: str = "adjudicated") -> list[Panel]:
    """A panel for each group of runs that can be compared, as unit_tables has them; `rule` is the reference.

    Raises RuleError where the judgments of a judge cannot be scored, and ValueError where runs are not scored by
    judgments, or the measure is no sum over questions.
    """
    if not any(form.pools for form in scorer.forms):
        raise NoPanel(ANNOTATED)
    drawn = tuple(
        Drawn(question.qid, tuple(names))
        for question in scorer.questions
        if len(names := scorer.judges.get(question.qid, ())) > 1
    )
    keys = list(_keys(scorer))
    scores, failed = _by_rules(scorer, measure, rule)
    in_series = scorer.track.series_rules is not None and not measure
    made = []
    for task, asked, runs in _groups(scorer, measure):
        find = partial(_of_series, scorer) if in_series else partial(_of_questions, scorer, measure)
        own = tuple(question for question in drawn if question.qid in set(asked))
        base, terms, varying = find(keys, own, asked, runs)
        made.append(
            Panel(
                label=label_of(scorer, task, asked),
                measure=measure or ("score" if in_series else scorer.track.score),
                unit="series" if in_series else "question",
                runs=runs,
                teams=tuple(teams_of(scorer)[run] for run in runs),
                questions=own,
                base=base,
                terms=tuple(terms),
                varying=varying,
                reference=rule,
                scores={name: {run: of_rule.get(run) for run in runs} for name, of_rule in scores.items()},
                failed=failed,
            )
        )
    return made


def _keys(scorer: Scorer) -> Iterator[AnswerKey]:
    """As many answer keys as any question has judges: the j-th takes the j-th judge of each, counted round."""
    judges = scorer.judges
    for number in range(max(map(len, judges.values()), default=1)):
        by_question = {qid: names[number % len(names)] for qid, names in judges.items() if names}
        yield scorer.key_of(chosen(scorer.index, by_question))


def _by_rules(
    scorer: Scorer, measure: str, reference: str
) -> tuple[dict[str, dict[str, Value]], dict[str, str]]:
    """The scores of the runs by rule, and why there are none."""
    scores: dict[str, dict[str, Value]] = {}
    failed = {}
    for rule in dict.fromkeys((reference, *RULES)):
        try:
            tables = unit_tables(scorer, scorer.under(rule), measure)
            scores[rule] = {run: score for table in tables for run, score in table.scores.items()}
        except RuleError as error:
            failed[rule] = say("{problem} {hint}", problem=error.message, hint=error.hint)
    return scores, failed


def _groups(scorer: Scorer, measure: str) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The runs that can be compared: their task, the questions that count for them, and themselves."""
    found: defaultdict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    name = measure or ("" if scorer.track.series_rules else scorer.track.score)
    for run_id in sorted(teams_of(scorer)):
        kinds = ((qid, scorer.kinds[qid]) for qid in scorer.asked(run_id))
        asked = tuple(qid for qid, kind in kinds if kind.judged and (not name or name in kind.measures))
        found[scorer.track.run_kind_of(run_id), asked].append(run_id)
    for (task, asked), runs in sorted(found.items()):
        if asked:
            yield task, asked, tuple(runs)


Made = tuple[Worth, list[Term], tuple[int, ...]]


def _of_questions(
    scorer: Scorer,
    measure: str,
    keys: Sequence[AnswerKey],
    drawn: Sequence[Drawn],
    asked: Sequence[str],
    runs: Sequence[str],
) -> Made:
    """The sum over questions: a term for each whose judges differ."""
    combined = scorer.measure(measure or scorer.track.score).combined
    passes = []
    for key in keys:
        rows = dict(question_rows(scorer, key, measure))
        passes.append([_linear(rows[run], combined) for run in runs])
    places = {question.qid: place for place, question in enumerate(drawn)}
    base, terms, outcomes = Worth(0, (ZERO,) * len(runs)), [], []
    for qid in asked:
        judges = len(drawn[places[qid]].judges) if qid in places else 1
        found = OfQuestion.of([tuple(row.get(qid) for row in rows) for rows in passes[:judges]])
        worths = [worth_of(one, f"{qid} by {combined.name}") for one in found.distinct]
        outcomes.append(found)
        if len(worths) == 1:
            base += worths[0]
        else:
            terms.append(Term((places[qid],), (found.outcomes,), partial(listed, tuple(worths))))
    return base, terms, _varying(outcomes, len(runs))


def _linear(row: Mapping[str, tuple[Fraction, ...]], combined: Combined) -> dict[str, Fraction]:
    """What each question adds to a score times the number of questions.

    c@1 is (R + U · R / n) / n, and no judge changes a run's silences U: a right response adds 1 + U / n.
    """
    if combined.is_mean:
        return {qid: parts[0] for qid, parts in row.items()}
    if combined != C1:
        raise NoPanel(say("Scores by {name} are no sum over questions.", name=combined.name))
    factor = 1 + sum((parts[1] for parts in row.values()), ZERO) / (len(row) or 1)
    return {qid: parts[0] * factor for qid, parts in row.items()}


def _varying(found: Sequence[OfQuestion], runs: int) -> tuple[int, ...]:
    """For how many questions the value of each run depends on the judge."""
    return tuple(sum(one.varies(run) for one in found) for run in range(runs))


def _of_series(
    scorer: Scorer,
    keys: Sequence[AnswerKey],
    drawn: Sequence[Drawn],
    asked: Sequence[str],
    runs: Sequence[str],
) -> Made:
    """The sum over series: a term for each question whose judges differ; one for a series that may miss a part."""
    passes = [[scorer.own_values(scorer.facts(run, key), key) for run in runs] for key in keys]
    places = {question.qid: place for place, question in enumerate(drawn)}
    found = {}
    for qid in asked:
        judges = len(drawn[places[qid]].judges) if qid in places else 1
        values = [tuple(row.get(qid) for row in rows) for rows in passes[:judges]]
        found[qid] = OfQuestion.of(values, [_missing(key, qid) for key in keys[:judges]])
    members: defaultdict[str, list[str]] = defaultdict(list)
    series = {question.qid: question.series for question in scorer.questions}
    for qid in asked:
        members[series[qid]].append(qid)
    base, terms = Worth(0, (ZERO,) * len(runs)), []
    for name, qids in members.items():
        constant, more = _of_one(
            SeriesSum(scorer, name, {qid: found[qid] for qid in qids}), len(runs), places
        )
        base += constant
        terms += more
    return base, terms, _varying(list(found.values()), len(runs))


def _missing(key: AnswerKey, qid: str) -> tuple[str, bool]:
    """The code of why a question has no judgment or value, "" where it has, and whether it leaves the means."""
    return key.left.get(qid, ""), qid in key.without_value


def _of_one(series: SeriesSum, runs: int, places: Mapping[str, int]) -> tuple[Worth, list[Term]]:
    """What one series adds: always, and by who judges."""
    if not series.varying:
        return worth_of(series.values({}), series.name), []
    if (parts := series.weighted()) is not None:
        constant, by_question = parts
        terms = [
            Term(
                (places[qid],),
                (series.found[qid].outcomes,),
                partial(listed, tuple(Worth(0, row) for row in rows)),
            )
            for qid, rows in by_question.items()
        ]
        return worth_of(constant, series.name), terms
    qids = series.varying

    @cache
    def worth(outcomes: tuple[int, ...]) -> Worth:
        return worth_of(series.values(dict(zip(qids, outcomes, strict=True))), series.name)

    outcomes = tuple(series.found[qid].outcomes for qid in qids)
    return Worth(0, (ZERO,) * runs), [Term(tuple(places[qid] for qid in qids), outcomes, worth)]
