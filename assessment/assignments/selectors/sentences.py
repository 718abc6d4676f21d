"""What is said of a change of assignments when it is done: pages and commands say it in the same words."""

from collections.abc import Sequence

from assessment.judging.models import Assignment
from assessment.people.models import Member
from assessment.shared.say import say


def assessor_added(member: Member) -> str:
    """That somebody has a question more."""
    return say("{member} was added.", member=member)


def assessor_removed(member: Member) -> str:
    """That somebody has a question less."""
    return say("{member} was removed.", member=member)


def reopened(assignment: Assignment) -> str:
    """That somebody can go on."""
    return say(
        "Question {qid} is open again for {member}, with all judgments.",
        qid=assignment.question.qid,
        member=assignment.member,
    )


def was_third(name: str, qid: str) -> str:
    """Why somebody who was relieved as a third assessor is not given the question."""
    return say(
        "{member} was a third assessor of question {qid}, for answers on which others differ.",
        member=name,
        qid=qid,
    )


def listed(names: Sequence[str], most: int) -> str:
    """The first of some names, and how many more there are."""
    some = ", ".join(names[:most])
    if len(names) <= most:
        return some
    return say("{listed} and {more} more", listed=some, more=len(names) - most)
