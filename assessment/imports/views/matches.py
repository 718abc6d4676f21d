"""Nugget matches of a program: a table chosen, looked at, stored."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.forms import MachineMatchesForm
from assessment.imports.services import match_uploads
from assessment.imports.services.machines import facts_of
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import Attempt, OnForm, is_received


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program matched, and show what it would do; nothing is stored yet."""
    access = _access(request, slug)
    if request.method != "POST":
        return _page(request, access, MachineMatchesForm(), job=shown_job(access, request.GET.get("job")))
    form, job = MachineMatchesForm(request.POST, request.FILES), None
    if is_received(request, form, "file"):
        with OnForm(form):
            given = {**form.cleaned_data}
            asked = match_uploads.request_check(
                campaign=access.campaign, upload=given.pop("file"), facts=facts_of(given), by=access.account
            )
            job = wait_briefly(asked)
            if job.state != JobState.FAILED:
                return redirect(f"{reverse('judging:machine-matches', args=[slug])}?job={job.pk}")
    return _page(request, access, form, job=job)


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a table as its preview showed."""
    access = _access(request, slug)
    job, attempt = _check(access, check), Attempt()
    with attempt:
        stored = match_uploads.store_checked(check=job, by=access.account)
        messages.success(request, stored.sentence)
        if stored.number:
            return redirect("campaigns:file-import", slug, stored.number)
        return redirect("judging:machine-matches", slug)
    return _page(request, access, MachineMatchesForm(), job=job, refused=attempt.error)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded table that is not to be stored."""
    match_uploads.discard(check=_check(_access(request, slug), check))
    return redirect("judging:machine-matches", slug)


def _access(request: HttpRequest, slug: str) -> Access:
    """Of campaigns with questions that are judged by nuggets."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if not any(kind.form.has_nuggets for kind in access.campaign.track.question_types.values()):
        raise Http404
    return access


def _check(access: Access, pk: int) -> Job:
    job = shown_job(access, str(pk))
    if job is None or job.kind != match_uploads.CHECK_MATCHES:
        raise Http404
    return job


def _page(
    request: HttpRequest,
    access: Access,
    form: MachineMatchesForm,
    *,
    job: Job | None = None,
    refused: AssizeError | None = None,
) -> HttpResponse:
    job = job if job and job.kind == match_uploads.CHECK_MATCHES else None
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
        "is_kept": job is not None and is_checked and match_uploads.is_kept(job),
    }
    bad = failed or refused or form.errors
    return render(request, "judging/machine_matches.html", context, status=422 if bad else 200)
