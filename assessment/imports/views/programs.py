"""Nugget matches and nugget drafts of a program: a table chosen, looked at, stored."""

from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.forms import MachineForm, MachineMatchesForm, MachineNuggetsForm
from assessment.imports.services import program_uploads
from assessment.imports.services.machines import facts_of
from assessment.imports.services.program_uploads import CHECK_DRAFTS, CHECK_MATCHES
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import Attempt, OnForm, is_received, takes_files
from scoring.stages import LISTING


class _Kind(NamedTuple):
    """What a page takes in."""

    check: str  # the job
    form: type[MachineForm]
    page: str  # its address by name; "-confirm" and "-discard" behind it are the others
    template: str


MATCHES = _Kind(CHECK_MATCHES, MachineMatchesForm, "judging:machine-matches", "judging/machine_matches.html")
DRAFTS = _Kind(CHECK_DRAFTS, MachineNuggetsForm, "judging:machine-nuggets", "judging/machine_nuggets.html")


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program matched, and show what it would do; nothing is stored yet."""
    return _take_in(request, slug, MATCHES)


@require_POST
@login_required
def confirm_matches(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a table of matches as its preview showed."""
    return _confirm(request, slug, check, MATCHES)


@require_POST
@login_required
def discard_matches(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded table of matches that is not to be stored."""
    return _discard(request, slug, check, MATCHES)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine_nuggets(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program drafted, and show what it would do; nothing is stored yet."""
    return _take_in(request, slug, DRAFTS)


@require_POST
@login_required
def confirm_nuggets(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a table of drafts as its preview showed."""
    return _confirm(request, slug, check, DRAFTS)


@require_POST
@login_required
def discard_nuggets(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded table of drafts that is not to be stored."""
    return _discard(request, slug, check, DRAFTS)


def _take_in(request: HttpRequest, slug: str, kind: _Kind) -> HttpResponse:
    access = _access(request, slug)
    if request.method != "POST":
        return _page(request, access, kind, kind.form(), job=shown_job(access, request.GET.get("job")))
    form, job = kind.form(request.POST, request.FILES), None
    if is_received(request, form, "file"):
        with OnForm(form):
            given = {**form.cleaned_data}
            asked = program_uploads.request_check(
                kind=kind.check,
                campaign=access.campaign,
                upload=given.pop("file"),
                facts=facts_of(given),
                by=access.account,
            )
            job = wait_briefly(asked)
            if job.state != JobState.FAILED:
                return redirect(f"{reverse(kind.page, args=[slug])}?job={job.pk}")
    return _page(request, access, kind, form, job=job)


def _confirm(request: HttpRequest, slug: str, check: int, kind: _Kind) -> HttpResponse:
    access = _access(request, slug)
    job, attempt = _check(access, check, kind), Attempt()
    with attempt:
        stored = program_uploads.store_checked(check=job, by=access.account)
        messages.success(request, stored.sentence)
        if stored.number:
            return redirect("campaigns:file-import", slug, stored.number)
        return redirect(kind.page, slug)
    return _page(request, access, kind, kind.form(), job=job, refused=attempt.error)


def _discard(request: HttpRequest, slug: str, check: int, kind: _Kind) -> HttpResponse:
    program_uploads.discard(check=_check(_access(request, slug), check, kind))
    return redirect(kind.page, slug)


def _access(request: HttpRequest, slug: str) -> Access:
    """Of campaigns with questions that are judged by nuggets."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if not access.campaign.track.types_with(LISTING):
        raise Http404
    return access


def _check(access: Access, pk: int, kind: _Kind) -> Job:
    job = shown_job(access, str(pk))
    if job is None or job.kind != kind.check:
        raise Http404
    return job


def _page(
    request: HttpRequest,
    access: Access,
    kind: _Kind,
    form: MachineForm,
    *,
    job: Job | None = None,
    refused: AssizeError | None = None,
) -> HttpResponse:
    job = job if job and job.kind == kind.check else None
    is_checked = job is not None and job.state == JobState.DONE
    failed = job.error if job and job.state == JobState.FAILED else None
    context = {
        "access": access,
        "tab": "assign",
        "form": form,
        "job": None if is_checked or failed else job,
        "failed": failed,
        "refused": refused,
        "problems": refused.problems if isinstance(refused, FileRefused) else (),
        "preview": job.checkpoint.get("review") if job and is_checked else None,
        "check": job if is_checked else None,
        "is_kept": job is not None and is_checked and program_uploads.is_kept(job),
        "confirm": f"{kind.page}-confirm",
        "discard": f"{kind.page}-discard",
    }
    bad = failed or refused or form.errors
    return render(request, kind.template, context, status=422 if bad else 200)
