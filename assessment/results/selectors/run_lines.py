"""One run's page: its questions by type with every figure of the formula, and its series with their parts."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator

from assessment.campaigns.models import Question, Series
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.formulas import Formula, formula_of, own_measure, series_formula
from assessment.results.selectors.leaderboard_asked import measure_columns
from assessment.results.selectors.lines import Gathered, ScoreLine, line, means_by_type
from assessment.shared.sorting import Column
from scoring.tracks.base import QuestionType, Types

QUESTIONS_A_PAGE = 100
AT_ONCE = 20  # rows of runs with their questions


class LineGroup(NamedTuple):
    """A run's questions of one type."""

    kind: QuestionType
    formula: Formula | None
    lines: Sequence[ScoreLine]

    @property
    def figures(self) -> Mapping[str, str]:
        """The figures that each question has, with their meanings."""
        return self.formula.meanings if self.formula and any(line.figures for line in self.lines) else {}


class ShownGroup(NamedTuple):
    """Those of a type's questions that stand on one page, with the columns that all of them have."""

    kind: QuestionType
    formula: Formula | None
    figures: Mapping[str, str]
    lines: Sequence[ScoreLine]


class LinesPage(NamedTuple):
    """A page of a run's questions."""

    page: Page[tuple[int, ScoreLine]]
    groups: Sequence[ShownGroup]


class RunLines(NamedTuple):
    """A run's page."""

    groups: Sequence[LineGroup]
    series: Sequence[ScoreLine]
    series_formula: Formula | None
    parts: Sequence[Column]  # of a series
    all_measures: Sequence[Mapping[str, Any]] = ()  # of all runs


class AllRuns(NamedTuple):
    """What each run of a version is held against: the questions and series, and what all runs got."""

    score_set: ScoreSet
    questions: Sequence[Question]
    series: Sequence[Series]
    measures: Sequence[Mapping[str, Any]]
    by_question: Mapping[str, Gathered]  # by task
    by_series: Mapping[str, Gathered]


def all_runs(score_set: ScoreSet, left_out: Collection[str] = ()) -> AllRuns:
    """Read it, apart from some runs (three queries); of all questions of a run nothing but its values is kept."""
    campaign, track = score_set.qrels.campaign, score_set.track
    questions = list(Question.objects.filter(campaign=campaign).in_order())
    series = list(Series.objects.filter(campaign=campaign).order_by("position"))
    wanted = {one.qid: own_measure(track.question_types[one.type]) for one in questions}
    by_question: defaultdict[str, Gathered] = defaultdict(lambda: Gathered(wanted))
    by_series: defaultdict[str, Gathered] = defaultdict(
        lambda: Gathered(dict.fromkeys((one.key for one in series), "score"))
    )
    measures = []
    released = RunScore.objects.filter(score_set=score_set).exclude(run__run_id__in=left_out)
    rows = released.values_list("run__run_id", "measures", "questions", "series")
    for run_id, found, of_questions, of_series in rows.iterator(chunk_size=AT_ONCE):
        task = track.run_kind_of(run_id)
        measures.append(found)
        by_question[task].add(of_questions)
        by_series[task].add(of_series)
    return AllRuns(score_set, questions, series, measures, by_question, by_series)


def run_lines(score_set: ScoreSet, row: RunScore, left_out: Collection[str] = ()) -> RunLines:
    """A run's questions and series in the order of the topics, beside the median and best of all runs that do the same (three queries)."""
    return lines_of(all_runs(score_set, left_out), row)


def lines_of(runs: AllRuns, row: RunScore) -> RunLines:
    """The same beside runs that were read already."""
    score_set = runs.score_set
    track = score_set.track
    task = track.run_kind_of(row.run.run_id)
    questions = [one for one in runs.questions if one.qid in row.questions]
    series = [one for one in runs.series if one.key in row.series]
    return RunLines(
        groups_of(score_set, row, questions, runs.by_question[task]),
        series_lines(row, series, questions, runs.by_series[task], track.question_types),
        series_formula(score_set),
        measure_columns(track.measures),
        runs.measures,
    )


def lines_page(lines: RunLines, number: str) -> LinesPage:
    """Some of the run's questions, type by type."""
    listed = [(place, line) for place, group in enumerate(lines.groups) for line in group.lines]
    page = Paginator(listed, QUESTIONS_A_PAGE).get_page(number)
    shown = [
        ShownGroup(group.kind, group.formula, group.figures, some)
        for place, group in enumerate(lines.groups)
        if (some := [line for at, line in page.object_list if at == place])
    ]
    return LinesPage(page, shown)


def groups_of(
    score_set: ScoreSet, row: RunScore, questions: Sequence[Question], others: Gathered
) -> list[LineGroup]:
    kinds = score_set.track.question_types
    by_type: defaultdict[str, list[ScoreLine]] = defaultdict(list)
    for q in questions:
        kind = kinds[q.type]
        score = row.questions[q.qid].get(own_measure(kind))
        figures = row.figures.get(q.qid, {})
        by_type[q.type].append(line(q.qid, q.text, score, others.of(q.qid), figures, kind))
    return [
        LineGroup(kind, formula_of(score_set, own_measure(kind)), by_type[name])
        for name, kind in kinds.items()
        if name in by_type
    ]


def series_lines(
    row: RunScore,
    series: Sequence[Series],
    questions: Sequence[Question],
    others: Gathered,
    kinds: Types,
) -> list[ScoreLine]:
    members: defaultdict[int | None, list[Question]] = defaultdict(list)
    for question in questions:
        members[question.series_id].append(question)
    return [
        line(
            one.key,
            one.target,
            row.series[one.key].get("score"),
            others.of(one.key),
            means_by_type(members[one.pk], kinds, row.questions),
        )
        for one in series
    ]
