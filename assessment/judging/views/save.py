"""What the judging page saves. Scripts send the same forms as the plain page does, and get JSON back."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from assessment.judging.forms.judge import FinishForm, SaveForm, SheetForm, UndoForm
from assessment.judging.models import Assignment
from assessment.judging.services import sheets
from assessment.judging.services.judgments import JudgmentConflict, Outcome, Standing, record_judgment
from assessment.judging.services.judgments import undo as take_back
from assessment.judging.services.sheets import SheetConflict, save_sheet
from assessment.judging.views.judge import account_of, address_of, show_problem
from assessment.judging.views.scripts import for_scripts
from assessment.people.decorators import login_required
from assessment.shared.errors import AssizeError, Conflict, Refused

# Whoever gets here by a link, as after signing in again, is led to the page.
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@get_or_post
@login_required
@for_scripts
def save(request: HttpRequest, assignment: int) -> HttpResponse:
    """Stores a judgment and goes on to the next answer."""

    def deed(form: Any) -> Outcome:
        return record_judgment(by=account_of(request), assignment_id=assignment, **form.change())

    def go_on(outcome: Outcome) -> HttpResponse:
        following = request.POST.get("next", "")
        return _back(request, assignment, following if following.isdigit() else str(outcome.item_id))

    return _carry_out(request, assignment, SaveForm(request.POST), deed, go_on)


@get_or_post
@login_required
@for_scripts
def undo(request: HttpRequest, assignment: int) -> HttpResponse:
    """Takes the newest change back and shows its answer."""

    def deed(form: Any) -> Outcome:
        return take_back(by=account_of(request), assignment_id=assignment, **form.change())

    def go_back(outcome: Outcome) -> HttpResponse:
        return _back(request, assignment, str(outcome.item_id))

    return _carry_out(request, assignment, UndoForm(request.POST), deed, go_back)


@get_or_post
@login_required
@for_scripts
def sheet(request: HttpRequest, assignment: int) -> HttpResponse:
    """Stores canonical answer, comment and own decisions."""

    def deed(form: Any) -> int:
        return save_sheet(by=account_of(request), assignment_id=assignment, **form.change())

    def stay(version: int) -> HttpResponse:
        return _back(request, assignment, request.POST.get("item", ""))

    return _carry_out(request, assignment, SheetForm(request.POST), deed, stay)


@get_or_post
@login_required
@for_scripts
def finish(request: HttpRequest, assignment: int) -> HttpResponse:
    """Declares the question judged and goes back to the work that is left."""

    def deed(form: Any) -> Assignment:
        return sheets.finish(by=account_of(request), assignment_id=assignment, **form.cleaned_data)

    def leave(done: Assignment) -> HttpResponse:
        messages.success(request, f"Question {done.question.qid} is finished.")
        return redirect("judging:my-work")

    return _carry_out(request, assignment, FinishForm(request.POST), deed, leave)


def _carry_out(
    request: HttpRequest,
    assignment: int,
    form: forms.Form,
    deed: Callable[[Any], Any],
    then: Callable[[Any], HttpResponse],
) -> HttpResponse:
    """Do what a form asks. What goes wrong is shown on the page, with all that was typed, or told as JSON."""
    if request.method != "POST":
        return redirect(address_of(assignment))
    is_fetch = bool(request.headers.get("X-Assize-Fetch"))
    try:
        if not form.is_valid():
            raise Refused(_faults(form), "form_invalid", "Nothing was stored. Mend it and send it again.")
        result = deed(form)
    except AssizeError as error:
        status = 409 if isinstance(error, Conflict) else 422
        if is_fetch:
            return JsonResponse(_error_json(error), status=status)
        return show_problem(request, assignment, error, status)
    return JsonResponse(_json(result)) if is_fetch else then(result)


def _faults(form: forms.Form) -> str:
    return " ".join(f"{name}: {' '.join(map(str, faults))}" for name, faults in form.errors.items())


def _back(request: HttpRequest, assignment: int, item: str) -> HttpResponse:
    """To the page, with this answer in focus and the filter as it was."""
    kept = {
        "item": item,
        "show": request.POST.get("show"),
        "q": request.POST.get("q"),
        "list": request.POST.get("list"),
    }
    query = urlencode({name: value for name, value in kept.items() if value})
    return redirect(f"{address_of(assignment)}?{query}")


# What scripts are told


def _json(result: Outcome | int | Assignment) -> dict[str, object]:
    if isinstance(result, Outcome):
        counts = {"judged": result.judged, "later_items": result.later, "repeated": result.repeated}
        return {"item": result.item_id, **_standing_json(result.standing), **counts}
    if isinstance(result, int):
        return {"version": result}
    return {"finished": True}


def _standing_json(standing: Standing) -> dict[str, object]:
    return {name: value for name, value in standing._asdict().items() if name != "judged_at"}


def _error_json(error: AssizeError) -> dict[str, object]:
    told: dict[str, object] = {"code": error.code, "message": error.message, "remedy": error.remedy}
    if isinstance(error, JudgmentConflict):
        told |= {"item": error.item_id, "stored": _standing_json(error.stored)}
    if isinstance(error, SheetConflict):
        told |= {"stored": {**error.stored._asdict(), "version": error.version}}
    return told
