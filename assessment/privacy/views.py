"""Pages of what the site keeps of a person: a copy of it, and its removal."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from assessment.people.models import Account
from assessment.people.selectors.accounts import access_site
from assessment.people.services import throttle
from assessment.people.services.provider.kept import is_confirmed
from assessment.people.views.decorators import account_of, login_required
from assessment.privacy.forms import RemoveForm, RemoveOwnForm
from assessment.privacy.selectors.own_data import own_data_name
from assessment.privacy.selectors.people import memberships, removal_refused
from assessment.privacy.services.removal import remove_personal_data
from assessment.privacy.services.taking import take_own_data
from assessment.shared.pages import OnForm
from assessment.shared.say import say


@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """What the site keeps of the person who is signed in, and what they can do about it."""
    own = account_of(request)
    context = {"refused": removal_refused(own, own), "members": memberships(own)}
    return render(request, "privacy/own_data.html", context)


@login_required
@require_safe
def own_data_file(request: HttpRequest) -> HttpResponseBase:
    """All of it as a ZIP file."""
    own = account_of(request)
    response = StreamingHttpResponse(take_own_data(account=own, by=own), content_type="application/zip")
    response["Content-Disposition"] = content_disposition_header(True, own_data_name(own)) or "attachment"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters("password")
def remove_own(request: HttpRequest) -> HttpResponse:
    """Remove one's own data, after typing the user name, and the password or signing in again at the provider."""
    own = account_of(request)
    counted = throttle.of_password(own.pk)
    locked = request.method == "POST" and throttle.count_attempt(*counted)
    form = RemoveOwnForm(
        own, None if locked else request.POST or None
    )  # what is locked tells nothing of a password
    by_hand = own.has_usable_password() or is_confirmed(request.session) or settings.OIDC is None
    if form.is_bound and not by_hand:
        form.add_error(None, say("Confirm who you are first."))
    if form.is_bound and form.is_valid():
        with OnForm(form):
            pseudonym = remove_personal_data(account=own, by=own)
            throttle.forget_attempts(*counted)
            logout(request)
            messages.success(
                request,
                say(
                    "Your personal data are removed; what you did is now {pseudonym}’s.", pseudonym=pseudonym
                ),
            )
            return redirect("people:sign-in")
    context = {"form": form, "account": own, "members": memberships(own), "own": True}
    context |= {"refused": removal_refused(own, own), "locked": locked, "unconfirmed": not by_hand}
    status = 429 if locked else 422 if form.is_bound else 200
    return render(request, "privacy/remove.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the personal data of somebody who asked for it, as a site admin."""
    admin = access_site(request.user)
    account = get_object_or_404(Account, pk=pk)
    if account == admin:
        return redirect("privacy:remove-own")
    form = RemoveForm(account, request.POST or None)
    if form.is_bound and form.is_valid():
        with OnForm(form):
            name = account.username
            pseudonym = remove_personal_data(account=account, by=admin)
            messages.success(
                request,
                say(
                    "The personal data of {name} are removed; what they did is now {pseudonym}’s.",
                    name=name,
                    pseudonym=pseudonym,
                ),
            )
            return redirect("people:accounts")
    context = {"form": form, "account": account, "members": memberships(account)}
    context |= {"refused": removal_refused(account, admin), "own": False}
    return render(request, "privacy/remove.html", context, status=422 if form.is_bound else 200)
