"""Looking at an ID token: whose signature, for whom, for which sign-in. Nothing of it is believed before.

jwt is imported where it is used: with its cryptography it takes 11 MB, which most sites do not need.
"""

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.crypto import constant_time_compare

from assessment.people.services.provider.asking import key_set, site_provider, wrong_answer

if TYPE_CHECKING:
    import jwt

# Signatures by a key that the provider alone has: neither `none` nor one made with a secret that is ours, too.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
NEEDED = ("iss", "sub", "aud", "exp", "iat", "nonce")
LEEWAY = 60  # seconds by which clocks may differ
LONGEST = 255  # of a subject, as the specification has it


class Person(NamedTuple):
    """Who signed in at the provider, as it says."""

    issuer: str
    subject: str
    email: str  # empty: none, or none that a person has proved to have
    has_second_step: bool
    proved_at: float | None  # when they last proved who they are there; None: it does not say


def person_of(token: str, nonce: str) -> Person:
    """The person of an ID token that was issued to this site for this very sign-in. ProviderRefused else."""
    ours = site_provider()
    claims = _claims(token)
    audience = claims["aud"]
    if claims.get("azp", ours.client_id) != ours.client_id or (
        isinstance(audience, list) and len(audience) > 1 and "azp" not in claims
    ):
        raise wrong_answer("made for another client, too")
    if not isinstance(claims["nonce"], str) or not constant_time_compare(claims["nonce"], nonce):
        raise wrong_answer("another nonce")
    if not 0 < len(claims["sub"]) <= LONGEST or not claims["sub"].isprintable():
        raise wrong_answer("no fit subject")
    proved = claims.get("auth_time")
    return Person(
        issuer=claims["iss"],
        subject=claims["sub"],
        email=_email(claims),
        has_second_step=not set(ours.second_step).isdisjoint(_asserted(claims)),
        proved_at=float(proved) if isinstance(proved, (int, float)) else None,
    )


def _claims(token: str) -> Mapping[str, Any]:
    import jwt

    ours = site_provider()
    try:
        claims: Mapping[str, Any] = jwt.decode(
            token,
            _key_of(token),
            algorithms=ALGORITHMS,
            audience=ours.client_id,
            issuer=ours.issuer,
            leeway=LEEWAY,
            options={"require": list(NEEDED)},
        )
    except (jwt.PyJWTError, TypeError, ValueError) as error:
        raise wrong_answer(type(error).__name__) from None
    return claims


def _key_of(token: str) -> Any:
    """The key that a token names, looked for once more where it is new; the only one where it names none."""
    import jwt

    name = jwt.get_unverified_header(token).get("kid")
    for again in (False, True):
        keys = [key for key in _keys(again) if name is None or key.key_id == name]
        if len(keys) == 1:
            return keys[0].key
    raise wrong_answer("an unknown key")


def _keys(again: bool) -> "Iterator[jwt.PyJWK]":
    import jwt

    found = jwt.PyJWKSet.from_dict(dict(key_set(again=again)))
    return (key for key in found if key.public_key_use in (None, "sig"))


def _email(claims: Mapping[str, Any]) -> str:
    address = claims.get("email")
    is_proved = (
        claims.get("email_verified") is True and isinstance(address, str) and len(address) <= LONGEST - 1
    )
    return str(address) if is_proved else ""


def _asserted(claims: Mapping[str, Any]) -> set[str]:
    """How the person proved who they are: the methods (amr) and the class (acr) that the provider names."""
    methods = claims.get("amr")
    named = [*methods] if isinstance(methods, list) else []
    return {word for word in (*named, claims.get("acr")) if isinstance(word, str)}


def is_recent(person: Person, seconds: float) -> bool:
    """Whether somebody proved who they are at most that long ago."""
    return person.proved_at is not None and abs(time.time() - person.proved_at) <= seconds + LEEWAY
