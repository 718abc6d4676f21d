"""Keeping the dates of campaigns: what has come is done once, and what cannot be done is said.

Each act is done in the transaction that marks its date as kept, under the lock of the campaign, so that of two
processes one does it, and a date that was moved meanwhile is not kept. A date that could not be kept is never tried
again by itself: circumstances would decide when, and nobody would expect it then. Somebody acts by hand or gives a
new date.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import override

from assessment.campaigns.models import Campaign, DateKind, ScheduledDate, State
from assessment.campaigns.selectors.schedule import BEFORE_CLOSING, has_come, late_for
from assessment.campaigns.services.campaigns import change_state, edit_settings
from assessment.campaigns.services.dates import title_for_log
from assessment.campaigns.services.locks import lock_campaign
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.outages import outage_of
from scoring.say import Made, heard, made_of, say_n, sentence

logger = logging.getLogger(__name__)
KEEP = "campaigns.dates"
SOME_REASONS = 5  # against a release, that a mail names
ERROR = sentence("An error of the site came in between; its log has more.")
ARCHIVED = sentence("The campaign was archived then.")
Act = Callable[[ScheduledDate], None]


class NotDueError(Exception):
    """Somebody moved the date, or another process kept it."""


_acts: dict[str, Act] = {}


def keeps(kind: DateKind, act: Act) -> None:
    """Have a date of a kind kept by an act, for apps up the street. It does its work within `on_date`."""
    _acts[kind.value] = act


def request_due() -> None:
    """Have the dates kept that have come: a job for each campaign that has some."""
    _put_by_archived()
    campaigns = Campaign.visible.filter(pk__in=_due().values("campaign")).order_by("pk")
    for campaign in campaigns:
        if any(not _waits(row) for row in _due().filter(campaign=campaign).select_related("campaign")):
            enqueue(kind=KEEP, by=None, campaign=campaign)


def keep_dates(campaign: Campaign) -> str:
    """Keep what has come of a campaign's dates, in their order; what was done, in words."""
    rows = _due().filter(campaign=campaign).select_related("campaign")
    outcomes = [keep(row) for row in rows if not _waits(row)]
    kept = say_n("Kept {n} date.", "Kept {n} dates.", outcomes.count(True))
    if missed := outcomes.count(False):
        left = say_n("{n} could not be kept.", "{n} could not be kept.", missed)
        return f"{kept} {left}"
    return kept


def keep(row: ScheduledDate) -> bool | None:
    """Do what a date asks for. False where it cannot be done, which is noted; None where it is not due any more."""
    try:
        with override("en"), heard() as words:
            if has_come(Campaign.objects.get(pk=row.campaign_id), row.kind):
                _note_kept(row)
            else:
                _acts[row.kind](row)
    except NotDueError:
        return None
    except Conflict:
        logger.info("The campaign of date %s changes all the time; it is kept later", row.pk)
        return None
    except Refused as error:
        return _miss(row, error.sentences(SOME_REASONS), words)
    except Exception as error:
        if outage_of(error):
            raise
        logger.exception("Date %s was not kept", row.pk)
        return _miss(row, [ERROR], words)
    return True


@contextmanager
def on_date(row: ScheduledDate) -> Iterator[Campaign]:
    """Do something because a date has come: all of it and the mark on the date, or nothing. Raises NotDueError."""
    with transaction.atomic():
        campaign = _locked(row)
        yield campaign
        ScheduledDate.objects.filter(pk=row.pk).update(done_at=timezone.now())
        record_event(by=None, campaign=campaign, verb="date:kept", subject=title_for_log(row.kind))


def _note_kept(row: ScheduledDate) -> None:
    """Somebody did by hand what the date brings."""
    with transaction.atomic():
        _locked(row)
        ScheduledDate.objects.filter(pk=row.pk).update(done_at=timezone.now())


def _miss(row: ScheduledDate, why: list[str], words: Mapping[str, Made]) -> bool | None:
    """Note why a date could not be kept; None where somebody moved it meanwhile."""
    try:
        with transaction.atomic():
            campaign = _locked(row)
            ScheduledDate.objects.filter(pk=row.pk).update(
                missed="\n".join(why), missed_words=made_of(why, words)
            )
            title = title_for_log(row.kind)
            record_event(
                by=None,
                campaign=campaign,
                verb="date:missed",
                subject=title,
                reason=" ".join(why),
                kind=row.kind,
            )
    except NotDueError:
        return None
    return False


def _locked(row: ScheduledDate) -> Campaign:
    """The campaign under its lock, where the date is still due. NotDueError where it was moved, kept or missed."""
    campaign = Campaign.visible.filter(pk=row.campaign_id).first()
    if campaign is None:
        raise NotDueError
    lock_campaign(campaign)
    if not _due().filter(pk=row.pk).exists():
        raise NotDueError
    return campaign


def _due() -> "QuerySet[ScheduledDate]":
    rows = ScheduledDate.objects.filter(at__lte=timezone.now(), done_at__isnull=True, missed="")
    return rows.filter(campaign__archived_at__isnull=True).order_by("at", "pk")


def _put_by_archived() -> None:
    """Dates of archived campaigns pass; un-archived one day, they do not suddenly open or release something."""
    rows = ScheduledDate.objects.filter(at__lte=timezone.now(), done_at__isnull=True, missed="")
    passed = list(rows.filter(campaign__archived_at__isnull=False).values_list("pk", flat=True))
    if passed:
        rows.filter(pk__in=passed).update(missed=ARCHIVED)


def _waits(row: ScheduledDate) -> bool:
    """Whether it is the date on which the campaign closes, and that has to wait."""
    return row.kind == DateKind.CLOSES and _has_time_left(row.campaign)


def _has_time_left(campaign: Campaign) -> bool:
    """Whether some team may still submit."""
    last = late_for(campaign) if campaign.state == State.OPEN else None
    return last is not None and last > timezone.now()


def _open_registration(row: ScheduledDate) -> None:
    with on_date(row) as campaign:
        edit_settings(campaign=campaign, by=None, settings={"registration": "approval"})


def _end_registration(row: ScheduledDate) -> None:
    with on_date(row) as campaign:
        if campaign.registration != "closed" and campaign.state in BEFORE_CLOSING:
            edit_settings(campaign=campaign, by=None, settings={"registration": "closed"})


def _give_out(row: ScheduledDate) -> None:
    with on_date(row) as campaign:
        if campaign.state == State.DRAFT:
            change_state(campaign=campaign, to=State.OPEN, by=None)


def _close(row: ScheduledDate) -> None:
    with on_date(row) as campaign:
        if _has_time_left(campaign):
            raise NotDueError
        change_state(campaign=campaign, to=State.CLOSED, by=None)


keeps(DateKind.REGISTRATION_FROM, _open_registration)
keeps(DateKind.REGISTRATION_TO, _end_registration)
keeps(DateKind.QUESTIONS_OUT, _give_out)
keeps(DateKind.CLOSES, _close)
