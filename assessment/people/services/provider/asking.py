"""Asking the provider itself: what it offers, its keys, and the token for a code. Short answers, within seconds."""

import json
import logging
import time
from base64 import b64encode
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings
from django.http import Http404

from assessment.people.errors import ProviderAway, ProviderRefused
from assessment.shared.say import say

SECONDS = 6.0
LARGEST = 1_000_000  # bytes of an answer
KEPT_SECONDS = 3_600  # what the provider offers, and its keys
AGAIN_SECONDS = 30  # before an unknown key is looked for once more

logger = logging.getLogger("assize.provider")


class Offer(NamedTuple):
    """Where a provider takes what (its metadata, as OpenID Connect Discovery has them)."""

    authorization: str
    token: str
    keys: str
    end_session: str  # empty: it has no address for signing out
    takes_basic: bool  # whether the secret goes into a header


class _Kept(NamedTuple):
    at: float
    value: Any


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Follow none: an address of the provider is where it says it is."""


_opener = build_opener(_NoRedirects)
_kept: dict[str, _Kept] = {}  # of this process, by address


def site_provider() -> Any:
    """The provider that the site is set up with. Http404 where it has none."""
    if settings.OIDC is None:
        raise Http404
    return settings.OIDC


def offer() -> Offer:
    """What the provider offers, read at most once an hour."""
    issuer = site_provider().issuer
    found = _kept_json(f"{issuer.rstrip('/')}/.well-known/openid-configuration", KEPT_SECONDS)
    if found.get("issuer") != issuer:
        raise wrong_answer("its metadata name another issuer")
    ends = ("authorization_endpoint", "token_endpoint", "jwks_uri")
    if not all(_is_fit(found.get(end), issuer) for end in ends):
        raise wrong_answer("its metadata lack an https address")
    end_session = str(found.get("end_session_endpoint", ""))
    methods = found.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    return Offer(
        authorization=found["authorization_endpoint"],
        token=found["token_endpoint"],
        keys=found["jwks_uri"],
        end_session=end_session if _is_fit(end_session, issuer) else "",
        takes_basic="client_secret_basic" in methods,
    )


def key_set(*, again: bool) -> Mapping[str, Any]:
    """The keys that the provider signs with. `again`: a key is unknown, so look once more unless that was just now."""
    return _kept_json(offer().keys, AGAIN_SECONDS if again else KEPT_SECONDS)


def id_token_for(code: str, verifier: str, back: str) -> str:
    """Redeem a code: the ID token, not looked at yet."""
    ours, ends = site_provider(), offer()
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": back, "code_verifier": verifier}
    headers = {}
    if ours.client_secret and ends.takes_basic:
        pair = f"{quote_plus(ours.client_id)}:{quote_plus(ours.client_secret)}"
        headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    else:
        form |= {"client_id": ours.client_id}
        form |= {"client_secret": ours.client_secret} if ours.client_secret else {}
    token = _json_of(Request(ends.token, urlencode(form).encode(), headers)).get("id_token")
    if not isinstance(token, str):
        raise wrong_answer("no ID token")
    return token


def wrong_answer(why: str) -> ProviderRefused:
    """The error of an answer that cannot be trusted; why goes to the log, where it names nobody."""
    logger.warning("An answer of the provider was refused: %s.", why)
    return ProviderRefused(
        say("The answer of {provider} is not valid, so nobody was signed in.", provider=site_provider().name),
        "provider_answer",
        say("Try again. If it happens again, tell the people who run this site."),
    )


def _is_fit(address: object, issuer: str) -> bool:
    """Whether something is an address as safe as the issuer's own: http on this machine alone."""
    return isinstance(address, str) and (
        address.startswith("https://")
        or (issuer.startswith("http://") and urlsplit(address).hostname == urlsplit(issuer).hostname)
    )


def _kept_json(address: str, seconds: float) -> Mapping[str, Any]:
    kept = _kept.get(address)
    if kept is None or time.monotonic() - kept.at > seconds:
        kept = _kept[address] = _Kept(time.monotonic(), _json_of(Request(address)))
    found: Mapping[str, Any] = kept.value
    return found


def _json_of(request: Request) -> dict[str, Any]:
    request.add_header("Accept", "application/json")
    request.add_header("User-Agent", "Assize")
    try:
        with _opener.open(request, timeout=SECONDS) as answer:
            text = answer.read(LARGEST + 1)
        found = json.loads(text) if len(text) <= LARGEST else None
    except HTTPError as error:
        error.close()
        if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise _away(f"status {error.code}") from None
        raise wrong_answer(f"status {error.code}") from None
    except (OSError, HTTPException) as error:
        raise _away(type(getattr(error, "reason", error)).__name__) from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise wrong_answer("no JSON object")
    return found


def _away(why: str) -> ProviderAway:
    logger.warning("The provider does not answer: %s.", why)
    return ProviderAway(
        say("{provider} does not answer, so nobody was signed in.", provider=site_provider().name),
        "provider_away",
        say("Try again in a few minutes. If this goes on, tell the people who run this site."),
    )
