"""Sealing the days of the history that are over, one after the other; selectors/sealed_history says how they are hashed."""

from datetime import UTC, date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import Change, DaySeal, PartSeal
from assessment.judging.selectors.sealed_history import History, Progress, head_of, read_history
from assessment.people.models import Event

SEAL = "judging.seal"
GRACE = timedelta(hours=1)  # after midnight, UTC: whatever began on the day is stored by then
ONE_DAY = timedelta(days=1)


def seal_history(*, progress: Progress = lambda _: None, now: datetime | None = None) -> list[DaySeal]:
    """Seal every day that is over and was not sealed; those that were sealed now, oldest first. May be repeated."""
    last, until = DaySeal.objects.order_by("-day").first(), last_day(now)
    first = last.day + ONE_DAY if last else first_day()
    if first is None or first > until:
        return []
    change, event = (last.first_change, last.first_event) if last else (0, 0)
    found = read_history(until, change=change, event=event, progress=progress)
    made = []
    for number in range((until - first).days + 1):
        last = _sealed(first + number * ONE_DAY, last, found)
        if last is None:  # somebody else seals
            break
        made.append(last)
    return made


def is_due(now: datetime | None = None) -> bool:
    """Whether there is a day to seal; asked often, so it reads two rows at most."""
    sealed = DaySeal.objects.order_by("-day").values_list("day", flat=True).first()
    first = sealed + ONE_DAY if sealed else first_day()
    return first is not None and first <= last_day(now)


def seal_when_due() -> Job | None:
    """Ask for the job where a day is to be sealed."""
    return enqueue(kind=SEAL, by=None) if is_due() else None


def last_day(now: datetime | None = None) -> date:
    """The newest day that may be sealed."""
    return ((now or timezone.now()).astimezone(UTC) - GRACE).date() - ONE_DAY


def first_day() -> date | None:
    """The day on which the history begins; None where there is none."""
    event = Event.objects.order_by("pk").values_list("at", flat=True).first()
    change = Change.objects.order_by("pk").values_list("made_at", flat=True).first()
    days = [at.astimezone(UTC).date() for at in (event, change) if at]
    return min(days) if days else None


def _sealed(day: date, before: DaySeal | None, found: History) -> DaySeal | None:
    parts = found.days.get(day, {})
    try:
        with transaction.atomic():
            seal = DaySeal.objects.create(
                day=day,
                head=head_of(before.head if before else "", day, parts),
                first_change=found.first_changes.get(day, before.first_change if before else 0),
                first_event=found.first_events.get(day, before.first_event if before else 0),
            )
            PartSeal.objects.bulk_create(
                PartSeal(
                    seal=seal,
                    campaign_number=number,
                    changes=part.changes,
                    events=part.events,
                    rows_sha256=part.rows,
                    words_sha256=part.words,
                )
                for number, part in sorted(parts.items())
            )
    except IntegrityError:
        return None
    return seal
