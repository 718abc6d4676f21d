"""Files of known answers, nuggets, pyramids and gold answers: chosen, looked at, stored."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.development.forms.known import DevelopmentForm
from assessment.development.services import preview
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import Attempt, is_received, takes_files


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def development(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a file and show what it would do; nothing is stored yet."""
    access = _access(request, slug)
    if request.method != "POST":
        form = DevelopmentForm(access.campaign)
        return _page(request, access, form, job=shown_job(access, request.GET.get("job")))
    form = DevelopmentForm(access.campaign, request.POST, request.FILES)
    if not is_received(request, form, "file"):
        return _page(request, access, form)
    asked = preview.request_check(
        campaign=access.campaign,
        upload=form.cleaned_data["file"],
        format=form.cleaned_data["format"],
        by=access.account,
    )
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return _page(request, access, form, job=job)
    return redirect(f"{reverse('judging:development', args=[slug])}?job={job.pk}")


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a file as its preview showed."""
    access = _access(request, slug)
    job, attempt = _check(access, check), Attempt()
    with attempt:
        imported = preview.import_checked(check=job, by=access.account)
        messages.success(request, imported.sentence(slug))
        if imported.number:
            return redirect("campaigns:file-import", slug, imported.number)
        return redirect("judging:development", slug)
    return _page(request, access, DevelopmentForm(access.campaign), job=job, refused=attempt.error)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded file that is not to be imported."""
    preview.discard(check=_check(_access(request, slug), check))
    return redirect("judging:development", slug)


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)


def _check(access: Access, pk: int) -> Job:
    job = shown_job(access, str(pk))
    if job is None or job.kind != preview.CHECK:
        raise Http404
    return job


def _page(
    request: HttpRequest,
    access: Access,
    form: DevelopmentForm,
    *,
    job: Job | None = None,
    refused: AssizeError | None = None,
) -> HttpResponse:
    is_checked = job is not None and job.kind == preview.CHECK and job.state == JobState.DONE
    failed = job.error if job and job.state == JobState.FAILED else None
    context = {
        "access": access,
        "tab": "imports",
        "form": form,
        "job": None if is_checked or failed else job,
        "failed": failed,
        "refused": refused,
        "problems": refused.problems if isinstance(refused, FileRefused) else (),
        "preview": job.checkpoint.get("preview") if job and is_checked else None,
        "check": job if is_checked else None,
        "is_kept": job is not None and is_checked and preview.is_kept(job),
    }
    bad = failed or refused or form.errors
    return render(request, "judging/development.html", context, status=422 if bad else 200)
