"""A try at a sample whose page is annotated, on the page of judging and with its forms."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from assessment.judging.forms.annotations import LongForm, QuestionForm, ShortForm
from assessment.judging.forms.parts import ChangeForm
from assessment.judging.selectors.background import Background
from assessment.judging.services.changes import ChangeResult
from assessment.judging.views.annotate import show_sitting
from assessment.judging.views.annotation import as_json
from assessment.judging.views.scripts import carry_out, for_scripts
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of
from assessment.shared.errors import AssizeError
from assessment.training.models import TrainingAttempt
from assessment.training.selectors.annotating import tried_page
from assessment.training.selectors.training import access_own_try
from assessment.training.services.annotating import say_step, undo_step

Action = tuple[type[ChangeForm], Callable[..., ChangeResult]]
ACTIONS: Mapping[str, Action] = {
    **{form.step: (form, say_step) for form in (QuestionForm, LongForm, ShortForm)},
    "undo": (ChangeForm, undo_step),
}


@for_scripts
def annotation(request: HttpRequest, slug: str, pk: int, step: str) -> HttpResponse:
    """Keeps one step of a try, or takes the newest back."""
    if step not in ACTIONS:
        raise Http404
    access, found = access_own_try(request.user, slug, pk)
    if request.method != "POST" or not found.question.is_annotation:
        return redirect("judging:training-try", slug, pk)
    form, service = ACTIONS[step]

    def act(valid: Any) -> ChangeResult:
        return service(by=account_of(request), try_id=pk, **valid.change())

    def show(problem: AssizeError, status: int) -> HttpResponse:
        if found.finished_at:
            return redirect("judging:training-try", slug, pk)
        return show_try(request, access, found, problem, status)

    def go_back(outcome: ChangeResult) -> HttpResponse:
        return redirect("judging:training-try", slug, pk)

    return carry_out(request, form(request.POST), act, data=as_json, then=go_back, show=show)


def show_try(
    request: HttpRequest,
    access: Access,
    attempt: TrainingAttempt,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    """The step that is next, with the guidelines that were in force when the try began."""
    around = {"access": access, "background": Background(attempt.guidelines, (), ()), "closed": None}
    return show_sitting(request, tried_page(access, attempt), attempt.next_undo, around, problem, status)
