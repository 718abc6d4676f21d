"""Assignments that a command line names by question and person."""

from assessment.campaigns.management.rows import member_named, question_named
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.shared.errors import Refused


def assignment_named(campaign: Campaign, qid: str, name: str) -> Assignment:
    """What somebody has of a question now."""
    question, member = question_named(campaign, qid), member_named(campaign, name)
    rows = Assignment.objects.counting().select_related("question__campaign", "question__series", "member")
    row = rows.filter(question=question, member=member).first()
    if row is None:
        raise Refused(
            f"{member} does not have question {qid}. Nothing was changed.",
            "assignment_unknown",
            "The page Assign shows who has what.",
        )
    return row
