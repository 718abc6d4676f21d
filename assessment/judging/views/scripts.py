"""What the scripts of the judging pages are told where a save does not reach an assignment of their account."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

View = Callable[Concatenate[HttpRequest, ...], HttpResponse]

OTHER_ACCOUNT = {
    "code": "other_account",
    "message": "Somebody else is signed in in this browser now. Nothing was stored.",
    "remedy": "Sign in again as yourself.",
}
GONE = {
    "code": "assignment_gone",
    "message": "This question is no longer assigned to you. Nothing was stored.",
    "remedy": "Ask the organizer who judges it now.",
}


def for_scripts(view: View) -> View:
    """Answer scripts in JSON: where the browser changed hands, what waits is to wait on; where the question did, not."""

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "X-Assize-Fetch" not in request.headers:
            return view(request, *args, **kwargs)
        sender = request.headers.get("X-Assize-Account")
        if sender is not None and sender != str(request.user.pk):
            return JsonResponse(OTHER_ACCOUNT, status=HTTPStatus.FORBIDDEN)
        try:
            return view(request, *args, **kwargs)
        except Http404:
            return JsonResponse(GONE, status=HTTPStatus.NOT_FOUND)

    return answering
