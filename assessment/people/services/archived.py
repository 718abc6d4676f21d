"""What is archived can be read, not changed: the one refusal, for events, jobs and the ledger."""

from typing import TYPE_CHECKING

from assessment.shared.errors import Refused
from assessment.shared.say import say

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

# What people have a right to is done in archived campaigns too, and what happens by itself is noted.
ALLOWED = frozenset(
    {
        "account:removed",
        "campaign:archived",
        "campaign:unarchived",
        "campaign:exported",
        "job:cancelled",
        "webhook:failing",
        "webhook:gone",
    }
)


def refuse_archived(campaign: "Campaign | None") -> None:
    """Refuse to change what belongs to an archived campaign, as it was read."""
    if campaign and campaign.archived_at:
        raise archived(campaign)


def refuse_archived_now(campaign: "Campaign | None") -> None:
    """The same for a campaign that was read some time ago."""
    if campaign:
        campaigns = type(campaign)._base_manager.filter(archived_at__isnull=False)
        refuse_archived(campaigns.filter(pk=campaign.pk).first())


def archived(campaign: "Campaign") -> Refused:
    """Why nothing of the campaign changes, and who can help; not by whom, which teams and assessors are not told."""
    message = say(
        "{campaign} was archived on {day}, so nothing of it can be changed.",
        campaign=campaign.title,
        day=f"{campaign.archived_at:%Y-%m-%d}",
    )
    return Refused(message, "archived", say("An organizer can un-archive it on its settings page."))
