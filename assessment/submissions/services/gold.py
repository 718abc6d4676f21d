"""Settles the pool items that the gold standard has, so that assessors get the others."""

from collections.abc import Collection
from functools import partial

from django.db.models import Count, Q, Sum

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.gold import gold_of
from assessment.submissions.models import PoolItem, QuestionPool, in_pool
from documents.steps import write_in_steps
from scoring import records
from scoring.gold import matcher


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
        write_in_steps(sorted(items), partial(_mark, automatic))
    write_in_steps(sorted(questions), _count)
    pools = QuestionPool.objects.filter(question__in=questions)
    return pools.aggregate(settled=Sum("automatic"))["settled"] or 0


def _mark(automatic: bool, items: Collection[int]) -> None:
    PoolItem.objects.filter(pk__in=items).update(automatic=automatic)


def _count(questions: Collection[int]) -> None:
    """Keep how many items of each pool are settled."""
    pools = list(
        QuestionPool.objects.filter(question__in=questions).annotate(
            settled=Count(
                "question__pool_items",
                filter=Q(in_pool("question__pool_items"), question__pool_items__automatic=True),
            )
        )
    )
    for pool in pools:
        pool.automatic = pool.settled
    QuestionPool.objects.bulk_update(pools, ["automatic"])
