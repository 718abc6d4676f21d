"""The one place that makes the links of invitations, anew or in place of former ones.

No link is stored: a hash, to know it by, and a seed, of which the site makes it again with its secret key to mail it.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.people.models import Account, Invitation
from assessment.people.selectors.accounts import hash_token, invitation_path, link_token
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

INVITATION_DAYS = 14


class Link(NamedTuple):
    """An invitation with the path of its link, which nobody can read again later."""

    invitation: Invitation
    path: str


def new_invitation(
    *,
    campaign: "Campaign | None",
    name: str,
    roles: Sequence[str],
    by: Account | None,
    email: str = "",
    languages: Sequence[str] = (),
) -> Link:
    """An invitation that is not stored yet, with its link."""
    invitation = Invitation(
        campaign=campaign,
        name=name,
        email=email,
        roles=list(roles),
        languages=list(languages),
        invited_by=by,
    )
    return _linked(invitation)


@transaction.atomic
def renew_invitations(
    *, campaign: "Campaign", invitations: Iterable[Invitation], by: Account | None
) -> list[Link]:
    """Give invitations that nobody accepted new links and their full time again; the former links end."""
    wanted = [invitation.pk for invitation in invitations]
    rows = list(
        Invitation.objects.select_for_update().filter(campaign=campaign, pk__in=wanted).order_by("pk")
    )
    if over := [row.name for row in rows if row.accepted_at or row.withdrawn_at]:
        raise Refused(
            say(
                "The invitation for {names} was accepted or withdrawn. Nothing was changed.",
                names=", ".join(over),
            ),
            "invitation_over",
            say("Invite the person again."),
        )
    links = [_linked(row) for row in rows]
    Invitation.objects.bulk_update(rows, ["token_hash", "link_seed", "expires_at"])
    if rows:
        names = [row.name for row in rows]
        subject = names[0] if len(names) == 1 else f"{len(names):,} people"
        record_event(
            by=by,
            campaign=campaign,
            verb="invitation:renewed",
            subject=subject,
            names=names,
            invitations=[row.pk for row in rows],
        )
    return links


def _linked(row: Invitation) -> Link:
    """The invitation with a new link and its full time; nothing is stored yet."""
    row.link_seed = secrets.token_urlsafe(24)
    row.token_hash = hash_token(link_token(row.link_seed))
    row.expires_at = timezone.now() + timedelta(days=INVITATION_DAYS)
    return Link(row, invitation_path(row))
