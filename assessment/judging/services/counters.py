"""The counters that stand on assignments, pool items and pools: kept by each save, counted anew here."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from assessment.campaigns.models import Campaign
from assessment.judging.models import (
    AssignedItem,
    Assignment,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
    Reading,
)
from assessment.judging.services.disputes import AGREED, Opinion, opinions_on, refresh_disputed
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.consistent_read import consistent_read
from assessment.submissions.models import PoolItem, QuestionPool, in_pool
from assessment.submissions.services.followers import Follower
from documents.steps import write_in_steps
from scoring.evaluations import OF_SOME, VOTING

BATCH = 2_000
COUNTERS = ("judged", "later", "asked")  # of an assignment
WITHOUT = (*COUNTERS, "seconds")  # what an import that made assignments does not watch: work goes on in them
_POOL_COUNTS: dict[str, Count] = {
    "items": Count("pk"),
    "documents": Count("docid", distinct=True, filter=Q(docid__gt="")),
    "automatic": Count("pk", filter=Q(automatic=True)),
}


class Difference(NamedTuple):
    """A counter that says something else than the rows it counts."""

    place: str
    counter: str
    stored: object
    counted: object

    def __str__(self) -> str:
        return f"{self.place}: {self.counter} says {self.stored}, counted {self.counted}"


def refresh_counters(assignments: Collection[int], items: Collection[int]) -> None:
    """Count anew the work of some assignments and the disputes of some items."""
    for some in _batches(sorted(assignments)):
        refresh_work(Assignment.objects.filter(pk__in=some))
    for some in _batches(sorted(items)):
        questions = PoolItem.objects.filter(pk__in=some).order_by().values_list("question", flat=True)
        refresh_disputed(some, set(questions))


@contextmanager
def counted_along(
    assignments: Collection[int], items: Collection[int], *, untouched: bool = False
) -> Iterator[None]:
    """Keep the counters right while judgments of some (locked) items are written, by counting these items alone.

    What it costs does not grow with what else the assessors judged. `untouched` says that none of these assignments
    has a judgment of these items so far.
    """
    before = Counter() if untouched else _work_on(assignments, items)
    yield
    after = _work_on(assignments, items)
    alike: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for pk in assignments:
        alike[after["judged", pk] - before["judged", pk], after["later", pk] - before["later", pk]].append(pk)
    for (judged, later), some in alike.items():
        if judged or later:
            changed = Assignment.objects.filter(pk__in=some).exclude(stage__in=VOTING)
            changed.update(judged=F("judged") + judged, later=F("later") + later)
    refresh_counters((), items)


def _work_on(assignments: Collection[int], items: Collection[int]) -> Counter[tuple[str, int]]:
    """How many of some items were judged, and put aside for later, by assignment, as its counters count them."""
    rows = Judgment.ever.filter(in_pool("item"), assignment__in=assignments, item__in=items)
    counts: Counter[tuple[str, int]] = Counter()
    for pk, grade, automatic, later in rows.values_list("assignment", "grade", "item__automatic", "later"):
        counts["judged", pk] += bool(grade) and not automatic
        counts["later", pk] += later
    return counts


def refresh_work(assignments: QuerySet[Assignment], *, labelled: bool = True) -> None:
    """Count anew what assessors judged, read or voted on, and what those who are asked for a part have to do; `labelled` if
    cells may have labels."""
    assignments.update(judged=_judged(labelled=labelled), later=_later(), asked=_asked())


def recount(*, campaign: Campaign, by: Account | None, fix: bool = False) -> list[Difference]:
    """Compare every counter of a campaign with a fresh count; with `fix`, put the wrong ones right, some at a time."""
    with consistent_read():
        assignments, items = _wrong_assignments(campaign), _wrong_items(campaign)
        pools = _wrong_pools(campaign)
    differences = [
        difference
        for wrong in (assignments, items, pools)
        for found in wrong.values()
        for difference in found
    ]
    if fix and differences:
        write_in_steps(sorted(assignments), lambda some: refresh_counters(some, ()))
        write_in_steps(sorted(items), lambda some: refresh_counters((), some))
        write_in_steps(sorted(pools), _fix_pools)
        record_event(by=by, campaign=campaign, verb="counters:fixed", counters=len(differences))
    return differences


def _judged(*, labelled: bool = True) -> Case:
    """Items graded, read for nuggets, or labelled in each cell; pages annotated; of a voter, nuggets voted on."""
    votes = NuggetVote.ever.filter(nugget__question=OuterRef("question"), nugget__removed=False)
    graded = _own_judgments().filter(item__automatic=False).exclude(grade="")
    read = Reading.objects.filter(in_pool("item"), assignment=OuterRef("pk"))
    pages = PageAnnotation.objects.filter(assignment=OuterRef("pk")).complete()
    of_cells = [When(Exists(_labels()), then=_count(_whole_items(), "question"))] if labelled else []
    return Case(
        When(stage__in=VOTING, then=_count(votes.filter(member=OuterRef("member")), "member")),
        *of_cells,
        default=_count(graded, "assignment") + _count(read, "assignment") + _count(pages, "assignment"),
    )


def _labels() -> QuerySet[NuggetMatch]:
    """The labels of an assignment's assessor that say something of nuggets on the list."""
    said = NuggetMatch.objects.filter(NuggetMatch.SAYS, member=OuterRef("member"), nugget__removed=False)
    return said.filter(nugget__question=OuterRef("question")).exclude(label="")


