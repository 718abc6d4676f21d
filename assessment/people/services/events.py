"""The log of who did what when."""

from typing import TYPE_CHECKING, Any

from assessment.people.models import VERBS, Account, Event

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign


def record_event(
    *, by: Account | None, campaign: "Campaign | None", verb: str, subject: str = "", **data: Any
) -> Event:
    """Write one row of the event log, in the caller's transaction."""
    if verb not in VERBS:
        raise ValueError(f"{verb} is not a verb of the event log")
    return Event.objects.create(account=by, campaign=campaign, verb=verb, subject=subject[:200], data=data)
