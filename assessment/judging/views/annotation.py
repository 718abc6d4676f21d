"""What the page for annotating saves, step by step. Scripts send the same forms as the plain page, and get JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from assessment.judging.forms.annotations import LongForm, QuestionForm, ShortForm
from assessment.judging.forms.parts import ChangeForm
from assessment.judging.services.annotations import annotate, undo_annotation
from assessment.judging.services.changes import ChangeResult
from assessment.judging.services.parts.annotations import NAME
from assessment.judging.views.annotate import as_it_stands
from assessment.judging.views.judge import address_of, show_problem
from assessment.judging.views.scripts import carry_out, for_scripts
from assessment.people.views.decorators import account_of
from assessment.shared.errors import AssizeError

Action = tuple[type[ChangeForm], Callable[..., ChangeResult]]
ACTIONS: Mapping[str, Action] = {
    **{form.step: (form, annotate) for form in (QuestionForm, LongForm, ShortForm)},
    "undo": (ChangeForm, undo_annotation),
}


@for_scripts
def annotation(request: HttpRequest, assignment: int, step: str) -> HttpResponse:
    """Stores one step of an annotation, or takes the newest change back."""
    if step not in ACTIONS:
        raise Http404
    if request.method != "POST":
        return redirect(address_of(assignment))
    form, service = ACTIONS[step]

    def act(valid: Any) -> ChangeResult:
        return service(by=account_of(request), assignment_id=assignment, **valid.change())

    def show(problem: AssizeError, status: int) -> HttpResponse:
        return show_problem(request, assignment, problem, status)

    def go_back(outcome: ChangeResult) -> HttpResponse:
        for notice in outcome.notices:
            messages.info(request, notice)
        return redirect(address_of(assignment))

    return carry_out(request, form(request.POST), act, data=as_json, then=go_back, show=show)


def as_json(outcome: ChangeResult) -> dict[str, Any]:
    """What stands now, as the page has it, and what is to be said of the save."""
    stands = as_it_stands(outcome.state[NAME][""], outcome.undo)
    return {**stands, "notices": outcome.notices, "repeated": outcome.repeated}
