"""Reads of the people app, and access to its rows."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hmac import compare_digest

from django.db.models import Case, Prefetch, Q, QuerySet, When
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from assessment.people.models import Account, Event, Invitation, Member, Role
from assessment.people.selectors.access import Access, Permission, Visitor

EVENTS_SHOWN = 25
# Begins of verbs that tell whom organizers wrote to, invited or relieved, and why.
# What is told of candidate questions and of people: not to adjudicators.
FOR_ORGANIZERS = (
    *("assignment:", "candidate:", "invitation:", "member:", "message:", "people:", "registration:"),
)


def access_site(visitor: Visitor) -> Account:
    """Site admins only; others get a 404."""
    if not isinstance(visitor, Account) or not visitor.is_superuser:
        raise Http404
    return visitor


def access_creator(visitor: Visitor) -> Account:
    """Those who may make campaigns and bring collections: site admins, and whom they let; others get a 404."""
    if not isinstance(visitor, Account) or not visitor.creates:
        raise Http404
    return visitor


def access_member(members: QuerySet[Member], pk: int) -> Member:
    """A member among those that the caller may manage."""
    member = members.select_related("account", "campaign").filter(pk=pk).first()
    if member is None:
        raise Http404
    return member


def link_token(seed: str) -> str:
    """The secret part of an invitation's link: nobody without the site's secret key can make it of the seed."""
    digest = salted_hmac("assessment.people.invitation", seed, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def invitation_path(invitation: Invitation) -> str:
    """The path of the link of an open invitation; "" where it is over, or was made with another secret key."""
    token = link_token(invitation.link_seed)
    is_its_own = compare_digest(hash_token(token), invitation.token_hash)
    return reverse("people:invitation", args=[token]) if invitation.is_open and is_its_own else ""


def hash_token(token: str) -> str:
    """What is stored of an invitation's link."""
    return hashlib.sha256(token.encode()).hexdigest()


def access_invitation(token: str) -> Invitation:
    """An invitation by the token of its link."""
    invitation = (
        Invitation.objects.select_related("campaign", "invited_by")
        .filter(token_hash=hash_token(token))
        .first()
    )
    if invitation is None:
        raise Http404
    return invitation


def members_of(campaign_id: int) -> QuerySet[Member]:
    """Everybody in a campaign with roles, by name."""
    roles = Prefetch("roles", Role.objects.order_by("role"))
    return (
        Member.objects.filter(campaign_id=campaign_id)
        .select_related("account")
        .prefetch_related(roles, "teams")
        .order_by("name", "pk")
    )


def open_invitations(campaign_id: int) -> QuerySet[Invitation]:
    """Invitations that can still be accepted, newest first."""
    waiting = Invitation.objects.filter(accepted_at__isnull=True, expires_at__gt=timezone.now())
    return waiting.filter(campaign_id=campaign_id).order_by("-made_at", "-pk")


def invitations_of(campaign_id: int) -> QuerySet[Invitation]:
    """All invitations to a campaign: those that can still be accepted first, each part newest first."""
    rows = Invitation.objects.filter(campaign_id=campaign_id).select_related("accepted_by", "invited_by")
    is_over = Case(When(accepted_at__isnull=True, withdrawn_at__isnull=True, then=0), default=1)
    return rows.prefetch_related("teams").order_by(is_over, "-made_at", "-pk")


def expired_invitations(campaign_id: int) -> QuerySet[Invitation]:
    """Invitations that ran out before anybody accepted or withdrew them."""
    waiting = Invitation.objects.filter(campaign_id=campaign_id, accepted_at__isnull=True)
    return waiting.filter(withdrawn_at__isnull=True, expires_at__lte=timezone.now()).order_by(
        "-made_at", "-pk"
    )


def access_campaign_invitation(campaign_id: int, pk: int) -> Invitation:
    """An invitation to a campaign, whatever became of it."""
    return get_object_or_404(Invitation.objects.select_related("campaign"), campaign_id=campaign_id, pk=pk)


def accounts(part: str = "") -> QuerySet[Account]:
    """All accounts, by name; with `part` those that have it in their name, person or address."""
    fields = ("username", "display_name", "email")
    having = Q(*((f"{field}__icontains", part) for field in fields), _connector=Q.OR) if part else Q()
    return Account.objects.filter(having).order_by("username", "pk")


def accounts_for_reset(name_or_mail: str) -> Iterable[Account]:
    """Open accounts that a password link may be mailed to."""
    by_name = Account.objects.filter(username=name_or_mail, is_active=True)
    by_mail = Account.objects.filter(email__iexact=name_or_mail, is_active=True)
    return [account for account in (by_name | by_mail).order_by("pk") if account.email]


def events_of(campaign_id: int | None, access: Access | None = None) -> QuerySet[Event]:
    """Recent activity, newest first; with `access` only what concerns somebody who may see that much."""
    events = Event.objects.select_related("account").order_by("-id")
    events = (
        events.select_related("campaign") if campaign_id is None else events.filter(campaign_id=campaign_id)
    )
    if access and not access.may(Permission.MANAGE_PEOPLE):
        hidden = [("verb__startswith", what) for what in FOR_ORGANIZERS]
        events = events.exclude(Q(*hidden, _connector=Q.OR))
    return events[:EVENTS_SHOWN]
