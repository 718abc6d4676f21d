"""Writes of deadlines. Once teams may have seen one, every move keeps both dates and a reason."""

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, DeadlineChange
from assessment.campaigns.selectors.campaigns import (
    Deadlines,
    deadlines_of,
    effective_deadline,
    is_deadline_free,
)
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.datetimes import ZonedDatetime, format_datetime
from assessment.shared.errors import Refused
from assessment.shared.seen import refuse_changed


@transaction.atomic
def set_deadline(
    *,
    campaign: Campaign,
    deadline: ZonedDatetime | None,
    by: Account | None,
    seen: str | None = None,
    past: bool = True,
) -> Campaign:
    """Set the first deadline, or any while the campaign is a draft. Without `past`, one that has passed is refused.

    `seen` is the mark of what the page showed (`state_of`); Conflict where somebody changed it meanwhile.
    """
    lock_campaign(campaign)
    if deadline == _current(campaign):
        return campaign
    _refuse_changed(campaign, deadline, seen)
    if not past:
        _refuse_past(deadline)
    if not is_deadline_free(campaign, moved=campaign.deadline_changes.exists()):
        raise Refused(
            "Teams already know this deadline. It was not changed.",
            "deadline_known",
            "Move it, and give a reason.",
        )
    _write(campaign, deadline)
    record_event(by=by, campaign=campaign, verb="deadline:set", subject=campaign.deadline_text)
    return campaign


@transaction.atomic
def move_deadline(
    *,
    campaign: Campaign,
    deadline: ZonedDatetime | None,
    reason: str,
    by: Account | None,
    team_name: str = "",
    seen: str | None = None,
    past: bool = True,
) -> DeadlineChange:
    """Move the deadline of all teams, or of one. No team's own deadline is earlier than everybody's.

    Without `past`, a deadline that has passed is refused.

    `seen` is the mark of what the page showed (`state_of`); Conflict where a deadline was moved meanwhile.
    """
    lock_campaign(campaign)
    _refuse_changed(campaign, deadline, seen)
    if not past:
        _refuse_past(deadline)
    reason, team_name = needed_reason(reason), team_name.strip()
    before = effective_deadline(campaign, team_name)
    if team_name:
        _check_own(campaign, deadline, deadlines_of(campaign, team_name))
    else:
        _write(campaign, deadline)
    change = DeadlineChange.objects.create(
        campaign=campaign,
        team_name=team_name,
        before=before,
        after=deadline.at if deadline else None,
        reason=reason,
        made_by=by,
    )
    deadline_text = format_datetime(*deadline) if deadline else "none"
    subject = f"{f'of {team_name} ' if team_name else ''}to {deadline_text}"
    record_event(by=by, campaign=campaign, verb="deadline:moved", subject=subject, reason=reason)
    return change


def state_of(campaign: Campaign) -> list[object]:
    """What the page tells of a campaign's deadlines: that of all teams, and how many moves there were."""
    return [campaign.deadline_text, campaign.deadline_changes.count()]


def _refuse_changed(campaign: Campaign, deadline: ZonedDatetime | None, seen: str | None) -> None:
    newest = campaign.deadline_changes.order_by("-pk").first() if seen else None
    last = f", of {newest.team_name} last" if newest and newest.team_name else ""
    refuse_changed(
        seen=seen,
        state=state_of(campaign) if seen else None,
        what="the deadlines",
        now=f"{campaign.deadline_text} for all teams; {campaign.deadline_changes.count()} moves{last}",
        wanted=format_datetime(*deadline) if deadline else "none",
    )


def _refuse_past(deadline: ZonedDatetime | None) -> None:
    """Ask whether a deadline that has passed is meant."""
    if deadline and deadline.at <= timezone.now():
        raise Refused(
            f"The deadline {format_datetime(*deadline)} has passed; nobody could submit. Nothing was changed.",
            "deadline_past",
            "Choose a later one, or confirm that this is what you want (--past on the command line).",
        )


def _current(campaign: Campaign) -> ZonedDatetime | None:
    return ZonedDatetime(campaign.deadline, campaign.deadline_zone) if campaign.deadline else None


def _write(campaign: Campaign, deadline: ZonedDatetime | None) -> None:
    campaign.deadline = deadline.at if deadline else None
    campaign.deadline_zone = deadline.zone if deadline else "UTC"
    campaign.save(update_fields=["deadline", "deadline_zone"])


def _check_own(campaign: Campaign, deadline: ZonedDatetime | None, deadlines: Deadlines) -> None:
    usual = deadlines.usual
    if usual is None:
        raise Refused(
            "No team has a deadline. Nothing was changed.", "no_deadline", "Set one for all teams first."
        )
    if deadline is None or deadline.at < usual:
        whose = "all teams" if usual == deadlines.hard else "the team, by its first download,"
        raise Refused(
            f"The deadline of {whose} is {format_datetime(usual, campaign.deadline_zone)}. Nothing was changed.",
            "deadline_too_early",
            "Give the team this date or a later one.",
        )
