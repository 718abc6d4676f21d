"""The page of the own account that links it to an identity of the provider, or ends the link."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from assessment.people.forms import PasswordForm
from assessment.people.selectors.identities import identity_of
from assessment.people.services.provider import trips
from assessment.people.services.provider.asking import site_provider
from assessment.people.services.provider.identities import unlink_identity
from assessment.people.services.sessions import end_sessions
from assessment.people.views.confirming import confirming, is_confirmed_by
from assessment.people.views.decorators import account_of, login_required
from assessment.people.views.provider import leave
from assessment.people.views.sessions import note_session
from assessment.shared.pages import OnForm
from assessment.shared.say import say


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@sensitive_post_parameters("password")
def linked(request: HttpRequest) -> HttpResponse:
    """Link the own account or unlink it, after the password: an open session must not become a way in for good."""
    provider, own = site_provider(), account_of(request)
    act = request.POST.get("act", "")
    form = PasswordForm(own, request.POST if act else None)
    if act and is_confirmed_by(request, own, form):
        if act == "link":
            return leave(request, trips.LINK, account=own.pk)
        with OnForm(form):
            unlink_identity(account=own, by=own)
            note_session(request, own)
            end_sessions(account=own, by=own, besides=request.session.session_key or "")
            messages.success(request, say("The link is removed."))
            return redirect("people:linked")
    context = {"identity": identity_of(own, provider.issuer), **confirming(request, own, form)}
    return render(request, "people/linked.html", context, status=422 if act else 200)
