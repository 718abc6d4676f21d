"""Who asks: the person of a token, as far as the token goes."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from assessment.people.models import Account, ApiToken
from assessment.people.selectors.tokens import holder_of, valid_token
from assessment.people.services.tokens import note_use
from assessment.shared.errors import Forbidden, SignedOut

SCHEMES = (b"token", b"bearer")


class TokenAuthentication(BaseAuthentication):
    """Reads `Authorization: Token …` or `Authorization: Bearer …`."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        """The account and its token; None where the request brings none. SignedOut where it does not work."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in SCHEMES:
            return None
        token = valid_token(words[1].decode(errors="replace")) if len(words) == 2 else None
        if token is None:
            raise SignedOut(
                "This token does not work: it was revoked, has expired or never was one.",
                "token_invalid",
                "Make a new one on your account page.",
            )
        note_use(token)
        return holder_of(token), token

    def authenticate_header(self, request: Request) -> str:
        """How to come back."""
        return "Token"


class MayWrite(BasePermission):
    """Refuses what changes something to tokens that only read."""

    def has_permission(self, request: Request, view: object) -> bool:
        """Whether the request goes on; Forbidden says why not."""
        if request.method in SAFE_METHODS or not isinstance(request.auth, ApiToken) or request.auth.writes:
            return True
        raise Forbidden(
            "This token only reads. Nothing was changed.",
            "token_reads_only",
            "Use a token that reads and writes.",
        )
