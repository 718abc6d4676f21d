"""What is known of a question before anybody judges, and candidates that become questions."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.models import Question
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.campaigns import access_question, known_of
from assessment.campaigns.selectors.candidates import access_candidate
from assessment.campaigns.selectors.documents import unknown_documents
from assessment.development.forms.known import KnownForm, KnownLineForm
from assessment.development.services.known import accept, add_known, change_known, remove_known
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, OnForm, posted_text


@require_POST
@login_required
def accept_candidate(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make a candidate's questions questions of the campaign, with what is known of them."""
    access, row = access_candidate(request.user, slug, pk)
    with Explained(request):
        accepted = accept(
            candidate=row,
            key=posted_text(request, "key", 100),
            pairs=posted_text(request, "pairs", 1000),
            by=access.account,
        )
        messages.success(request, sentences.candidate_accepted([entry.question for entry in accepted]))
    return redirect("campaigns:candidate", slug, pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def known(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Add answers or nuggets to what is known of a question."""
    access, row = access_question(request.user, slug, qid, Permission.EDIT_CAMPAIGN)
    form = KnownForm(row, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with OnForm(form):
            added = add_known(question=row, known=form.cleaned_data["known"], by=access.account)
            there = len(form.cleaned_data["known"]) - added
            messages.success(request, sentences.known_added(added, there))
            return redirect("campaigns:question", slug, qid)
    return _known_page(request, access, row, form)


@require_POST
@login_required
def change(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Say a known answer or nugget in other words."""
    access, row = access_question(request.user, slug, qid, Permission.EDIT_CAMPAIGN)
    form = KnownLineForm(row, request.POST)
    attempt = OnForm(form, "known")
    if form.is_valid():
        data = form.cleaned_data
        with attempt:
            change_known(
                question=row, uid=data["uid"], known=data["known"][0], seen=data["seen"], by=access.account
            )
            messages.success(request, sentences.known_changed(data["known"][0].text))
            return redirect("judging:known", slug, qid)
    status = attempt.status if attempt.error else 422
    return _known_page(request, access, row, KnownForm(row), form, status)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Take a known answer or nugget off the list."""
    access, row = access_question(request.user, slug, qid, Permission.EDIT_CAMPAIGN)
    try:
        uid = forms.UUIDField().clean(request.POST.get("uid", ""))
    except forms.ValidationError:
        raise Http404 from None
    with Explained(request):
        text = remove_known(question=row, uid=uid, by=access.account)
        messages.success(request, sentences.known_removed(text))
    return redirect("judging:known", slug, qid)


def _known_page(
    request: HttpRequest,
    access: Access,
    row: Question,
    form: KnownForm,
    changed: KnownLineForm | None = None,
    status: int = 422,
) -> HttpResponse:
    known = known_of(row)
    context = {
        "access": access,
        "tab": "questions",
        "question": row,
        "known": known,
        "unknown": unknown_documents(access.campaign, (one.docid for one in known)),
        "form": form,
        "changed": changed,
    }
    wrong = form.is_bound or changed is not None
    return render(request, "judging/known.html", context, status=status if wrong else 200)
