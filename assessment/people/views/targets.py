"""Where somebody goes on after signing in."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from assessment.people.views.decorators import CARRY_SALT


def safe_target(request: HttpRequest) -> str:
    """The page that was asked for, where it is one of this site; else the first page."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        return target
    return resolve_url(settings.LOGIN_REDIRECT_URL)


def resume(request: HttpRequest, carried: str) -> HttpResponse:
    """Show the kept fields with one button that sends them where they were going."""
    try:
        form = signing.loads(carried, salt=CARRY_SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "people/resume.html", {"path": form["path"], "fields": form["fields"]})
