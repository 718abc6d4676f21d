"""Who is signed in, and where: Django's sessions and accounts, read with two prepared statements, since every request asks."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from assessment.people.models import Account
from assessment.people.services.sessions import browser_of, note_browser
from documents.prepared import Prepared

FORMERLY = "django.contrib.auth.backends.ModelBackend"  # in sessions of versions before this


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def load(self) -> dict[str, Any]:
        """What the session holds; whoever signed in under an earlier version stays signed in."""
        held: dict[str, Any] = super().load()
        if held.get(BACKEND_SESSION_KEY) == FORMERLY:
            held[BACKEND_SESSION_KEY] = f"{__name__}.Accounts"
        return held

    def _get_session_from_db(self) -> Session | None:
        found = _session.first(key=self.session_key or "")
        if found and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


class Sessions(SessionMiddleware):
    """The session of each request. An answer takes the cookie back only where its own request ended the session.

    Django does so for any request with a session that is over. One that was on its way while somebody signed in again
    would sign them out with its late answer.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave a cookie alone that this request has not touched."""
        answered = super().process_response(request, response)
        if not request.session.modified:
            answered.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answered


class SignedIn(AuthenticationMiddleware):
    """The account of each request, with the browser that it comes from."""

    def process_request(self, request: HttpRequest) -> None:
        """Look the account up when it is asked for."""
        super().process_request(request)
        known = request.user
        request.user = cast(Account, SimpleLazyObject(lambda: _in_browser(request, known)))


def _in_browser(request: HttpRequest, known: Account | AnonymousUser) -> Account | AnonymousUser:
    if isinstance(known, Account):
        known.browser = browser_of(request.session)
        if not known.browser:  # signed in under an earlier version
            note_browser(
                account=known, session=request.session, user_agent=request.headers.get("User-Agent", "")
            )
    return known


class Accounts(ModelBackend):
    """Accounts with a password."""

    def get_user(self, user_id: int) -> Account | None:
        """The account of a session, unless it was closed."""
        found = _account.first(pk=int(user_id))
        return found if found and self.user_can_authenticate(found) else None


@Prepared
def _session(key: str) -> "QuerySet[Session]":
    return Session.objects.filter(session_key=key)


@Prepared
def _account(pk: int) -> "QuerySet[Account]":
    return Account.objects.filter(pk=pk)
