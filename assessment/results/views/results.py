"""The results page: leaderboard, versions, the four rules side by side, freezing and scoring."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.models import JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.results.forms import ReasonForm, RuleForm
from assessment.results.models import QrelsSnapshot, ScoreSet
from assessment.results.selectors.access import (
    ScoresAccess,
    access_version,
    leading_of,
    own_runs,
    score_sets,
)
from assessment.results.selectors.comparison import compare
from assessment.results.selectors.drift import difference
from assessment.results.selectors.experts import experts_of
from assessment.results.selectors.flags import flags_of
from assessment.results.selectors.leaderboard import leaderboard
from assessment.results.selectors.leaderboard_asked import asked_of
from assessment.results.selectors.own_results import own_results
from assessment.results.selectors.release_changes import notice_of
from assessment.results.selectors.release_page import own_left_out, without_guidelines
from assessment.results.selectors.sight import sight_of
from assessment.submissions.selectors.doubts import not_closed
from scoring.rules import PLAIN


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The scores that the campaign leads with (`leading`); POST freezes and scores."""
    if request.method == "POST":
        return freeze_and_score(request, slug)
    scores, score_set = access_version(request.user, slug, None)
    return results_page(request, scores, score_set)


@require_safe
@login_required
def version(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """An older version, as it was."""
    scores, score_set = access_version(request.user, slug, version)
    return results_page(request, scores, score_set)


def freeze_and_score(request: HttpRequest, slug: str) -> HttpResponse:
    access = access_campaign(request.user, slug, Permission.RELEASE)
    form = RuleForm(access.campaign, request.POST)
    if not form.is_valid():
        return results_page(request, *access_version(request.user, slug, None), status=422, rule_form=form)
    arguments = {"rule": form.rule, "partial": form.cleaned_data["partial"]}
    asked = enqueue(kind="results.score", campaign=access.campaign, by=access.account, arguments=arguments)
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        page = access_version(request.user, slug, None)
        return results_page(request, *page, status=422, refused=job.error, rule_form=form)
    return shown_in(request, job, reverse("results:results", args=[slug]))


@login_required
@require_POST
def compare_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Score with each of the four rules that the judgments allow, and say why not for the others."""
    access = access_campaign(request.user, slug, Permission.RELEASE)
    asked = enqueue(kind="results.compare", campaign=access.campaign, by=access.account)
    return shown_in(request, wait_briefly(asked), reverse("results:results", args=[slug]))


def results_page(
    request: HttpRequest, scores: ScoresAccess, score_set: ScoreSet | None, status: int = 200, **extra: Any
) -> HttpResponse:
    """Render a version with all that stands around it."""
    context: dict[str, Any] = {
        "access": scores.access,
        "tab": "results",
        "slug": scores.campaign.slug,
        "official": scores.official,
        "scores": scores,
        "all_versions": scores.all_versions,
        "may_score": scores.access.can[Permission.RELEASE.value],
        "version": score_set,
        "job": shown_job(scores.access, request.GET.get("job")),
    }
    released = scores.release.scores_id if scores.release else None
    if score_set is not None:
        board = leaderboard(score_set, asked_of(request.GET, score_set.track), sight_of(scores))
        context |= {
            "flags": flags_of(score_set.report),
            "board": board,
            "own_results": own_results(scores, board),
            "experts": experts_of(score_set),
            "open_runs": own_runs(scores, score_set),
            "left_out": own_left_out(scores),
            "notice": notice_of(scores) if score_set.pk == released else None,
            "partial": scores.partial if score_set.pk == released else "",
        }
    if scores.all_versions:
        context |= staff_context(scores, score_set)
    return render(request, "results/results.html", context | extra, status=status)


def staff_context(scores: ScoresAccess, score_set: ScoreSet | None) -> dict[str, Any]:
    """What only those see who may see every version."""
    campaign = scores.campaign
    sets = list(score_sets(campaign))
    snapshots = QrelsSnapshot.objects.filter(campaign=campaign).select_related("made_by").defer("compressed")
    return {
        "leads": not sets or score_set == leading_of(sets, scores.release),
        "snapshots": list(snapshots.order_by("-version")),
        "scored": {found.qrels_id for found in sets},
        "comparison": compare(sets, PLAIN),
        "rule_form": RuleForm(campaign),
        "reason_form": ReasonForm(),
        "doubts": not_closed(campaign, "Scoring"),
        "differs": difference(campaign, scores.release) if scores.release else "",
        "no_guidelines": scores.release is not None and without_guidelines(campaign),
    }
