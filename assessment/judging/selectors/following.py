"""Which question an assessor goes on to when one is finished."""

from assessment.campaigns.models import State
from assessment.judging.models import Assignment
from assessment.judging.selectors.work import OPEN_STATES, duties_of


def following(assignment: Assignment) -> Assignment | None:
    """The next open question of the same series, else of the campaign; None where all is done.

    Each time those that come after it stand first, then those before. One query, and another where types of question
    come after each other; what waits for this question alone is open to whoever goes on.
    """
    question = assignment.question
    if question.campaign.state == State.RELEASED:
        return None
    mine = Assignment.objects.filter(member=assignment.member_id, question__campaign=question.campaign_id)
    rows = mine.of_people().exclude(pk=assignment.pk)
    related = rows.select_related("question__campaign", "question__series", "question__pool", "annotation")
    open_rows = [duty.assignment for duty in duties_of(related, assignment) if duty.state in OPEN_STATES]

    def place(row: Assignment) -> tuple[bool, bool, int, int]:
        other = row.question
        in_series = question.series_id is not None and other.series_id == question.series_id
        return not in_series, other.position < question.position, other.position, row.pk

    found = min(open_rows, key=place, default=None)
    if found:
        found.member = assignment.member
    return found
