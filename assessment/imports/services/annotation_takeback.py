"""Taking imported annotations back: an annotation that nobody changed since is empty again; what it said is in the history."""

from collections.abc import Iterable
from uuid import uuid4

from django.db.models import F, QuerySet

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Change, ChangeKind, PageAnnotation
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.parts.annotations import ANSWER, NAME, SECONDS, record_of
from assessment.people.models import Account
from assessment.shared.say import sentence
from documents.bulk import update_rows

_EMPTY = {name: getattr(PageAnnotation(), name) for name in (*ANSWER, *SECONDS)}


def take_back_part(
    campaign: Campaign,
    wanted: "QuerySet[PageAnnotation]",
    by: Account | None,
    tally: dict[str, int],
    number: int,
) -> None:
    """Take some annotations back within the caller's transaction, and count them."""
    lock_assignments(campaign)
    pks = list(wanted.order_by("pk").values_list("pk", flat=True)[:number])
    list(
        Assignment.objects.filter(pk__in=pks).select_for_update(no_key=True).order_by("pk").values_list("pk")
    )
    rows = list(wanted.filter(pk__in=pks).select_related("assignment").order_by("pk"))
    sources = _last_sources(rows)
    changed = {row.pk for row in rows if row.source_id != sources.get(row.pk)}
    emptied = [row for row in rows if row.pk not in changed]
    Change.objects.bulk_create(_taken_back(row, by) for row in emptied)
    gone = [row.pk for row in emptied]
    PageAnnotation.objects.filter(pk__in=gone).update(
        **_EMPTY, annotation_id="", source=None, version=F("version") + 1
    )
    PageAnnotation.objects.filter(pk__in=changed).update(source=None)
    for row in emptied:
        spent = sum(getattr(row, name) for name in SECONDS)
        row.assignment.seconds, row.assignment.finished_at = max(row.assignment.seconds - spent, 0), None
    update_rows([row.assignment for row in emptied], ["seconds", "finished_at"])
    refresh_work(Assignment.objects.filter(pk__in=gone))
    tally["back"] += len(emptied)
    tally["kept"] += len(changed)


def _last_sources(rows: Iterable[PageAnnotation]) -> dict[int, int | None]:
    """Which import, if any, each annotation is from by its newest change."""
    changes = Change.objects.filter(kind=ChangeKind.PARTS, assignment__in=[row.pk for row in rows])
    return dict(changes.order_by("pk").values_list("assignment_id", "source_id"))


def _taken_back(row: PageAnnotation, by: Account | None) -> Change:
    said = record_of(row)
    return Change(
        question_id=row.assignment.question_id,
        assignment_id=row.pk,
        kind=ChangeKind.PARTS,
        client_id=uuid4(),
        label=sentence("taking an import back"),
        before={NAME: {"": said}},
        after={NAME: {"": said | _EMPTY | {"version": row.version + 1}}},
        is_undo=True,
        made_by=by,
    )
