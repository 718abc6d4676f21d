"""Addresses of pictures and style sheets: which ones a reader's browser or the site might ever be sent to."""

import re
from functools import lru_cache
from urllib.parse import quote, urldefrag, urljoin, urlsplit

MAX_ADDRESS = 1500  # characters
_SAFE = "%/:=&?~+!$,;'@()*[]-._"
# A name with a dot that ends in letters: no address in numbers, and no machine of a network at home.
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z]\Z").match
_AT_HOME = (".local", ".localhost", ".internal", ".lan", ".home", ".corp", ".intranet", ".home.arpa")


@lru_cache(maxsize=4096)
def remote_address(address: str, base: str = "") -> str:
    """The absolute http or https address that is meant, in ASCII; empty where it is none, or leads to a private place.

    `base` is the address that relative ones start from. Applied to its own outcome it gives the same.
    """
    try:
        spelled = address.strip().replace("\\", "/")
        absolute = urldefrag(urljoin(base, spelled) if base else spelled).url
        parts = urlsplit(absolute)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not _HOST(host) or host.endswith(_AT_HOME):
        return ""
    place = f"{host}:{port}" if port is not None else host
    query = f"?{parts.query}" if parts.query else ""
    written = quote(f"{parts.scheme}://{place}{parts.path}{query}", _SAFE)
    return written if len(written) <= MAX_ADDRESS else ""


def is_remote(address: str) -> bool:
    """Whether it is written as `remote_address` writes it."""
    return bool(address) and remote_address(address) == address


def origin_of(address: str) -> str:
    """Scheme, host and port of an address of this kind, as a content policy names them."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
