"""Which responses are pooled, what the pools hold, and how they overlap."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.submissions.models import PooledRun, PoolItem, PoolRound, Response, Run
from scoring.tracks.common import depths_by_priority
from scoring.tracks.rankings import depth_of


def access_pool(account: Visitor, slug: str) -> Access:
    """The campaign, if the account may make its pool and see which runs gave what."""
    return access_campaign(account, slug, Permission.MAKE_POOL)


def access_question_pool(account: Visitor, slug: str, qid: str) -> tuple[Access, Question]:
    """A question with its pool's counters, for those who may make the pool."""
    access = access_pool(account, slug)
    question = access.campaign.questions.select_related("series", "pool").filter(qid=qid).first()
    if question is None:
        raise Http404
    return access, question


def runs_of_priorities(campaign: Campaign, priorities: Collection[int]) -> list[int]:
    """The current runs (by pk) of some priorities, or of any where none is named."""
    rows = campaign.runs.current().values_list("pk", "priority")
    return [pk for pk, priority in rows if not priorities or priority in priorities]


def runs_to_pool(campaign: Campaign, priorities: Collection[int], *, again: bool) -> list[int]:
    """Those of them that a round pools: not what was taken out of the pool before, unless that is asked for again."""
    chosen = runs_of_priorities(campaign, priorities)
    out = set() if again else runs_taken_out(campaign)
    return [pk for pk in chosen if pk not in out]


def runs_taken_out(campaign: Campaign) -> set[int]:
    """The current runs (by pk) that were pooled and that nothing of is in the pool now."""
    rows = PooledRun.objects.filter(run__in=campaign.runs.current().filter(pooled=False))
    return set(rows.exclude(taken_out=None).values_list("run_id", flat=True))


def runs_not_pooled(campaign: Campaign) -> QuerySet[Run]:
    """Current runs whose responses no round has pooled yet, with their teams."""
    return campaign.runs.current().filter(pooled=False).select_related("team").in_order()


def pool_depths(campaign: Campaign, depth: int | None) -> Mapping[str, int | None]:
    """Down to which rank each judged type of question is pooled in this campaign; None: all responses."""
    track, rules = campaign.track, campaign.rules
    return {
        name: track.pool_depth(kind, rules, depth)
        for name, kind in track.question_types.items()
        if kind.judged
    }


def runs_by_depth(
    campaign: Campaign, runs: Collection[int], depth: int | None
) -> dict[int | None, list[int]]:
    """Some runs (by pk) by the depth to which they are pooled: one for all, else by priority (setting `depths`).

    Those that only rank have a depth of their own.
    """
    by_priority = {} if depth is not None else depths_by_priority(campaign.rules)
    if not by_priority and not campaign.track.ranking:
        return {depth: list(runs)}
    found: defaultdict[int | None, list[int]] = defaultdict(list)
    chosen = Run.objects.filter(pk__in=runs).order_by("pk")
    for pk, priority, declared in chosen.values_list("pk", "priority", "declared"):
        found[depth_of(declared, campaign.rules, by_priority.get(priority, depth))].append(pk)
    return found


def pooled_responses(campaign: Campaign, runs: Collection[int], depth: int | None) -> QuerySet[Response]:
    """The responses of some runs (by pk) that belong in the pool: `Track.pooled_responses`, chosen by the database.

    Judged types of question only, none that was dropped, to the depth of the type, and never NIL, which has no key.
    Runs and questions are listed, not joined: a planner without statistics else reads all responses once a run.
    """
    types = list(pool_depths(campaign, None))
    retained = campaign.questions.retained().filter(type__in=types)
    questions = list(retained.values_list("pk", "type"))
    by_depth = runs_by_depth(campaign, runs, depth)
    deep_enough = Q(pk__in=[])
    for of_runs, pks in by_depth.items():
        wanted = _deep_enough(pool_depths(campaign, of_runs), questions)
        deep_enough |= wanted & Q(run__in=pks) if len(by_depth) > 1 else wanted
    return Response.objects.filter(deep_enough, run__in=runs).exclude(key="")


def _deep_enough(depths: Mapping[str, int | None], questions: Iterable[tuple[int, str]]) -> Q:
    """The responses to some questions (pk and type) down to the depth of their type."""
    by_depth: defaultdict[int | None, list[int]] = defaultdict(list)
    for pk, name in questions:
        by_depth[depths[name]].append(pk)
    found = Q(pk__in=[])
    for deepest, pks in by_depth.items():
        of_these = Q(question__in=pks)
        found |= of_these if deepest is None else of_these & Q(rank__lte=deepest)
    return found


