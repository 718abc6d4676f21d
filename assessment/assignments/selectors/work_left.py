"""What people have still to judge, told where somebody goes on without it."""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.selectors.sentences import listed
from assessment.campaigns.models import Campaign
from assessment.shared.say import say, say_n

NAMED = 5  # people in a sentence


class WorkLeft(NamedTuple):
    """What somebody was given and has not judged."""

    name: str
    judgments: int
    questions: int

    def __str__(self) -> str:
        return say(
            "{name}: {judgments} in {questions}",
            name=self.name,
            judgments=say_n("{n} judgment", "{n} judgments", self.judgments),
            questions=say_n("{n} question", "{n} questions", self.questions),
        )


def work_left(campaign: Campaign) -> list[WorkLeft]:
    """Who has how much left, most first (two queries, however many they are)."""
    loads = assign_page(campaign, assigned_only=True).loads
    left = [WorkLeft(one.member.name, one.left, one.lacking) for one in loads if one.left]
    return sorted(left, key=lambda one: (-one.judgments, one.name))


def left_sentence(left: Sequence[WorkLeft]) -> str:
    """The same in a sentence, the first few by name; empty where nobody has anything left."""
    if not left:
        return ""
    return say("Assigned and not judged yet: {people}.", people=listed([str(one) for one in left], NAMED))
