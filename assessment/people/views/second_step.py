"""The second step of signing in: asked for after the password, set up and removed on the own account's pages."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from assessment.people.forms import ConfirmForm, PasswordForm
from assessment.people.models import Account
from assessment.people.selectors import second_step as selectors
from assessment.people.selectors.one_time_codes import address_of, picture_of
from assessment.people.services import second_step as services
from assessment.people.services import throttle
from assessment.people.services.pending import forget_pending, keep_pending, pending_account
from assessment.people.services.sessions import end_sessions
from assessment.people.views.confirming import confirming, is_confirmed_by
from assessment.people.views.decorators import account_of, login_required
from assessment.people.views.sessions import note_session
from assessment.people.views.targets import resume, safe_target
from assessment.shared.pages import OnForm
from assessment.shared.say import say

BEGUN = "second_step_begun"  # in the session: the key of the one that was begun in it


def ask_for_code(request: HttpRequest, account: Account, target: str, carried: str) -> HttpResponse:
    """After the password, or the provider: the page that takes the code. Nobody is signed in before it came."""
    keep_pending(request.session, account)
    return render(request, "people/sign_in_code.html", {"next": target, "carried": carried})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Take the code and sign in. Tries are counted by account, wherever they come from."""
    account = pending_account(request.session)
    target, carried = safe_target(request), request.POST.get("carried", "")
    if account is None:
        return redirect("people:sign-in")
    context: dict[str, object] = {"next": target, "carried": carried}
    if request.method != "POST":
        return render(request, "people/sign_in_code.html", context)
    counted = throttle.of_second_step(account.pk)
    locked = throttle.count_attempt(*counted)
    if locked or not services.check_second_step(account=account, code=request.POST.get("code", "")[:40]):
        context |= {"locked": locked, "wrong": not locked}
        return render(request, "people/sign_in_code.html", context, status=429 if locked else 422)
    throttle.forget_attempts(*counted)
    forget_pending(request.session)
    login(request, account)
    return resume(request, carried) if carried else redirect(target)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@sensitive_post_parameters("code", "password")
def second_step(request: HttpRequest) -> HttpResponse:
    """Set the second step up, make recovery codes, switch it off."""
    own = account_of(request)
    act = _ACTS.get(request.POST.get("act", ""))
    return act(request, own) if act else _page(request, own)


def _page(request: HttpRequest, own: Account, status: int = 200, **more: object) -> HttpResponse:
    in_force = selectors.second_step_of(own)
    begun = selectors.begun_second_step(own, request.session.get(BEGUN, 0))
    context: dict[str, object] = {"in_force": in_force, "begun": begun, "form": ConfirmForm()}
    context |= {"required": selectors.is_required(own), **confirming(request, own, PasswordForm(own))}
    if in_force:
        context["left"] = selectors.codes_left(in_force)
    if begun:
        context["address"] = address_of(begun.secret, own.username, request.get_host())
        context["picture"] = picture_of(str(context["address"]))
        context["key"] = " ".join(begun.secret[place : place + 4] for place in range(0, len(begun.secret), 4))
    return render(request, "people/second_step.html", context | more, status=status)


def _begin(request: HttpRequest, own: Account) -> HttpResponse:
    form = PasswordForm(own, request.POST)
    if not is_confirmed_by(request, own, form):
        return _page(request, own, 422, password_form=form)
    with OnForm(form):
        request.session[BEGUN] = services.begin_second_step(account=own).pk
        return redirect("people:second-step")
    return _page(request, own, 422, password_form=form)


def _confirm(request: HttpRequest, own: Account) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if form.is_valid():
        with OnForm(form, "code"):
            begun_as = request.session.get(BEGUN, 0)
            code = form.cleaned_data["code"]
            codes = services.confirm_second_step(account=own, begun_as=begun_as, code=code)
            del request.session[BEGUN]
            note_session(request, own)
            end_sessions(account=own, by=own, besides=request.session.session_key or "")
            return _page(request, own, codes=codes)
    return _page(request, own, 422, form=form)


def _renew(request: HttpRequest, own: Account) -> HttpResponse:
    form = PasswordForm(own, request.POST)
    if is_confirmed_by(request, own, form):
        with OnForm(form):
            return _page(request, own, codes=services.renew_recovery_codes(account=own))
    return _page(request, own, 422, password_form=form)


def _remove(request: HttpRequest, own: Account) -> HttpResponse:
    form = PasswordForm(own, request.POST)
    if is_confirmed_by(request, own, form):
        with OnForm(form):
            services.remove_second_step(account=own, by=own)
            messages.success(request, say("The second step is switched off: your password is enough."))
            return redirect("people:second-step")
    return _page(request, own, 422, password_form=form)


_ACTS = {"begin": _begin, "confirm": _confirm, "codes": _renew, "remove": _remove}
