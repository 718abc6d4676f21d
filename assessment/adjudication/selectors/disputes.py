"""The queue of disputed items, and who may see it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count
from django.http import Http404

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_question
from assessment.judging.models import Adjudication
from assessment.judging.selectors.grades import Given, grades_given
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.submissions.models import PoolItem
from scoring.rules import majority_of

SORTS = ("question", "open", "pair")


class DisputedItem(NamedTuple):
    """A disputed item: its question, what was decided of it, and who says what."""

    question: int
    grade: str
    overruled: bool
    given: Sequence[Given]

    @property
    def is_stale(self) -> bool:
        """Whether the judgments changed so that the decision no longer fits them."""
        return bool(self.grade) and no_longer_fits(self.grade, self.overruled, self.given)

    @property
    def is_open(self) -> bool:
        """Whether there is something to decide."""
        return not self.grade or self.is_stale

    @property
    def pairs(self) -> Iterable[tuple[str, str]]:
        """The assessors who differ, by twos."""
        people = sorted(self.given, key=lambda one: one.name)
        return ((a.name, b.name) for a, b in combinations(people, 2) if a.grade != b.grade)


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

    rows: Sequence[QueueRow]
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


def queue(campaign: Campaign, sort: str = "question") -> Queue:
    """Read the queue in a fixed number of queries. Dropped questions need no decision."""
    retained = Question.objects.filter(campaign=campaign).retained().select_related("series")
    questions = {question.pk: question for question in retained.in_order()}
    items = _disputed_items(campaign, questions.keys())
    settled = Adjudication.objects.filter(item__question__campaign=campaign, item__disputed=False)
    rows = [_row(questions[pk], some) for pk, some in _by_question(questions, items).items()]
    if sort == "open":
        rows.sort(key=lambda row: -row.open)
    return Queue(
        rows=rows,
        pairs=_pair_rows(questions, items) if sort == "pair" else (),
        disputed=len(items),
        open=sum(item.is_open for item in items),
        settled=settled.exclude(grade="").aggregate(n=Count("pk"))["n"],
    )


def _disputed_items(campaign: Campaign, questions: Iterable[int]) -> list[DisputedItem]:
    wanted = set(questions)
    disputed = PoolItem.objects.filter(question__campaign=campaign, disputed=True)
    given = grades_given(disputed)
    columns = ("pk", "question_id", "adjudication__grade", "adjudication__overruled")
    return [
        DisputedItem(question, grade or "", bool(overruled), given.get(pk, ()))
        for pk, question, grade, overruled in disputed.order_by("pk").values_list(*columns)
        if question in wanted
    ]


def _by_question(questions: Iterable[int], items: Iterable[DisputedItem]) -> dict[int, list[DisputedItem]]:
    found: dict[int, list[DisputedItem]] = {pk: [] for pk in questions}
    for item in items:
        found[item.question].append(item)
    return {pk: some for pk, some in found.items() if some}


def _row(question: Question, some: Sequence[DisputedItem]) -> QueueRow:
    pairs = Counter(pair for item in some for pair in item.pairs)
    return QueueRow(
        question,
        len(some),
        sum(item.is_open for item in some),
        sum(item.is_stale for item in some),
        sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0])),
    )


def _pair_rows(questions: dict[int, Question], items: Sequence[DisputedItem]) -> list[PairRow]:
    disputed, still_open = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    places: dict[tuple[str, str], Counter[int]] = {}
    for item in items:
        for pair in item.pairs:
            disputed[pair] += 1
            still_open[pair] += item.is_open
            places.setdefault(pair, Counter())[item.question] += 1
    return [
        PairRow(pair, disputed[pair], still_open[pair], _in_order(questions, places[pair]))
        for pair in sorted(disputed, key=lambda pair: (-still_open[pair], -disputed[pair], pair))
    ]


def _in_order(questions: dict[int, Question], counts: Counter[int]) -> list[tuple[Question, int]]:
    found = [(questions[pk], count) for pk, count in counts.items()]
    return sorted(found, key=lambda place: place[0].position)
