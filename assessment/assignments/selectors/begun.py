"""Assignments in which something was done."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from assessment.judging.models import Assignment, Change, ChangeKind, PageAnnotation
from assessment.judging.selectors.begun import holds_work
from assessment.judging.selectors.marks import says_something


def begun(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Those that hold work, or were passed on."""
    return rows.filter(holds_work() | Q(handed_over_at__isnull=False))


def without_work(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Those in which nothing is left: nothing was ever said there, or all of it was taken back.

    Classes and nuggets that somebody wrote stay, though no mark holds them.
    """
    own = {"assignment": OuterRef("pk")}
    annotated = PageAnnotation.objects.filter(**own).exclude(question="")
    wrote = Change.objects.filter(kind=ChangeKind.PARTS, source=None, is_undo=False, undone=False, **own)
    found = rows.filter(notes_version=0, finished_at__isnull=True)
    return found.exclude(says_something() | Exists(annotated) | Exists(wrote))