NEW_ITEM = ("question_id", "key", "the_docid", "the_passage", "the_answer")


def new_items(responses: QuerySet[Response]) -> QuerySet[Response, Any]:
    """The distinct items among responses that no pool holds: question_id, key, docid, passage, answer.

    One row for each (question, key); the key is made of the content, so all its rows agree and any aggregate
    gives the one value. In the order of files and pages: question, document, passage, answer, by code point.
    """
    held = PoolItem.ever.filter(question=OuterRef("question"), key=OuterRef("key"))
    grouped = responses.filter(~Exists(held)).values("question_id", "key")
    content = {f"the_{part}": Min(part) for part in ("docid", "passage", "answer")}
    return grouped.annotate(**content).order_by("question__position", *content)


def shared_items(campaign: Campaign) -> dict[int, int]:
    """How many of each question's pool items several current pooled runs gave, by question."""
    runs = list(campaign.runs.current().filter(pooled=True).values_list("pk", flat=True))
    held = PoolItem.objects.filter(question=OuterRef("question"), key=OuterRef("key"))
    responses = Response.objects.filter(run__in=runs).exclude(key="")
    several = (
        responses.values("question_id", "key").annotate(runs=Count("run", distinct=True)).filter(runs__gt=1)
    )
    found: defaultdict[int, int] = defaultdict(int)
    for question_pk in several.filter(Exists(held)).values_list("question_id", flat=True).iterator(5_000):
        found[question_pk] += 1
    return found


class PoolSize(NamedTuple):
    """What a question's pool holds, and of which type the question is."""

    type: str
    items: int
    documents: int
    shared: int  # items that several runs gave


class PoolStatistics(NamedTuple):
    """The size of a campaign's pools over the questions in evaluation (TREC-8 QA evaluation, section 2.3)."""

    questions: int
    items: int
    shared: int
    mean_items: float | None
    min_items: int | None
    max_items: int | None
    mean_documents: float | None
    min_documents: int | None
    max_documents: int | None


def pooled_questions(campaign: Campaign) -> QuerySet[Question]:
    """The questions that are judged, with the counters of their pools."""
    judged = list(pool_depths(campaign, None))
    return campaign.questions.retained().filter(type__in=judged).select_related("series", "pool").in_order()


def pool_sizes(campaign: Campaign) -> list[PoolSize]:
    """The counters of all pools (one query); an empty pool counts as 0."""
    counters = [Coalesce(f"pool__{name}", 0) for name in ("items", "documents", "shared")]
    return [PoolSize(*row) for row in pooled_questions(campaign).values_list("type", *counters)]


def pool_statistics(campaign: Campaign) -> PoolStatistics:
    """Mean, least and greatest number of items and of distinct documents a question."""
    return statistics_of(pool_sizes(campaign))


def statistics_of(sizes: Sequence[PoolSize]) -> PoolStatistics:
    """The same of counters that were read."""
    items, documents = [size.items for size in sizes], [size.documents for size in sizes]
    return PoolStatistics(
        questions=len(sizes),
        items=sum(items),
        shared=sum(size.shared for size in sizes),
        mean_items=fmean(items) if items else None,
        min_items=min(items, default=None),
        max_items=max(items, default=None),
        mean_documents=fmean(documents) if documents else None,
        min_documents=min(documents, default=None),
        max_documents=max(documents, default=None),
    )


def pool_rounds(campaign: Campaign) -> QuerySet[PoolRound]:
    """The acts of pooling, in their order."""
    return PoolRound.objects.filter(campaign=campaign).select_related("made_by").order_by("number")


def items_of(question: Question) -> QuerySet[PoolItem]:
    """The pool of a question as assessors meet it: by document, then by answer string."""
    return PoolItem.objects.filter(question=question).order_by("docid", "passage", "answer", "pk")


def runs_that_gave(question: Question, items: Iterable[PoolItem]) -> dict[str, list[str]]:
    """The ids of the current pooled runs that gave each of some items, by the item's key."""
    given = Response.objects.filter(question=question, key__in=[item.key for item in items])
    given = given.filter(run__in=question.campaign.runs.current().filter(pooled=True).values("pk"))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, run_id in given.values_list("key", "run__run_id").distinct().order_by("run__run_id"):
        found[key].append(run_id)
    return dict(found)
