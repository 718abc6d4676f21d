"""Who is the primary assessor of a question: whose classes and nuggets are the question's."""

from django.db.models import OuterRef, QuerySet

from assessment.judging.models import Assignment
from scoring.stages import LISTING


def is_primary(assignment: Assignment | None) -> bool:
    """Whether an assignment is the primary assessor's; a question's only assessor is its primary."""
    if assignment is None:
        return True
    if assignment.primary:
        return True
    others = Assignment.objects.counting().judging().filter(question=assignment.question_id)
    return assignment.judges and not others.exclude(pk=assignment.pk).exists()


def may_write_nuggets(assignment: Assignment) -> bool:
    """Whether the nugget list is this assessor's to write: the primary's; anybody's who judges where there is none."""
    if not assignment.work.does(LISTING):
        return False
    if assignment.primary and assignment.handed_over_at is None:
        return True
    if not assignment.judges:
        return False
    if assignment.has_other_primary is not None:
        return not assignment.has_other_primary
    return not other_primaries(assignment.question_id, assignment.pk).exists()


def other_primaries(question: int | OuterRef, assignment: int | OuterRef) -> QuerySet[Assignment]:
    """The primary assessor's assignment of a question, where that is not the given one."""
    primary = Assignment.objects.counting().filter(question=question, primary=True)
    return primary.exclude(pk=assignment)
