"""The site admins' page of accounts."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from assessment.people.forms import NewAccountForm
from assessment.people.models import Account
from assessment.people.selectors import accounts as selectors
from assessment.people.selectors import sentences
from assessment.people.services import accounts as services
from assessment.people.views import mail
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, OnForm
from assessment.shared.say import sentence

ACCOUNTS_A_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def accounts(request: HttpRequest) -> HttpResponse:
    """The accounts, a page of them, or those that are looked for; a new one gets a link to set its password."""
    admin = selectors.access_site(request.user)
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with OnForm(form, "username"):
            made = services.create_account(password=None, by=admin, **form.cleaned_data)
            _hand_password_link(request, made, admin)
            return redirect("people:accounts")
    status = 422 if form.is_bound else 200
    part = request.GET.get("find", "").strip()
    page = Paginator(selectors.accounts(part), ACCOUNTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "find": part,
        "here": urlencode([("find", part), ("page", page.number)]),
        "form": form,
        "events": selectors.events_of(None),
    }
    return render(request, "people/accounts.html", context, status=status)


@require_POST
@login_required
def account_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an account or open it again."""
    admin = selectors.access_site(request.user)
    account = get_object_or_404(Account, pk=pk)
    with Explained(request):
        services.set_account_open(account=account, is_open=request.POST.get("open") == "1", by=admin)
        messages.success(request, sentences.account_open(account))
    return _back(request)


@require_POST
@login_required
def account_creates(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an account create campaigns and import collections, or no longer."""
    admin = selectors.access_site(request.user)
    account = get_object_or_404(Account, pk=pk)
    with Explained(request):
        may_create = request.POST.get("may") == "1"
        services.set_may_create(account=account, may_create=may_create, by=admin)
        messages.success(request, sentences.may_create(account))
    return _back(request)


@require_POST
@login_required
def password_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link with which somebody sets a new password."""
    admin = selectors.access_site(request.user)
    _hand_password_link(request, get_object_or_404(Account, pk=pk), admin)
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """To the place in the list from which the form was sent."""
    return redirect(f"{reverse('people:accounts')}?{request.GET.urlencode()}")


def _hand_password_link(request: HttpRequest, account: Account, by: Account) -> None:
    mail.hand_over(
        request,
        path=services.make_password_link(account=account, by=by),
        to=account,
        subject=sentence("Your password"),
        text=sentence("Set your password with this link:"),
    )
