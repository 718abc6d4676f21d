"""The way to the provider and back: what is kept in the session meanwhile, once, and for ten minutes."""

import hashlib
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.utils.crypto import constant_time_compare

from assessment.people.errors import ProviderRefused
from assessment.people.services.provider.asking import id_token_for, offer, site_provider, wrong_answer
from assessment.people.services.provider.tokens import Person, is_recent, person_of
from assessment.shared.say import say

KEY = "provider_trip"
TRIP_SECONDS = 600
SCOPES = "openid email"
SIGN_IN, JOIN, LINK, AGAIN = "sign_in", "join", "link", "again"
CANCELLED = ("access_denied", "login_required", "interaction_required", "consent_required")

Session = MutableMapping[str, Any]


class Trip(NamedTuple):
    """What somebody is at the provider for, and what proves that an answer is the one to it."""

    purpose: str
    state: str
    nonce: str
    verifier: str
    back: str  # where the provider sends them
    at: float
    target: str = ""  # where they go on
    carried: str = ""  # fields of a form that arrived signed out
    account: int | None = None  # who asked, where somebody was signed in
    invitation: str = ""
    username: str = ""  # for the account that the invitation makes


def set_out(session: Session, *, purpose: str, back: str, **more: Any) -> str:
    """Begin a trip: the address of the provider to go to. A trip that was begun before is over."""
    ours, ends = site_provider(), offer()
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    trip = Trip(purpose, state, nonce, verifier, back, time.time(), **more)
    session[KEY] = trip._asdict()
    challenge = urlsafe_b64encode(hashlib.sha256(trip.verifier.encode()).digest()).decode().rstrip("=")
    asked = {"response_type": "code", "client_id": ours.client_id, "redirect_uri": back, "scope": SCOPES}
    asked |= {"state": trip.state, "nonce": trip.nonce}
    asked |= {"code_challenge": challenge, "code_challenge_method": "S256"}
    if purpose == AGAIN:
        asked |= {"prompt": "login", "max_age": str(TRIP_SECONDS)}
    joint = "&" if urlsplit(ends.authorization).query else "?"
    return f"{ends.authorization}{joint}{urlencode(asked)}"


def come_back(session: Session, answer: Mapping[str, str]) -> tuple[Trip, Person]:
    """End the trip: what it was for, and who signed in. The same answer is taken no second time."""
    trip = _ended(session, answer.get("state", ""))
    if answer.get("iss", site_provider().issuer) != site_provider().issuer:
        raise wrong_answer("of another issuer")
    if "error" in answer:
        raise _refused(answer["error"])
    person = person_of(id_token_for(answer.get("code", ""), trip.verifier, trip.back), trip.nonce)
    if trip.purpose == AGAIN and not is_recent(person, TRIP_SECONDS):
        raise wrong_answer("no recent sign-in")
    return trip, person


def _ended(session: Session, state: str) -> Trip:
    kept = session.get(KEY)
    if (
        not kept
        or not constant_time_compare(kept["state"], state)
        or abs(time.time() - kept["at"]) > TRIP_SECONDS
    ):
        raise ProviderRefused(
            say(
                "This sign-in was started in another browser, is already over, or took too long. Nobody was signed in."
            ),
            "provider_state",
            say("Start again."),
        )
    del session[KEY]
    return Trip(**kept)


def _refused(error: str) -> ProviderRefused:
    if error not in CANCELLED:
        return wrong_answer("an error")
    return ProviderRefused(
        say("{provider} did not sign you in.", provider=site_provider().name),
        "provider_denied",
        say("Try again, or ask the people who run {provider} for access.", provider=site_provider().name),
    )
