"""The sample that people are asked to judge, and scores estimated from it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.jobs.models import JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained
from assessment.studies.forms import SampleForm
from assessment.studies.selectors.access import access_studies, access_to_make
from assessment.studies.selectors.machines import machines_of
from assessment.studies.selectors.sampling import DRAW, ESTIMATE, sample_page
from assessment.studies.services.designs import why_begun, withdraw_design


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sample(request: HttpRequest, slug: str) -> HttpResponse:
    """The design and the newest estimates; POST draws a sample."""
    if request.method != "POST":
        return _page(request, access_studies(request.user, slug), number=request.GET.get("job"))
    access = access_to_make(request.user, slug)
    form = SampleForm(machines_of(access.campaign), request.POST)
    if not form.is_valid():
        return _page(request, access, form=form, status=422)
    return _started(request, access, DRAW, form.cleaned_data, form)


@require_POST
@login_required
def estimate(request: HttpRequest, slug: str) -> HttpResponse:
    """Estimates the scores from the sample as it is judged now."""
    return _started(request, access_to_make(request.user, slug), ESTIMATE, {})


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes the design back, as long as nobody judged."""
    access = access_to_make(request.user, slug)
    with Explained(request) as attempt:
        messages.success(request, withdraw_design(campaign=access.campaign, by=access.account))
    if attempt.error:
        return _page(request, access, status=422)
    return redirect("studies:sample", access.campaign.slug)


def _started(
    request: HttpRequest, access: Access, kind: str, arguments: dict[str, Any], form: SampleForm | None = None
) -> HttpResponse:
    campaign = access.campaign
    job = wait_briefly(enqueue(kind=kind, campaign=campaign, by=access.account, arguments=arguments))
    if job.state == JobState.FAILED:
        return _page(request, access, form=form, number=str(job.pk), status=422)
    return shown_in(request, job, reverse("studies:sample", args=[campaign.slug]))


def _page(
    request: HttpRequest,
    access: Access,
    form: SampleForm | None = None,
    number: str | None = None,
    status: int = 200,
) -> HttpResponse:
    job, names = shown_job(access, number), machines_of(access.campaign)
    page = sample_page(access.campaign)
    context = {
        "access": access,
        "tab": "studies",
        "slug": access.campaign.slug,
        "page": page,
        "refused": None if page.design else why_begun(access.campaign),
        "names": names,
        "may_make": access.can[Permission.RELEASE.value],
        "form": form or SampleForm(names),
        "job": None if job and job.state == JobState.DONE else job,
    }
    return render(request, "studies/sample.html", context, status=status)
