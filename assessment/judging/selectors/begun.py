"""Assignments in which something was done: the one rule of what is begun."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Change, PageAnnotation
from assessment.judging.models.assignments import AssignmentQuerySet
from assessment.judging.selectors.marks import holds_marks
from scoring.tracks.linked import types_before


def holds_work() -> Q:
    """Whether anything was saved in an assignment, by its person or by a file; what was taken back counts too."""
    own = {"assignment": OuterRef("pk")}
    return (
        holds_marks()
        | Exists(Change.objects.filter(**own))
        | Exists(PageAnnotation.objects.filter(**own))
        | Q(notes_version__gt=0)
        | Q(finished_at__isnull=False)
    )


def begun_among(rows: Iterable[Assignment]) -> set[int]:
    """The keys of those of some assignments in which anything was saved (no query where there are none)."""
    if not (pks := [row.pk for row in rows]):
        return set()
    return set(Assignment.objects.filter(holds_work(), pk__in=pks).values_list("pk", flat=True))


def saying_begun(rows: AssignmentQuerySet, campaigns: Iterable[Campaign]) -> AssignmentQuerySet:
    """Assignments of some campaigns that say of themselves whether they are begun, where their questions come after others."""
    every = [campaign.track.question_types for campaign in campaigns]
    following = {name for types in every for name in types if types_before(types, name)}
    if not following:
        return rows
    return rows.annotate(with_work=Q(question__type__in=following) & holds_work())
