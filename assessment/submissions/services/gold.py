"""Settles the pool items that the gold standard has, so that assessors get the others."""

from collections.abc import Collection

from django.db.models import Count, Q

from assessment.campaigns.gold import gold_of
from assessment.campaigns.models import Campaign
from assessment.submissions.models import PoolItem, QuestionPool
from scoring import records
from scoring.gold import matcher

BATCH = 2_000


def settle_by_gold(campaign: Campaign) -> int:
    """Hold the pools of a campaign against its gold standard; how many items are settled by it now."""
    if not campaign.track.gold:
        return 0
    questions = list(campaign.questions.filter(pool__isnull=False).values_list("pk", flat=True))
    matches = matcher(gold_of(questions))
    rows = PoolItem.objects.filter(question__in=questions).values_list(
        "pk", "automatic", "question__qid", "docid", "passage", "answer"
    )
    turned: dict[bool, list[int]] = {True: [], False: []}
    for pk, automatic, *content in rows.iterator():
        if (now := matches(records.Item(*content))) != automatic:
            turned[now].append(pk)
    for automatic, items in turned.items():
        _mark(items, automatic)
    return _count(questions)


def _mark(items: Collection[int], automatic: bool) -> None:
    ordered = sorted(items)
    for start in range(0, len(ordered), BATCH):
        PoolItem.objects.filter(pk__in=ordered[start : start + BATCH]).update(automatic=automatic)


def _count(questions: Collection[int]) -> int:
    """Keep how many items of each pool are settled; their sum."""
    pools = list(
        QuestionPool.objects.filter(question__in=questions).annotate(
            settled=Count("question__pool_items", filter=Q(question__pool_items__automatic=True))
        )
    )
    for pool in pools:
        pool.automatic = pool.settled
    QuestionPool.objects.bulk_update(pools, ["automatic"])
    return sum(pool.automatic for pool in pools)
