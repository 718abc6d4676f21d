"""One run's page: its questions by type with every figure of the formula, and its series with their parts."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator

from assessment.campaigns.models import Question, Series
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.formulas import Formula, formula_of, own_measure, series_formula
from assessment.results.selectors.leaderboard import MeasureColumn, measure_columns
from assessment.results.selectors.lines import Parts, ScoreLine, gathered, line, means_by_type
from scoring.tracks.base import QuestionType, Types

QUESTIONS_A_PAGE = 100


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
    parts: Sequence[MeasureColumn]  # of a series
    left_out: Collection[str] = ()  # runs that no median is taken over


def run_lines(score_set: ScoreSet, row: RunScore, left_out: Collection[str] = ()) -> RunLines:
    """A run's questions and series in the order of the topics, beside the median and best of all runs that do the same (three queries)."""
    campaign = score_set.qrels.campaign
    track, own = score_set.track, row.run.run_id
    released = RunScore.objects.filter(score_set=score_set).exclude(run__run_id__in=left_out)
    scores = released.values_list("run__run_id", "questions", "series")
    alike = [parts for run_id, *parts in scores if track.task_of(run_id) == track.task_of(own)]
    per_question, per_series = zip(*alike, strict=True)
    questions = [q for q in Question.objects.filter(campaign=campaign).in_order() if q.qid in row.questions]
    series = [s for s in Series.objects.filter(campaign=campaign).order_by("position") if s.key in row.series]
    return RunLines(
        groups_of(score_set, row, questions, per_question),
        series_lines(row, series, questions, per_series, track.question_types),
        series_formula(score_set),
        measure_columns(track.measures),
        left_out,
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
    score_set: ScoreSet, row: RunScore, questions: Sequence[Question], per_question: Sequence[Parts]
) -> list[LineGroup]:
    kinds = score_set.track.question_types
    others = gathered(per_question, {q.qid: own_measure(kinds[q.type]) for q in questions})
    by_type: defaultdict[str, list[ScoreLine]] = defaultdict(list)
    for q in questions:
        kind = kinds[q.type]
        score = row.questions[q.qid].get(own_measure(kind))
        figures = row.figures.get(q.qid, {})
        by_type[q.type].append(line(q.qid, q.text, score, others[q.qid], figures, kind))
    return [
        LineGroup(kind, formula_of(score_set, own_measure(kind)), by_type[name])
        for name, kind in kinds.items()
        if name in by_type
    ]


def series_lines(
    row: RunScore,
    series: Sequence[Series],
    questions: Sequence[Question],
    per_series: Sequence[Parts],
    kinds: Types,
) -> list[ScoreLine]:
    others = gathered(per_series, {one.key: "score" for one in series})
    members: defaultdict[int | None, list[Question]] = defaultdict(list)
    for question in questions:
        members[question.series_id].append(question)
    return [
        line(
            one.key,
            one.target,
            row.series[one.key].get("score"),
            others[one.key],
            means_by_type(members[one.pk], kinds, row.questions),
        )
        for one in series
    ]
