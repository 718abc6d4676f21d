"""The jobs of a campaign or of the site, the page of one, its progress alone, and the wish to cancel."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from assessment.jobs import selectors
from assessment.jobs.services import lifecycle
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained
from assessment.shared.say import say


@require_safe
@login_required
def job_list(request: HttpRequest, slug: str = "") -> HttpResponse:
    """The newest jobs, ended ones too."""
    access = selectors.access_jobs(request.user, slug) if slug else None
    jobs = selectors.jobs_of(access, request.user)
    context = {"access": access, "tab": "jobs", "jobs": jobs, "frame": frame(slug)}
    return render(request, "jobs/list.html", context)


@require_safe
@login_required
def job(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """How far a job is, or what came of it, with its log."""
    access, found = selectors.access_job(request.user, slug, pk)
    context = {"access": access, "tab": "jobs", "job": found, "frame": frame(slug)}
    return render(request, "jobs/job.html", context)


@require_safe
@login_required
def part(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """The progress alone, for the page's script, which loads the page anew when the job has ended."""
    _, found = selectors.access_job(request.user, slug, pk)
    return render(request, "jobs/_job.html", {"job": found})


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """Ask for a job to end."""
    _access, found = selectors.access_job(request.user, slug, pk)
    with Explained(request):
        if lifecycle.cancel(job=found, by=account_of(request)):
            messages.success(request, " ".join([say("The job will stop at its next step."), found.leaves]))
        else:
            messages.warning(request, say("The job had ended already."))
    return redirect(found)


def frame(slug: str) -> str:
    """The page frame: the campaign's, or the site's."""
    return "campaign.html" if slug else "jobs/_site.html"
