"""What services of this app share."""

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say


def lock_campaign(campaign: Campaign) -> None:
    """Let the changes of one campaign wait for each other, and read it anew. Within a transaction only."""
    campaign.refresh_from_db(from_queryset=Campaign.objects.select_for_update(no_key=True))


def refuse_unfinished(campaign: Campaign, what: str) -> None:
    """Refuse work on pools of which a part is missing yet."""
    number = campaign.pool_rounds.filter(unfinished=True).values_list("number", flat=True).first()
    if number is not None:
        raise Refused(
            " ".join(
                [
                    say(
                        "The pools of {campaign} are being made: round {round} is not finished.",
                        campaign=campaign.slug,
                        round=str(number),
                    ),
                    what,
                ]
            ),
            "pooling_unfinished",
            say("Wait until it is. If it was interrupted, pool again: it continues where it stopped."),
        )


def needed_reason(reason: str) -> str:
    """The reason without blanks around it; without one, a refusal."""
    if not reason.strip():
        raise Refused(
            say("A reason is needed. Nothing was changed."),
            "reason_missing",
            say("Say why; it is shown beside the change."),
        )
    return reason.strip()
