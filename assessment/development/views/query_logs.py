"""Queries of a log: uploaded, looked at, entered as candidates."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.development.forms.query_logs import QueryLogForm
from assessment.development.services.query_log_choice import CHECK_LOG, enter_checked, request_log_check
from assessment.development.services.query_logs import refuse_series
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt, is_received, takes_files
from assessment.shared.say import say_n


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def query_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a log and show which of its queries would become candidates; nothing is entered yet."""
    access = _access(request, slug)
    attempt = Attempt()
    with attempt:
        refuse_series(access.campaign)
    if attempt.error or request.method != "POST":
        job = shown_job(access, request.GET.get("job"))
        return _page(request, access, QueryLogForm(access.campaign), job=job, refused=attempt.error)
    form = QueryLogForm(access.campaign, request.POST, request.FILES)
    if not is_received(request, form, "file"):
        return _page(request, access, form)
    asked = request_log_check(
        campaign=access.campaign, upload=form.cleaned_data["file"], wanted=form.wanted, by=access.account
    )
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return _page(request, access, form, job=job)
    return redirect(f"{reverse('judging:query-log', args=[slug])}?job={job.pk}")


@require_POST
@login_required
def enter(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Make the queries that a preview showed candidates."""
    access = _access(request, slug)
    job, attempt = shown_job(access, str(check)), Attempt()
    if job is None or job.kind != CHECK_LOG:
        raise Http404
    with attempt:
        n = enter_checked(check=job, by=access.account)
        messages.success(request, say_n("{n} query became a candidate.", "{n} queries became candidates.", n))
        return redirect("campaigns:candidates", slug)
    return _page(request, access, QueryLogForm(access.campaign), job=job, refused=attempt.error)


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)


def _page(
    request: HttpRequest,
    access: Access,
    form: QueryLogForm,
    *,
    job: Job | None = None,
    refused: AssizeError | None = None,
) -> HttpResponse:
    is_checked = job is not None and job.kind == CHECK_LOG and job.state == JobState.DONE
    failed = job.error if job and job.state == JobState.FAILED else None
    context = {
        "access": access,
        "tab": "questions",
        "form": form,
        "job": None if is_checked or failed else job,
        "failed": failed,
        "refused": refused,
        "preview": job.checkpoint.get("preview") if job and is_checked else None,
        "check": job if is_checked else None,
    }
    bad = failed or refused or form.errors
    return render(request, "campaigns/query_log.html", context, status=422 if bad else 200)
