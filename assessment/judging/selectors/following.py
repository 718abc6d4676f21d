"""Which question an assessor goes on to when one is finished."""

from assessment.campaigns.models import State
from assessment.judging.models import Assignment
from assessment.judging.selectors.work import OPEN_STATES, Duty


def following(assignment: Assignment) -> Assignment | None:
    """The next open question of the same series, else of the campaign; None where all is done (one query).

    Each time those that come after it stand first, then those before.
    """
    question = assignment.question
    if question.campaign.state == State.RELEASED:
        return None
    mine = Assignment.objects.filter(member=assignment.member_id, question__campaign=question.campaign_id)
    rows = mine.of_people().exclude(pk=assignment.pk)
    related = rows.select_related("question__campaign", "question__series", "question__pool", "annotation")
    open_rows = [row for row in related if Duty(row).state in OPEN_STATES]

    def place(row: Assignment) -> tuple[bool, bool, int, int]:
        other = row.question
        in_series = question.series_id is not None and other.series_id == question.series_id
        return not in_series, other.position < question.position, other.position, row.pk

    found = min(open_rows, key=place, default=None)
    if found:
        found.member = assignment.member
    return found
