"""Question development: series and questions that are considered, rejected with a reason, or accepted."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.campaigns.forms.candidates import (
    SOURCES,
    TARGET_TYPES,
    AcceptForm,
    CandidateForm,
    RejectForm,
    found_in_document,
)
from assessment.campaigns.forms.readings import ReadingForm
from assessment.campaigns.models import Campaign, Candidate, CandidateQuestion, CandidateState
from assessment.campaigns.selectors import candidates as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.candidate_list import Wanted, developments, listed_candidates
from assessment.campaigns.selectors.candidate_page import (
    CheckedQuestion,
    checked_questions,
    missing_documents,
)
from assessment.campaigns.services import candidates as services
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt, Explained, posted_text


@require_safe
@login_required
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """All candidates with what became of them; for whoever does not run the campaign, their own."""
    access, roles = selectors.access_candidates(request.user, slug)
    wanted = Wanted(*(request.GET.get(name, "").strip() for name in Wanted._fields))
    page = request.GET.get("page", "")
    context = {
        "access": access,
        "tab": "candidates" if roles else "questions",
        "listed": listed_candidates(access, Wanted() if roles else wanted, page),
        "is_narrowed": roles is None and any(wanted),
        "states": CandidateState.choices,
        "development": developments(access.account, [access]).get(access.campaign.pk) if roles else None,
    }
    return render(request, "campaigns/candidates.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a series, or questions where the track has no series."""
    access, roles = selectors.access_candidates(request.user, slug)
    data = request.POST if request.method == "POST" else None
    named = (request.GET.get(name, "").strip() for name in ("id", "answer", "passage"))
    found = found_in_document(access.campaign, *named)
    form = CandidateForm(access.campaign, data=data, decides=roles is None, found=found)
    attempt = Attempt()
    if form.is_bound and not form.wants_rows and form.is_valid():
        with attempt:
            row = services.enter_candidate(
                campaign=access.campaign, draft=form.draft, by=access.account, roles=roles
            )
            messages.success(request, sentences.candidate_entered(row))
            return redirect("campaigns:candidate", slug, row.pk)
    return _form_page(request, access, form, attempt.error)


@require_safe
@login_required
def candidate(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One candidate, and what became of it."""
    access, row = selectors.access_candidate(request.user, slug, pk, Permission.DEVELOP_QUESTIONS)
    checked = checked_questions(access, row)
    questions = [one.question for one in checked]
    context = {
        "access": access,
        "tab": "questions" if access.may(Permission.EDIT_CAMPAIGN) else "candidates",
        "candidate": row,
        "rows": [(one, _reading_form(access, row, one)) for one in checked],
        "unknown": missing_documents(checked),
        "languages": selectors.languages_shown(access.campaign, questions),
        "accept": _accept_form(access.campaign, questions),
        "reject": RejectForm(),
    }
    return render(request, "campaigns/candidate.html", context)


def _reading_form(access: Access, row: Candidate, one: CheckedQuestion) -> ReadingForm | None:
    """The form of a second reader; None for whoever entered the candidate, and once it is decided."""
    if not row.is_open or row.entered_by_id == access.account.pk or not access.can["edit_campaign"]:
        return None
    said = next((each for each in one.readings if each.reader_id == access.account.pk), None)
    return ReadingForm(one.question, said)


def _accept_form(campaign: Campaign, questions: Sequence[CandidateQuestion]) -> AcceptForm:
    initial = {"key": selectors.next_number(campaign)}
    if campaign.track.languages and (kept := [row for row in questions if not row.reason]):
        initial["pairs"] = " ".join(":".join(pair) for pair in selectors.default_pairs(campaign, kept))
    return AcceptForm(campaign, initial=initial)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a candidate while it is under consideration."""
    access, row = selectors.access_candidate(request.user, slug, pk, Permission.DEVELOP_QUESTIONS)
    if request.method != "POST" and not row.is_open:
        return redirect("campaigns:candidate", slug, pk)
    roles = selectors.developer_roles(access)
    data = request.POST if request.method == "POST" else None
    form = CandidateForm(access.campaign, row, data, decides=roles is None)
    attempt = Attempt()
    if form.is_bound and not form.wants_rows and form.is_valid():
        with attempt:
            services.edit_candidate(
                candidate=row, draft=form.draft, seen=form.seen, by=access.account, roles=roles
            )
            messages.success(request, sentences.candidate_saved(row))
            return redirect("campaigns:candidate", slug, pk)
    return _form_page(request, access, form, attempt.error, row)


def _form_page(
    request: HttpRequest,
    access: Access,
    form: CandidateForm,
    refused: AssizeError | None,
    row: Candidate | None = None,
) -> HttpResponse:
    context = {
        "access": access,
        "tab": "questions" if access.may(Permission.EDIT_CAMPAIGN) else "candidates",
        "candidate": row,
        "form": form,
        "refused": refused,
        "target_types": TARGET_TYPES,
        "sources": SOURCES,
    }
    faulty = form.is_bound and not form.wants_rows
    status = refused.status if refused else 422 if faulty else 200
    return render(request, "campaigns/candidate_form.html", context, status=status)


@require_POST
@login_required
def reject(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Put a candidate aside."""
    access, row = selectors.access_candidate(request.user, slug, pk)
    with Explained(request):
        services.reject_candidate(candidate=row, reason=posted_text(request, "reason"), by=access.account)
        messages.success(request, sentences.candidate_rejected(row))
        return redirect("campaigns:candidates", slug)
    return redirect("campaigns:candidate", slug, pk)


@require_POST
@login_required
def reconsider(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a rejected candidate up again."""
    access, row = selectors.access_candidate(request.user, slug, pk)
    with Explained(request):
        services.reconsider_candidate(candidate=row, by=access.account)
        messages.success(request, sentences.candidate_reconsidered(row))
    return redirect("campaigns:candidate", slug, pk)
