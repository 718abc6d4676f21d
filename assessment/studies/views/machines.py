"""A machine against people: where their judgments differ, both ways, and the rankings by both."""

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
from assessment.studies.selectors.access import access_studies, access_to_make
from assessment.studies.selectors.machines import (
    KIND,
    differences_for,
    has_drafts,
    machines_of,
    match_differences_for,
    newest_comparison,
    questions_for,
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machines(request: HttpRequest, slug: str) -> HttpResponse:
    """What the newest comparison of a machine says; POST makes one."""
    if request.method == "POST":
        return _compare(request, access_to_make(request.user, slug))
    return _page(request, access_studies(request.user, slug), request.GET.get("name", ""))


def _compare(request: HttpRequest, access: Access) -> HttpResponse:
    name = request.POST.get("name", "")
    if name not in machines_of(access.campaign):
        return _page(request, access, name, status=422)
    job = wait_briefly(
        enqueue(kind=KIND, campaign=access.campaign, by=access.account, arguments={"name": name})
    )
    if job.state == JobState.FAILED:
        return _page(request, access, name, str(job.pk), 422)
    return shown_in(request, job, reverse("studies:machines", args=[access.campaign.slug]))


def _page(
    request: HttpRequest, access: Access, name: str, number: str | None = None, status: int = 200
) -> HttpResponse:
    names = machines_of(access.campaign)
    name = name if name in names else next(iter(names), "")
    job = shown_job(access, number or request.GET.get("job"))
    comparison = newest_comparison(access.campaign, name)
    context = {
        "access": access,
        "tab": "studies",
        "slug": access.campaign.slug,
        "names": names,
        "name": name,
        "job": None if job and job.state == JobState.DONE else job,
        "may_make": access.can[Permission.RELEASE.value],
        "comparison": comparison,
        "questions": questions_for(access, comparison),
        "differences": differences_for(access, comparison),
        "match_differences": match_differences_for(access, comparison),
        "has_drafts": access.may(Permission.ASSIGN) and has_drafts(access.campaign),
        "home": reverse("studies:machines", args=[access.campaign.slug]),
    }
    return render(request, "studies/machines.html", context, status=status)
