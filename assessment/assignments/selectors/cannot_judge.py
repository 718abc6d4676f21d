"""How many answers assessors say that they cannot judge, by assessor and by question, and where these are many."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from assessment.shared.say import say, say_n
from assessment.submissions.models import in_pool
from scoring.evaluations import VOTING
from scoring.scales import CANNOT_JUDGE

MANY = 10  # percent of what somebody said, or of what was said in a question: above it, it is told
SHOWN = 12  # assessors, and questions, on a page


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

    @property
    def shown(self) -> "CannotJudge":
        """The first of each."""
        return CannotJudge(self.assessors[:SHOWN], self.questions[:SHOWN])

    @property
    def more(self) -> int:
        """How many are not among the first."""
        return sum(max(0, len(some) - SHOWN) for some in self)


def cannot_judge_in(campaign: Campaign) -> CannotJudge:
    """All of a campaign (no query where no scale of it has such an answer, else one or two)."""
    kinds = campaign.track.question_types.values()
    if not any(kind.scale and kind.scale.cannot_judge for kind in kinds):
        return CannotJudge((), ())
    unable = _unable_in(campaign)
    people, questions = Counter[str](), Counter[str]()
    for (name, qid), number in unable.items():
        people[name] += number
        questions[qid] += number
    of_people, of_questions = Counter[str](), Counter[str]()
    for name, qid, judged in _judged_beside(campaign, people, questions) if unable else ():
        said = max(judged, unable.get((name, qid), 0))
        of_people[name] += said
        of_questions[qid] += said
    return CannotJudge(_most_first(people, of_people), _most_first(questions, of_questions))


def _unable_in(campaign: Campaign) -> dict[tuple[str, str], int]:
    """How many answers cannot be judged, by assessor and question."""
    said = Judgment.objects.filter(
        in_pool("item"),
        grade=CANNOT_JUDGE,
        assignment__in=Assignment.objects.counting().filter(question__campaign=campaign),
    )
    counted = said.order_by().values_list("assignment__member__name", "assignment__question__qid")
    return {(name, qid): number for name, qid, number in counted.annotate(number=Count("pk"))}


def _judged_beside(
    campaign: Campaign, names: Collection[str], qids: Collection[str]
) -> QuerySet[Assignment, tuple[str, str, int]]:
    """What was judged by some assessors, or in some questions, as it is counted: assessor, question and number."""
    rows = Assignment.objects.counting().exclude(stage__in=VOTING).filter(question__campaign=campaign)
    beside = rows.filter(Q(member__name__in=names) | Q(question__qid__in=qids))
    return beside.order_by().values_list("member__name", "question__qid", "judged")


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
