"""Assignments in which something was done."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from assessment.judging.models import Assignment, Change, PageAnnotation
from assessment.judging.selectors.marks import holds_marks, says_something


def begun(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Those that hold work, or were passed on."""
    own = {"assignment": OuterRef("pk")}
    return rows.filter(
        holds_marks()
        | Exists(Change.objects.filter(**own))
        | Exists(PageAnnotation.objects.filter(**own))
        | Q(notes_version__gt=0)
        | Q(finished_at__isnull=False)
        | Q(handed_over_at__isnull=False)
    )


def without_work(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Those in which nothing is left: nothing was ever said there, or all of it was taken back."""
    annotated = PageAnnotation.objects.filter(assignment=OuterRef("pk")).exclude(question="")
    own = rows.filter(notes_version=0, finished_at__isnull=True)
    return own.exclude(says_something() | Exists(annotated))
