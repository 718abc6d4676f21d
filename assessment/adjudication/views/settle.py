"""The page for settling answer classes that assessors see differently."""

from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from assessment.adjudication.forms.settle import SettleForm
from assessment.adjudication.selectors.settle import class_dispute
from assessment.adjudication.services.settle import settle_classes, undo_settling
from assessment.campaigns.models import Question
from assessment.campaigns.selectors.campaigns import access_question
from assessment.judging.selectors.background import next_undo
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.pages import Attempt
from assessment.shared.say import say
from scoring.stages import CLASSES


@require_safe
@login_required
def classes(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Where two assessors' classes differ, side by side."""
    return _show(request, *_access(request, slug, qid))


@require_POST
@login_required
def settle(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Stores the settled classes of some answers, or takes the newest decision back."""
    access, question = _access(request, slug, qid)
    form = SettleForm(request.POST)
    account = account_of(request)
    with Attempt() as attempt:
        if not form.is_valid():
            raise Refused(say("Choose a class for an answer."), "form_invalid", say("Nothing was changed."))
        client_id: UUID = form.cleaned_data["client_id"]
        if "undo" in request.POST:
            undo_settling(question=question, by=account, client_id=client_id)
        else:
            items, seen = form.cleaned_data["items"], form.cleaned_data["seen"]
            settle_classes(question=question, by=account, client_id=client_id, items=items, seen=seen)
        return redirect("judging:settle-classes", slug, qid)
    return _show(request, access, question, attempt.error, attempt.status)


def _access(request: HttpRequest, slug: str, qid: str) -> tuple[Access, Question]:
    access, question = access_question(account_of(request), slug, qid, Permission.ADJUDICATE)
    if not question.kind.form.asks(CLASSES):
        raise Http404
    return access, question


def _show(
    request: HttpRequest,
    access: Access,
    question: Question,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "access": access,
        "tab": "adjudicate",
        "page": class_dispute(question),
        "undo": next_undo(question, None),
        "problem": problem,
        "client_id": uuid4(),
    }
    return render(request, "judging/settle_classes.html", context, status=status)
