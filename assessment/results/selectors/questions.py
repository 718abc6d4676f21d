"""Scores question by question: one run against the others, and one question over all runs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from django.http import Http404

from assessment.campaigns.models import Question, Series
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.qrels import Graded, graded_items
from scoring.tracks.base import QuestionType


class Line(NamedTuple):
    """One run's score of one question or series, and what all runs got."""

    name: str
    text: str
    score: float | None
    rank: int | None  # of the first correct response, where responses are ranked
    median: float | None
    best: float | None


class RunLines(NamedTuple):
    """A run's page."""

    questions: Sequence[Line]
    series: Sequence[Line]
    ranked: bool  # whether any question's responses have ranks


class RunOnQuestion(NamedTuple):
    """One run's result on one question."""

    run_id: str
    team: str
    score: float | None
    rank: int | None


class QuestionLines(NamedTuple):
    """A question's page."""

    question: Question
    runs: Sequence[RunOnQuestion]
    ranked: bool
    median: float | None
    best: float | None
    pool: Sequence[Graded]


Parts = Mapping[str, Mapping[str, Any]]  # question or series -> measures


def run_lines(score_set: ScoreSet, row: RunScore) -> RunLines:
    """A run's questions and series in the order of the topics, beside the median and best of all runs (three queries)."""
    campaign = score_set.qrels.campaign
    kinds = campaign.track.question_types
    scores = RunScore.objects.filter(score_set=score_set).values_list("questions", "series")
    per_question, per_series = zip(*scores, strict=True)
    questions = [q for q in Question.objects.filter(campaign=campaign).in_order() if q.qid in row.questions]
    by_question = gathered(per_question, {q.qid: own_measure(kinds[q.type]) for q in questions})
    series = [s for s in Series.objects.filter(campaign=campaign).order_by("position") if s.key in row.series]
    by_series = gathered(per_series, {s.key: "score" for s in series})
    return RunLines(
        [question_line(q, kinds[q.type], row.questions[q.qid], by_question[q.qid]) for q in questions],
        [line(s.key, s.target, row.series[s.key].get("score"), by_series[s.key]) for s in series],
        any(kinds[q.type].ranked for q in questions),
    )


def own_measure(kind: QuestionType) -> str:
    """The measure that is a question's score: the first that its type names."""
    return kind.measures[0] if kind.measures else ""


def gathered(runs: Iterable[Parts], wanted: Mapping[str, str]) -> dict[str, list[float]]:
    """The defined values of all runs, by question or series; `wanted` names each one's measure."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for parts in runs:
        for name, measure in wanted.items():
            value = parts.get(name, {}).get(measure)
            if value is not None:
                found[name].append(value)
    return found


def question_line(
    question: Question, kind: QuestionType, measures: Mapping[str, Any], others: list[float]
) -> Line:
    made = line(question.qid, question.text, measures.get(own_measure(kind)), others)
    return made._replace(rank=first_correct_rank(made.score, kind))


def line(name: str, text: str, score: float | None, others: list[float]) -> Line:
    return Line(name, text, score, None, median(others) if others else None, max(others, default=None))


def first_correct_rank(score: float | None, kind: QuestionType) -> int | None:
    """The rank whose reciprocal the score is (TREC-8 QA evaluation, section 1); None where none is correct."""
    return round(1 / score) if kind.ranked and score else None


def question_lines(score_set: ScoreSet, qid: str) -> QuestionLines:
    """All runs on one question, best first, and the frozen grades of its pool. Http404 if it was not scored."""
    campaign = score_set.qrels.campaign
    question = Question.objects.filter(campaign=campaign, qid=qid).select_related("series").first()
    rows = (
        RunScore.objects.filter(score_set=score_set).select_related("run__team").defer("series", "measures")
    )
    scored = [row for row in rows if qid in row.questions]
    if question is None or not scored:
        raise Http404
    kind = campaign.track.question_types[question.type]
    runs = sorted((run_on_question(row, qid, kind) for row in scored), key=best_first)
    values = [run.score for run in runs if run.score is not None]
    return QuestionLines(
        question,
        runs,
        kind.ranked,
        median(values) if values else None,
        max(values, default=None),
        graded_items(score_set.qrels, question),
    )


def run_on_question(row: RunScore, qid: str, kind: QuestionType) -> RunOnQuestion:
    score = row.questions[qid].get(own_measure(kind))
    return RunOnQuestion(row.run.run_id, row.run.team.name, score, first_correct_rank(score, kind))


def best_first(run: RunOnQuestion) -> tuple[bool, float, str]:
    return (run.score is None, -(run.score or 0.0), run.run_id)
