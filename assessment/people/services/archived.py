"""What is archived can be read, not changed: the one refusal, for events, jobs and the ledger."""

from typing import TYPE_CHECKING

from assessment.shared.errors import Refused

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

ALLOWED = frozenset({"campaign:archived", "campaign:unarchived", "campaign:exported", "job:cancelled"})


def refuse_archived(campaign: "Campaign | None") -> None:
    """Refuse to change what belongs to an archived campaign, as it was read."""
    if campaign and campaign.archived_at:
        raise archived(campaign)


def refuse_archived_now(campaign: "Campaign | None") -> None:
    """The same for a campaign that was read some time ago."""
    if campaign:
        campaigns = type(campaign)._base_manager.filter(archived_at__isnull=False)
        refuse_archived(campaigns.select_related("archived_by").filter(pk=campaign.pk).first())


def archived(campaign: "Campaign") -> Refused:
    """Why nothing of the campaign changes, and who can help."""
    by = f" by {campaign.archived_by}" if campaign.archived_by else ""
    return Refused(
        f"{campaign.title} was archived on {campaign.archived_at:%Y-%m-%d}{by}, so nothing of it can be changed.",
        "archived",
        "An organizer can un-archive it on its settings page.",
    )
