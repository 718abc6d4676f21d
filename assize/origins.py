"""Forms that come from where the site does not know itself to be: behind TLS without ASSIZE_HTTPS, or another name than the proxy passes on.

A browser says where its page is from, and Django refuses a form of elsewhere. Whoever set the site up just now is not helped by
hearing of another session, so the page, the log and /readyz name the origin and the setting.
"""

import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.formats.problems import shown

logger = logging.getLogger(__name__)

_refused: dict[str, str] = {}  # the last one of this process, by "note"


def refuse_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Says that a form was refused, and where it came from, where that is the reason."""
    origin = request.headers.get("Origin", "")
    own = f"{request.scheme}://{request.get_host()}"
    context = {}
    if origin not in ("", "null", own):
        context = {"origin": origin, "own": own, "needs_https": needs_https(origin)}
        remedy = "Set ASSIZE_HTTPS=1" if context["needs_https"] else "Let the proxy pass the host on"
        note = (
            f"A form came from {shown(origin)}, while the site takes itself to be at {own}. {remedy}, unless it was "
            "another site that sent it (docs/deployment.md, The proxy)."
        )
        logger.warning(note)
        if urlsplit(origin).hostname in settings.ALLOWED_HOSTS:
            _refused["note"] = f"origin_refused: {note}"
    return render(request, "403_csrf.html", context, status=403)


def needs_https(origin: str) -> bool:
    """Whether people reach by https a site that does not know of it."""
    return origin.startswith("https://") and not settings.HTTPS


def last_refused() -> str:
    """What /readyz tells of it. Anybody could send such a form, so it is no reason against sending people here."""
    return _refused.get("note", "")
