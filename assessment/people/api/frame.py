"""The frame of every view of the API: how large a body may be, and how many requests an account may make."""

from typing import Any, NoReturn

from django.http import HttpResponseNotModified
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from assessment.people.api.bodies import refuse_unknown_queries, refuse_unread_match
from assessment.people.models import Account
from assessment.shared.errors import TooLarge

MOST_JSON = 32 * 1024 * 1024  # bytes of a body; files have limits of their own

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="a name of this request: sent again under it, it gets the same answer, and nothing is done twice",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="the ETag of what you saw: where that is no more, the answer is 412 and nothing is changed",
)


def marks_in(request: Request, header: str) -> list[str]:
    """The ETags that a header names; a proxy that packs answers makes weak ones of them."""
    return [mark.strip().removeprefix("W/") for mark in request.headers.get(header, "").split(",")]


class ApiView(APIView):
    """A view of the API; `account` is whoever asks."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse queries that are not known, and bodies that nobody sends in earnest before they are read."""
        super().initial(request, *args, **kwargs)
        refuse_unknown_queries(request, self)
        refuse_unread_match(request, self)
        is_form = (request.content_type or "").casefold().startswith("multipart/")
        length = str(request.META.get("CONTENT_LENGTH") or "0")
        if not is_form and not (length.isdecimal() and int(length) <= MOST_JSON):
            raise TooLarge(
                f"The body is larger than {MOST_JSON // 1024 // 1024} MB. Nothing was stored.",
                "body_too_large",
                "Send it in several parts.",
            )

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """An address has one form, JSON or that of its file, which is sent whatever a client says that it accepts."""
        return super().perform_content_negotiation(request, force=True)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Nobody else's answer is shown from a cache, and one that somebody has already is not sent again (If-None-Match)."""
        found = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(found, private=True, no_cache=True)
        etag = found.headers.get("ETag")
        if etag and request.method in SAFE_METHODS and etag in marks_in(request, "If-None-Match"):
            return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": found["Cache-Control"]})
        return found

    @property
    def account(self) -> Account:
        """Who asks."""
        account = self.request.user
        assert isinstance(account, Account)
        return account

    def throttled(self, request: Request, wait: float | None) -> NoReturn:
        """Say how long to wait."""
        raise Throttled(wait, "Too many requests: this account may make no more of them in this minute.")
