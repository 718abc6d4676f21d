"""Codes that change every half minute (RFC 6238), as apps on phones show them."""

import base64
import hmac
import struct
from hashlib import sha1
from urllib.parse import quote, urlencode

import segno
from django.utils.safestring import SafeString, mark_safe

PERIOD = 30  # seconds
DIGITS = 6
ISSUER = "Assize"


def step_at(seconds: float) -> int:
    """The number of the period that a moment (seconds since 1970) falls in."""
    return int(seconds) // PERIOD


def code_of(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of a period by a secret in base32: HMAC-SHA-1, cut as RFC 4226 (section 5.3) says."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), sha1)
    start = digest[-1] & 0x0F
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_of(code: str, secret: str, now: int, after: int) -> int | None:
    """The period of a code: this one, or one before or after it for clocks that differ; none up to `after`."""
    found = None
    for step in (now - 1, now, now + 1):
        if hmac.compare_digest(code_of(secret, step), code) and step > after:
            found = step
    return found


def address_of(secret: str, name: str, site: str) -> str:
    """The link by which an app takes a secret, under the name of the account and the site."""
    label = quote(f"{ISSUER}:{name} ({site})", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': ISSUER})}"


def picture_of(address: str) -> SafeString:
    """A QR code of such a link as SVG without styles: black on its own white, which scanners need in the dark, too."""
    code = segno.make(address, micro=False, error="m")
    return mark_safe(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))
