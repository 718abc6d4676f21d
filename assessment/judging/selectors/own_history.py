"""What an assessor said before: of one answer, and on one day. Never anybody else's word."""

from datetime import datetime, time
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils import timezone

from assessment.judging.models import Assignment, Change, ChangeKind, Judgment
from assessment.people.models import Account, RoleName
from assessment.submissions.models import in_pool

ROWS_A_PAGE = 100


class Saying(NamedTuple):
    """One change of what an assessor said of an answer."""

    made_at: datetime
    grade: str
    note: str
    later: bool
    by_undo: bool
    by_import: bool


def item_history(assignment: Assignment, item: int) -> list[Saying]:
    """The changes of one answer by this assessor, the newest first (one query)."""
    made = Change.objects.of_one(assignment.question, assignment, ChangeKind.GRADE).filter(item=item)
    return [_saying(change, str(item)) for change in made.order_by("-pk")]


def _saying(change: Change, item: str) -> Saying:
    after: dict[str, Any] = change.after.get("judgments", {}).get(item, {})
    grade, note, later = (after.get(name, "") for name in ("grade", "note", "later"))
    return Saying(change.made_at, grade, note, bool(later), change.is_undo, change.source_id is not None)


def judged_today(account: Account, number: str | None) -> "Page[Judgment]":
    """The account's own judgments of this day as they are now, the newest first, in the campaigns where they judge."""
    today = timezone.localdate()
    midnight = timezone.make_aware(datetime.combine(today, time.min))
    own = Judgment.objects.filter(
        in_pool("item"),
        member__account=account,
        member__roles__role=RoleName.ASSESSOR,
        assignment__handed_over_at=None,
        assignment__question__campaign__deleting=None,
        judged_at__gte=midnight,
    )
    related = own.select_related("item", "assignment__question__campaign")
    return Paginator(related.order_by("-judged_at", "-pk"), ROWS_A_PAGE).get_page(number)
