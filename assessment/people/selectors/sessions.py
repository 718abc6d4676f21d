"""Where an account is signed in."""

import re

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from assessment.people.models import Account, SignedInBrowser

# The first that fits: most browsers name others, too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrom|CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone|iPad", "iOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux|X11", "Linux"),
)


def signed_in_browsers(account: Account) -> "QuerySet[SignedInBrowser]":
    """Those in which the account is signed in now, newest first."""
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return SignedInBrowser.objects.filter(account=account, session_key__in=live).order_by("-began_at", "-pk")


def browser_named(user_agent: str) -> str:
    """What a browser calls itself, in two words that people know; empty where it says nothing known."""
    found = (
        next((name for pattern, name in names if re.search(pattern, user_agent)), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, found))
