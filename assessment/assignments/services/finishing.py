"""Finishing what assessors judged and did not finish."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from assessment.assignments.selectors.sentences import listed
from assessment.assignments.selectors.units import assignments_of
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.questions import finish_for
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n


class Unfinished(NamedTuple):
    """A question that could not be finished, whose it is, and why."""

    qid: str
    assessor: str
    reason: str

    @property
    def sentence(self) -> str:
        return f"Question {self.qid} ({self.assessor}): {self.reason}"


class Finishing(NamedTuple):
    """What came of finishing everything that is judged."""

    finished: int
    left: Sequence[Unfinished]

    def __str__(self) -> str:
        said = (
            say_n(
                "{n} question was finished in its assessor’s place.",
                "{n} questions were finished in their assessors’ place.",
                self.finished,
            )
            if self.finished
            else say("Nothing was finished.")
        )
        if not self.left:
            return said
        groups: defaultdict[str, list[Unfinished]] = defaultdict(list)
        for one in self.left:
            groups[one.reason].append(one)
        why = " ".join(_in_words(group) for group in groups.values())
        return say("{done} Not finished: {why}", done=said, why=why)


LISTED = 5  # unfinished questions named in a sentence
Progress = Callable[[int, int, str], None]


def _in_words(group: Sequence[Unfinished]) -> str:
    """Questions that were not finished for one reason."""
    if len(group) == 1:
        return group[0].sentence
    named = listed([f"{one.qid} ({one.assessor})" for one in group], LISTED)
    return say_n(
        "{n} question, {named}: {reason}",
        "{n} questions, {named}: {reason}",
        len(group),
        named=named,
        reason=group[0].reason,
    )


def finish_judged(
    *, campaign: Campaign, by: Account | None, nothing_found: bool = False, progress: Progress | None = None
) -> Finishing:
    """Finish every question whose answers are all judged, in its assessor's place; each stands by itself.

    With `nothing_found`, also those in which the assessor found no answer, as if they had said so.
    """
    refuse_released(campaign, "questions")
    finished, left = 0, []
    rows = judged_and_open(campaign)
    for number, row in enumerate(rows):
        if progress:
            progress(number, len(rows), say("Finishing questions"))
        try:
            finish_for(assignment_id=row.pk, by=by, nothing_found=nothing_found)
            finished += 1
        except Refused as error:
            left.append(Unfinished(row.question.qid, row.member.name, str(error)))
    if not (finished or left):
        sentence = say("No question is waiting to be finished. Nothing was changed.")
        raise Refused(
            sentence, "nothing_to_finish", say("Assessors have answers to judge, or have finished.")
        )
    return Finishing(finished, left)


def judged_and_open(campaign: Campaign) -> list[Assignment]:
    """What is all judged and not finished, in the order of the questions."""
    rows = assignments_of(campaign).filter(handed_over_at=None)
    rows = rows.select_related("question__pool", "question__campaign", "question__series")
    return [
        row
        for row in rows.order_by("question__position", "pk")
        if not (row.question.left_because or row.is_done) and row.judged >= row.pool_size > 0
    ]
