"""Where the site requires a second step of signing in: who has none yet comes to nothing but the page that sets it up."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse

from assessment.people.models import Account
from assessment.people.selectors.second_step import is_missing
from assessment.people.services.provider.kept import has_second_step
from assessment.shared.say import say, sentence

Handler = Callable[[HttpRequest], HttpResponse]
PAGES = ("second-step", "sign-out", "provider", "provider-back")  # which they need for it
NEEDED = sentence("This site asks you for a second step when you sign in. Set it up first.")


def ask_to_set_up(get_response: Handler) -> Handler:
    """Send people to the page that sets the second step up; programs with a token are not people who sign in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.REQUIRE_SECOND_STEP or not _is_held_up(request):
            return get_response(request)
        if request.path_info.startswith("/api/") or request.headers.get("X-Assize-Fetch"):
            return JsonResponse({"code": "second_step_needed", "message": say(NEEDED)}, status=403)
        return redirect("people:second-step")

    return middleware


def _is_held_up(request: HttpRequest) -> bool:
    account = request.user
    if not isinstance(account, Account):
        return False
    if request.path in {reverse(f"people:{page}") for page in PAGES} or has_second_step(request.session):
        return False
    return is_missing(account)