def _whole_items() -> QuerySet[PoolItem]:
    """The items in which the assessor of an assignment labelled all nuggets of the list."""
    member = OuterRef(OuterRef(OuterRef("member")))
    here = NuggetMatch.objects.filter(item=OuterRef(OuterRef("pk")), nugget=OuterRef("pk"), member=member)
    said = here.filter(NuggetMatch.SAYS).exclude(label="")
    lacking = Nugget.objects.filter(~Exists(said), question=OuterRef("question"), removed=False)
    return PoolItem.objects.filter(~Exists(lacking), question=OuterRef("question"))


def _later() -> Coalesce:
    return _count(_own_judgments().filter(later=True), "assignment")


def _asked() -> Case:
    """Nuggets that a voter has to vote on; items that a third assessor was given, as far as the gold standard leaves them."""
    nuggets = Nugget.objects.filter(question=OuterRef("question")).current()
    given = AssignedItem.objects.filter(in_pool("item"), assignment=OuterRef("pk"), item__automatic=False)
    return Case(
        When(stage__in=VOTING, then=_count(nuggets, "question")),
        When(stage__in=OF_SOME, then=_count(given, "assignment")),
        default=0,
    )


def _own_judgments() -> QuerySet[Judgment]:
    return Judgment.ever.filter(in_pool("item"), assignment=OuterRef("pk"))


def _count(rows: QuerySet[Any], column: str) -> Coalesce:
    """How many rows of a subquery there are, all of which have the same value in a column."""
    counted = rows.order_by().values(column).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


def _wrong_assignments(campaign: Campaign) -> dict[int, list[Difference]]:
    own = Assignment.objects.filter(question__campaign=campaign)
    counted = own.annotate(judged_now=_judged(), later_now=_later(), asked_now=_asked())
    right = {name: F(f"{name}_now") for name in COUNTERS}
    columns = [column for name in COUNTERS for column in (name, f"{name}_now")]
    wrong = counted.exclude(**right).order_by("pk").values("pk", "question__qid", "member__name", *columns)
    return {
        row["pk"]: _differences(
            f"question {row['question__qid']}, {row['member__name']}",
            *((name, row[name], row[f"{name}_now"]) for name in COUNTERS),
        )
        for row in wrong
    }


def _wrong_items(campaign: Campaign) -> dict[int, list[Difference]]:
    given = Judgment.objects.filter(item__question__campaign=campaign)
    kinds = given.counting().order_by().values("item").annotate(kinds=Count("grade", distinct=True))
    counted = opinions_on(given.filter(item__in=kinds.filter(kinds__gt=1).values("item")))
    items = PoolItem.objects.filter(question__campaign=campaign)
    said = items.filter(Q(disputed=True) | Q(dissenters__gt=0) | ~Q(majority="") | Q(pk__in=list(counted)))
    wrong = {}
    for pk, qid, *stored in said.order_by("pk").values_list("pk", "question__qid", *Opinion._fields):
        pairs = zip(Opinion._fields, stored, counted.get(pk, AGREED), strict=True)
        if differences := _differences(f"question {qid}, item {pk}", *pairs):
            wrong[pk] = differences
    return wrong


def _wrong_pools(campaign: Campaign) -> dict[int, list[Difference]]:
    pools = QuestionPool.objects.filter(question__campaign=campaign).order_by("pk")
    found = PoolItem.objects.filter(question__campaign=campaign).order_by().values("question")
    rows = found.annotate(**_POOL_COUNTS)
    counted: dict[int, Mapping[str, Any]] = {row["question"]: row for row in rows}
    wrong = {}
    for pk, qid, *stored in pools.values_list("pk", "question__qid", *_POOL_COUNTS):
        now = counted.get(pk, {})
        pairs = ((name, value, now.get(name, 0)) for name, value in zip(_POOL_COUNTS, stored, strict=True))
        if differences := _differences(f"pool of question {qid}", *pairs):
            wrong[pk] = differences
    return wrong


def _fix_pools(questions: Collection[int]) -> None:
    for pool in QuestionPool.objects.filter(pk__in=questions):
        _fix_pool(pool)


def _fix_pool(pool: QuestionPool) -> None:
    counted = PoolItem.objects.filter(question=pool.pk).aggregate(**_POOL_COUNTS)
    for name, value in counted.items():
        setattr(pool, name, value)
    pool.save(update_fields=list(_POOL_COUNTS))


def _differences(place: str, *counters: tuple[str, object, object]) -> list[Difference]:
    return [
        Difference(place, name, stored, counted) for name, stored, counted in counters if stored != counted
    ]


def _batches(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(keys), BATCH):
        yield keys[start : start + BATCH]


def _lock_work(questions: Collection[int]) -> None:
    """Let the saves of some questions wait, in the order in which saves lock."""
    rows = Assignment.objects.filter(question__in=questions).select_for_update(no_key=True).order_by("pk")
    list(rows.values_list("pk"))


def _count_moved(questions: Collection[int], items: Collection[int]) -> None:
    """Count anew what people did of questions whose pools have shrunk, or have items back."""
    refresh_work(Assignment.objects.filter(question__in=questions))
    refresh_disputed(items, questions)


MOVED_ITEMS = Follower(_lock_work, _count_moved)
