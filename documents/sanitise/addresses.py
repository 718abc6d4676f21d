"""Addresses of pictures and style sheets: which ones a reader's browser or the site might ever be sent to."""

import re
from contextlib import suppress
from functools import lru_cache
from urllib.parse import quote, urldefrag, urljoin, urlsplit

MAX_ADDRESS = 1500  # characters
_SAFE = "%/:=&?~+!$,;'@()*[]-._"
# A name with a dot that ends in letters: no address in numbers, and no machine of a network at home.
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z]\Z").match
_AT_HOME = (".local", ".localhost", ".internal", ".lan", ".home", ".corp", ".intranet", ".home.arpa")


# Addresses that come out of a join as they are, after the base's server or folder.
_IN_PATH, _IN_QUERY = r"[\w%~+=&,@-]", r"[\w%~+=&,:@./-]"
_PATH = rf"(?:{_IN_PATH}|(?<!/)\.|/(?!/))*+(?:\?{_IN_QUERY}++)?+"
_ROOTED = re.compile(rf"/(?![/.]){_PATH}", re.ASCII).fullmatch
_BESIDE = re.compile(rf"{_IN_PATH}{_PATH}", re.ASCII).fullmatch
_USUAL = re.compile(
    rf"https?://([a-z0-9._-]+)(?:/(?:{_IN_PATH}|[./])*+(?:\?{_IN_QUERY}++)?+)?+", re.ASCII
).fullmatch


@lru_cache(maxsize=256)
def _starts(base: str) -> tuple[str, str]:
    """What stands before the path, and before the name of a file in it; empty where it is no address of the web."""
    if not base.startswith(("http://", "https://")):
        return "", ""
    with suppress(ValueError):
        return urljoin(base, "/x").removesuffix("/x"), urljoin(base, "x").removesuffix("x")
    return "", ""


def join(base: str, address: str) -> str:
    """As `urljoin`, in short for the usual addresses. ValueError for what is none."""
    server, folder = _starts(base)
    if server and _ROOTED(address):
        return server + address
    if folder and _BESIDE(address):
        return folder + address
    return urljoin(base, address)


@lru_cache(maxsize=4096)
def remote_address(address: str, base: str = "") -> str:
    """The absolute http or https address that is meant, in ASCII; empty where it is none, or leads to a private place.

    `base` is the address that relative ones start from. Applied to its own outcome it gives the same.
    """
    try:
        address_text = address.strip().replace("\\", "/")
        absolute = join(base, address_text) if base and not _USUAL(address_text) else address_text
        if match := _USUAL(absolute):
            host, written = match[1], absolute
        else:
            host, written = _host_and_address(absolute)
    except ValueError:
        return ""
    if not written or not _HOST(host) or host.endswith(_AT_HOME):
        return ""
    return written if len(written) <= MAX_ADDRESS else ""


def _host_and_address(absolute: str) -> tuple[str, str]:
    """The host of an address, and the address in ASCII; empty where it is none of the web. ValueError for a bad one."""
    parts = urlsplit(urldefrag(absolute).url)
    host, port = (parts.hostname or "").lower(), parts.port
    if parts.scheme not in ("http", "https"):
        return "", ""
    place = f"{host}:{port}" if port is not None else host
    query = f"?{parts.query}" if parts.query else ""
    return host, quote(f"{parts.scheme}://{place}{parts.path}{query}", _SAFE)


def is_remote(address: str) -> bool:
    """Whether it is written as `remote_address` writes it."""
    return bool(address) and remote_address(address) == address


def origin_of(address: str) -> str:
    """Scheme, host and port of an address of this kind, as a content policy names them."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
