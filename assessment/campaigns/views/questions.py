"""The questions of a campaign: all of them, one of them, their import, and what became of them."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.campaigns import services
from assessment.campaigns.forms.campaigns import QuestionForm
from assessment.campaigns.forms.files import ImportForm
from assessment.campaigns.models import Question, Series
from assessment.campaigns.selectors import campaigns as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.campaigns import sees_types
from assessment.campaigns.selectors.documents import unknown_documents
from assessment.campaigns.selectors.gold import gold_of
from assessment.campaigns.selectors.question_list import listed_questions
from assessment.campaigns.services.kept_questions import KIND
from assessment.campaigns.views.file_pages import DECLARED, FilePage
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import (
    Explained,
    OnForm,
    mark_again,
    posted_text,
    seen_by,
    takes_corpora,
)

FILES = FilePage(
    (KIND,),
    ImportForm,
    DECLARED,
    "questions",
    "import-questions/",
    takes=takes_corpora,
    back="campaigns:questions",
)


@require_safe
@login_required
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """All series and questions."""
    access = selectors.access_campaign(request.user, slug, Permission.SEE_QUESTIONS)
    asked = {name: request.GET.get(name, "").strip() for name in ("page", "find", "series")}
    listed = listed_questions(access, **asked) if selectors.sees_questions(access) else None
    context = {
        "access": access,
        "tab": "questions",
        "listed": listed,
        "totals": listed and listed.totals,
        "general_moves": selectors.general_moves(selectors.deadline_moves(access.campaign)),
        "typed": sees_types(access),
    }
    return render(request, "campaigns/questions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def question(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """One question with all that is known of it; organizers edit it."""
    permission = Permission.EDIT_CAMPAIGN if request.method == "POST" else Permission.SEE_QUESTIONS
    access, row = selectors.access_question(request.user, slug, qid, permission)
    if request.method != "POST":
        return _question_page(request, access, row, QuestionForm(row))
    form = QuestionForm(row, request.POST)
    attempt = OnForm(form)
    if form.is_valid():
        with attempt:
            services.edit_question(
                question=row, by=access.account, seen=seen_by(request), **form.cleaned_data
            )
            messages.success(request, sentences.question_saved(row))
            return redirect("campaigns:question", slug, qid)
        row.refresh_from_db(fields=services.questions.FIELDS)
    return _question_page(request, access, row, form, attempt.error)


def _question_page(
    request: HttpRequest,
    access: Access,
    row: Question,
    form: QuestionForm,
    refused: AssizeError | None = None,
) -> HttpResponse:
    before, after = selectors.neighbours(access, row)
    known = selectors.known_of(row) if access.may(Permission.SEE_BOARD) else []
    context = {
        "access": access,
        "tab": "questions",
        "question": row,
        "typed": sees_types(access),
        "form": form,
        "seen": mark_again(request, services.questions.state_of(row), refused),
        "before": before,
        "after": after,
        "gold": gold_of([row.pk]) if access.may(Permission.SEE_BOARD) and access.campaign.track.gold else [],
        "known": known,
        "unknown": unknown_documents(access.campaign, (one.docid for one in known)),
        "corrections": row.corrections.select_related("made_by").order_by("pk"),
    }
    return render(request, "campaigns/question.html", context, status=422 if form.is_bound else 200)


@require_POST
@login_required
def drop(request: HttpRequest, slug: str) -> HttpResponse:
    """Drop a question or a series."""

    def act(**row: Any) -> Question | Series:
        return services.drop(reason=posted_text(request, "reason"), **row)

    return _change(request, slug, act)


@require_POST
@login_required
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a question or series back in."""
    return _change(request, slug, services.restore)


def _change(request: HttpRequest, slug: str, act: Callable[..., Question | Series]) -> HttpResponse:
    access = selectors.access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    with Explained(request):
        identifier = posted_text(request, "id")
        row = act(campaign=access.campaign, identifier=identifier, by=access.account)
        messages.success(request, sentences.evaluation_changed(row))
        if not isinstance(row, Series):
            return redirect("campaigns:question", slug, row.qid)
        return redirect(f"{reverse('campaigns:questions', args=[slug])}?{urlencode({'series': row.key})}")
    return redirect("campaigns:questions", slug)


@require_POST
@login_required
def settle_nil(request: HttpRequest, slug: str) -> HttpResponse:
    """Say whether NIL is right where the judgments leave it open."""
    qid = request.POST.get("id", "").replace("\0", "")
    access, row = selectors.access_question(request.user, slug, qid, Permission.EDIT_CAMPAIGN)
    with Explained(request):
        services.settle_nil(
            question=row, nil=posted_text(request, "nil"), by=access.account, seen=seen_by(request)
        )
        messages.success(request, sentences.nil_settled(row))
    return redirect("campaigns:question", slug, qid)
