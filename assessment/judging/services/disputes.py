"""Which pool items are disputed: two different grades by people whose judgments count; and when that is settled.

With a disputed item stands the grade that more than half gave, and how many gave another one than most did: so pages
and files of thousands of disputes need not read the judgments again.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, QuerySet

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Judgment
from assessment.judging.models.judgments import JudgmentQuerySet
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem
from documents.prepared import Prepared
from scoring.rules import majority_of


class Opinion(NamedTuple):
    """What the grades of an item come to, as the item keeps it."""

    disputed: bool = False
    majority: str = ""
    dissenters: int = 0


AGREED = Opinion()


def opinion_of(grades: Iterable[str]) -> Opinion:
    """What some grades of one item come to."""
    given = list(grades)
    counts = Counter(given)
    if len(counts) < 2:
        return AGREED
    return Opinion(True, majority_of(given) or "", len(given) - counts.most_common(1)[0][1])


def opinions_on(judgments: JudgmentQuerySet) -> Mapping[int, Opinion]:
    """What those judgments that count come to, by item (one query)."""
    counted = judgments.counting().order_by().values_list("item", "grade").annotate(n=Count("pk"))
    grades: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for item, grade, number in counted:
        grades[item][grade] = number
    return {item: opinion_of(counts.elements()) for item, counts in grades.items()}


def lock_items(items: "QuerySet[PoolItem]") -> list[int]:
    """Lock pool items in one order for all callers, before their judgments are compared."""
    rows = PoolItem.ever.filter(pk__in=items.values("pk")).select_for_update(no_key=True).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def refresh_disputed(items: Collection[int], questions: Collection[int]) -> None:
    """Work out anew which of the (locked) items of some questions are disputed, writing only what changed.

    The judgments are grouped once for all items, and sought among the assignments of their questions: otherwise
    PostgreSQL would read all judgments again and again after a bulk load, whose rows its statistics do not know yet.
    """
    if len(items) == len(questions) == 1:
        _refresh_one(*items, *questions)
        return
    found = opinions_on(Judgment.objects.filter(item__in=items, assignment__question__in=questions))
    alike: defaultdict[Opinion, list[int]] = defaultdict(list)
    for item, *stored in PoolItem.objects.filter(pk__in=items).values_list("pk", *Opinion._fields):
        if (opinion := found.get(item, AGREED)) != Opinion(*stored):
            alike[opinion].append(item)
    for opinion, some in alike.items():
        _write_opinion(opinion, some)


def _refresh_one(item: int, question: int) -> None:
    """The same for a save: most change no opinion, and then nothing is written."""
    rows = _grades_with_opinion(item=item, question=question)
    opinion = opinion_of(grade for grade, *_ in rows)
    if not rows or Opinion(*rows[0][1:]) != opinion:
        _write_opinion(opinion, [item])


def _write_opinion(opinion: Opinion, items: Collection[int]) -> None:
    values = opinion._asdict()
    PoolItem.objects.filter(pk__in=items).exclude(**values).update(**values)


@Prepared
def _grades_with_opinion(item: int, question: int) -> "QuerySet[Judgment, tuple[str, bool, str, int]]":
    given = Judgment.objects.filter(item=item, assignment__question=question).counting()
    stored = [f"item__{name}" for name in Opinion._fields]
    return given.order_by("pk").values_list("grade", *stored)


_RELEASED = {
    "annotations": sentence(
        "The results of {campaign} are released, so its annotations can no longer change."
    ),
    "answer classes": sentence(
        "The results of {campaign} are released, so its answer classes can no longer change."
    ),
    "decisions": sentence("The results of {campaign} are released, so its decisions can no longer change."),
    "judgments": sentence("The results of {campaign} are released, so its judgments can no longer change."),
    "nugget drafts": sentence(
        "The results of {campaign} are released, so its nugget drafts can no longer change."
    ),
    "nugget marks and votes": sentence(
        "The results of {campaign} are released, so its nugget marks and votes can no longer change."
    ),
    "questions": sentence("The results of {campaign} are released, so its questions can no longer change."),
    "votes": sentence("The results of {campaign} are released, so its votes can no longer change."),
}


def refuse_released(campaign: Campaign, what: str) -> None:
    """Refuse a change of what scores are made of (`what` names it) once the results are out."""
    if campaign.state == State.RELEASED:
        message = say(_RELEASED[what], campaign=campaign.title)
        raise Refused(message, "campaign_released", say("Take the release back first."))
