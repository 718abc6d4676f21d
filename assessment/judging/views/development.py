"""What is known of a question before anybody judges, and candidates that become questions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors import access_candidate, access_question, known_of
from assessment.judging.forms.known import KnownForm
from assessment.judging.services.known import accept, add_known
from assessment.people.access import Deed
from assessment.people.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import explain, posted_text


@require_POST
@login_required
def accept_candidate(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make a candidate's questions questions of the campaign, with what is known of them."""
    access, row = access_candidate(request.user, slug, pk)
    try:
        accepted = accept(candidate=row, key=posted_text(request, "key", 100), by=access.account)
    except AssizeError as error:
        explain(request, error)
    else:
        ids = ", ".join(entry.question.qid for entry in accepted)
        messages.success(request, f"Accepted as {ids}.")
    return redirect("campaigns:candidate", slug, pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def known(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Add answers or nuggets to what is known of a question."""
    access, row = access_question(request.user, slug, qid, Deed.EDIT_CAMPAIGN)
    form = KnownForm(row, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            added = add_known(question=row, known=form.cleaned_data["known"], by=access.account)
        except AssizeError as error:
            form.add_error(None, str(error))
        else:
            there = len(form.cleaned_data["known"]) - added
            messages.success(request, f"Added {added}." + (f" Known before: {there}." if there else ""))
            return redirect("campaigns:question", slug, qid)
    context = {
        "access": access,
        "tab": "questions",
        "question": row,
        "known": known_of(row),
        "form": form,
    }
    return render(request, "judging/known.html", context, status=422 if form.is_bound else 200)
