"""What a session keeps of a sign-in at the provider: whether a second step was asked there, and how fresh it is."""

import time
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from assessment.people.services.provider.asking import offer
from assessment.people.services.provider.tokens import Person
from assessment.shared.errors import AssizeError

KEY = "provider"
FRESH = "provider_confirmed_at"
FRESH_SECONDS = 600

Session = MutableMapping[str, Any]


def keep_provider(session: Session, person: Person) -> None:
    """Note that a session was begun at the provider."""
    session[KEY] = {"second_step": person.has_second_step}


def keep_confirmed(session: Session) -> None:
    """Note that its person proved who they are just now."""
    session[FRESH] = time.time()


def is_confirmed(session: Session) -> bool:
    """Whether its person proved a moment ago who they are, which counts as much as typing the password."""
    at = session.get(FRESH)
    return settings.OIDC is not None and at is not None and abs(time.time() - at) <= FRESH_SECONDS


def has_second_step(session: Session) -> bool:
    """Whether the provider asked for a second step that is as good as a code to this site."""
    return settings.OIDC is not None and bool(session.get(KEY, {}).get("second_step"))


def way_out(session: Session, back: str) -> str:
    """Where somebody signs out at the provider, too; empty: they did not sign in there, or it has no such address."""
    if settings.OIDC is None or KEY not in session:
        return ""
    try:
        end = offer().end_session
    except AssizeError:
        return ""
    asked = {"client_id": settings.OIDC.client_id, "post_logout_redirect_uri": back}
    return f"{end}{'&' if '?' in end else '?'}{urlencode(asked)}" if end else ""
