"""How many answers assessors say that they cannot judge, by assessor and by question, and where these are many."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.shared.say import say, say_n
from assessment.submissions.models import in_pool
from scoring.scales import CANNOT_JUDGE

MANY = 10  # percent of what somebody said, or of what was said in a question: above it, it is told


class Unable(NamedTuple):
    """Of how many answers an assessor, or the assessors of a question, say that they cannot be judged."""

    name: str  # of the assessor, or the question's id
    answers: int
    said: int  # judgments in all, these among them

    @property
    def percent(self) -> float:
        """Of all that was said."""
        return 100 * self.answers / self.said

    @property
    def is_much(self) -> bool:
        """Whether it needs a look."""
        return self.percent > MANY


class CannotJudge(NamedTuple):
    """Who cannot judge, and in which questions; most first."""

    assessors: Sequence[Unable]
    questions: Sequence[Unable]


def cannot_judge_in(campaign: Campaign) -> CannotJudge:
    """All of a campaign (one query; none where no scale of it has such an answer)."""
    kinds = campaign.track.question_types.values()
    if not any(kind.scale and kind.scale.cannot_judge for kind in kinds):
        return CannotJudge((), ())
    said = Judgment.objects.filter(
        in_pool("item"), assignment__question__campaign=campaign, assignment__handed_over_at=None
    ).exclude(grade="")
    counted = said.order_by().values_list("member__name", "assignment__question__qid")
    people, questions = Counter[str](), Counter[str]()
    of_people, of_questions = Counter[str](), Counter[str]()
    for name, qid, whole, unable in counted.annotate(
        whole=Count("pk"), unable=Count("pk", filter=Q(grade=CANNOT_JUDGE))
    ):
        of_people[name] += whole
        of_questions[qid] += whole
        people[name] += unable
        questions[qid] += unable
    return CannotJudge(_most_first(people, of_people), _most_first(questions, of_questions))


def _most_first(unable: Counter[str], said: Counter[str]) -> list[Unable]:
    found = (Unable(name, number, said[name]) for name, number in unable.items() if number)
    return sorted(found, key=lambda one: (-one.percent, one.name))


def alarms_of(found: CannotJudge) -> Iterator[tuple[str, str]]:
    """Whom or what it concerns and a sentence, for each assessor and each question of whom there are many."""
    for one in found.assessors:
        if one.is_much:
            sentence = say_n(
                "{assessor} says of {n} of {said} answers that it cannot be judged.",
                "{assessor} says of {n} of {said} answers that they cannot be judged.",
                one.answers,
                assessor=one.name,
                said=one.said,
            )
            yield say("Assessor"), sentence
    for one in found.questions:
        if one.is_much:
            sentence = say_n(
                "{n} of {said} judgments says that the answer cannot be judged.",
                "{n} of {said} judgments say that the answer cannot be judged.",
                one.answers,
                said=one.said,
            )
            yield say("Question {qid}", qid=one.name), sentence
