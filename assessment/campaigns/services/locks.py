"""What services of this app share."""

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say


def lock_campaign(campaign: Campaign) -> None:
    """Let the changes of one campaign wait for each other, and read it anew. Within a transaction only."""
    campaign.refresh_from_db(from_queryset=Campaign.objects.select_for_update())


def needed_reason(reason: str) -> str:
    """The reason without blanks around it; without one, a refusal."""
    if not reason.strip():
        raise Refused(
            say("A reason is needed. Nothing was changed."),
            "reason_missing",
            say("Say why; it is shown beside the change."),
        )
    return reason.strip()
