"""Pages of acts of many changes: what each did, and its undo as a whole."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.judging.models import ChangeBatch
from assessment.judging.selectors.batches import UNDO, access_batch, job_of
from assessment.judging.services.batches import request_undo
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt


@require_safe
@login_required
def batch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What one act did, and the button that undoes it."""
    access = _access(request, slug)
    return _show(request, access, access_batch(access, pk), job_of(access, request.GET.get("job"), UNDO))


@require_POST
@login_required
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undoes an act as a whole."""
    access = _access(request, slug)
    row = access_batch(access, pk)
    with Attempt() as attempt:
        job = wait_briefly(request_undo(batch=row, by=account_of(request)))
        if job.state == JobState.FAILED:
            return _show(request, access, access_batch(access, pk), job, status=422)
        return shown_in(request, job, reverse("judging:batch", args=[slug, pk]))
    return _show(request, access, row, None, attempt.error, attempt.status)


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(account_of(request), slug, Permission.ADJUDICATE)


def _show(
    request: HttpRequest,
    access: Access,
    row: ChangeBatch,
    job: Job | None = None,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "access": access,
        "tab": "adjudicate",
        "batch": row,
        "report": row.report,
        "job": job or (row.job if row.is_half_done else None),
        "problem": problem,
    }
    return render(request, "judging/batch.html", context, status=status)
