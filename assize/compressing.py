"""Pages and answers to scripts are sent compressed: a list of 3,000 answers is a twentieth of its size."""

import secrets
import zlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from isal import isal_zlib

SMALLEST = 1000  # bytes; what is smaller goes into one packet anyway
KINDS = ("text/html", "application/json")
_LEVEL = 1  # of isal: as small as the usual one of zlib, in a tenth of its time
_NO_HEADER = -15  # for zlib: the data alone
_LONGEST_NAME = 100
_HEAD = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"  # gzip, deflate, a file name follows; no time

Handler = Callable[[HttpRequest], HttpResponse]


def compress_pages(get_response: Handler) -> Handler:
    """Compresses what is worth it, for browsers that take it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not _is_worth_it(response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response.content = packed(response.content)
            response["Content-Encoding"] = "gzip"
            response["Content-Length"] = str(len(response.content))
        return response

    return middleware


def packed(body: bytes) -> bytes:
    """A text as gzip, of a length that tells nobody what it has in common with a secret (the attack BREACH).

    The length differs by chance: gzip keeps a file name, which may be as long as one likes.
    """
    name = b"a" * secrets.randbelow(_LONGEST_NAME)
    data = isal_zlib.compress(body, _LEVEL, _NO_HEADER)
    tail = zlib.crc32(body).to_bytes(4, "little") + (len(body) & 0xFFFFFFFF).to_bytes(4, "little")
    return b"".join((_HEAD, name, b"\x00", data, tail))


def _is_worth_it(response: HttpResponse) -> bool:
    return (
        not response.streaming
        and response.get("Content-Type", "").startswith(KINDS)
        and not response.has_header("Content-Encoding")
        and len(response.content) >= SMALLEST
    )
