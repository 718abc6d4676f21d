"""The schedule of a campaign as people see it: every date with what became of it, and which comes next."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from assessment.campaigns.models import KINDS, Campaign, DateKind, ScheduledDate, State
from assessment.campaigns.models.dates import Kind
from assessment.campaigns.selectors.campaigns import access_campaign, deadlines_of, general_moves
from assessment.people.models import RoleName
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.datetimes import ZonedDatetime, format_datetime
from assessment.shared.say import say

BEFORE_CLOSING = frozenset({State.DRAFT, State.OPEN})


class Moved(NamedTuple):
    """A date that was moved: what it was, and why it is another."""

    before: datetime | None
    zone: str
    reason: str


class Line(NamedTuple):
    """One date of the schedule."""

    kind: DateKind
    at: datetime
    zone: str
    is_over: bool
    changed_at: datetime
    moves: Sequence[Moved] = ()
    missed: str = ""
    sequence: int = 0
    team: str = ""  # whose alone it is; empty: everybody's

    @property
    def title(self) -> str:
        """What happens then."""
        if self.team:
            return say("Runs of {team} are due", team=self.team)
        return str(self.kind.label)

    @property
    def declared(self) -> Kind:
        """What the site does then."""
        return KINDS[self.kind]

    @property
    def text(self) -> str:
        """The date in its own zone."""
        return format_datetime(self.at, self.zone)


class Schedule(NamedTuple):
    """The dates of a campaign in the order in which they come."""

    lines: Sequence[Line]
    now: datetime

    @property
    def next(self) -> Line | None:
        """The first date that is still to come."""
        return next((line for line in self.lines if not line.is_over and line.at > self.now), None)

    @property
    def next_is_due(self) -> bool:
        """Whether what comes next is that runs are due, which pages of runs count down to in any case."""
        return self.next is not None and self.next.kind == DateKind.RUNS_DUE

    @property
    def zone(self) -> str:
        """The zone of the next date."""
        return self.next.zone if self.next else "UTC"


def access_schedule(account: Visitor, slug: str) -> Access:
    """The campaign, for everybody who is in it: whoever may read its guidelines may know its dates."""
    return access_campaign(account, slug, Permission.SEE_GUIDELINES)


def schedule_for(access: Access, ends: Mapping[str, datetime | None] | None = None) -> Schedule:
    """The dates that somebody sees: everybody's, and of the own teams those at which their own time ends.

    `ends` are these by team, where they were read already.
    """
    campaign = access.campaign
    lines = [*_kept_here(campaign), *_runs_due(campaign), *_of_own_teams(access, ends)]
    if not access.may(Permission.SEE_BOARD):
        lines = [line._replace(missed="") for line in lines]
    return Schedule(sorted(lines, key=lambda line: (line.at, _place(line.kind), line.team)), timezone.now())


def _kept_here(campaign: Campaign) -> list[Line]:
    rows = dates_of(campaign).filter(at__isnull=False).prefetch_related("changes")
    return [_line(campaign, row) for row in rows]


def _line(campaign: Campaign, row: ScheduledDate) -> Line:
    assert row.at is not None
    kind = DateKind(row.kind)
    changes = sorted(row.changes.all(), key=lambda change: change.pk)
    moves = [Moved(change.before, change.before_zone, change.reason) for change in changes]
    is_over = bool(row.done_at) or has_come(campaign, kind)
    return Line(kind, row.at, row.zone, is_over, row.set_at, moves, row.why_missed, row.sequence)


def _runs_due(campaign: Campaign) -> list[Line]:
    if not campaign.deadline:
        return []
    at, zone = campaign.deadline, campaign.deadline_zone
    changes = general_moves(campaign.deadline_changes.order_by("pk"))
    moves = [Moved(change.before, zone, change.reason) for change in changes]
    is_over = at <= timezone.now() or campaign.state not in BEFORE_CLOSING
    return [Line(DateKind.RUNS_DUE, at, zone, is_over, *_changed(campaign, moves))]


def _changed(campaign: Campaign, moves: Sequence[Moved] = ()) -> tuple[datetime, Sequence[Moved], str, int]:
    """When a deadline last changed, its moves, and how often it, or that of a team, was set."""
    events = campaign.events.filter(verb__in=("deadline:set", "deadline:moved"))
    found = events.aggregate(last=Max("at"), count=Count("pk"))
    return found["last"] or campaign.created_at, moves, "", found["count"]


def _of_own_teams(access: Access, ends: Mapping[str, datetime | None] | None) -> list[Line]:
    campaign, lines = access.campaign, []
    for name, due in (_ends_of_own(access) if ends is None else ends).items():
        if due and due != campaign.deadline:
            is_over = due <= timezone.now() or campaign.state not in BEFORE_CLOSING
            zone = campaign.deadline_zone
            lines.append(Line(DateKind.RUNS_DUE, due, zone, is_over, *_changed(campaign), name))
    return lines


def _ends_of_own(access: Access) -> dict[str, datetime | None]:
    if access.member is None:
        return {}
    names = (
        access.campaign.teams.filter(members=access.member).order_by("name").values_list("name", flat=True)
    )
    return {name: deadlines_of(access.campaign, name).effective for name in names}


def dates_of(campaign: Campaign) -> "QuerySet[ScheduledDate]":
    """All rows of a campaign's schedule, those that were taken off too."""
    return ScheduledDate.objects.filter(campaign=campaign).order_by("at", "pk")


