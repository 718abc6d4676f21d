"""Pages of single runs, questions and series in one version of the scores."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from assessment.people.views.decorators import login_required
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import ScoresAccess, access_question_scores, access_run_score
from assessment.results.selectors.leaderboard import other_measures, units_of
from assessment.results.selectors.questions import question_lines
from assessment.results.selectors.run_lines import run_lines
from assessment.results.selectors.series import series_list, series_page
from assessment.results.selectors.silence import silence_page
from scoring.forms.base import reason_of


@login_required
def run_scores(request: HttpRequest, slug: str, version: int, run_id: str) -> HttpResponse:
    """One run, question by question and series by series, against the median and the best."""
    scores, score_set, row = access_run_score(request.user, slug, version, run_id)
    context = _frame(scores, score_set, slug) | {
        "all_versions": scores.all_versions,
        "row": row,
        "measures": other_measures(score_set.qrels.campaign.track),
        "units": units_of(score_set.qrels.campaign.track),
        "lines": run_lines(score_set, row),
        "silence": silence_page(score_set.qrels.campaign.track, row),
    }
    return render(request, "results/run.html", context)


@login_required
def question_scores(request: HttpRequest, slug: str, version: int, qid: str) -> HttpResponse:
    """All runs on one question, and the pool with its frozen grades."""
    scores, score_set = access_question_scores(request.user, slug, version)
    context = _frame(scores, score_set, slug) | {
        "lines": question_lines(score_set, qid),
        "unscorable": reason_of(score_set.report.get("unscorable", {}).get(qid, "")),
    }
    return render(request, "results/question.html", context)


@login_required
def all_series(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Every series with what the runs got on it."""
    scores, score_set = access_question_scores(request.user, slug, version)
    context = _frame(scores, score_set, slug) | {
        "rows": series_list(score_set),
    }
    return render(request, "results/series_list.html", context)


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
        "version": score_set,
    }
