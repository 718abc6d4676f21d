"""Pages of single runs, questions and series in one version of the scores."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.access import (
    ScoresAccess,
    access_answers,
    access_question_scores,
    access_run_score,
)
from assessment.results.selectors.examples import example_page, scored_question
from assessment.results.selectors.leaderboard import other_measures, sentences_without, why_no_score
from assessment.results.selectors.people import votes_of
from assessment.results.selectors.questions import question_lines
from assessment.results.selectors.report import more_of
from assessment.results.selectors.run_answers import run_answers, run_answers_table
from assessment.results.selectors.run_figures import run_figure, run_figures
from assessment.results.selectors.run_lines import lines_page, run_lines
from assessment.results.selectors.series import series_list, series_page
from assessment.results.selectors.silence import silence_page
from assessment.results.selectors.spans import SpansPage, Wanted, spans_of, spans_page
from assessment.results.views.files import as_file, figure_as_file
from scoring.forms.base import reason_of
from scoring.spans.kept import OUTCOMES
from scoring.spans.scores import PARTS


@require_safe
@login_required
def run_scores(request: HttpRequest, slug: str, version: int, run_id: str) -> HttpResponse:
    """One run, question by question and series by series, against the median and the best."""
    scores, score_set, row = access_run_score(request.user, slug, version, run_id)
    track = score_set.track
    context = _frame(scores, score_set, slug) | {
        "all_versions": scores.all_versions,
        "row": row,
        "measures": other_measures(track),
        "in_series": track.series_rules is not None,
        "answered": more_of(row).get("answered") if row.score is not None else None,
        "score_measure": track.score,
        "no_value": why_no_score(score_set) if row.score is None else "",
        "without_interval": " ".join(sentences_without(score_set, {row.run.run_id})),
    }
    if spans := spans_of(row):
        context["spans"] = _spans_page(request, scores, score_set, row, spans)
    else:
        lines = run_lines(score_set, row, scores.left_out)
        figures = run_figures(score_set, row, lines)
        context["shown"] = lines_page(lines, request.GET.get("page", "1"))
        context |= {"lines": lines, "silence": silence_page(track, row), "figures": figures}
    return render(request, "results/run.html", context)


@require_safe
@login_required
def figure_of_run(
    request: HttpRequest, slug: str, version: int, run_id: str, name: str, form: str
) -> HttpResponse:
    """A figure of a run's page as SVG, or its values as CSV."""
    scores, score_set, row = access_run_score(request.user, slug, version, run_id)
    if spans_of(row):
        raise Http404
    figure = run_figure(score_set, row, run_lines(score_set, row, scores.left_out), name)
    return figure_as_file(figure, form, f"{slug}-{version}-{run_id}-{name}")


@require_safe
@login_required
def answers_of_run(request: HttpRequest, slug: str, version: int, run_id: str) -> HttpResponse:
    """What the judges made of each answer of a run; a team sees its own after release."""
    scores, score_set, row = access_answers(request.user, slug, version, run_id)
    if spans_of(row):
        raise Http404
    context = _frame(scores, score_set, slug) | {
        "all_versions": scores.all_versions,
        "row": row,
        "found": run_answers(score_set, row, request.GET.get("page", "1"), scores.left_out),
    }
    return render(request, "results/run_answers.html", context)


@require_safe
@login_required
def answers_table(request: HttpRequest, slug: str, version: int, run_id: str) -> HttpResponse:
    """The same as a table."""
    scores, score_set, row = access_answers(request.user, slug, version, run_id)
    if spans_of(row):
        raise Http404
    content = run_answers_table(score_set, row, scores.left_out)
    return as_file(content, "text/csv; charset=utf-8", f"{slug}-{version}-{run_id}-answers.csv")


def _spans_page(
    request: HttpRequest, scores: ScoresAccess, score_set: ScoreSet, row: RunScore, spans: Mapping[str, Any]
) -> SpansPage:
    """What people said of single questions is told only to those who see all versions."""
    asked = {part: request.GET.get(part, "") for part in PARTS}
    wanted: Wanted = {part: name if name in OUTCOMES else "" for part, name in asked.items()}
    number = request.GET.get("page", "1")
    sees, needed = scores.all_versions, votes_of(score_set)
    return spans_page(row, spans, wanted, number, sees_people=sees, votes_needed=needed)


@require_safe
@login_required
def question_scores(request: HttpRequest, slug: str, version: int, qid: str) -> HttpResponse:
    """All runs on one question, and the pool with its frozen grades."""
    scores, score_set = access_question_scores(request.user, slug, version)
    context = _frame(scores, score_set, slug) | {
        "unscorable": reason_of(score_set.report.get("unscorable", {}).get(qid, "")),
    }
    if score_set.track.marks_places:
        question = scored_question(score_set, qid)
        context["example"] = example_page(
            score_set, question, scores.access.account.as_reader, votes_of(score_set)
        )
        context["names"] = scores.access.may(Permission.ASSIGN)
        return render(request, "results/example.html", context)
    context["lines"] = question_lines(score_set, qid)
    return render(request, "results/question.html", context)


@require_safe
@login_required
def all_series(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Every series with what the runs got on it."""
    scores, score_set = access_question_scores(request.user, slug, version)
    context = _frame(scores, score_set, slug) | {
        "rows": series_list(score_set),
    }
    return render(request, "results/series_list.html", context)


@require_safe
@login_required
def series_scores(request: HttpRequest, slug: str, version: int, series: str) -> HttpResponse:
    """All runs on one series, with its parts."""
    scores, score_set = access_question_scores(request.user, slug, version)
    context = _frame(scores, score_set, slug) | {
        "page": series_page(score_set, series),
    }
    return render(request, "results/series.html", context)


def _frame(scores: ScoresAccess, score_set: ScoreSet, slug: str) -> dict[str, Any]:
    """What every page of a version shows around what it is about."""
    return {
        "access": scores.access,
        "tab": "results",
        "slug": slug,
        "official": scores.official,
        "scores": scores,
        "version": score_set,
        "partial": scores.partial if score_set.qrels.version == scores.official else "",
    }
