"""Signing in before a page, without losing what was typed."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from assessment.people.models import Account
from assessment.shared.say import say, sentence

CARRY_SALT = "people.carried-fields"

View = Callable[Concatenate[HttpRequest, ...], HttpResponseBase]


def account_of(request: HttpRequest) -> Account:
    """Who is signed in, on a page that asks for it."""
    return cast(Account, request.user)


def login_required(view: View) -> View:
    """Ask strangers to sign in. Fields of a form that arrives after the session ended come back after signing in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            response = view(request, *args, **kwargs)
            add_never_cache_headers(response)
            return response
        if request.headers.get("X-Assize-Fetch"):
            return JsonResponse({"code": "signed_out", "message": say(SIGNED_OUT)}, status=401)
        if request.method == "POST":
            return _carry_over(request)
        return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)

    return guarded


SIGNED_OUT = sentence("You are signed out. What you entered is kept: sign in to save it.")


def _carry_over(request: HttpRequest) -> HttpResponse:
    """Show the sign-in form with the posted fields inside, signed so that only we can have put them there."""
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    fields = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
    carried = signing.dumps(
        {"path": request.get_full_path(), "fields": fields}, salt=CARRY_SALT, compress=True
    )
    context = {"carried": carried, "notice": say(SIGNED_OUT), "lost_files": bool(request.FILES)}
    return render(request, "people/sign_in.html", context, status=401)
