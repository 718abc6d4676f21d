"""What the judging page saves. Scripts send the same forms as the plain page does, and get JSON back."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from assessment.judging.forms.judge import NotesForm, SaveForm, UndoForm
from assessment.judging.selectors.document import panels_beside
from assessment.judging.services import judgments, questions
from assessment.judging.services.judgments import Saved
from assessment.judging.views.judge import address_of, show_problem
from assessment.judging.views.scripts import carry_out, for_scripts
from assessment.people.views.decorators import account_of


@for_scripts
def save(request: HttpRequest, assignment: int) -> HttpResponse:
    """Stores a judgment and goes on to the next answer."""

    def go_on(saved: Saved) -> HttpResponse:
        following = request.POST.get("next", "")
        return _back(request, assignment, following if following.isdigit() else str(saved.item))

    def data(saved: Saved) -> Mapping[str, Any]:
        items = form.cleaned_data[
            "beside"
        ]  # what stands beside answers to come: the page need not ask for it then
        return {**saved.as_json(), **({"beside": panels_beside(saved.assignment, items)} if items else {})}

    form = SaveForm(request.POST)
    return _save(request, assignment, form, judgments.record_judgment, data, go_on)


@for_scripts
def undo(request: HttpRequest, assignment: int) -> HttpResponse:
    """Takes the newest change back and shows its answer."""

    def go_back(saved: Saved) -> HttpResponse:
        return _back(request, assignment, str(saved.item))

    return _save(request, assignment, UndoForm(request.POST), judgments.undo, Saved.as_json, go_back)


@for_scripts
def notes(request: HttpRequest, assignment: int) -> HttpResponse:
    """Stores canonical answer, comment and own rules of thumb."""

    def data(version: int) -> Mapping[str, Any]:
        return {"version": version}

    def stay(version: int) -> HttpResponse:
        return _back(request, assignment, request.POST.get("item", ""))

    return _save(request, assignment, NotesForm(request.POST), questions.save_notes, data, stay)


def _save(
    request: HttpRequest,
    assignment: int,
    form: forms.Form,
    service: Callable[..., Any],
    data: Callable[[Any], Mapping[str, Any]],
    then: Callable[[Any], HttpResponse],
) -> HttpResponse:
    if request.method != "POST":
        return redirect(address_of(assignment))

    def act(valid: Any) -> Any:
        return service(by=account_of(request), assignment_id=assignment, **valid.change())

    def show(problem: Any, status: int) -> HttpResponse:
        return show_problem(request, assignment, problem, status)

    return carry_out(request, form, act, data=data, then=then, show=show)


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
