"""Annotations of pages that organizers import from a file: chosen, looked at, stored."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.forms import AnnotationsForm, ConfirmForm, ReasonForm
from assessment.imports.selectors import CHECK_ANNOTATIONS, imports_of, people_from_files
from assessment.imports.services import annotations as services
from assessment.imports.services import uploads
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, is_received, takes_corpora


@takes_corpora
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def annotations(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a file of annotations and show what it would do; list the imports so far. Jobs do the work."""
    access = _access(request, slug)
    if request.method != "POST":
        return _page(request, access, AnnotationsForm(), job=shown_job(access, request.GET.get("job")))
    form = AnnotationsForm(request.POST, request.FILES)
    if not is_received(request, form, "file"):
        return _page(request, access, form)
    asked = services.request_check(
        campaign=access.campaign, upload=form.cleaned_data["file"], by=access.account
    )
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return _page(request, access, form, refused=job)
    return redirect(f"{reverse('judging:annotations', args=[slug])}?job={job.pk}")


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a file as its preview showed."""
    access, job = _preview(request, slug, check)
    form = ConfirmForm(request.POST)
    newcomers = form.is_valid() and form.cleaned_data["newcomers"]
    with Explained(request):
        done = wait_briefly(services.request_import(check=job, by=access.account, newcomers=newcomers))
        if done.state == JobState.FAILED:
            return _page(request, access, AnnotationsForm(), refused=done)
        return shown_in(request, done, reverse("judging:annotations", args=[slug]))
    return _page(request, access, AnnotationsForm(), job=job, status=422)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded file that is not to be imported."""
    access, job = _preview(request, slug, check)
    uploads.discard(check=job)
    return redirect("judging:annotations", access.campaign.slug)


def _access(request: HttpRequest, slug: str) -> Access:
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if not access.campaign.track.annotated_types:
        raise Http404
    return access


def _preview(request: HttpRequest, slug: str, pk: int) -> tuple[Access, Job]:
    access = _access(request, slug)
    job = shown_job(access, str(pk))
    if job is None or job.kind != CHECK_ANNOTATIONS:
        raise Http404
    return access, job


def _page(
    request: HttpRequest,
    access: Access,
    form: AnnotationsForm,
    *,
    refused: Job | None = None,
    job: Job | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form, below what became of a file: the one just refused, its preview, or the job that the address names."""
    is_preview = job is not None and job.kind == CHECK_ANNOTATIONS and job.state == JobState.DONE
    context: dict[str, Any] = {
        "access": access,
        "tab": "assign",
        "form": form,
        "refused": refused,
        "job": None if is_preview else job,
        "preview": job.checkpoint.get("review") if job and is_preview else None,
        "check": job if is_preview else None,
        "is_kept": job is not None and is_preview and uploads.has_file(job),
        "imports": imports_of(access.campaign),
        "people": people_from_files(access.campaign),
        "reason": ReasonForm(),
    }
    bad = bool(refused or form.errors)
    return render(request, "judging/annotations.html", context, status=422 if bad else status)
