"""What judging pages send, carried out: shown as a page, or answered in JSON to its scripts."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods

from assessment.judging.selectors.assignments import assignment_on
from assessment.judging.services.parts.part import ChangeConflict
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.say import say, sentence

KEY = re.compile(r"[0-9]{1,18}")
View = Callable[Concatenate[HttpRequest, ...], HttpResponse]

OTHER_ACCOUNT = {
    "code": "other_account",
    "message": sentence("Somebody else is now signed in in this browser. Nothing was stored."),
    "remedy": sentence("Sign in again as yourself."),
}
GONE = {
    "code": "assignment_gone",
    "message": sentence("This question is no longer assigned to you. Nothing was stored."),
    "remedy": sentence("Ask the organizer who judges it now."),
}


def for_scripts(view: View) -> View:
    """A view that takes what a judging page sends, and answers its scripts in JSON.

    Where the browser changed hands, what waits is to wait on; where the question did, not. Somebody who was taken
    off a question and put on it again has another assignment than the page that was left: theirs takes what waits.
    A view without an assignment is one of training, where nobody is given anything.
    Whoever gets here by a link, as after signing in again, is led to the page.
    """

    @wraps(view)
    def answering(request: HttpRequest, assignment: int | None = None, **kwargs: Any) -> HttpResponse:
        named = {} if assignment is None else {"assignment": assignment}
        if not _is_script(request):
            return view(request, **named, **kwargs)
        sender = request.headers.get("X-Assize-Account")
        if sender is not None and sender != str(request.user.pk):
            return JsonResponse(_said(OTHER_ACCOUNT), status=HTTPStatus.FORBIDDEN)
        try:
            return view(request, **named, **kwargs)
        except Http404:
            again = _assigned_again(request) if named else None
            if again in (None, assignment):
                return JsonResponse(_said(GONE), status=HTTPStatus.NOT_FOUND)
            return view(request, assignment=again, **kwargs)

    return cast(View, require_http_methods(["GET", "HEAD", "POST"])(login_required(answering)))


def carry_out(
    request: HttpRequest,
    form: forms.Form,
    act: Callable[[Any], Any],
    *,
    data: Callable[[Any], Mapping[str, Any]],
    then: Callable[[Any], HttpResponse],
    show: Callable[[AssizeError, int], HttpResponse],
) -> HttpResponse:
    """Do what a valid form asks; `data` gives what scripts get of the result, `then` leads people on.

    What goes wrong is shown on the page, with all that was typed, or answered as JSON.
    """
    try:
        if not form.is_valid():
            hint = say("Nothing was stored. Correct it and send it again.")
            raise Refused(_errors(form), "form_invalid", hint)
        result = act(form)
    except AssizeError as error:
        return (
            JsonResponse(_error_data(error), status=error.status)
            if _is_script(request)
            else show(error, error.status)
        )
    return JsonResponse(dict(data(result))) if _is_script(request) else then(result)


def _said(problem: Mapping[str, str]) -> dict[str, str]:
    return {**problem, "message": say(problem["message"]), "remedy": say(problem["remedy"])}


def _assigned_again(request: HttpRequest) -> int | None:
    question = request.headers.get("X-Assize-Question", "")
    return assignment_on(account_of(request), int(question)) if KEY.fullmatch(question) else None


def _is_script(request: HttpRequest) -> bool:
    return bool(request.headers.get("X-Assize-Fetch"))


def _errors(form: forms.Form) -> str:
    return " ".join(
        " ".join(map(str, errors)) if name == NON_FIELD_ERRORS else f"{name}: {' '.join(map(str, errors))}"
        for name, errors in form.errors.items()
    )


def _error_data(error: AssizeError) -> dict[str, Any]:
    more = error.for_scripts if isinstance(error, ChangeConflict) else {}
    return {"code": error.code, "message": error.message, "remedy": error.hint, **more}
