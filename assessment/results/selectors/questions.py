"""One question over all runs: their scores with every figure, and what these rest on."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from django.http import Http404

from assessment.campaigns.models import Question
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.formulas import Formula, formula_of, own_measure
from assessment.results.selectors.lines import first_correct_rank
from assessment.results.selectors.scored_by import ScoredBy, scored_by
from scoring.tracks.base import QuestionType


class RunOnQuestion(NamedTuple):
    """One run's result on one question."""

    run_id: str
    team: str
    score: float | None
    rank: int | None
    figures: Mapping[str, Any]


class QuestionLines(NamedTuple):
    """A question's page."""

    question: Question
    kind: QuestionType
    formula: Formula | None
    runs: Sequence[RunOnQuestion]
    median: float | None
    best: float | None
    scored_by: ScoredBy


def question_lines(score_set: ScoreSet, qid: str) -> QuestionLines:
    """All runs on one question, best first, and what they are scored by. Http404 if it was not scored."""
    campaign = score_set.qrels.campaign
    question = (
        Question.objects.filter(campaign=campaign, qid=qid).select_related("series", "campaign").first()
    )
    rows = (
        RunScore.objects.filter(score_set=score_set).select_related("run__team").defer("series", "measures")
    )
    scored = [row for row in rows if qid in row.questions]
    if question is None or not scored:
        raise Http404
    kind = score_set.track.question_types[question.type]
    runs = sorted((run_on_question(row, qid, kind) for row in scored), key=best_first)
    values = [run.score for run in runs if run.score is not None]
    return QuestionLines(
        question,
        kind,
        formula_of(score_set, own_measure(kind)),
        runs,
        median(values) if values else None,
        max(values, default=None),
        scored_by(score_set, question),
    )


def run_on_question(row: RunScore, qid: str, kind: QuestionType) -> RunOnQuestion:
    score = row.questions[qid].get(own_measure(kind))
    figures = row.figures.get(qid, {})
    return RunOnQuestion(row.run.run_id, row.run.team.name, score, first_correct_rank(score, kind), figures)


def best_first(run: RunOnQuestion) -> tuple[bool, float, str]:
    return (run.score is None, -(run.score or 0.0), run.run_id)
