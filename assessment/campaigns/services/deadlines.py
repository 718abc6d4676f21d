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
from assessment.shared.say import say, say_n
from assessment.shared.seen import refuse_changed


def set_or_move_deadline(
    *,
    campaign: Campaign,
    deadline: ZonedDatetime | None,
    reason: str,
    by: Account | None,
    team_name: str = "",
    seen: str | None = None,
    past: bool = True,
) -> Campaign | DeadlineChange:
    """Set the first deadline of all teams, or move theirs or that of one team, for a reason; see both below."""
    if not team_name and is_deadline_free(campaign, moved=campaign.deadline_changes.exists()):
        return set_deadline(campaign=campaign, deadline=deadline, by=by, seen=seen, past=past)
    return move_deadline(
        campaign=campaign,
        deadline=deadline,
        reason=reason,
        by=by,
        team_name=team_name,
        seen=seen,
        past=past,
    )


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
            say("Teams already know this deadline. It was not changed."),
            "deadline_known",
            say("Move it, and give a reason."),
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
    last = newest.team_name if newest else ""
    refuse_changed(
        seen=seen,
        state=state_of(campaign) if seen else None,
        what=say("the deadlines"),
        now=_as_moved(campaign.deadline_text, campaign.deadline_changes.count(), last),
        wanted=format_datetime(*deadline) if deadline else say("none"),
    )


def _as_moved(deadline: str, moves: int, last: str) -> str:
    """The deadline of all teams, how many moves there were, and whose the last was."""
    if not last:
        return say_n(
            "{deadline} for all teams; {n} move",
            "{deadline} for all teams; {n} moves",
            moves,
            deadline=deadline,
        )
    return say_n(
        "{deadline} for all teams; {n} move, of {team} last",
        "{deadline} for all teams; {n} moves, of {team} last",
        moves,
        deadline=deadline,
        team=last,
    )


def _refuse_past(deadline: ZonedDatetime | None) -> None:
    """Ask whether a deadline that has passed is meant."""
    if deadline and deadline.at <= timezone.now():
        raise Refused(
            say(
                "The deadline {deadline} has passed; nobody could submit. Nothing was changed.",
                deadline=format_datetime(*deadline),
            ),
            "deadline_past",
            say("Choose a later one, or confirm that this is what you want (--past on the command line)."),
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
            say("No team has a deadline. Nothing was changed."),
            "no_deadline",
            say("Set one for all teams first."),
        )
    if deadline is None or deadline.at < usual:
        time = format_datetime(usual, campaign.deadline_zone)
        raise Refused(
            say("The deadline of all teams is {time}. Nothing was changed.", time=time)
            if usual == deadlines.hard
            else say(
                "The deadline of the team, by its first download, is {time}. Nothing was changed.", time=time
            ),
            "deadline_too_early",
            say("Give the team this date or a later one."),
        )
