"""Tokens of programs: who has which, and whose a token is."""

import hashlib
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from assessment.people.models import Account, ApiToken
from documents.prepared import Prepared

BEGINS = 12  # characters of a token that its list shows


def hash_of(token: str) -> str:
    """What is stored of a token: it is too long to be guessed, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def tokens_of(account: Account) -> QuerySet[ApiToken]:
    """All tokens of an account: those in force first, the newest of them on top."""
    rows = ApiToken.objects.filter(account=account).select_related("campaign")
    return rows.order_by(F("revoked_at").asc(nulls_first=True), "-made_at", "-pk")


def access_token(account: Account, pk: int) -> ApiToken:
    """A token of this very person."""
    row = ApiToken.objects.filter(account=account, pk=pk).first()
    if row is None:
        raise Http404
    return row


def valid_token(token: str) -> ApiToken | None:
    """The token in force that these letters are, with its account (one query); None where it is none, or is over."""
    return _in_force.first(token_hash=hash_of(token), now=timezone.now())


@Prepared
def _in_force(token_hash: str, now: datetime) -> "QuerySet[ApiToken]":
    in_time = Q(expires_at=None) | Q(expires_at__gt=now)
    rows = ApiToken.objects.filter(in_time, token_hash=token_hash, revoked_at=None)
    return rows.filter(account__is_active=True).select_related("account")


def holder_of(token: ApiToken) -> Account:
    """The person of a token, as far as it goes: one that narrows anything does nothing that no role gives.

    The account is that of one request alone, and is not stored.
    """
    account = token.account
    account.limits = token.limits
    if token.limits.narrows:
        account.is_superuser = account.is_staff = account.may_create = False
    return account
