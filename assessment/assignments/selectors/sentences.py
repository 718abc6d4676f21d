"""What is said of a change of assignments when it is done: pages and commands say it in the same words."""

from assessment.judging.models import Assignment
from assessment.people.models import Member


def assessor_added(member: Member) -> str:
    """That somebody has a question more."""
    return f"{member} was added."


def assessor_removed(member: Member) -> str:
    """That somebody has a question less."""
    return f"{member} was removed."


def reopened(assignment: Assignment) -> str:
    """That somebody can go on."""
    return f"Question {assignment.question.qid} is open again for {assignment.member}, with all judgments."
