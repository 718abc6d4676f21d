"""Signing in at the provider of the site: the button, the way there, and the way back."""

from collections.abc import Callable
from typing import Any, Concatenate

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from assessment.people.errors import ProviderRefused
from assessment.people.models import Account
from assessment.people.selectors.accounts import access_invitation
from assessment.people.selectors.second_step import second_step_of
from assessment.people.services.provider import trips
from assessment.people.services.provider.asking import site_provider
from assessment.people.services.provider.identities import (
    account_of_person,
    join,
    link_identity,
    linked_account,
)
from assessment.people.services.provider.kept import keep_confirmed, keep_provider
from assessment.people.services.provider.tokens import Person
from assessment.people.services.provider.trips import Trip
from assessment.people.services.sessions import end_sessions
from assessment.people.views.second_step import ask_for_code
from assessment.people.views.targets import resume, safe_target
from assessment.shared.errors import AssizeError
from assessment.shared.say import say


@require_POST
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    """Go to the provider to sign in; or, signed in already, to prove again who one is."""
    site_provider()
    if request.POST.get("purpose") == trips.AGAIN and request.user.is_authenticated:
        return leave(request, trips.AGAIN, target=safe_target(request), account=request.user.pk)
    return leave(request, trips.SIGN_IN, target=safe_target(request), carried=request.POST.get("carried", ""))


def leave(request: HttpRequest, purpose: str, **more: Any) -> HttpResponse:
    """A page that goes on to the provider by itself: a form may lead to no other site (`form-action`)."""
    try:
        address = trips.set_out(
            request.session,
            purpose=purpose,
            back=request.build_absolute_uri(reverse("people:provider-back")),
            **more,
        )
    except AssizeError as error:
        return _problem(request, error)
    return render(request, "people/provider_leave.html", {"address": address})


@require_safe
@never_cache
def back(request: HttpRequest) -> HttpResponse:
    """Where the provider sends people: what they went there for is done, or a page says why not."""
    site_provider()
    try:
        trip, person = trips.come_back(request.session, request.GET.dict())
        return _ENDS[trip.purpose](request, trip, person)
    except AssizeError as error:
        return _problem(request, error)


def _problem(request: HttpRequest, error: AssizeError) -> HttpResponse:
    return render(request, "people/provider_problem.html", {"error": error}, status=error.status)


def _sign_in(request: HttpRequest, trip: Trip, person: Person) -> HttpResponse:
    return _enter(request, account_of_person(person), trip, person)


def _enter(request: HttpRequest, account: Account, trip: Trip, person: Person) -> HttpResponse:
    """Begin a session; where the account has a second step that the provider did not ask for, after its code."""
    keep_provider(request.session, person)
    if second_step_of(account) and not person.has_second_step:
        return ask_for_code(request, account, trip.target, trip.carried)
    login(request, account)
    keep_provider(request.session, person)  # another account's session was emptied
    return resume(request, trip.carried) if trip.carried else redirect(trip.target)


def _join(request: HttpRequest, trip: Trip, person: Person) -> HttpResponse:
    """Accept an invitation with the account of this identity, or with a new one that is linked to it."""
    invited = access_invitation(trip.invitation)
    return _enter(request, join(invitation=invited, username=trip.username, person=person), trip, person)


def _link(request: HttpRequest, trip: Trip, person: Person) -> HttpResponse:
    account = _asked_by(request, trip)
    link_identity(account=account, person=person)
    end_sessions(account=account, by=account, besides=request.session.session_key or "")
    return redirect("people:linked")


def _again(request: HttpRequest, trip: Trip, person: Person) -> HttpResponse:
    if linked_account(person) != _asked_by(request, trip):
        raise ProviderRefused(
            say("You signed in at {provider} as somebody else.", provider=site_provider().name),
            "identity_other",
            say("Sign out there and try again."),
        )
    keep_confirmed(request.session)
    return redirect(trip.target)


def _asked_by(request: HttpRequest, trip: Trip) -> Account:
    """Who set out, where they are still signed in."""
    if not isinstance(request.user, Account) or request.user.pk != trip.account:
        raise ProviderRefused(
            say("You were signed out meanwhile. Nothing was changed."),
            "signed_out",
            say("Sign in and start again."),
        )
    return request.user


_ENDS: dict[str, Callable[Concatenate[HttpRequest, ...], HttpResponse]] = {
    trips.SIGN_IN: _sign_in,
    trips.JOIN: _join,
    trips.LINK: _link,
    trips.AGAIN: _again,
}
