"""Counting what people work, in the transaction of each save."""

from datetime import date, datetime
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from assessment.judging.models import Assignment, WorkDay
from assessment.judging.services.parts.part import State
from assessment.people.models import Account
from documents.prepared import PreparedUpdate
from scoring.tracks.base import QuestionType

_OF_CELLS = {"cells", "texts", "removed"}  # parts that change which cells an answer has, and their labels


def count_work(assignment: Assignment, by: Account | None, seconds: int, judged: int) -> None:
    """Add a save to the person's day. What anybody else, a command or a file does is not their work."""
    if by is None or assignment.member.account_id != by.pk:
        return
    now = timezone.now()
    member = assignment.member_id
    if not _add(member=member, day=now.date(), seconds=seconds, judged=judged, now=now):
        # Of two windows that begin the day at the same moment one is not counted, which changes no forecast.
        first = WorkDay(member=assignment.member, day=now.date(), seconds=seconds, judged=judged, last_at=now)
        WorkDay.objects.bulk_create([first], ignore_conflicts=True)


@PreparedUpdate
def _add(
    member: int, day: date, seconds: int, judged: int, now: datetime
) -> "tuple[QuerySet[WorkDay], dict[str, Any]]":
    more = {"seconds": F("seconds") + seconds, "judged": F("judged") + judged, "last_at": now}
    return WorkDay.objects.filter(member=member, day=day), more


def counted_anew(assignment: Assignment, kind: QuestionType, before: State, after: State) -> int:
    """How many more there are of what counters are not told of but count anew: answers read or labelled, and votes."""
    if kind.cell_scale and _OF_CELLS & after.keys():
        return _more_of(assignment)
    name = "votes" if assignment.only_votes else "readings"
    was = before.get(name, {})
    return sum(bool(value) - bool(was.get(key)) for key, value in after.get(name, {}).items())


def _more_of(assignment: Assignment) -> int:
    """How much more the counter says than before the save, which is what the assignment at hand says."""
    before = assignment.judged
    assignment.refresh_from_db(fields=["judged"])
    return assignment.judged - before