def current_dates(campaign: Campaign) -> dict[str, ZonedDatetime | None]:
    """Each kind of date, in the order of a campaign, and when it is; None where it has no date."""
    rows = {row.kind: row for row in dates_of(campaign)}
    found: dict[str, ZonedDatetime | None] = {}
    for kind in DateKind:
        row = rows.get(kind)
        found[kind.value] = ZonedDatetime(row.at, row.zone) if row and row.at else None
    if campaign.deadline:
        found[DateKind.RUNS_DUE.value] = ZonedDatetime(campaign.deadline, campaign.deadline_zone)
    return found


def has_come(campaign: Campaign, kind: str) -> bool:
    """Whether what a date brings is there already, by the site or by hand."""
    is_before = campaign.state in BEFORE_CLOSING
    match kind:
        case DateKind.REGISTRATION_FROM:
            return not is_before or campaign.registration != "closed"
        case DateKind.QUESTIONS_OUT:
            return campaign.state != State.DRAFT
        case DateKind.RESULTS_TO_TEAMS:
            return campaign.state == State.RELEASED
        case DateKind.RESULTS_PUBLIC:
            return campaign.state == State.RELEASED and _is_public(campaign)
        case _:
            return not is_before


def _is_public(campaign: Campaign) -> bool:
    return campaign.releases.filter(ended_at=None, public_at__isnull=False).exists()


def is_known(campaign: Campaign) -> bool:
    """Whether somebody who takes part may have seen the dates, so that each move takes a reason."""
    if campaign.state != State.DRAFT or campaign.registration != "closed":
        return True
    return campaign.members.filter(roles__role=RoleName.PARTICIPANT).exists()


def late_for(campaign: Campaign) -> datetime | None:
    """Until when the last team may submit; None where there is no deadline."""
    names = ["", *campaign.teams.values_list("name", flat=True)]
    return max(filter(None, (deadlines_of(campaign, name).effective for name in names)), default=None)


def out_of_order(dates: Mapping[str, ZonedDatetime | None], changed: Iterable[str]) -> tuple[str, str] | None:
    """The first kind among the dates that would come before one that it may not, with that one; among what is changed."""
    touched = set(changed)
    for kind, date in dates.items():
        for earlier in KINDS[kind].after:
            other = dates.get(earlier)
            if date and other and date.at < other.at and touched & {kind, earlier}:
                return kind, earlier
    return None


def state_of_dates(campaign: Campaign) -> list[object]:
    """What the page tells of a schedule: each date, and how often it was changed."""
    rows = dates_of(campaign).order_by("kind")
    return [campaign.deadline_text, *([row.kind, row.text, row.sequence, row.missed] for row in rows)]


def _place(kind: DateKind) -> int:
    return list(DateKind).index(kind)
