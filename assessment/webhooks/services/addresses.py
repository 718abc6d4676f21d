"""Which addresses a webhook may have. Where a name leads is looked up at each try (assessment/webhooks/services/post)."""

import re
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

from django.conf import settings

from assessment.shared.errors import Refused
from assessment.shared.say import say
from documents.remote.public import is_in, is_public

LONGEST = 500  # characters
_SAFE = "%/:=&?~+!$,;'@()*[]-._"
_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?\Z").match
_AT_HOME = (".local", ".localhost", ".internal", ".lan", ".home", ".corp", ".intranet", ".home.arpa")
ONLY_HTTPS = "webhook_https"
NOT_PUBLIC = "webhook_not_public"


def checked_address(written: str) -> str:
    """The address in ASCII. Refused where it is none, is not encrypted, or names what is not public."""
    text = written.strip()
    try:
        parts = urlsplit(text)
        host, port = _in_ascii(parts.hostname or ""), parts.port
    except ValueError:  # UnicodeError is one
        raise _no_address() from None
    # What has a user's name or a fragment says something else than it seems to.
    is_odd = (
        "@" in parts.netloc
        or "#" in text
        or any(not letter.isprintable() or letter == " " for letter in text)
    )
    if parts.scheme not in ("http", "https") or is_odd or not host or port == 0:
        raise _no_address()
    if parts.scheme == "http" and not settings.WEBHOOK_HTTP:
        raise _refused(
            say("The address of a webhook must begin with https://. Nothing was changed."),
            ONLY_HTTPS,
            say("Otherwise messages would be sent unencrypted."),
        )
    _refuse_private(host)
    shown = f"[{host}]" if ":" in host else host
    place = f"{shown}:{port}" if port else shown
    query = f"?{parts.query}" if parts.query else ""
    address = quote(f"{parts.scheme}://{place}{parts.path or '/'}{query}", _SAFE)
    if len(address) > LONGEST:
        raise _no_address()
    return address


def _in_ascii(host: str) -> str:
    return host if ":" in host else host.encode("idna").decode().lower()


def _refuse_private(host: str) -> None:
    """Refuse numbers that are not public, whichever way they are written, and names of networks at home."""
    allowed = settings.WEBHOOK_NETWORKS
    try:
        ip_address(host)
    except ValueError:
        is_name = bool(_NAME(host)) and ("." in host or bool(allowed))
        if is_name and (allowed or not host.endswith(_AT_HOME)):
            return
    else:
        if is_public(host) or is_in(host, allowed):
            return
    raise _refused(
        say("This address is not public. Nothing was changed."),
        NOT_PUBLIC,
        say("Enter one that can be reached from the internet."),
    )


def _no_address() -> Refused:
    return _refused(
        say("This is not a valid address. Nothing was changed."),
        "webhook_address",
        say(
            "Write it as https://example.org/hook, without a user name, with at most {most} characters.",
            most=LONGEST,
        ),
    )


def _refused(message: str, code: str, hint: str) -> Refused:
    return Refused(message, code, hint)
