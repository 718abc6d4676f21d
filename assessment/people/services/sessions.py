"""Keeping where accounts are signed in, and ending it."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from assessment.people.models import Account, SignedInBrowser
from assessment.people.selectors.sessions import browser_named, signed_in_browsers
from assessment.people.services.events import record_event


@transaction.atomic
def note_browser(*, account: Account, session_key: str, user_agent: str) -> None:
    """Keep that an account signed in; what is known of its sessions that are over is forgotten."""
    SignedInBrowser.objects.filter(account=account).exclude(
        pk__in=signed_in_browsers(account).values("pk")
    ).delete()
    SignedInBrowser.objects.update_or_create(
        session_key=session_key, defaults={"account": account, "name": browser_named(user_agent)}
    )


@transaction.atomic
def end_session(*, browser: SignedInBrowser, by: Account | None) -> None:
    """Sign the account out in one browser."""
    Session.objects.filter(session_key=browser.session_key).delete()
    browser.delete()
    record_event(by=by, campaign=None, verb="account:signed_out", subject=browser.account.username, ended=1)


@transaction.atomic
def end_sessions(*, account: Account, by: Account | None, besides: str = "") -> int:
    """Sign the account out everywhere, but for the session of one key; how many sessions ended.

    All sessions are looked through, since those begun under an earlier version are listed nowhere.
    """
    rows = Session.objects.exclude(session_key=besides).only("session_key", "session_data")
    keys = [
        row.session_key for row in rows.iterator() if row.get_decoded().get(SESSION_KEY) == str(account.pk)
    ]
    Session.objects.filter(session_key__in=keys).delete()
    SignedInBrowser.objects.filter(account=account).exclude(session_key=besides).delete()
    if keys:
        record_event(
            by=by, campaign=None, verb="account:signed_out", subject=account.username, ended=len(keys)
        )
    return len(keys)
