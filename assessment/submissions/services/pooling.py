"""Makes the pools: every distinct item that chosen runs gave, added once and never taken out.

A round is written in short steps, so that people judge meanwhile, and is unfinished until all of it is there. Nobody
scores, assigns or exports before. Whoever pools next completes a round that was cut off; doing so adds what is missing.
"""

import time
from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, F, Max, QuerySet
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.submissions.models import PoolItem, PoolRound, QuestionPool, Run
from assessment.submissions.selectors import pools
from assessment.submissions.services.gold import settle_by_gold
from documents.bulk import insert_rows
from documents.steps import Pace, write_in_steps

ITEM_COLUMNS = ("question_id", "key", "docid", "passage", "answer", "round_id", "disputed", "automatic")
DEEPEST = 32_767  # what a small integer holds
ABANDONED = timedelta(seconds=30)  # without a step: whoever made the round is gone
WAIT = 0.1  # seconds until the next look at somebody else's round

Row = tuple[int, str, str, str, str, int, bool, bool]


def pool(
    *,
    by: Account | None,
    campaign: Campaign,
    priorities: Collection[int] = (),
    depth: int | None = None,
    asked: str = "",
) -> PoolRound:
    """Add to the pools what the current runs of some priorities give that is not in them yet.

    One round at a time in a campaign; a second one waits, and then finds nothing left to add. `asked` is a name of the
    caller's own: asked by the same name again, a round that was cut off goes on at once, and a finished one is given.
    """
    if not campaign.track.pools_runs:
        raise Refused(
            f"Runs of {campaign.slug} are not pooled: its answers come from the people who annotate its pages.",
            "runs_not_pooled",
            "Assign the questions to annotators.",
        )
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise Refused(
            f"A depth is a number from 1 to {DEEPEST:,}.", "depth_invalid", "Leave it out to pool all."
        )
    done = campaign.pool_rounds.filter(asked=asked, unfinished=False).first() if asked else None
    while done is None:
        wanted = PoolRound(priorities=sorted(set(priorities)), depth=depth, made_by=by, asked=asked)
        made = begin_round(campaign, wanted)
        if made is None:
            time.sleep(WAIT)
        elif _complete(made, by) and (made.priorities, made.depth) == (wanted.priorities, wanted.depth):
            done = made
    return done


def refuse_unfinished(campaign: Campaign, what: str) -> None:
    """Refuse work on pools of which a part is missing yet."""
    number = campaign.pool_rounds.filter(unfinished=True).values_list("number", flat=True).first()
    if number is not None:
        raise Refused(
            f"The pools of {campaign.slug} are being made: round {number} is not finished. {what}",
            "pooling_unfinished",
            "Wait until it is. If it was interrupted, pool again: it continues where it stopped.",
        )


