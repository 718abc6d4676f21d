"""Samples of people's judgments beside all of a machine's, tried on what people judged in full."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.jobs.models import JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.studies.forms import FewerForm
from assessment.studies.selectors.access import access_studies, access_to_make
from assessment.studies.selectors.fewer import KIND, newest_trial
from assessment.studies.selectors.machines import machines_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def fewer_judgments(request: HttpRequest, slug: str) -> HttpResponse:
    """What the newest trial with a machine showed; POST makes one."""
    if request.method == "POST":
        return _try(request, access_to_make(request.user, slug))
    access = access_studies(request.user, slug)
    return _page(request, access, request.GET.get("name", ""), number=request.GET.get("job"))


def _try(request: HttpRequest, access: Access) -> HttpResponse:
    form = FewerForm(machines_of(access.campaign), request.POST)
    if not form.is_valid():
        return _page(request, access, request.POST.get("name", ""), form, status=422)
    arguments = form.cleaned_data
    job = wait_briefly(enqueue(kind=KIND, campaign=access.campaign, by=access.account, arguments=arguments))
    if job.state == JobState.FAILED:
        return _page(request, access, arguments["name"], form, str(job.pk), 422)
    return shown_in(request, job, reverse("studies:fewer-judgments", args=[access.campaign.slug]))


def _page(
    request: HttpRequest,
    access: Access,
    name: str,
    form: FewerForm | None = None,
    number: str | None = None,
    status: int = 200,
) -> HttpResponse:
    names = machines_of(access.campaign)
    name = name if name in names else next(iter(names), "")
    job = shown_job(access, number)
    context = {
        "access": access,
        "tab": "studies",
        "slug": access.campaign.slug,
        "names": names,
        "name": name,
        "job": None if job and job.state == JobState.DONE else job,
        "form": (form or FewerForm(names, initial={"name": name}))
        if access.can[Permission.RELEASE.value]
        else None,
        "trial": newest_trial(access.campaign, name),
    }
    return render(request, "studies/fewer.html", context, status=status)
