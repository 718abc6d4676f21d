"""The tokens of an account, on its own page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from assessment.people.forms import PasswordForm, TokenForm
from assessment.people.selectors import sentences
from assessment.people.selectors.tokens import access_token, tokens_of
from assessment.people.services.tokens import make_token, revoke_token
from assessment.people.views.confirming import confirming, is_confirmed_by
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import OnForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@sensitive_post_parameters("password")
def tokens(request: HttpRequest) -> HttpResponse:
    """All tokens of the account. A new one takes the password, and is shown on the page that answers, this once."""
    account = account_of(request)
    data = request.POST if request.method == "POST" else None
    form, password_form, made = TokenForm(account, data), PasswordForm(account, data), ""
    if form.is_bound and form.is_valid() and is_confirmed_by(request, account, password_form):
        with OnForm(form):
            made = make_token(account=account, by=account, **form.token()).token
            form, password_form = TokenForm(account), PasswordForm(account)
    context = {"form": form, "tokens": tokens_of(account), "made": made}
    context |= confirming(request, account, password_form)
    return render(request, "people/tokens.html", context, status=422 if form.is_bound else 200)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a token work no longer."""
    account = account_of(request)
    token = access_token(account, pk)
    revoke_token(token=token, by=account)
    messages.success(request, sentences.token_revoked(token))
    return redirect("people:api-token")
