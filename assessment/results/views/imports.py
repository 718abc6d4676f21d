"""Importing a bundle on a page, for those who may create campaigns."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.jobs.errors import as_error
from assessment.jobs.models import JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.accounts import access_creator
from assessment.people.views.decorators import login_required
from assessment.results.forms import BundleForm
from assessment.results.services.bundle_jobs import request_bundle_import
from assessment.shared.errors import FileRefused
from assessment.shared.pages import Attempt, is_received, takes_files


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_bundle(request: HttpRequest) -> HttpResponse:
    """Take a packed bundle and make a campaign of it, or list everything that is wrong with it."""
    creator = access_creator(request.user)
    form = BundleForm(request.POST, request.FILES) if request.method == "POST" else BundleForm()
    if request.method != "POST" or not is_received(request, form):
        return import_page(request, form)
    with Attempt() as attempt:
        job = wait_briefly(
            request_bundle_import(
                by=creator, upload=form.cleaned_data["bundle"], slug=form.cleaned_data["slug"]
            )
        )
        if job.state != JobState.FAILED:
            return shown_in(request, job, reverse("jobs:site-job", args=[job.pk]))
        raise as_error(str(job), job.error)
    problems = attempt.error.problems if isinstance(attempt.error, FileRefused) else ()
    return import_page(request, form, error=attempt.error, problems=problems)


def import_page(request: HttpRequest, form: BundleForm, **extra: object) -> HttpResponse:
    status = 200 if request.method != "POST" else 422
    return render(request, "results/import.html", {"form": form, **extra}, status=status)
