"""Judgments and annotations that organizers import from a file: chosen, looked at, stored, and taken back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.forms.imports import UndoForm
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.views.file_pages import FilePage
from assessment.imports.forms import AnnotationsForm, JudgmentsForm, PatternsForm
from assessment.imports.selectors import (
    access_person_from_files,
    assessors_named,
    judgments_brought_to,
    people_from_files,
)
from assessment.imports.services.patterns import request_patterns
from assessment.imports.services.takeback import request_removal
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, OnForm, is_received, takes_corpora, takes_files


def imported_before(access: Access) -> dict[str, Any]:
    """The imports so far, whom they brought, and whose grades columns may hold."""
    return {
        "imports": judgments_brought_to(access.campaign),
        "people": people_from_files(access.campaign),
        "assessors": assessors_named(access.campaign),
    }


FILES = FilePage(
    ("judgments",), JudgmentsForm, "judging/judgments.html", "assign", "judgments/", imported_before
)
ANNOTATIONS = FilePage(
    ("annotations",),
    AnnotationsForm,
    "judging/annotations.html",
    "assign",
    "annotations/import/",
    imported_before,
    takes_corpora,
    store="",
)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def patterns(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a file of answer patterns; what it would do is shown where tables of judgments are."""
    access = _access(request, slug)
    is_sent = request.method == "POST"
    form = PatternsForm(request.POST, request.FILES) if is_sent else PatternsForm()
    context: dict[str, Any] = {"job": shown_job(access, request.GET.get("job"))}
    if is_sent and is_received(request, form, "file"):
        with OnForm(form):
            job = _judged_by_patterns(access, {**form.cleaned_data})
            if job.state != JobState.FAILED:
                return _patterns_judged(request, job)
            context["job"] = job
    context |= {"access": access, "tab": "assign", "form": form, "home": request.path}
    is_refused = is_sent and (form.errors or context["job"])
    return render(request, "judging/patterns.html", context, status=422 if is_refused else 200)


def _judged_by_patterns(access: Access, given: dict[str, Any]) -> Job:
    upload = given.pop("file")
    return wait_briefly(request_patterns(campaign=access.campaign, upload=upload, by=access.account, **given))


def _patterns_judged(request: HttpRequest, job: Job) -> HttpResponse:
    """Where the preview stands; while there is none, the page that shows the job."""
    if job.state == JobState.DONE:
        wait_briefly(Job.objects.get(pk=job.checkpoint["check"]))
    return shown_in(request, job, request.path)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back all imported judgments of somebody who came with a file."""
    access = _access(request, slug)
    member, form = access_person_from_files(access, pk), UndoForm(request.POST)
    with Explained(request):
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        asked = request_removal(member=member, reason=reason, by=access.account)
        return FILES.shown(request, access, wait_briefly(asked))
    return FILES.page(request, access, status=422)


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(request.user, slug, Permission.ASSIGN)
