"""Giving items one by one to those who judge only some of a question, and their counters with them."""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import Exists, OuterRef
from django.utils import timezone

from assessment.campaigns.models import FileImport
from assessment.judging.models import AssignedItem, Assignment, Judgment
from assessment.judging.services.counters import refresh_work
from assessment.people.models import Account
from assessment.people.services.events import record_event
from scoring.evaluations import OF_SOME


def give_items(pairs: Iterable[tuple[int, int]], *, of_file: bool = False) -> None:
    """Give items (the second of each pair) to be judged in locked assignments (the first); what is there stays."""
    given = [
        AssignedItem(assignment_id=assignment, item_id=item, of_file=of_file) for assignment, item in pairs
    ]
    AssignedItem.objects.bulk_create(given, ignore_conflicts=True)
    refresh_work(Assignment.objects.filter(pk__in={one.assignment_id for one in given}))


def pass_items_on(takers: Mapping[int, int]) -> None:
    """Give whoever takes work over (assignment by the one that they take) the items of those whom they follow."""
    rows = AssignedItem.objects.filter(assignment__in=takers.keys()).order_by("pk")
    give_items((takers[before], item) for before, item in rows.values_list("assignment_id", "item_id"))


def give_judged(assignments: Collection[int]) -> None:
    """Count what was judged in some assignments of some items, by a file, among what was given."""
    there = AssignedItem.objects.filter(assignment=OuterRef("assignment"), item=OuterRef("item"))
    judged = Judgment.objects.filter(assignment__in=assignments).exclude(Exists(there)).exclude(grade="")
    pairs = judged.order_by("assignment_id", "item_id").values_list("assignment_id", "item_id")
    give_items(pairs, of_file=True)


def finish_given(assignments: Collection[int], source: FileImport, by: Account | None) -> None:
    """Finish those that an import made or let count again, where nothing else was asked: nobody opens these pages.

    What the organizer opened again stays open. Taken back, the import opens and sets aside what it so finished: it is
    their source.
    """
    asked = AssignedItem.objects.filter(assignment=OuterRef("pk"), of_file=False)
    rows = Assignment.objects.of_some().filter(pk__in=assignments, source=source, finished_at=None)
    for row in rows.exclude(Exists(asked)).select_related("question__campaign", "member").order_by("pk"):
        row.finished_at = timezone.now()
        row.save(update_fields=["finished_at"])
        record_event(
            by=by,
            campaign=row.question.campaign,
            verb="question:finished",
            subject=row.question.qid,
            assessor=row.member.name,
        )


def take_judged(assignments: Collection[int], items: Collection[int]) -> None:
    """Take away again what only a file gave, where what it said of some items was taken back."""
    said = Judgment.objects.filter(assignment=OuterRef("assignment"), item=OuterRef("item")).exclude(grade="")
    rows = AssignedItem.objects.filter(~Exists(said), of_file=True, assignment__in=assignments)
    gone = rows.filter(assignment__stage__in=OF_SOME, item__in=items)
    if left := set(gone.values_list("assignment_id", flat=True)):
        gone.delete()
        refresh_work(Assignment.objects.filter(pk__in=left))
