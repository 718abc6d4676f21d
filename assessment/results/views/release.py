"""Releasing the scores: the page that shows what will be public, the act itself, and taking it back."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns import services
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.results.forms import ReasonForm
from assessment.results.models import Audience
from assessment.results.selectors.access import ScoresAccess, access_scores, access_version
from assessment.results.selectors.drift import difference
from assessment.results.selectors.partial import partial_sentence
from assessment.results.selectors.release_page import ReleasePage, bounded_runs, release_page
from assessment.results.services.errors import CHANGED, REFUSED, AudienceMissing, ReleaseRefused
from assessment.results.services.release import take_back
from assessment.results.services.release_jobs import RELEASE, release_arguments
from assessment.results.views.results import results_page
from assessment.shared.errors import Refused
from assessment.shared.pages import Explained, explain
from assessment.shared.say import say
from assessment.shared.seen import mark_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """What will be public for whom; POST asks for the job that makes it so."""
    access = access_campaign(request.user, slug, Permission.RELEASE)
    scores = access_scores(request.user, slug)
    if request.method != "POST":
        return _page(request, scores)
    try:
        asked = enqueue(
            kind=RELEASE, campaign=access.campaign, by=access.account, arguments=_chosen(request, scores)
        )
    except AudienceMissing as error:
        return _page(request, scores, HTTPStatus.UNPROCESSABLE_ENTITY, not_released=error)
    except Refused as error:
        explain(request, error)
        return redirect("results:results", slug)
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return _page(request, access_scores(request.user, slug), _status_of(job), job=job)
    return shown_in(request, job, reverse("results:release", args=[slug]))


def _chosen(request: HttpRequest, scores: ScoresAccess) -> dict[str, Any]:
    """What the form says; without a choice of runs, those that were never pooled are left out."""
    leave_out, audience = None, request.POST.get("audience")
    if audience not in Audience.values:
        raise AudienceMissing
    if request.POST.get("choose"):
        runs = {run.run_id for run in release_page(scores.campaign).runs}
        leave_out = runs - set(request.POST.getlist("run"))
    return release_arguments(
        without=request.POST.getlist("without"),
        alike=request.POST.getlist("alike"),
        leave_out=leave_out,
        audience=audience,
        seen=request.POST.get("seen"),
        partial=bool(request.POST.get("partial")),
    )


def _status_of(job: Job) -> HTTPStatus:
    is_conflict = job.error["code"] == CHANGED
    return HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY


@login_required
@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Find out what a release would show as the judgments are now."""
    access = access_campaign(request.user, slug, Permission.RELEASE)
    job = wait_briefly(enqueue(kind="results.preview", campaign=access.campaign, by=access.account))
    if job.state == JobState.FAILED:
        return _page(request, access_scores(request.user, slug), 422, failed=job.error)
    return shown_in(request, job, reverse("results:release", args=[slug]))


def _page(
    request: HttpRequest, scores: ScoresAccess, status: int = 200, job: Job | None = None, **extra: Any
) -> HttpResponse:
    page, job = release_page(scores.campaign), job or shown_job(scores.access, request.GET.get("job"))
    context = {
        "access": scores.access,
        "tab": "results",
        "slug": scores.campaign.slug,
        "released": scores.release,
        "partial": scores.partial,
        "differs": difference(scores.campaign, scores.release) if scores.release else "",
        "bounded": bounded_runs(scores.release) if scores.release else [],
        "unjudged_now": partial_sentence(page.unjudged),
        "page": page,
        "job": job,
    }
    if job and job.kind == RELEASE and job.state == JobState.FAILED:
        context |= _refusal(job, page)
    return render(request, "results/release.html", context | extra, status=status)


def _refusal(job: Job, page: ReleasePage) -> dict[str, Any]:
    """Why a release was refused, and its choices, which a second try takes over."""
    if job.error["code"] != REFUSED:
        return {"job": None, "not_released": job.error}
    error, choices = ReleaseRefused.kept(job.error), job.arguments
    left_out = choices["leave_out"]
    chosen = None if left_out is None else [r.run_id for r in page.runs if r.run_id not in left_out]
    carried = [(name, value) for name in ("without", "alike") for value in choices[name]]
    carried += [(name, choices[name]) for name in ("seen", "audience") if choices[name]]
    carried += [("partial", "1")] if choices.get("partial") else []
    carried += [] if chosen is None else [("choose", "1"), *(("run", run_id) for run_id in chosen)]
    more = {"refused": error, "without": error.without, "alike": error.alike}
    more |= {"unjudged": partial_sentence(error.unjudged)}
    return more | {"job": None, "carried": carried, "chosen": chosen}


@login_required
@require_POST
def unrelease(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide the scores from participants again, with a reason."""
    access = access_campaign(request.user, slug, Permission.RELEASE)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return results_page(request, *access_version(request.user, slug, None), status=422, reason_form=form)
    with Explained(request):
        take_back(campaign=access.campaign, reason=form.cleaned_data["reason"], by=access.account)
        messages.success(request, say("The scores are provisional again; participants no longer see them."))
    return redirect("results:results", slug)


@login_required
@require_POST
def settle_nils(request: HttpRequest, slug: str) -> HttpResponse:
    """Say of several questions at once whether NIL is right; one that somebody settled meanwhile stops all."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    rows = list(access.campaign.questions.filter(qid__in=texts(request, "id")).in_order())
    nil = (texts(request, "nil") or [""])[0]
    with Explained(request):
        if not rows or nil not in ("right", "wrong"):
            message = say("Say of which questions NIL is right or wrong. Nothing was changed.")
            raise Refused(message, "which_questions")
        settled = services.settle_nils(questions=rows, nil=nil, by=access.account, seen=mark_of(""))
        messages.success(request, sentences.nils_settled(settled))
    return redirect("results:release", slug)


def texts(request: HttpRequest, name: str) -> list[str]:
    """What a form sends under a name, without what no column can hold."""
    return [text.replace("\0", "") for text in request.POST.getlist(name)]
