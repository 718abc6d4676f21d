"""Judgments that organizers bring in as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.campaigns.selectors import access_campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.waiting import shown_in, wait_a_moment
from assessment.judging.forms.judgments import JudgmentsForm
from assessment.judging.services.judgment_files import request_import
from assessment.people.access import Access, Deed
from assessment.people.decorators import login_required


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def judgments(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a table of judgments: all of it or, where anything is wrong, nothing, with every problem listed.

    A job does it; a file that takes longer than a moment is shown as one, and its outcome stays.
    """
    access = access_campaign(request.user, slug, Deed.ASSIGN)
    if request.method != "POST":
        return _page(request, access, JudgmentsForm())
    form = JudgmentsForm(request.POST, request.FILES)
    if too_large := getattr(request, "upload_refused", ""):
        form.add_error("file", too_large)
    if not form.is_valid():
        return _page(request, access, form)
    asked = request_import(
        campaign=access.campaign,
        upload=form.cleaned_data["file"],
        by=access.account,
        machine=form.cleaned_data["machine"],
    )
    job = wait_a_moment(asked)
    if job.state == JobState.FAILED:
        return _page(request, access, form, job)
    return shown_in(request, job, reverse("judging:judgments", args=[slug]))


def _page(
    request: HttpRequest, access: Access, form: JudgmentsForm, refused: Job | None = None
) -> HttpResponse:
    """The form, below what came of a file: the one just refused, or the job that the address names."""
    context = {
        "access": access,
        "tab": "assign",
        "form": form,
        "refused": refused,
        "job": None if refused else shown_job(access, request.GET.get("job")),
    }
    return render(request, "judging/judgments.html", context, status=422 if refused or form.errors else 200)
