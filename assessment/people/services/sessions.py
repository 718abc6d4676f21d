"""Keeping where accounts are signed in, and ending it."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction

from assessment.people.models import Account, SignedInBrowser
from assessment.people.selectors.sessions import browser_named, signed_in_browsers
from assessment.people.services.events import record_event

_BROWSER = "browser"  # in a session: the primary key of its SignedInBrowser


def browser_of(session: SessionBase) -> int:
    """The primary key of the SignedInBrowser that a session is listed as; 0: begun under an earlier version."""
    return int(session.get(_BROWSER) or 0)


@transaction.atomic
def note_browser(*, account: Account, session: SessionBase, user_agent: str) -> None:
    """Keep that an account is signed in, also after its session got another key.

    What is known of its sessions that are over is forgotten.
    """
    key = session.session_key or ""
    SignedInBrowser.objects.filter(pk=browser_of(session), account=account).update(session_key=key)
    SignedInBrowser.objects.filter(account=account).exclude(
        pk__in=signed_in_browsers(account).values("pk")
    ).delete()
    row, _ = SignedInBrowser.objects.update_or_create(
        session_key=key, defaults={"account": account, "name": browser_named(user_agent)}
    )
    session[_BROWSER] = account.browser = row.pk


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
