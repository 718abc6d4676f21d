"""Who has given the password and not yet the code: kept in the session, for some minutes and for this password alone."""

import time
from collections.abc import MutableMapping
from typing import Any

from django.utils.crypto import constant_time_compare

from assessment.people.models import Account

KEY = "second_step"
PENDING_SECONDS = 600


def keep_pending(session: MutableMapping[str, Any], account: Account) -> None:
    """Remember that somebody gave the right password just now."""
    session[KEY] = {"account": account.pk, "at": int(time.time()), "proof": account.get_session_auth_hash()}


def pending_account(session: MutableMapping[str, Any]) -> Account | None:
    """Whose code is asked for; None where no password was given, it is too long ago, or it was changed since."""
    kept = session.get(KEY)
    if not kept or abs(time.time() - kept["at"]) > PENDING_SECONDS:
        return None
    account = Account.objects.filter(pk=kept["account"], is_active=True).first()
    known = account and constant_time_compare(kept["proof"], account.get_session_auth_hash())
    return account if known else None


def forget_pending(session: MutableMapping[str, Any]) -> None:
    """End the waiting."""
    session.pop(KEY, None)
