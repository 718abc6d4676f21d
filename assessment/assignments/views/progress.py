"""The page of how far judging is: pace, time left, who waits for whom, and what is unusual."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.selectors.cannot_judge import cannot_judge_in
from assessment.assignments.selectors.progress import progress_of
from assessment.campaigns.models import State
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required


@require_safe
@login_required
def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's progress, and what the last check of the assessors found."""
    access = access_campaign(request.user, slug, Permission.SEE_BOARD)
    found = progress_of(access.campaign, assign_page(access.campaign, assigned_only=True))
    context = {
        "access": access,
        "tab": "progress",
        "progress": found,
        "cannot_judge": cannot_judge_in(access.campaign),
        "borrowed": any(row.forecast and row.forecast.borrowed for row in found.rows),
        "is_released": access.campaign.state == State.RELEASED,
        "job": shown_job(access, request.GET.get("job")),
    }
    return render(request, "judging/progress.html", context)


@require_POST
@login_required
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Finishes what is judged, in the assessors' place, as a job."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    arguments = {"nothing_found": bool(request.POST.get("nothing_found"))}
    asked = enqueue(
        kind="assignments.finish", campaign=access.campaign, by=access.account, arguments=arguments
    )
    return shown_in(request, wait_briefly(asked), reverse("judging:progress", args=[slug]))


@require_POST
@login_required
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """Checks how assessors judge, as a job."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    job = wait_briefly(enqueue(kind="assignments.check", campaign=access.campaign, by=access.account))
    return shown_in(request, job, reverse("judging:progress", args=[slug]))
