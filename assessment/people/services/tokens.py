"""Tokens of programs: made, used, revoked."""

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from assessment.people.models import Account, ApiToken, Role
from assessment.people.selectors.tokens import BEGINS, hash_of
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

PREFIX = "assize_"  # by which programs that look for secrets in files know one
USUAL_NAME = "API"
LONGEST_DAYS, USUAL_DAYS = 3_650, 90
USE_NOTED = timedelta(minutes=1)


class NewToken(NamedTuple):
    """A token as its row, and the letters themselves, which nobody can show again."""

    row: ApiToken
    token: str


@transaction.atomic
def make_token(
    *,
    account: Account,
    by: Account | None,
    name: str = USUAL_NAME,
    campaign: "Campaign | None" = None,
    role: str = "",
    writes: bool = True,
    days: int | None = None,
) -> NewToken:
    """Make a token for an account. One of the same name is revoked by it. `days` is how long it lasts; None: no end.

    Refused where the account has not the role that it is for.
    """
    _refuse_foreign_role(account, campaign, role)
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    _in_force(account).filter(name=name).update(revoked_at=timezone.now())
    token = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        account=account,
        name=name,
        token_hash=hash_of(token),
        begins=token[:BEGINS],
        campaign=campaign,
        role=role,
        writes=writes,
        expires_at=_end(days),
    )
    record_event(by=by, campaign=None, verb="account:token_made", subject=account.username, token=name)
    return NewToken(row, token)


@transaction.atomic
def revoke_token(*, token: ApiToken, by: Account | None) -> None:
    """Let a token work no longer, from this moment on. One that was revoked before stays as it is."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        account = token.account
        record_event(
            by=by, campaign=None, verb="account:token_revoked", subject=account.username, token=token.name
        )


@transaction.atomic
def revoke_tokens(*, account: Account, by: Account | None) -> int:
    """Revoke all tokens of an account; how many there were."""
    rows = list(_in_force(account).select_related("account"))
    for row in rows:
        revoke_token(token=row, by=by)
    return len(rows)


def token_named(account: Account, name: str) -> ApiToken:
    """The token in force of that name."""
    row = _in_force(account).filter(name=name).first()
    if row is None:
        raise Refused(
            f"{account.username} has no token “{name}” in force. Nothing was changed.",
            "token_unknown",
            f"List them: manage.py api_tokens {account.username}",
        )
    return row


def note_use(token: ApiToken) -> None:
    """Note that a token is used, once a minute at most."""
    now = timezone.now()
    if token.used_at is None or abs(now - token.used_at) >= USE_NOTED:  # either way: a clock may be set back
        lately = Q(used_at__gt=now - USE_NOTED, used_at__lt=now + USE_NOTED)
        ApiToken.objects.filter(Q(used_at=None) | ~lately, pk=token.pk).update(used_at=now)


def _in_force(account: Account) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(account=account, revoked_at=None)


def _end(days: int | None) -> datetime | None:
    if days is None:
        return None
    if not 1 <= days <= LONGEST_DAYS:
        raise Refused(
            say("A token cannot last {days} days. None was made.", days=days),
            "days_range",
            say("Give a number of days from 1 to {most}, or none.", most=LONGEST_DAYS),
        )
    return timezone.now() + timedelta(days=days)


def _refuse_foreign_role(account: Account, campaign: "Campaign | None", role: str) -> None:
    held = Role.objects.filter(member__account=account)
    held = held.filter(member__campaign=campaign) if campaign else held
    held = held.filter(role=role) if role else held
    if (campaign or role) and not held.exists():
        raise Refused(
            say("{account} has no such role, so no token was made.", account=account.username),
            "role_not_held",
            say("A token does what its person may do, or less. Choose a role that they have."),
        )
