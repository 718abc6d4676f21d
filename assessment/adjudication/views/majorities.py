"""The page on which all clear majorities are accepted at once: shown first, then confirmed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assessment.adjudication.forms.majorities import AcceptForm, PreviewForm
from assessment.adjudication.selectors.majorities import clear_items, open_items, question_disputes
from assessment.adjudication.services.majorities import ACCEPT, pack, request_accept
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.judging.models import BatchKind
from assessment.judging.selectors.batches import batches_of, job_of
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.pages import Attempt
from assessment.shared.say import say

MOST_QUESTIONS = 100_000  # that a form may leave out


@require_safe
@login_required
def majorities(request: HttpRequest, slug: str) -> HttpResponse:
    """What would be decided, question by question."""
    access = _access(request, slug)
    form = PreviewForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    job = job_of(access, request.GET.get("job"), ACCEPT)
    return _show(
        request, access, but_one=asked.get("agree") == "but-one", show=asked.get("show", ""), job=job
    )


@require_POST
@login_required
def accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Accepts the majorities that the page showed."""
    access, form = _access(request, slug), AcceptForm(request.POST)
    but_one = request.POST.get("agree") == "but-one"
    without = request.POST.getlist("without")[:MOST_QUESTIONS]
    with Attempt() as attempt:
        if not form.is_valid():
            raise Refused(
                say("The list of items is missing. Nothing was decided."),
                "list_unreadable",
                say("Accept again."),
            )
        asked = request_accept(
            campaign=access.campaign,
            shown=form.cleaned_data["shown"],
            by=account_of(request),
            but_one=but_one,
            without=without,
        )
        job = wait_briefly(asked)
        if job.state == JobState.FAILED:
            return _show(request, access, but_one=but_one, job=job, status=422)
        return shown_in(request, job, reverse("judging:majorities", args=[slug]))
    return _show(
        request, access, but_one=but_one, without=without, problem=attempt.error, status=attempt.status
    )


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(account_of(request), slug, Permission.ADJUDICATE)


def _show(
    request: HttpRequest,
    access: Access,
    *,
    but_one: bool,
    show: str = "",
    without: list[str] | None = None,
    job: Job | None = None,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = question_disputes(access.campaign, but_one=but_one)
    shown = next((row for row in rows if row.question.qid == show), None)
    items = clear_items(access.campaign, but_one=but_one)
    context = {
        "access": access,
        "tab": "adjudicate",
        "rows": rows,
        "open": sum(row.open for row in rows),
        "stale": sum(row.stale for row in rows),
        "split": sum(row.split for row in rows),
        "clear": len(items),
        "questions": sum(bool(row.clear) for row in rows),
        "packed": pack(items),
        "but_one": but_one,
        "agree": "but-one" if but_one else "half",
        "show": show,
        "items": open_items(shown.question, but_one=but_one) if shown else (),
        "without": without or [],
        "acts": batches_of(access.campaign, BatchKind.MAJORITIES),
        "job": job,
        "problem": problem,
    }
    return render(request, "judging/majorities.html", context, status=status)