@transaction.atomic
def begin_round(campaign: Campaign, wanted: PoolRound) -> PoolRound | None:
    """A new round, or one that was cut off; None while somebody else is making one."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=campaign.pk)
    found = campaign.pool_rounds.filter(unfinished=True).first()
    if found is None:
        return _new_round(campaign, wanted)
    is_ours = wanted.asked and wanted.asked == found.asked
    if not is_ours and timezone.now() - found.step_at < ABANDONED:
        return None
    found.turn += 1
    found.step_at = timezone.now()
    found.save(update_fields=["turn", "step_at"])
    return found


def _new_round(campaign: Campaign, wanted: PoolRound) -> PoolRound:
    chosen = pools.runs_of_priorities(campaign, wanted.priorities) if campaign.track.pools_runs else []
    if campaign.track.pools_runs and not chosen:
        hint = "Wait for runs, or choose priorities of submitted runs."
        raise Refused("There are no runs to pool.", "no_runs", hint)
    wanted.number = (campaign.pool_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    wanted.campaign, wanted.runs, wanted.added, wanted.unfinished = campaign, len(chosen), 0, True
    wanted.save(force_insert=True)
    return wanted


def _complete(made: PoolRound, by: Account | None) -> bool:
    """Add what is missing of a round, and finish it. Repeating it does no harm."""
    campaign = made.campaign
    chosen = pools.runs_of_priorities(campaign, made.priorities)
    _add_items(made, chosen)
    with transaction.atomic():
        advance(made, runs=len(chosen))
        _mark_pooled(campaign.runs.filter(pk__in=chosen), made.depth)
    recount(campaign)
    settle_by_gold(campaign)
    with transaction.atomic():
        advance(made, unfinished=False)
        made.refresh_from_db(fields=["added", "runs", "unfinished", "step_at"])
        facts = {"priorities": made.priorities, "depth": made.depth, "runs": made.runs, "added": made.added}
        record_event(by=by, campaign=campaign, verb="pool:made", subject=str(made.number), **facts)
    return True


def advance(made: PoolRound, **values: object) -> None:
    """Write how far a round is; Conflict where somebody else has taken it up."""
    mine = PoolRound.objects.filter(pk=made.pk, turn=made.turn, unfinished=True)
    if not mine.update(step_at=timezone.now(), **values):
        raise Conflict(
            f"Round {made.number} was taken over by another process, which completes it.",
            "pooling_taken_up",
            "Wait for it.",
        )


def _add_items(made: PoolRound, chosen: Collection[int]) -> None:
    """Insert the new items, question by question; its pool is counted in the step that adds to it."""
    pace = Pace()
    for found in filled(_new_rows(made, chosen), pace):
        for portion in pace.portions(found):
            with pace.step():
                advance(made, added=F("added") + len(portion))
                insert_rows(PoolItem, ITEM_COLUMNS, portion)
                count_items({row[0] for row in portion})


def _new_rows(made: PoolRound, chosen: Collection[int]) -> Iterator[list[Row]]:
    """The new items of each question, in the order of questions."""
    responses = pools.pooled_responses(made.campaign, chosen, made.depth)
    for question in made.campaign.questions.in_order().values_list("pk", flat=True):
        items = pools.new_items(responses.filter(question=question))
        yield [(*item, made.pk, False, False) for item in items.values_list(*pools.NEW_ITEM)]


def filled(batches: Iterable[list[Row]], pace: Pace) -> Iterator[list[Row]]:
    """Several small batches as one; a batch stays in one piece, so that the pool of a question comes whole where it can."""
    waiting: list[Row] = []
    for batch in batches:
        if waiting and len(waiting) + len(batch) > pace.rows:
            yield waiting
            waiting = []
        waiting = waiting + batch if waiting else batch
    if waiting:
        yield waiting


def _mark_pooled(runs: QuerySet[Run], depth: int | None) -> None:
    """Note that runs are pooled and how deep; a run that was pooled deeper before stays so."""
    shallower = runs.filter(pooled=True, depth__isnull=False)
    if depth is not None:
        shallower = shallower.filter(depth__lt=depth)
    shallower.update(depth=depth)
    runs.filter(pooled=False).update(pooled=True, depth=depth)


def recount(campaign: Campaign) -> None:
    """Count again how many items and documents each pool holds, and how many items several runs gave."""
    shared = pools.shared_items(campaign)
    questions = list(campaign.questions.order_by("pk").values_list("pk", flat=True))
    write_in_steps(questions, lambda some: count_items(some, shared))


def count_items(questions: Collection[int], shared: "dict[int, int] | None" = None) -> None:
    """Count the pools of some questions; how many of their items several runs gave, where that is given."""
    items = PoolItem.objects.filter(question__in=questions)
    counted = items.values("question_id").annotate(items=Count("pk"), documents=Count("docid", distinct=True))
    rows = [
        QuestionPool(**row, shared=(shared or {}).get(row["question_id"], 0))
        for row in counted.order_by("question_id")
    ]
    QuestionPool.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["question"],
        update_fields=["items", "documents", *(["shared"] if shared is not None else [])],
    )
