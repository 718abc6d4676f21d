"""The judging page, and what it saves. Scripts send the same forms as the plain page and get JSON back."""

from collections.abc import Callable
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from assessment.judging.forms.judge import FinishForm, PlaceForm, SaveForm, SheetForm, UndoForm
from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.document import Panel, document_panel
from assessment.judging.selectors.page import judging_page
from assessment.judging.selectors.work import my_work as work_of
from assessment.judging.services import sheets
from assessment.judging.services.desk import why_closed
from assessment.judging.services.judgments import (
    JudgmentConflict,
    Outcome,
    Standing,
    record_judgment,
)
from assessment.judging.services.judgments import undo as take_back
from assessment.judging.services.sheets import Sheet, SheetConflict, save_sheet
from assessment.people.decorators import login_required
from assessment.people.models import Account
from assessment.shared.errors import AssizeError, Conflict, Refused

both = require_http_methods(["GET", "HEAD", "POST"])


def _account(request: HttpRequest) -> Account:
    return cast(Account, request.user)


# Pages


@require_safe
@login_required
def my_work(request: HttpRequest) -> HttpResponse:
    """What this person has to judge, and the campaigns they belong to."""
    return render(request, "judging/my_work.html", {"work": work_of(_account(request))})


@require_safe
@login_required
def judge(request: HttpRequest, assignment: int) -> HttpResponse:
    """The answers of a question, one of them in focus with its document."""
    return _page(request, access_assignment(_account(request), assignment), PlaceForm(request.GET))


@require_safe
@login_required
def document(request: HttpRequest, assignment: int) -> HttpResponse:
    """Where an answer's document is and what is to be said of it, for the scripts of the page."""
    found = access_assignment(_account(request), assignment)
    place = PlaceForm(request.GET)
    return JsonResponse(_panel(found, place.value("item") or 0, place).as_json())


def _page(
    request: HttpRequest, assignment: Assignment, place: PlaceForm, problem: AssizeError | None = None
) -> HttpResponse:
    page = judging_page(assignment, place.value("item"), place.chosen)
    context = {
        "page": page,
        "panel": _panel(assignment, page.now.pk, place) if page.now else None,
        "place": place,
        "keep": _kept(place),
        "hit": place.value("hit") or 1,
        "closed": why_closed(assignment),
        "problem": problem,
        "note": request.POST.get("note") if problem else page.now and page.now.note,
        "sheet": _sheet_form(request, assignment, problem),
        "client_id": uuid4(),
        "undo_client_id": uuid4(),
    }
    return render(request, "judging/judge.html", context, status=_status(problem))


def _panel(assignment: Assignment, item_id: int, place: PlaceForm) -> Panel:
    return document_panel(
        assignment, item_id, find=place.value("find") or "", how=place.value("how") or "exact"
    )


def _sheet_form(request: HttpRequest, assignment: Assignment, problem: AssizeError | None) -> SheetForm:
    """The sheet as it is stored, or as it was typed when it could not be."""
    if problem and "rules_of_thumb" in request.POST:
        return SheetForm(request.POST)
    return SheetForm(initial={**Sheet.of(assignment)._asdict(), "seen": assignment.sheet_version})


def _kept(place: PlaceForm) -> str:
    """The filter as the tail of an address."""
    kept = {name: place.value(name) for name in ("show", "q")}
    pairs = urlencode({name: value for name, value in kept.items() if value})
    return f"&{pairs}" if pairs else ""


# Saving


@both
@login_required
def save(request: HttpRequest, assignment: int) -> HttpResponse:
    """Stores a judgment and goes on to the next answer."""

    def deed(form: Any) -> Outcome:
        return record_judgment(by=_account(request), assignment_id=assignment, **form.change())

    def go_on(outcome: Outcome) -> HttpResponse:
        following = request.POST.get("next", "")
        return _redirect(request, assignment, following if following.isdigit() else str(outcome.item_id))

    return _carry_out(request, assignment, SaveForm(request.POST), deed, go_on)


@both
@login_required
def undo(request: HttpRequest, assignment: int) -> HttpResponse:
    """Takes the newest change back and shows its answer."""

    def deed(form: Any) -> Outcome:
        given = form.cleaned_data
        return take_back(
            by=_account(request),
            assignment_id=assignment,
            client_id=given["client_id"],
            of=given["of"],
            seconds=given["seconds"] or 0,
        )

    def go_back(outcome: Outcome) -> HttpResponse:
        return _redirect(request, assignment, str(outcome.item_id))

    return _carry_out(request, assignment, UndoForm(request.POST), deed, go_back)


@both
@login_required
def sheet(request: HttpRequest, assignment: int) -> HttpResponse:
    """Stores canonical answer, comment and own decisions."""

    def deed(form: Any) -> int:
        return save_sheet(
            by=_account(request), assignment_id=assignment, sheet=form.sheet, seen=form.cleaned_data["seen"]
        )

    def stay(version: int) -> HttpResponse:
        return _redirect(request, assignment, request.POST.get("item", ""))

    return _carry_out(request, assignment, SheetForm(request.POST), deed, stay)


@both
@login_required
def finish(request: HttpRequest, assignment: int) -> HttpResponse:
    """Declares the question judged and goes back to the work that is left."""

    def deed(form: Any) -> Assignment:
        return sheets.finish(by=_account(request), assignment_id=assignment, **form.cleaned_data)

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
        return redirect("judging:judge", assignment)
    try:
        if not form.is_valid():
            raise Refused(_faults(form), "form_invalid", "Nothing was stored. Mend it and send it again.")
        result = deed(form)
    except AssizeError as error:
        if _is_fetch(request):
            return JsonResponse(_error_json(error), status=_status(error))
        return _page(
            request, access_assignment(_account(request), assignment), PlaceForm(request.POST), error
        )
    return JsonResponse(_json(result)) if _is_fetch(request) else then(result)


def _faults(form: forms.Form) -> str:
    return " ".join(f"{name}: {' '.join(map(str, faults))}" for name, faults in form.errors.items())


def _redirect(request: HttpRequest, assignment: int, item: str) -> HttpResponse:
    kept = {"item": item, "show": request.POST.get("show"), "q": request.POST.get("q")}
    query = urlencode({name: value for name, value in kept.items() if value})
    return redirect(f"{reverse('judging:judge', args=[assignment])}?{query}")


# What scripts are told


def _is_fetch(request: HttpRequest) -> bool:
    return bool(request.headers.get("X-Assize-Fetch"))


def _status(error: AssizeError | None) -> int:
    if error is None:
        return 200
    return 409 if isinstance(error, Conflict) else 422


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
