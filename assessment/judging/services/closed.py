"""What every save of an assessor begins with: the question whether the work is still open."""

from collections.abc import Iterable

from assessment.campaigns.models import State
from assessment.judging.models import Assignment
from assessment.judging.selectors.before import before_of, open_before
from assessment.judging.selectors.begun import begun_among
from assessment.people.services.frozen import archived
from assessment.shared.errors import Refused
from assessment.shared.gate import build_on
from assessment.shared.say import say, say_n

NOT_OPEN = "question_not_open"  # the code of what waits for other questions
LONGEST_PAUSE = 3600  # seconds; a browser that counts more between two saves has a wrong clock


def refuse_closed(assignment: Assignment) -> None:
    """Refuse a change where the assessor's work has ended: handed over, finished, or the campaign released
    or archived, or where it is not open yet."""
    question = assignment.question
    if question.series_id and before_of(question):
        build_on(question.series_id)
    refusal = why_closed(assignment)
    if refusal:
        raise refusal


def why_closed(assignment: Assignment) -> Refused | None:
    """Why nothing can be changed any more; None while it can."""
    question = assignment.question
    if assignment.only_votes and assignment.is_set_aside:
        return Refused(
            say(
                "Your votes on question {qid} are no longer needed. Those you gave are kept.",
                qid=question.qid,
            ),
            "relieved",
            say("Continue with another question, or ask the organizer."),
        )
    if assignment.handed_over_at:
        return Refused(
            _handed_over(assignment),
            "handed_over",
            say("Continue with another question, or ask the organizer."),
        )
    if question.campaign.state == State.RELEASED:
        return Refused(
            say(
                "The results of {campaign} are released, so its judgments can no longer change.",
                campaign=question.campaign.title,
            ),
            "campaign_released",
            say("Tell the organizer if something is wrong."),
        )
    if question.campaign.archived_at:
        return archived(question.campaign)
    if assignment.is_done:
        return Refused(
            say("Question {qid} is finished. All its judgments are kept.", qid=question.qid),
            "question_finished",
            say("Ask the organizer to reopen it if you want to change something."),
        )
    return _not_open_yet(assignment)


def _not_open_yet(assignment: Assignment) -> Refused | None:
    """Why nobody can begin; None once that was done, or what comes before in the series is finished.

    Files of organizers come in all the same.
    """
    if not before_of(assignment.question) or begun_among([assignment]):
        return None
    if not (others := open_before(assignment)):
        return None
    qid, listed = assignment.question.qid, ", ".join(one.qid for one in others)
    message = say_n(
        "Question {qid} opens when everybody who has this question has finished it: {others}.",
        "Question {qid} opens when everybody who has these questions has finished them: {others}.",
        len(others),
        qid=qid,
        others=listed,
    )
    return Refused(message, NOT_OPEN, say("Judge something else meanwhile; “My work” shows when it is open."))


def _handed_over(assignment: Assignment) -> str:
    qid, holder = assignment.question.qid, _holder_of(assignment)
    if not holder:
        return say("Question {qid} was handed over to somebody else. Your judgments are kept.", qid=qid)
    return say("Question {qid} was handed over to {name}. Your judgments are kept.", qid=qid, name=holder)


def _holder_of(assignment: Assignment) -> str:
    """Who has the question now, however often it went on; empty where that goes in a circle."""
    holder, seen = assignment, set()
    while holder.handed_to and holder.pk not in seen:
        seen.add(holder.pk)
        holder = holder.handed_to
    return "" if holder == assignment else holder.member.name


def counted_seconds(seconds: int) -> int:
    """Active time as it is stored: never negative, never more than an hour at once."""
    return max(0, min(seconds, LONGEST_PAUSE))


def seconds_of(several: Iterable[int]) -> int:
    """The active time of several changes, each as it is stored by itself."""
    return sum(map(counted_seconds, several))
