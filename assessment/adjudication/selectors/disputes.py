"""The queue of disputed items, and who may see it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, FilteredRelation
from django.http import Http404

from assessment.adjudication.selectors.majorities import OPEN, disputed_in, question_disputes
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_campaign, access_question
from assessment.judging.models import Adjudication
from assessment.judging.selectors.grades import Given, grades_given
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission
from assessment.submissions.models import PoolItem, in_pool
from scoring.rules import majority_of

SORTS = ("question", "open", "pair")
QUESTIONS_A_PAGE = 50

Pair = tuple[str, str]  # the names of two assessors


class QueueRow(NamedTuple):
    """A question with disputed items."""

    question: Question
    disputed: int
    open: int
    stale: int
    pairs: Sequence[tuple[tuple[str, str], int]]  # who differ, most often first


class PairRow(NamedTuple):
    """Two assessors who differ, and on which questions how often."""

    pair: tuple[str, str]
    disputed: int
    open: int
    questions: Sequence[tuple[Question, int]]


class Queue(NamedTuple):
    """All that waits for the adjudicator, and what is done."""

    page: Page[QueueRow]  # of questions; empty where pairs are asked for
    pairs: Sequence[PairRow]
    disputed: int
    open: int
    settled: int  # decisions on items that are no longer disputed


def access_item(account: Account, slug: str, qid: str, pk: int) -> tuple[Access, PoolItem]:
    """An item of a question whose disputes the account may see and decide. Assessors never get here."""
    access, question = access_question(account, slug, qid, Permission.ADJUDICATE)
    found = PoolItem.objects.filter(question=question, pk=pk).first()
    if found is None:
        raise Http404
    found.question = question
    return access, found


def no_longer_fits(grade: str, overruled: bool, given: Sequence[Given]) -> bool:
    """Whether a decision contradicts the judgments as they are now: they changed after it."""
    grades = [one.grade for one in given]
    if len(set(grades)) < 2:
        return True
    majority = majority_of(grades)
    return overruled != (majority is not None and grade != majority)


def queue(campaign: Campaign, sort: str = "question", number: str | None = None) -> Queue:
    """Read the queue in a fixed number of queries. Dropped questions need no decision."""
    rows = question_disputes(campaign)
    settled = Adjudication.objects.filter(
        in_pool("item"), item__question__campaign=campaign, item__disputed=False
    )
    if sort == "open":
        rows.sort(key=lambda row: -row.open)
    by_pair = sort == "pair"
    page = Paginator(() if by_pair else rows, QUESTIONS_A_PAGE).get_page(number)
    return Queue(
        page=_with_pairs(campaign, page),
        pairs=_pair_rows(campaign, {row.question.pk: row.question for row in rows}) if by_pair else (),
        disputed=sum(row.disputed for row in rows),
        open=sum(row.open for row in rows),
        settled=settled.exclude(grade="").aggregate(n=Count("pk"))["n"],
    )


def _with_pairs(campaign: Campaign, page: Any) -> "Page[QueueRow]":
    """The questions of a page, each with who differ there (one query)."""
    pairs: defaultdict[int, Counter[Pair]] = defaultdict(Counter)
    if page.object_list:
        for one in _differences(campaign, [row.question.pk for row in page.object_list]):
            pairs[one.question][one.pair] += one.disputed
    page.object_list = [
        QueueRow(
            row.question,
            row.disputed,
            row.open,
            row.stale,
            sorted(pairs[row.question.pk].items(), key=lambda pair: (-pair[1], pair[0])),
        )
        for row in page.object_list
    ]
    return page  # type: ignore[no-any-return]  # a page of other rows was made one of these


class Difference(NamedTuple):
    """On how many items of a question two assessors differ."""

    question: int
    pair: Pair
    disputed: int
    open: int


def _differences(campaign: Campaign, questions: Sequence[int] | None = None) -> list[Difference]:
    """Who differ from whom, question by question: counted by the database, each pair of an item once (two queries)."""
    names = dict(Member.objects.filter(campaign=campaign).values_list("pk", "name"))
    items = disputed_in(campaign)
    items = items if questions is None else items.filter(question__in=questions)
    two = items.annotate(one=FilteredRelation("judgments"), other=FilteredRelation("judgments")).filter(
        one__by_program=False,
        other__by_program=False,
        one__grade__gt="",
        other__grade__gt=F("one__grade"),
        one__assignment__handed_over_at__isnull=True,
        other__assignment__handed_over_at__isnull=True,
    )
    counted = two.order_by().values_list("question_id", "one__member_id", "other__member_id")
    rows = counted.annotate(n=Count("pk"), open_n=Count("pk", filter=OPEN))
    return [
        Difference(question, _pair(names[one], names[other]), n, still_open)
        for question, one, other, n, still_open in rows
    ]


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _pair_rows(campaign: Campaign, questions: Mapping[int, Question]) -> list[PairRow]:
    disputed, still_open = Counter[Pair](), Counter[Pair]()
    places: defaultdict[Pair, Counter[int]] = defaultdict(Counter)
    for row in _differences(campaign):
        disputed[row.pair] += row.disputed
        still_open[row.pair] += row.open
        places[row.pair][row.question] += row.disputed
    return [
        PairRow(pair, disputed[pair], still_open[pair], _in_order(questions, places[pair]))
        for pair in sorted(disputed, key=lambda pair: (-still_open[pair], -disputed[pair], pair))
    ]


def _in_order(questions: Mapping[int, Question], counts: Counter[int]) -> list[tuple[Question, int]]:
    found = [(questions[pk], count) for pk, count in counts.items()]
    return sorted(found, key=lambda place: place[0].position)


# For programs


class DisputeRow(NamedTuple):
    """A disputed item, what its assessors said, and the decision on it."""

    item: int
    qid: str
    docid: str
    passage: str
    answer: str
    given: Sequence[Given]
    majority: str
    grade: str
    ground: str
    note: str
    seen: int


def access_disputes(account: Account, slug: str) -> Access:
    """The campaign, for those who decide its disputes."""
    return access_campaign(account, slug, Permission.ADJUDICATE)


def decisions_on(campaign: Campaign, pk: int) -> PoolItem:
    """An item of the campaign that can be decided; Http404 where there is none."""
    found = (
        PoolItem.objects.filter(question__campaign=campaign, pk=pk)
        .select_related("question__campaign")
        .first()
    )
    if found is None:
        raise Http404
    return found


def disputes_behind(campaign: Campaign, pk: int, limit: int) -> list[DisputeRow]:
    """So many disputed items behind one of them, in the order of their numbers (three queries)."""
    items = disputed_in(campaign).filter(pk__gt=pk).select_related("question", "adjudication")
    rows = list(items.order_by("pk")[:limit])
    given = grades_given([row.pk for row in rows])
    return [_dispute_row(row, given[row.pk]) for row in rows]


def _dispute_row(row: PoolItem, given: Sequence[Given]) -> DisputeRow:
    decision = getattr(row, "adjudication", None) or Adjudication()
    return DisputeRow(
        row.pk,
        row.question.qid,
        row.docid,
        row.passage,
        row.answer,
        given,
        row.majority,
        decision.grade,
        decision.ground,
        decision.note,
        decision.changes,
    )
