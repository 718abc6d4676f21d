"""The schedule of a campaign as a calendar."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from assessment.campaigns.models import Campaign, DateKind, ScheduledDate
from assessment.campaigns.selectors.schedule import Line, dates_of, schedule_for
from assessment.people.selectors.access import Access
from assessment.shared.calendar import CalendarEvent, calendar
from assessment.shared.say import say


def calendar_of(access: Access) -> bytes:
    """The dates that somebody sees, and as cancelled those that were taken off."""
    campaign = access.campaign
    lines = schedule_for(access).lines
    off = dates_of(campaign).filter(at=None).prefetch_related("changes")
    events = [_event(campaign, line) for line in lines]
    return calendar(campaign.title, [*events, *(one for row in off for one in _cancelled(campaign, row))])


def _event(campaign: Campaign, line: Line) -> CalendarEvent:
    return CalendarEvent(
        _uid(campaign, line.kind, line.team),
        line.at,
        line.changed_at,
        line.sequence,
        f"{campaign.title}: {line.title}",
        "\n".join([line.text, *(say("Moved: {reason}", reason=move.reason) for move in line.moves)]),
        f"{settings.SITE_URL}{reverse('campaigns:schedule', args=[campaign.slug])}",
    )


def _cancelled(campaign: Campaign, row: ScheduledDate) -> Iterator[CalendarEvent]:
    """A date that was taken off, at the last moment that it had; none where it was never more than a draft's."""
    former = [change for change in row.changes.all() if change.before]
    if former:
        newest = max(former, key=lambda change: change.pk)
        assert newest.before is not None
        title = f"{campaign.title}: {DateKind(row.kind).label}"
        uid = _uid(campaign, DateKind(row.kind))
        yield CalendarEvent(
            uid, newest.before, row.set_at, row.sequence, title, newest.reason, cancelled=True
        )


def _uid(campaign: Campaign, kind: DateKind, team: str = "") -> str:
    """What names a date in every calendar: it stays as the date moves, and no other site's is the same."""
    host = urlsplit(settings.SITE_URL).hostname or "assize"
    pk = f"-{campaign.teams.get(name=team).pk}" if team else ""
    return f"{kind.value}-{campaign.pk}{pk}@{host}"
