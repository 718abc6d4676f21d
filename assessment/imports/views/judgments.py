"""Judgments that organizers import from a file: chosen, looked at, stored, and taken back."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.forms import ConfirmForm, JudgmentsForm, ReasonForm
from assessment.imports.selectors import (
    CHECK,
    access_import,
    access_person_from_files,
    imports_of,
    people_from_files,
)
from assessment.imports.services import takeback, uploads
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, is_received


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def judgments(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a table of judgments and show what it would do; list the imports so far.

    Jobs do the work; a file that takes longer than a moment is shown as one, and its outcome stays.
    """
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if request.method != "POST":
        return _page(request, access, JudgmentsForm(), job=shown_job(access, request.GET.get("job")))
    form = JudgmentsForm(request.POST, request.FILES)
    if not is_received(request, form, "file"):
        return _page(request, access, form)
    asked = uploads.request_check(
        campaign=access.campaign,
        upload=form.cleaned_data["file"],
        by=access.account,
        machine=form.cleaned_data["machine"],
    )
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return _page(request, access, form, refused=job)
    return redirect(f"{reverse('judging:judgments', args=[slug])}?job={job.pk}")


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a file as its preview showed."""
    access, job = _preview(request, slug, check)
    form = ConfirmForm(request.POST)
    with Explained(request):
        asked = uploads.request_import(
            check=job, by=access.account, newcomers=form.is_valid() and form.cleaned_data["newcomers"]
        )
        return _shown(request, access, wait_briefly(asked))
    return _page(request, access, JudgmentsForm(), job=job, status=422)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded file that is not to be imported."""
    access, job = _preview(request, slug, check)
    uploads.discard(check=job)
    return redirect("judging:judgments", access.campaign.slug)


@login_required
def one_import(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What one file brought, and the form that takes it back."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    return _one_import(request, access, pk, ReasonForm())


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back what a file brought."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    source, form = access_import(access, pk), ReasonForm(request.POST)
    if not form.is_valid():
        return _one_import(request, access, pk, form, status=422)
    with Explained(request):
        asked = takeback.request_take_back(source=source, by=access.account, **form.cleaned_data)
        return _shown(request, access, wait_briefly(asked))
    return _one_import(request, access, pk, form, status=422)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back all imported judgments of somebody who came with a file."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    member, form = access_person_from_files(access, pk), ReasonForm(request.POST)
    with Explained(request):
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        asked = takeback.request_removal(member=member, reason=reason, by=access.account)
        return _shown(request, access, wait_briefly(asked))
    return _page(request, access, JudgmentsForm(), status=422)


def _preview(request: HttpRequest, slug: str, pk: int) -> tuple[Access, Job]:
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    job = shown_job(access, str(pk))
    if job is None or job.kind != CHECK:
        raise Http404
    return access, job


def _shown(request: HttpRequest, access: Access, job: Job) -> HttpResponse:
    """Go to the page with what a job did, or with the job."""
    if job.state == JobState.FAILED:
        return _page(request, access, JudgmentsForm(), refused=job)
    return shown_in(request, job, reverse("judging:judgments", args=[access.campaign.slug]))


def _page(
    request: HttpRequest,
    access: Access,
    form: JudgmentsForm,
    *,
    refused: Job | None = None,
    job: Job | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form, below what became of a file: the one just refused, its preview, or the job that the address names."""
    is_preview = job is not None and job.kind == CHECK and job.state == JobState.DONE
    context: dict[str, Any] = {
        "access": access,
        "tab": "assign",
        "form": form,
        "refused": refused,
        "job": None if is_preview else job,
        "preview": job.checkpoint.get("review") if job and is_preview else None,
        "check": job if is_preview else None,
        "is_kept": job is not None and is_preview and uploads.has_file(job),
        "confirm": ConfirmForm(),
        "imports": imports_of(access.campaign),
        "people": people_from_files(access.campaign),
        "reason": ReasonForm(),
    }
    bad = bool(refused or form.errors)
    return render(request, "judging/judgments.html", context, status=422 if bad else status)


def _one_import(
    request: HttpRequest, access: Access, pk: int, form: ReasonForm, status: int = 200
) -> HttpResponse:
    source = access_import(access, pk)
    context = {"access": access, "tab": "assign", "source": source, "report": source.report, "form": form}
    return render(request, "judging/judgments_import.html", context, status=status)
