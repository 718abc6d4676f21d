"""What the pages for answer classes and nuggets save. Scripts send the same forms as the plain pages, and get JSON."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from assessment.judging.forms import parts as forms
from assessment.judging.services import classes, nuggets
from assessment.judging.services.changes import ChangeConflict, Outcome, undo_as_assessor
from assessment.judging.views.classes import show_classes
from assessment.judging.views.judge import account_of, address_of, show_problem
from assessment.judging.views.save import get_or_post
from assessment.judging.views.scripts import for_scripts
from assessment.people.decorators import login_required
from assessment.shared.errors import AssizeError, Conflict, Refused

Service = Callable[..., Outcome]
CLASS_DEEDS: dict[str, tuple[type[forms.ChangeForm], Service]] = {
    "put": (forms.PutForm, classes.put_into_class),
    "rename": (forms.RenameForm, classes.rename_class),
    "merge": (forms.MergeForm, classes.merge_classes),
    "rest": (forms.ChangeForm, classes.group_the_rest),
    "undo": (forms.ChangeForm, undo_as_assessor),
}
NUGGET_DEEDS: dict[str, tuple[type[forms.ChangeForm], Service]] = {
    "write": (forms.WriteForm, nuggets.write_nugget),
    "reword": (forms.RewordForm, nuggets.reword_nugget),
    "vote": (forms.VoteForm, nuggets.vote_on_nugget),
    "move": (forms.MoveForm, nuggets.move_nugget),
    "remove": (forms.NuggetForm, nuggets.remove_nugget),
    "restore": (forms.NuggetForm, nuggets.restore_nugget),
    "merge": (forms.MergeNuggetsForm, nuggets.merge_nuggets),
    "mark": (forms.MarkForm, nuggets.mark_nuggets),
    "undo": (forms.ChangeForm, undo_as_assessor),
}


@get_or_post
@login_required
@for_scripts
def change_classes(request: HttpRequest, assignment: int, deed: str) -> HttpResponse:
    """Changes the answer classes of a list question."""
    if request.method != "POST":
        return redirect("judging:classes", assignment)
    return _carry_out(
        request, assignment, _known(CLASS_DEEDS, deed), show_classes, f"{address_of(assignment)}classes/"
    )


@get_or_post
@login_required
@for_scripts
def change_nuggets(request: HttpRequest, assignment: int, deed: str) -> HttpResponse:
    """Changes the nuggets of a question, a vote, or what is marked in an answer."""
    if request.method != "POST":
        return redirect(address_of(assignment))
    following = request.POST.get("next", "")
    item = following if following.isdigit() else request.POST.get("item", "")
    place = {"item": item, "list": request.POST.get("list", "")}
    query = urlencode({name: value for name, value in place.items() if value.isdigit()})
    back = f"{address_of(assignment)}?{query}"
    return _carry_out(request, assignment, _known(NUGGET_DEEDS, deed), show_problem, back)


def _known(
    deeds: dict[str, tuple[type[forms.ChangeForm], Service]], deed: str
) -> tuple[type[forms.ChangeForm], Service]:
    if deed not in deeds:
        raise Http404
    return deeds[deed]


def _carry_out(
    request: HttpRequest,
    assignment: int,
    deed: tuple[type[forms.ChangeForm], Service],
    show: Callable[[HttpRequest, int, AssizeError, int], HttpResponse],
    back: str,
) -> HttpResponse:
    """Do what a form asks. What goes wrong is shown on the page, with all that was typed, or told as JSON."""
    form, service = deed[0](request.POST), deed[1]
    is_fetch = bool(request.headers.get("X-Assize-Fetch"))
    try:
        if not form.is_valid():
            raise Refused(_faults(form), "form_invalid", "Nothing was stored. Mend it and send it again.")
        outcome = service(by=account_of(request), assignment_id=assignment, **form.change())
    except AssizeError as error:
        status = 409 if isinstance(error, Conflict) else 422
        return (
            JsonResponse(_error_json(error), status=status)
            if is_fetch
            else show(request, assignment, error, status)
        )
    if is_fetch:
        return JsonResponse(outcome._asdict())
    for notice in outcome.notices:
        messages.warning(request, notice)
    return redirect(back)


def _faults(form: forms.ChangeForm) -> str:
    return " ".join(
        " ".join(map(str, faults)) if name == "__all__" else f"{name}: {' '.join(map(str, faults))}"
        for name, faults in form.errors.items()
    )


def _error_json(error: AssizeError) -> dict[str, Any]:
    told: dict[str, Any] = {"code": error.code, "message": error.message, "remedy": error.remedy}
    if isinstance(error, ChangeConflict):
        told |= {"now": error.stored, "wanted": error.wanted}
    return told
