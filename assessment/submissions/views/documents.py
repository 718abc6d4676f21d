"""Pooled documents at which an organizer should look: their list, and each in two readings side by side."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.views.decorators import login_required
from assessment.submissions.selectors import documents as selectors

DOCUMENTS_A_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def flagged(request: HttpRequest, slug: str) -> HttpResponse:
    """The documents that are read in two ways, or lack an answer that cites them; sending fetches for the archive."""
    access = selectors.access_documents(request.user, slug)
    if request.method == "POST":
        job = enqueue(kind="submissions.archive", by=access.account, campaign=access.campaign, arguments={})
        return shown_in(request, wait_briefly(job), reverse("submissions:documents", args=[slug]))
    page = Paginator(selectors.flagged(access.campaign), DOCUMENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "access": access,
        "tab": "pool",
        "page": page,
        "job": shown_job(access, request.GET.get("job")),
    }
    return render(request, "submissions/documents.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def document(request: HttpRequest, slug: str, docid: str) -> HttpResponse:
    """One document in both readings; sending asks for the second one, or for a new one."""
    access, items = selectors.access_document(request.user, slug, docid)
    here = reverse("submissions:document", args=[slug, docid])
    if request.method == "POST":
        job = enqueue(
            kind="submissions.opinion",
            by=access.account,
            campaign=access.campaign,
            arguments={"docid": docid},
        )
        return shown_in(request, wait_briefly(job), here)
    context = {
        "access": access,
        "tab": "pool",
        "docid": docid,
        "readings": selectors.readings_of(access, items),
        "job": shown_job(access, request.GET.get("job")),
    }
    return render(request, "submissions/document.html", context)
