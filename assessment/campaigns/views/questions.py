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
from assessment.campaigns.forms.campaigns import ImportForm, QuestionForm
from assessment.campaigns.models import Question, Series
from assessment.campaigns.selectors import campaigns as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.campaigns import sees_types
from assessment.campaigns.selectors.documents import unknown_documents
from assessment.campaigns.selectors.gold import gold_of
from assessment.campaigns.selectors.question_list import listed_questions
from assessment.campaigns.services.checked_files import store_now
from assessment.campaigns.services.intakes import INTAKES, Sent
from assessment.campaigns.services.kept_questions import KIND
from assessment.campaigns.services.source_files import source_of
from assessment.campaigns.views.imports import with_undo
from assessment.jobs.models import Job
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import (
    Attempt,
    Explained,
    OnForm,
    is_received,
    mark_again,
    posted_text,
    seen_by,
    takes_corpora,
)


@require_safe
@login_required
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """All series and questions."""
    access = selectors.access_campaign(request.user, slug, Permission.SEE_QUESTIONS)
    job = shown_job(access, request.GET.get("job"))
    return _questions_page(request, access, ImportForm(access.campaign), job=job)


@takes_corpora
@require_POST
@login_required
def import_questions(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring the questions in from an uploaded file; where anything is wrong, all of it is listed."""
    access = selectors.access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    form = ImportForm(access.campaign, request.POST, request.FILES)
    attempt = Attempt()
    if is_received(request, form, "topics"):
        given = form.cleaned_data
        types = source_of(given["target_types"]) if given.get("target_types") else None
        with attempt:
            taken = store_now(
                INTAKES[KIND],
                Sent(
                    access.campaign,
                    source_of(given["topics"]),
                    access.account,
                    types,
                    replace=given.get("replace", False),
                ),
            )
            if taken.job:
                return shown_in(request, wait_briefly(taken.job), reverse("campaigns:questions", args=[slug]))
            messages.success(request, with_undo(slug, taken.sentence, taken.number))
            return redirect("campaigns:questions", slug)
    return _questions_page(request, access, form, attempt.error)


def _questions_page(
    request: HttpRequest,
    access: Access,
    form: ImportForm,
    refused: AssizeError | None = None,
    job: Job | None = None,
) -> HttpResponse:
    asked = {name: request.GET.get(name, "").strip() for name in ("page", "find", "series")}
    listed = listed_questions(access, **asked) if selectors.sees_questions(access) else None
    context = {
        "access": access,
        "tab": "questions",
        "listed": listed,
        "totals": listed and listed.totals,
        "general_moves": selectors.general_moves(selectors.deadline_moves(access.campaign)),
        "typed": sees_types(access),
        "form": form,
        "job": job,
        "refused": refused,
        "problems": refused.problems if isinstance(refused, FileRefused) else (),
    }
    return render(request, "campaigns/questions.html", context, status=422 if form.is_bound else 200)


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
