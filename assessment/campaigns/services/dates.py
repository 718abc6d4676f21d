"""Writes of a campaign's schedule. Once people may have seen a date, every move keeps both and a reason."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from assessment.campaigns.models import Campaign, DateChange, DateKind, ScheduledDate
from assessment.campaigns.selectors.schedule import (
    current_dates,
    has_come,
    is_known,
    out_of_order,
    state_of_dates,
)
from assessment.campaigns.services.deadlines import set_or_move_deadline
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.datetimes import ZonedDatetime, format_datetime
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.shared.seen import refuse_changed

Dates = Mapping[str, ZonedDatetime | None]


@transaction.atomic
def set_dates(
    *,
    campaign: Campaign,
    wanted: Dates,
    by: Account | None,
    reason: str = "",
    seen: str | None = None,
    past: bool = False,
) -> list[DateKind]:
    """Set, move or take off dates of a campaign, all that are given or none; the kinds that changed.

    Without `past`, a date that has passed is refused: the site would keep it at once. `seen` is the mark of what the
    page showed (`state_of_dates`); Conflict where somebody changed it meanwhile. When runs are due is the campaign's
    deadline, which is set or moved as everywhere else.
    """
    lock_campaign(campaign)
    now = current_dates(campaign)
    changed: dict[str, ZonedDatetime | None] = {
        kind: date for kind, date in wanted.items() if date != now[kind]
    }
    refuse_changed(
        seen=seen,
        state=state_of_dates(campaign) if seen else None,
        what=say("the schedule"),
        now=in_words({kind: now[kind] for kind in changed}),
        wanted=in_words(changed),
    )
    if not changed:
        return []
    _refuse_order({**now, **changed}, changed)
    if not past:
        _refuse_past(changed)
    for kind, date in changed.items():
        if kind == DateKind.RUNS_DUE:
            set_or_move_deadline(campaign=campaign, deadline=date, reason=reason, by=by, past=past)
        else:
            _set(campaign, DateKind(kind), date, reason, by)
    return [DateKind(kind) for kind in changed]


def in_words(dates: Dates) -> str:
    """Some dates, each with its name."""
    return "; ".join(
        f"{DateKind(kind).label}: {format_datetime(*date) if date else say('none')}"
        for kind, date in dates.items()
    )


def title_for_log(kind: str) -> str:
    """The name of a kind as it is stored for everybody."""
    with override("en"):
        return str(DateKind(kind).label)


def _set(
    campaign: Campaign, kind: DateKind, date: ZonedDatetime | None, reason: str, by: Account | None
) -> None:
    row = ScheduledDate.objects.filter(campaign=campaign, kind=kind).first()
    if row is None:
        row = ScheduledDate(campaign=campaign, kind=kind)
    elif row.done_at and has_come(campaign, kind):
        raise Refused(
            say("{title}: this has happened, so its date stays. Nothing was changed.", title=kind.label),
            "date_kept",
            say("Take back by hand what happened on it first."),
        )
    is_move = row.pk is not None and is_known(campaign)
    reason = needed_reason(reason) if is_move else ""
    before = ZonedDatetime(row.at, row.zone) if row.at else None
    _write(row, date)
    subject = f"{title_for_log(kind)}: {row.text}"
    if not is_move:
        record_event(by=by, campaign=campaign, verb="date:set", subject=subject)
        return
    change = _keep_both(row, before, reason, by)
    record_event(
        by=by, campaign=campaign, verb="date:moved", subject=subject, reason=reason, change=change.pk
    )


def _keep_both(
    row: ScheduledDate, before: ZonedDatetime | None, reason: str, by: Account | None
) -> DateChange:
    return DateChange.objects.create(
        date=row,
        before=before.at if before else None,
        before_zone=before.zone if before else "UTC",
        after=row.at,
        reason=reason,
        made_by=by,
    )


def _write(row: ScheduledDate, date: ZonedDatetime | None) -> None:
    row.sequence += 1 if row.pk else 0
    row.at, row.set_at = (date.at if date else None), timezone.now()
    row.zone = date.zone if date else row.zone
    row.done_at, row.missed, row.missed_words = None, "", {}
    row.save()


def _refuse_order(dates: Dates, changed: Dates) -> None:
    if found := out_of_order(dates, changed):
        kind, earlier = (DateKind(one) for one in found)
        raise Refused(
            say(
                "“{kind}” would be earlier than “{earlier}”. Nothing was changed.",
                kind=kind.label,
                earlier=earlier.label,
            ),
            "date_order",
            say("Correct one of the two."),
        )


def _refuse_past(dates: Dates) -> None:
    """Ask whether dates that have passed are meant."""
    now: datetime = timezone.now()
    passed = {kind: date for kind, date in dates.items() if date and date.at <= now}
    if passed:
        raise Refused(
            say(
                "This has passed, so the site would act within a minute: {dates}. Nothing was changed.",
                dates=in_words(passed),
            ),
            "date_past",
            say("Choose a later one, or confirm that this is what you want (--past on the command line)."),
        )
