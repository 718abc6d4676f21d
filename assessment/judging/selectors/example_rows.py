"""What examples of files are made of: answers of the pool and nuggets of the list, or made-up ones before there are any."""

from collections.abc import Iterator, Sequence

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.examples import ids_of_questions
from assessment.judging.models import Nugget
from assessment.submissions.models import PoolItem
from scoring.scales import Scale
from scoring.stages import LISTING, MATCHING
from scoring.tracks.base import QuestionType

Row = dict[str, str]
SOMEBODY = "colleague"  # whose grades an example has: no person there is
FEW = 2  # answers
NAMES = ("docid", "passage", "answer")
MADE_UP = {"docid": "WIRE-1", "passage": "", "answer": "an answer"}


def graded(campaign: Campaign) -> Iterator[tuple[Row, str]]:
    """Answers of the first question that has some in the pool, with their best and their worst grade in turn."""
    found = campaign.questions.retained().filter(pool__items__gt=0).in_order().first()
    for number, row in enumerate(_items(found) or _made_up(campaign)):
        scale = _scale_of(campaign, row)
        yield row, scale.grades[-(number % 2)] if scale else ""


def decided(campaign: Campaign) -> list[Row]:
    """Answers on which people differ, of the first question with some, decided as the majority said."""
    there = PoolItem.objects.filter(question__campaign=campaign, disputed=True).select_related("question")
    first = there.order_by("question__position", "key").first()
    rows = _items(first.question, "majority", disputed=True) if first else []
    return [_decision(campaign, row) for row in rows or _made_up(campaign)]


def _decision(campaign: Campaign, row: Row) -> Row:
    scale, majority = _scale_of(campaign, row), row.pop("majority", "")
    grade = majority or (scale.grades[0] if scale else "")
    return {**row, "grade": grade, "ground": "opinion", "overruled": "0", "note": "as the majority said"}


def matched(campaign: Campaign) -> Row:
    """An answer, and a nugget of its question; with its best label in answers, where nuggets have labels."""
    nugget, question = _nugget(campaign, campaign.track.types_with(MATCHING))
    answer, *_ = _items(question) or [{"qid": nugget["qid"], **MADE_UP}]
    labels = _kind_of(campaign, nugget["qid"]).labels_of(nugget["nugget"])
    return {**answer, **nugget, **({"label": labels.grades[0]} if labels else {})}


def settled_match(campaign: Campaign) -> list[Row]:
    """The same, which counts for everybody."""
    return [{**matched(campaign), "assessor": ""}]


def settled_vote(campaign: Campaign) -> list[Row]:
    """A vote that counts for everybody."""
    nugget, _ = _nugget(campaign, campaign.track.types_with(LISTING))
    return [{**nugget, "assessor": "", "vote": "vital"}]


def _nugget(campaign: Campaign, types: Sequence[str]) -> tuple[Row, Question | None]:
    """A nugget of the first question that has one, and the question."""
    nuggets = Nugget.objects.filter(question__campaign=campaign, question__type__in=types, removed=False)
    found = nuggets.select_related("question").order_by("question__position", "name").first()
    if found is None:
        return {"qid": ids_of_questions(campaign, types)[0], "nugget": "n1"}, None
    return {"qid": found.question.qid, "nugget": found.name}, found.question


def _made_up(campaign: Campaign) -> list[Row]:
    return [{"qid": ids_of_questions(campaign)[0], **MADE_UP}]


def _items(question: Question | None, *more: str, **which: bool) -> list[Row]:
    if question is None:
        return []
    rows = PoolItem.objects.filter(question=question, **which).order_by("key")[:FEW]
    return [{"qid": question.qid, **{name: getattr(row, name) for name in (*NAMES, *more)}} for row in rows]


def _scale_of(campaign: Campaign, row: Row) -> Scale | None:
    return _kind_of(campaign, row["qid"]).scale_for(row["answer"])


def _kind_of(campaign: Campaign, qid: str) -> QuestionType:
    found = campaign.questions.filter(qid=qid).values_list("type", flat=True).first()
    kinds = campaign.track.question_types
    return kinds[found] if found and found in kinds else next(iter(kinds.values()))
