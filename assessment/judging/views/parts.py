"""What the pages for answer classes and nuggets save. Scripts send the same forms as the plain pages, and get JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from assessment.judging.forms import parts as forms
from assessment.judging.services import classes, nuggets
from assessment.judging.services.cells import label_cells
from assessment.judging.services.changes import ChangeResult, undo_as_assessor
from assessment.judging.views.classes import show_classes
from assessment.judging.views.judge import address_of, show_problem
from assessment.judging.views.scripts import carry_out, for_scripts
from assessment.people.views.decorators import account_of
from assessment.shared.errors import AssizeError

Action = tuple[type[forms.ChangeForm], Callable[..., ChangeResult]]
CLASS_ACTIONS: Mapping[str, Action] = {
    "put": (forms.PutForm, classes.put_into_class),
    "rename": (forms.RenameForm, classes.rename_class),
    "merge": (forms.MergeForm, classes.merge_classes),
    "rest": (forms.ChangeForm, classes.group_the_rest),
    "undo": (forms.ChangeForm, undo_as_assessor),
}
NUGGET_ACTIONS: Mapping[str, Action] = {
    "write": (forms.WriteForm, nuggets.write_nugget),
    "take": (forms.TakeForm, nuggets.take_draft),
    "reword": (forms.RewordForm, nuggets.reword_nugget),
    "vote": (forms.VoteForm, nuggets.vote_on_nugget),
    "move": (forms.MoveForm, nuggets.move_nugget),
    "group": (forms.GroupForm, nuggets.group_nugget),
    "remove": (forms.NuggetForm, nuggets.remove_nugget),
    "restore": (forms.NuggetForm, nuggets.restore_nugget),
    "merge": (forms.MergeNuggetsForm, nuggets.merge_nuggets),
    "mark": (forms.MarkForm, nuggets.mark_nuggets),
    "label": (forms.LabelForm, label_cells),
    "undo": (forms.ChangeForm, undo_as_assessor),
}


@for_scripts
def change_classes(request: HttpRequest, assignment: int, action: str) -> HttpResponse:
    """Changes the answer classes of a list question."""
    if request.method != "POST":
        return redirect("judging:classes", assignment)
    back = f"{address_of(assignment)}classes/"
    return _change(request, assignment, CLASS_ACTIONS.get(action), show_classes, back)


@for_scripts
def change_nuggets(request: HttpRequest, assignment: int, action: str) -> HttpResponse:
    """Changes the nuggets of a question, a vote, or what is marked in an answer."""
    if request.method != "POST":
        return redirect(address_of(assignment))
    following = request.POST.get("next", "")
    item = following if following.isdigit() else request.POST.get("item", "")
    place = {"item": item, "list": request.POST.get("list", "")}
    query = urlencode({name: value for name, value in place.items() if value.isdigit()})
    back = f"{address_of(assignment)}?{query}"
    return _change(request, assignment, NUGGET_ACTIONS.get(action), show_problem, back)


def _change(
    request: HttpRequest,
    assignment: int,
    action: Action | None,
    show_on: Callable[[HttpRequest, int, AssizeError, int], HttpResponse],
    back: str,
) -> HttpResponse:
    if action is None:
        raise Http404
    form, service = action

    def act(valid: Any) -> ChangeResult:
        return service(by=account_of(request), assignment_id=assignment, **valid.change())

    def show(problem: AssizeError, status: int) -> HttpResponse:
        return show_on(request, assignment, problem, status)

    def go_back(outcome: ChangeResult) -> HttpResponse:
        for notice in outcome.notices:
            messages.warning(request, notice)
        return redirect(back)

    return carry_out(request, form(request.POST), act, data=ChangeResult._asdict, then=go_back, show=show)
