"""What every save of an assessor begins with: the assignment locked, and the question whether it is still open."""

from typing import NamedTuple, cast

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment_to_write
from assessment.people.models import Account
from assessment.shared.errors import Refused
from scoring.scales import Scale

LONGEST_PAUSE = 3600  # seconds; a browser that counts more between two saves has a wrong clock


class Desk(NamedTuple):
    """An assignment, locked for its assessor until the transaction ends."""

    assignment: Assignment

    def scale_for(self, answer: str) -> Scale:
        """The grades that can be given here to an answer."""
        scale = self.assignment.question.kind.scale_for(answer)
        if scale is None:
            raise Refused(
                f"Question {self.assignment.question.qid} is of a type that is not judged.",
                "question_not_judged",
                "Choose another question.",
            )
        return scale

    @property
    def guidelines(self) -> int | None:
        """Key of the guidelines in force."""
        return cast("int | None", getattr(self.assignment, "guidelines_in_force", None))


def open_desk(by: Account | None, assignment_id: int) -> Desk:
    """Lock an assignment of this account (None: the command line). Http404 where it is somebody else's."""
    return Desk(access_assignment_to_write(by, assignment_id))


def refuse_closed(assignment: Assignment) -> None:
    """Refuse a change where the assessor's work has ended: handed over, finished, or the campaign released."""
    refusal = why_closed(assignment)
    if refusal:
        raise refusal


def why_closed(assignment: Assignment) -> Refused | None:
    """Why nothing can be changed any more; None while it can."""
    question = assignment.question
    if assignment.is_relieved:
        return Refused(
            f"You are asked for no more votes on question {question.qid}. Those you gave are kept.",
            "relieved",
            "Go on with another question, or ask the organizer.",
        )
    if assignment.handed_over_at:
        return Refused(
            f"Question {question.qid} was handed over to {_holder_of(assignment)}. Your judgments up to then are kept.",
            "handed_over",
            "Go on with another question, or ask the organizer.",
        )
    if _is_released(question.campaign):
        return Refused(
            f"The results of {question.campaign.title} are out, so its judgments no longer change.",
            "campaign_released",
            "Tell the organizer if something is wrong.",
        )
    if assignment.is_done:
        return Refused(
            f"Question {question.qid} is finished. All its judgments are kept.",
            "question_finished",
            "Ask the organizer to reopen it if you want to change something.",
        )
    return None


def _holder_of(assignment: Assignment) -> str:
    """Who has the question now, however often it went on."""
    holder, seen = assignment, set()
    while holder.handed_to and holder.pk not in seen:
        seen.add(holder.pk)
        holder = holder.handed_to
    return "somebody else" if holder == assignment else holder.member.name


def _is_released(campaign: Campaign) -> bool:
    return campaign.state == State.RELEASED


def counted_seconds(seconds: int) -> int:
    """Active time as it is stored: never negative, never more than an hour at once."""
    return max(0, min(seconds, LONGEST_PAUSE))
