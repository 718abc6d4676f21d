"""Where the own account is signed in: kept at each sign-in, and ended on the account's page."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from assessment.people.models import Account
from assessment.people.selectors.sessions import signed_in_browsers
from assessment.people.services import sessions as services
from assessment.people.services.tokens import revoke_tokens
from assessment.people.views.decorators import login_required
from assessment.shared.say import say, say_n


def note_session(request: HttpRequest, account: Account) -> None:
    """Keep where an account is signed in; after its session got another key, too."""
    agent = request.headers.get("User-Agent", "")
    services.note_browser(account=account, session=request.session, user_agent=agent)


def note_sign_in(sender: type[Account], request: HttpRequest, user: Account, **_: Any) -> None:
    """The same, whichever way somebody signed in (a receiver of Django's signal)."""
    note_session(request, user)


@require_POST
@login_required
def end(request: HttpRequest) -> HttpResponse:
    """Sign out in one other browser, or in all others."""
    own = request.user
    assert isinstance(own, Account)
    wanted = request.POST.get("browser", "")
    if wanted == "others":
        count = services.end_sessions(account=own, by=own, besides=request.session.session_key or "")
        if "tokens" in request.POST:
            revoke_tokens(account=own, by=own)
        messages.success(
            request, say_n("Signed out in {n} other browser.", "Signed out in {n} other browsers.", count)
        )
        return redirect("people:account")
    browser = (
        signed_in_browsers(own).filter(pk=wanted if wanted.isdecimal() and len(wanted) < 19 else 0).first()
    )
    if browser is None:
        raise Http404
    services.end_session(browser=browser, by=own)
    messages.success(request, say("Signed out there."))
    return redirect("people:account")
