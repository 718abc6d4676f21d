"""Signing in and out, the own account, and password links."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from assessment.people.forms import (
    AcceptForm,
    JoinForm,
    NewPasswordForm,
    OwnAccountForm,
    OwnPasswordForm,
    PasswordForm,
    ResetForm,
    SignInForm,
)
from assessment.people.models import Account, Invitation
from assessment.people.selectors import accounts as selectors
from assessment.people.selectors import sentences
from assessment.people.selectors.second_step import second_step_of
from assessment.people.selectors.sessions import signed_in_browsers
from assessment.people.services import accounts as services
from assessment.people.services import throttle as throttle
from assessment.people.services.provider import trips
from assessment.people.services.provider.asking import site_provider
from assessment.people.services.provider.kept import is_confirmed, way_out
from assessment.people.services.sessions import end_sessions
from assessment.people.services.tokens import revoke_tokens
from assessment.people.views import mail
from assessment.people.views.confirming import confirming, is_confirmed_by
from assessment.people.views.decorators import login_required
from assessment.people.views.provider import leave
from assessment.people.views.second_step import ask_for_code
from assessment.people.views.sessions import note_session
from assessment.people.views.targets import resume, safe_target
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt
from assessment.shared.places import place_of
from assessment.shared.say import say, sentence


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in, then go on to the page that was asked for, or to the form whose fields were kept."""
    carried = request.POST.get("carried", "")
    target = safe_target(request)
    if request.user.is_authenticated and request.method == "GET":
        return redirect(target)
    if request.method == "POST" and not settings.PASSWORDS:
        return redirect("people:sign-in")
    form = SignInForm(request, request.POST or None)
    who = (request.POST.get("username", ""), place_of(request))
    locked = request.method == "POST" and throttle.count_attempt(*who)
    if request.method == "POST" and not locked and form.is_valid():
        throttle.forget_attempts(*who)
        account = form.get_user()
        if second_step_of(account):
            return ask_for_code(request, account, target, carried)
        login(request, account)
        return resume(request, carried) if carried else redirect(target)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "next": target, "carried": carried, "locked": locked}
    return render(request, "people/sign_in.html", context, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; who signed in at the provider learns how to sign out there, too."""
    leaving = way_out(request.session, request.build_absolute_uri(settings.LOGOUT_REDIRECT_URL))
    logout(request)
    if leaving:
        answer = render(request, "people/signed_out.html", {"leaving": leaving})
    else:
        answer = redirect(settings.LOGOUT_REDIRECT_URL)
    # Documents are kept by the browser for hours. Its storage stays: what waits there to be saved must not be lost.
    answer["Clear-Site-Data"] = '"cache"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters("password")
def account(request: HttpRequest) -> HttpResponse:
    """The own account: name, mail, languages."""
    own = request.user
    assert isinstance(own, Account)
    initial = {"display_name": own.display_name, "email": own.email, "languages": own.languages}
    initial |= {"zone": own.zone, "page_language": own.page_language}
    form = OwnAccountForm(request.POST or None, initial=initial)
    password_form = PasswordForm(own, request.POST if "password" in request.POST else None)
    if form.is_bound and form.is_valid() and _may_save(request, own, form, password_form):
        services.edit_account(account=own, by=own, **form.cleaned_data)
        messages.success(request, say("Saved."))
        return redirect("people:account")
    status = 422 if form.is_bound else 200
    context = {"form": form, "browsers": signed_in_browsers(own)}
    context["second_step"] = second_step_of(own)
    if form.is_bound and form.is_valid():
        context |= {"extra": "people/_confirm_mail.html", **confirming(request, own, password_form)}
    return render(request, "people/account.html", context, status=status)


def _may_save(request: HttpRequest, own: Account, form: OwnAccountForm, password_form: PasswordForm) -> bool:
    """Whether it is all the person's to say: another address takes the password, for links for a new one go there."""
    if form.cleaned_data["email"] == own.email:
        return True
    is_asked = not (password_form.is_bound or is_confirmed(request.session))
    return not is_asked and is_confirmed_by(request, own, password_form)


class PasswordView(PasswordChangeView):
    """Change the own password."""

    form_class = OwnPasswordForm
    template_name = "people/password.html"
    success_url = reverse_lazy("people:account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Say that it worked."""
        answer = super().form_valid(form)
        note_session(self.request, form.user)  # first: its documents stay open
        end_sessions(account=form.user, by=form.user, besides=self.request.session.session_key or "")
        if form.cleaned_data["tokens"]:
            revoke_tokens(account=form.user, by=form.user)
        messages.success(self.request, say("Your password was changed."))
        return answer


password = login_required(PasswordView.as_view())


class NewPasswordView(PasswordResetConfirmView):
    """Set a new password by a link."""

    form_class = NewPasswordForm
    template_name = "people/password_new.html"
    token_generator = default_token_generator
    success_url = reverse_lazy("people:sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        """Say that it worked."""
        end_sessions(account=form.user, by=form.user)
        if form.cleaned_data["tokens"]:
            revoke_tokens(account=form.user, by=form.user)
        messages.success(self.request, say("Your new password is set. Sign in with it."))
        return super().form_valid(form)


password_new = NewPasswordView.as_view()


@require_http_methods(["GET", "HEAD", "POST"])
def password_lost(request: HttpRequest) -> HttpResponse:
    """Ask for a password link. The answer does not tell whether the account exists."""
    if not settings.PASSWORDS:
        return redirect("people:sign-in")
    form = ResetForm(request.POST or None)
    asked = request.method == "POST" and mail.mail_is_set_up() and form.is_valid()
    name = form.cleaned_data["username"] if asked else ""
    locked = asked and throttle.count_link(name, place_of(request))
    sent = asked and not locked
    if sent:
        _mail_password_links(name)
    context = {"form": form, "sent": sent, "locked": locked, "mail": mail.mail_is_set_up()}
    return render(request, "people/password_lost.html", context, status=429 if locked else 200)


def _mail_password_links(name: str) -> None:
    for found in selectors.accounts_for_reset(name):
        mail.mail_link(
            path=services.make_password_link(account=found, by=None),
            to=found,
            subject=sentence("New password"),
            text=sentence("Set a new password with this link:"),
        )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation, with the account signed in or a new one."""
    invited = selectors.access_invitation(token)
    if request.method == "POST" and "join" in request.POST:
        return _join_by_provider(request, invited, token)
    form = AcceptForm(request.POST if "username" in request.POST else None, initial={"username": ""})
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            if request.user.is_authenticated:
                services.accept_invitation(invitation=invited, account=request.user)
                return redirect(settings.LOGIN_REDIRECT_URL)
            if settings.PASSWORDS and form.is_valid():
                login(
                    request, services.accept_invitation(invitation=invited, account=None, **form.cleaned_data)
                )
                return redirect(settings.LOGIN_REDIRECT_URL)
    return _invitation_page(request, invited, form, attempt.error)


def _join_by_provider(request: HttpRequest, invited: Invitation, token: str) -> HttpResponse:
    """Choose a name, and go to the provider; the account is made when they come back."""
    site_provider()
    form = JoinForm(request.POST)
    attempt = Attempt()
    if form.is_valid():
        with attempt:
            services.refuse_unfit_name(form.cleaned_data["username"])
            more = {"invitation": token, "username": form.cleaned_data["username"]}
            return leave(request, trips.JOIN, target=settings.LOGIN_REDIRECT_URL, **more)
    return _invitation_page(request, invited, AcceptForm(), attempt.error, join_form=form)


def _invitation_page(
    request: HttpRequest,
    invited: Invitation,
    form: AcceptForm,
    error: AssizeError | None,
    join_form: JoinForm | None = None,
) -> HttpResponse:
    context = {"invitation": invited, "form": form, "error": error, "path": request.path}
    context |= {"invites": sentences.invites(invited), "join_form": join_form or JoinForm(auto_id="join_%s")}
    status = 422 if request.method == "POST" else 200
    return render(request, "people/invitation.html", context, status=status)
