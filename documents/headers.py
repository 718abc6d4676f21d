"""What every document is sent with: a browser may show it, and it may do nothing."""

import base64
import hashlib
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpResponse

OWN_STYLES = "style-src 'self'"


def allowance(styles: str) -> str:
    """How a content policy names this very text of style rules."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode()}'"


def with_policy(
    response: HttpResponse, styles: str = OWN_STYLES, images: Iterable[str] = (), scripts: Iterable[str] = ()
) -> HttpResponse:
    """The response with the document's own policy.

    `images` are the only places it may have pictures from, `scripts` the only files of ours that it may run.
    """
    response["Content-Security-Policy"] = _policy(styles, images, " ".join(scripts))
    response["Referrer-Policy"] = "no-referrer"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    # A sandboxed page has an origin of its own, which no opener policy can name.
    response["Cross-Origin-Opener-Policy"] = "unsafe-none"
    return response


def _policy(styles: str, images: Iterable[str], scripts: str) -> str:
    """The page's own policy; with a documents origin, the hosts of the site may frame it."""
    hosts = [host for host in settings.ALLOWED_HOSTS if ":" not in host] if settings.DOCUMENT_ORIGIN else []
    ancestors = ["'self'", *(f"*{host}:*" if host.startswith(".") else f"{host}:*" for host in hosts)]
    sources = " ".join(images)
    parts = [
        "sandbox allow-scripts" if scripts else "sandbox",
        "default-src 'none'",
        f"script-src {scripts}" if scripts else "",
        styles,
        f"img-src {sources}" if sources else "",
        "form-action 'none'",
        "base-uri 'none'",
        f"frame-ancestors {' '.join(ancestors)}",
    ]
    return "; ".join(filter(None, parts))
