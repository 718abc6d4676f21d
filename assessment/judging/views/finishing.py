"""Finishing a question: what is still missing, the question that comes next, and taking it back."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from assessment.judging.forms.judge import FinishForm
from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.document import document_panel
from assessment.judging.selectors.following import following
from assessment.judging.selectors.page import judging_page
from assessment.judging.selectors.readiness import Lack, lacks_of
from assessment.judging.selectors.rows import Filter
from assessment.judging.services import questions, reopening
from assessment.judging.views.judge import address_of, show_problem
from assessment.judging.views.scripts import carry_out, for_scripts
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from assessment.shared.say import say

UNDO = '<button class="link" form="act" formaction="{}" data-key="z"><kbd>z</kbd> {}</button>'


@for_scripts
def finish(request: HttpRequest, assignment: int) -> HttpResponse:
    """Declares the question judged and goes on to the next one, else to the work that is left."""
    if request.method != "POST":
        return redirect(address_of(assignment))
    form = FinishForm(request.POST)

    def act(valid: Any) -> Assignment:
        return questions.finish(by=account_of(request), assignment_id=assignment, **valid.change())

    def data(done: Assignment) -> Mapping[str, Any]:
        return {"finished": True}

    def leave(done: Assignment) -> HttpResponse:
        undo = reverse("judging:undo-finish", args=[done.pk])
        finished = say("Question {qid} is finished.", qid=done.question.qid)
        messages.success(request, format_html("{} " + UNDO, finished, undo, say("Undo")))
        coming = following(done)
        return redirect(address_of(coming.pk) if coming else "judging:my-work")

    return carry_out(request, form, act, data=data, then=leave, show=_showing(request, assignment))


@for_scripts
def undo_finish(request: HttpRequest, assignment: int) -> HttpResponse:
    """Opens a finished question again, for the assessor who finished it."""
    if request.method != "POST":
        return redirect(address_of(assignment))

    def act(valid: Any) -> Assignment:
        return reopening.undo_finish(by=account_of(request), assignment_id=assignment)

    def data(opened: Assignment) -> Mapping[str, Any]:
        return {"finished": False}

    def go_back(opened: Assignment) -> HttpResponse:
        messages.success(request, say("Question {qid} is open again.", qid=opened.question.qid))
        return redirect(address_of(opened.pk))

    form = FinishForm(request.POST)
    return carry_out(request, form, act, data=data, then=go_back, show=_showing(request, assignment))


@require_safe
@login_required
def ending(request: HttpRequest, assignment: int) -> HttpResponse:
    """What is missing in a question, where it is to be found, and the next question with its first document."""
    found = access_assignment(account_of(request), assignment)
    coming = following(found)
    missing = [{"text": lack.brief, "href": _place_of(found, lack)} for lack in lacks_of(found)]
    return JsonResponse({"missing": missing, "next": _coming(coming) if coming else None})


def _showing(request: HttpRequest, assignment: int) -> Any:
    def show(problem: AssizeError, status: int) -> HttpResponse:
        return show_problem(request, assignment, problem, status)

    return show


def _place_of(assignment: Assignment, lack: Lack) -> str:
    """Where somebody does what is missing."""
    address = address_of(assignment.pk)
    if lack.refusal.code == "answers_unclassed":
        return reverse("judging:classes", args=[assignment.pk])
    return f"{address}?show=later" if lack.refusal.code == "answers_later" else address


def _coming(assignment: Assignment) -> dict[str, str]:
    """The next question, and the document that is seen there first."""
    coming = {"qid": assignment.question.qid, "href": address_of(assignment.pk), "src": ""}
    if assignment.work.page == "answers":
        first = judging_page(assignment, None, Filter(), None).now
        if first:
            coming["src"] = document_panel(assignment, first.pk).src
    return coming
