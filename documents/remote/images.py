"""Puts addresses of pictures back into a clean page, where the sanitiser kept them out of a browser's sight."""

import re
from collections.abc import Callable
from html import escape, unescape

from django.conf import settings
from django.http.request import validate_host

from documents.sanitise.addresses import is_remote, origin_of
from documents.sanitise.allowed import IMAGE_ADDRESS, IMAGE_ATTRIBUTES

MOST_ORIGINS = 40  # that a page may have pictures from; they stand in a header
# In a clean page a `<` begins a tag and a `"` a value: neither stands in a text or a value as it is.
_KEPT = re.compile(rf"<([a-z0-9]+) ([^<>]*?\s)?{IMAGE_ADDRESS}=\"(https?://[^\"\s<>]*)\"")

Choice = Callable[[str], str]


def addresses_in(html: str) -> list[str]:
    """The addresses of the pictures of a clean page, each once."""
    return list(dict.fromkeys(unescape(match[3]) for match in _KEPT.finditer(html)))


def put_back(html: str, choose: Choice) -> str:
    """The page with its pictures. `choose` says for an address which is loaded; the picture stays out where it is empty."""

    def attribute(match: re.Match[str]) -> str:
        address, name = unescape(match[3]), IMAGE_ATTRIBUTES.get(match[1])
        chosen = choose(address) if name and is_remote(address) else ""
        return f'<{match[1]} {match[2] or ""}{name}="{escape(chosen)}"' if chosen else match[0]

    return _KEPT.sub(attribute, html)


class LiveImages:
    """Chooses the pictures' first addresses, but for the site's own hosts, and remembers from which origins they come."""

    def __init__(self) -> None:
        self.origins: dict[str, None] = {}
        self._own = [host for host in settings.ALLOWED_HOSTS if host != "*"]

    def __call__(self, address: str) -> str:
        """The address, where it may be asked."""
        origin = origin_of(address)
        if origin not in self.origins:
            host = origin.partition("://")[2].partition(":")[0]
            if len(self.origins) >= MOST_ORIGINS or validate_host(host, self._own):
                return ""
            self.origins[origin] = None
        return address
