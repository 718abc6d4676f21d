"""Scores series by series: the runs on one series, and what all runs got on each."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from django.http import Http404

from assessment.campaigns.models import Question, Series
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.formulas import Formula, series_formula
from assessment.results.selectors.leaderboard_asked import measure_columns
from assessment.results.selectors.lines import means_by_type
from assessment.shared.say import say
from assessment.shared.sorting import Column
from scoring.forms.base import reason_of


class SeriesRow(NamedTuple):
    """One series in the list of all; without scores where it left the evaluation."""

    key: str
    target: str
    questions: int
    is_scored: bool
    best: float | None
    median: float | None
    zeros: int  # runs whose score is 0


class RunOnSeries(NamedTuple):
    """One run's result on one series."""

    run_id: str
    team: str
    score: float | None
    parts: Mapping[str, float]


class SeriesQuestion(NamedTuple):
    """A question of a series, with the reason why it was dropped, or why it has no value."""

    question: Question
    label: str
    dropped: str
    unscorable: str


class SeriesPage(NamedTuple):
    """A series' page."""

    series: Series
    questions: Sequence[SeriesQuestion]
    parts: Sequence[Column]
    runs: Sequence[RunOnSeries]
    formula: Formula | None
    median: float | None
    best: float | None


def series_list(score_set: ScoreSet) -> list[SeriesRow]:
    """All series that are not dropped, in their order (three queries). Http404 where the track has none."""
    campaign = score_set.qrels.campaign
    if campaign.track.series_rules is None:
        raise Http404
    dropped = {scored["id"] for scored in score_set.report["dropped"]}
    scores = list(RunScore.objects.filter(score_set=score_set).values_list("series", flat=True))
    rows = Series.objects.filter(campaign=campaign).order_by("position", "pk")
    asked = Question.objects.filter(campaign=campaign).values_list("series__key", "qid")
    counts = [key for key, qid in asked if qid not in dropped]
    return [
        series_row(
            one,
            counts.count(one.key),
            [scored[one.key].get("score") for scored in scores if one.key in scored],
        )
        for one in rows
        if one.key not in dropped
    ]


def series_row(series: Series, questions: int, values: Sequence[float | None]) -> SeriesRow:
    scored = [value for value in values if value is not None]
    return SeriesRow(
        series.key,
        series.target,
        questions,
        bool(scored),
        max(scored, default=None),
        median(scored) if scored else None,
        scored.count(0.0),
    )


def series_page(score_set: ScoreSet, key: str) -> SeriesPage:
    """All runs on a series, best first, with the mean of each question type (three queries). Http404 if it was dropped."""
    campaign = score_set.qrels.campaign
    series = Series.objects.filter(campaign=campaign, key=key).first()
    dropped = {entry["id"]: entry["reason"] for entry in score_set.report["dropped"]}
    unscorable = score_set.report.get("unscorable", {})
    if series is None or key in dropped or campaign.track.series_rules is None:
        raise Http404
    questions = list(Question.objects.filter(series=series).in_order())
    rows = (
        RunScore.objects.filter(score_set=score_set).select_related("run__team").defer("figures", "measures")
    )
    kinds = campaign.track.question_types
    runs = [
        RunOnSeries(
            row.run.run_id,
            row.run.team.name,
            row.series.get(key, {}).get("score"),
            means_by_type(questions, kinds, row.questions),
        )
        for row in rows
    ]
    values = [run.score for run in runs if run.score is not None]
    return SeriesPage(
        series,
        [
            SeriesQuestion(
                q,
                say(kinds[q.type].label),
                dropped.get(q.qid, ""),
                reason_of(unscorable[q.qid]) if q.qid in unscorable else "",
            )
            for q in questions
        ],
        measure_columns(score_set.track.measures),
        sorted(runs, key=lambda run: (run.score is None, -(run.score or 0.0), run.run_id)),
        series_formula(score_set),
        median(values) if values else None,
        max(values, default=None),
    )
