"""Makes the pools: every distinct item that chosen runs gave, added once and never taken out."""

from collections.abc import Collection

from django.db import connection, transaction
from django.db.models import Count, Max, QuerySet, Value

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services import record_event
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem, PoolRound, QuestionPool, Response, Run
from assessment.submissions.selectors import pools
from assessment.submissions.services.gold import settle_by_gold

ITEM_COLUMNS = ("question_id", "key", "docid", "passage", "answer", "round_id", "disputed", "automatic")
DEEPEST = 32_767  # what a small integer holds


@transaction.atomic
def pool(
    *, by: Account | None, campaign: Campaign, priorities: Collection[int] = (), depth: int | None = None
) -> PoolRound:
    """Add to the pools what the standing runs of some priorities give that is not in them yet.

    One round at a time in a campaign; a second one waits, and then finds nothing left to add.
    """
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise Refused(
            f"A depth is a number from 1 to {DEEPEST:,}.", "depth_invalid", "Leave it out to pool all."
        )
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    chosen = pools.runs_of_priorities(campaign, priorities)
    if not chosen:
        remedy = "Wait for runs, or choose priorities that some run has."
        raise Refused("There is no run to pool.", "no_runs", remedy)
    pool_round = _begin_round(by, campaign, priorities, depth, len(chosen))
    pool_round.added = _add_items(pool_round, pools.pooled_responses(campaign, chosen, depth))
    pool_round.save(update_fields=["added"])
    _mark_pooled(campaign.runs.filter(pk__in=chosen), depth)
    recount(campaign)
    settle_by_gold(campaign)
    facts = {
        "priorities": pool_round.priorities,
        "depth": depth,
        "runs": len(chosen),
        "added": pool_round.added,
    }
    record_event(by=by, campaign=campaign, verb="pool:made", subject=str(pool_round.number), **facts)
    return pool_round


def _begin_round(
    by: Account | None, campaign: Campaign, priorities: Collection[int], depth: int | None, runs: int
) -> PoolRound:
    number = (campaign.pool_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    return PoolRound.objects.create(
        campaign=campaign,
        number=number,
        priorities=sorted(set(priorities)),
        depth=depth,
        runs=runs,
        added=0,
        made_by=by,
    )


def _add_items(pool_round: PoolRound, responses: QuerySet[Response]) -> int:
    """Insert the new items in one statement, whose rows never leave the database, and say how many they are."""
    rows = pools.new_items(responses).annotate(
        round=Value(pool_round.pk), disputed=Value(False), automatic=Value(False)
    )
    select, parameters = rows.query.sql_with_params()
    columns = ", ".join(map(connection.ops.quote_name, ITEM_COLUMNS))
    table = connection.ops.quote_name(PoolItem._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({columns}) {select}", parameters)
        return int(cursor.rowcount)


def _mark_pooled(runs: QuerySet[Run], depth: int | None) -> None:
    """Note that runs are pooled and how deep; a run that was pooled deeper before stays so."""
    shallower = runs.filter(pooled=True, depth__isnull=False)
    if depth is not None:
        shallower = shallower.filter(depth__lt=depth)
    shallower.update(depth=depth)
    runs.filter(pooled=False).update(pooled=True, depth=depth)


def recount(campaign: Campaign) -> None:
    """Count again how many items and documents each pool holds, and how many items several runs gave."""
    items = PoolItem.objects.filter(question__campaign=campaign)
    counted = items.values("question_id").annotate(items=Count("pk"), documents=Count("docid", distinct=True))
    shared = pools.shared_items(campaign)
    rows = [
        QuestionPool(
            question_id=row["question_id"],
            items=row["items"],
            documents=row["documents"],
            shared=shared.get(row["question_id"], 0),
        )
        for row in counted.order_by("question_id")
    ]
    QuestionPool.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["question"],
        update_fields=["items", "documents", "shared"],
    )
