"""Disputed items with a clear majority, as accepting all of them at once sees them. Nothing here reads judgments.

An item is open where nothing is decided of it, or where the judgments changed so that the decision no longer fits.
Only the first can be accepted with others: what somebody decided is decided again by somebody.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from assessment.campaigns.models import Campaign, Question
from assessment.judging.selectors.grades import grades_given
from assessment.submissions.models import PoolItem

SHOWN = 300  # items of a question that the page lists

UNDECIDED = Q(adjudication__isnull=True) | Q(adjudication__grade="")
_IS_MAJORITY = Q(adjudication__grade=F("majority"))
STALE = Q(adjudication__grade__gt="") & (
    Q(adjudication__overruled=True) & (Q(majority="") | _IS_MAJORITY)
    | Q(adjudication__overruled=False) & ~Q(majority="") & ~_IS_MAJORITY
)
OPEN = UNDECIDED | STALE


def disputed_in(campaign: Campaign) -> QuerySet[PoolItem]:
    """The disputed items of the questions that are in the evaluation."""
    return PoolItem.objects.filter(
        question__in=Question.objects.filter(campaign=campaign).retained(), disputed=True
    )


class QuestionDisputes(NamedTuple):
    """How far a question's disputes are."""

    question: Question
    disputed: int
    open: int
    stale: int  # open, because the judgments changed after the decision
    clear: int  # open, never decided, and one grade has more than half
    split: int  # open, and no grade has more than half

    @property
    def stays(self) -> int:
        """What stays open when the majorities are accepted."""
        return self.open - self.clear


def question_disputes(campaign: Campaign, *, but_one: bool = False) -> list[QuestionDisputes]:
    """The questions with disputed items, in their order (two queries). `but_one` asks for majorities but for one."""
    retained = Question.objects.filter(campaign=campaign).retained().select_related("series")
    counted = disputed_in(campaign).order_by().values_list("question")
    rows = counted.annotate(
        disputed_n=Count("pk"),
        open_n=Count("pk", filter=OPEN),
        stale_n=Count("pk", filter=STALE),
        clear_n=Count("pk", filter=clear(but_one=but_one)),
        split_n=Count("pk", filter=UNDECIDED & Q(majority="")),
    )
    counts = {pk: numbers for pk, *numbers in rows}
    return [
        QuestionDisputes(question, *counts[question.pk])
        for question in retained.in_order()
        if question.pk in counts
    ]


def clear(*, but_one: bool) -> Q:
    """What can be accepted: undecided, and more than half gave one grade; or all but one did."""
    majority = UNDECIDED & ~Q(majority="")
    return majority & Q(dissenters=1) if but_one else majority


def clear_items(
    campaign: Campaign, *, but_one: bool = False, only: Collection[str] = (), without: Collection[str] = ()
) -> dict[int, str]:
    """The majority's grade of each item that can be accepted (one query)."""
    items = disputed_in(campaign).filter(clear(but_one=but_one))
    items = items.filter(question__qid__in=only) if only else items
    items = items.exclude(question__qid__in=without) if without else items
    return dict(items.order_by("pk").values_list("pk", "majority"))


class MajorityItem(NamedTuple):
    """An open item of the preview."""

    pk: int
    docid: str
    passage: str
    answer: str
    majority: str  # "" where there is none
    dissenters: int
    is_clear: bool
    grade: str  # the decision that no longer fits; "" where there is none


def open_items(question: Question, *, but_one: bool) -> Sequence[MajorityItem]:
    """The open items of a question as its pool lists them (one query)."""
    rows = PoolItem.objects.filter(question=question, disputed=True).filter(OPEN)
    rows = rows.annotate(
        is_clear=Case(When(clear(but_one=but_one), then=Value(True)), default=Value(False)),
        decided=Coalesce("adjudication__grade", Value("")),
    )
    columns = ("pk", "docid", "passage", "answer", "majority", "dissenters", "is_clear", "decided")
    ordered = rows.order_by("docid", "passage", "answer", "pk")
    return [MajorityItem(*row) for row in ordered.values_list(*columns)[:SHOWN]]


def places_of(items: Iterable[int]) -> dict[int, str]:
    """How items are named in sentences."""
    found = defaultdict[int, str](str)
    rows = PoolItem.objects.filter(pk__in=list(items)).values_list("pk", "question__qid", "docid", "answer")
    found.update({pk: f"{qid} {docid} “{answer[:80]}”" for pk, qid, docid, answer in rows})
    return found


class ListedDispute(NamedTuple):
    """A disputed item as a command lists it."""

    qid: str
    docid: str
    passage: str
    answer: str
    grades: Sequence[str]  # one for each assessor, in the order of their names
    majority: str
    decided: str
    is_open: bool

    def __str__(self) -> str:
        place = " ".join(part for part in (self.docid, self.passage) if part)
        said = ", ".join(self.grades)
        if not self.decided:
            end = "open"
        else:
            end = f"decided “{self.decided}”{', no longer fits' if self.is_open else ''}"
        return f"{self.qid} {place} “{self.answer[:80]}”: {said}; {end}"


def listed_disputes(
    campaign: Campaign, *, only: Collection[str] = (), decided: bool = False, most: int | None = None
) -> list[ListedDispute]:
    """The open items, or all disputed ones, question by question, with the grades of each (two queries)."""
    rows = disputed_in(campaign)
    rows = rows.filter(question__qid__in=only) if only else rows
    rows = rows if decided else rows.filter(OPEN)
    rows = rows.annotate(
        decided=Coalesce("adjudication__grade", Value("")),
        is_open=Case(When(OPEN, then=Value(True)), default=Value(False)),
    )
    columns = ("pk", "question__qid", "docid", "passage", "answer", "majority", "decided", "is_open")
    ordered = rows.order_by("question__position", "docid", "passage", "answer", "pk").values_list(*columns)
    found = list(ordered[:most] if most else ordered)
    given = grades_given([pk for pk, *_ in found])
    return [
        ListedDispute(
            qid, docid, passage, answer, [one.grade for one in given.get(pk, ())], majority, grade, is_open
        )
        for pk, qid, docid, passage, answer, majority, grade, is_open in found
    ]
