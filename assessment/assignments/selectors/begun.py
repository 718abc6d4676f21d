"""Assignments in which something was done."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from assessment.judging.models import Assignment, Change, PageAnnotation
from assessment.judging.selectors.marks import holds_marks


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
