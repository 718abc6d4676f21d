"""From where a request comes, also behind reverse proxies."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def place_of(request: HttpRequest) -> str:
    """The address that asks: the peer's, or what the outermost of ASSIZE_TRUSTED_PROXIES proxies says its peer is.

    Each proxy adds its own peer at the right of X-Forwarded-For; what stands further left anybody may have written.
    Where the header is shorter, or names no address there, the peer's address stands.
    """
    peer = str(request.META.get("REMOTE_ADDR", ""))
    count = settings.TRUSTED_PROXIES
    if count < 1:
        return peer
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    return (_address(forwarded[-count]) if len(forwarded) >= count else "") or peer


def _address(text: str) -> str:
    """An address as it is usually written, without the port that some proxies add; empty where there is none."""
    bare = text.removeprefix("[").partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return ""
