"""Makes the pools: every distinct item that chosen runs gave, added once. Items that had left come back.

A round is written in short steps, so that people judge meanwhile, and is unfinished until all of it is there. Nobody
scores, assigns or exports before. Whoever pools next completes a round that was cut off; doing so adds what is missing.
"""

import time
from collections.abc import Collection, Iterator

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import translation

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import PooledRun, PoolItem, PoolRound, Run
from assessment.submissions.selectors import pools
from assessment.submissions.services.followers import moving
from assessment.submissions.services.gold import settle_by_gold
from assessment.submissions.services.leaving import take_out_items
from assessment.submissions.services.rounds import (
    WAIT,
    Progress,
    advance,
    begin_round,
    count_items,
    filled,
    recount,
    untold,
    with_progress,
)
from documents.bulk import insert_rows
from documents.steps import Pace
from scoring.stages import ANSWER

ITEM_COLUMNS = ("question_id", "key", "docid", "passage", "answer", "round_id", "disputed", "automatic")
DEEPEST = 32_767  # what a small integer holds

Row = tuple[int, str, str, str, str, int, bool, bool]


def pool(
    *,
    by: Account | None,
    campaign: Campaign,
    priorities: Collection[int] = (),
    depth: int | None = None,
    again: bool = False,
    asked: str = "",
    progress: Progress = untold,
) -> PoolRound:
    """Add to the pools what the current runs of some priorities give that is not in them yet.

    Runs that were taken out of the pool stay out, unless `again`: then their items come back with their judgments.

    One round at a time in a campaign; a second one waits, and then finds nothing left to add. `asked` is a name of the
    caller's own: asked by the same name again, a round that was cut off goes on at once, and a finished one is given.
    """
    if ANSWER not in campaign.track.item_kinds:
        raise Refused(
            say(
                "Runs of {campaign} are not pooled: its answers come from the people who annotate its pages.",
                campaign=campaign.slug,
            ),
            "runs_not_pooled",
            say("Assign the questions to annotators."),
        )
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise Refused(
            say("A depth is a number from 1 to {deepest}.", deepest=DEEPEST),
            "depth_invalid",
            say("Leave it out to pool all."),
        )
    done = campaign.pool_rounds.filter(asked=asked, unfinished=False).first() if asked else None
    while done is None:
        wanted = PoolRound(
            priorities=sorted(set(priorities)), depth=depth, again=again, made_by=by, asked=asked
        )
        made = begin_round(campaign, wanted, _choose)
        if made is None:
            time.sleep(WAIT)
            continue
        complete(made, by, progress)
        if _of_round(made) == _of_round(wanted):
            done = made
    return done


def _of_round(made: PoolRound) -> tuple[object, ...]:
    """What makes two rounds of pooling the same."""
    return made.takes_out, made.priorities, made.depth, made.again


def _choose(campaign: Campaign, wanted: PoolRound) -> None:
    """Note how many runs the round pools; refused where there are none."""
    chosen = pools.runs_to_pool(campaign, wanted.priorities, again=wanted.again)
    if chosen:
        wanted.runs = len(chosen)
        return
    if pools.runs_of_priorities(campaign, wanted.priorities):
        raise Refused(
            say("All of these runs were taken out of the pool. Nothing was pooled."),
            "runs_taken_out",
            say("Tick “Also pool runs that were taken out” (--again) to pool them again."),
        )
    raise Refused(
        say("There are no runs to pool."),
        "no_runs",
        say("Wait for runs, or choose priorities of submitted runs."),
    )


def complete(made: PoolRound, by: Account | None, progress: Progress = untold) -> None:
    """Add what is missing of a round, or take out what is left of it, and finish it. Repeating it does no harm."""
    campaign = made.campaign
    if made.takes_out:
        take_out_items(made, progress)
    else:
        _fill(made, progress)
    recount(campaign)
    settle_by_gold(campaign)
    with transaction.atomic():
        advance(made, unfinished=False)
        made.refresh_from_db()
        if made.takes_out:
            with translation.override(None):  # the record is in English
                taken = made.taken
            facts: dict[str, object] = {"what": taken, "reason": made.reason, "left": made.left}
        else:
            facts = {
                "priorities": made.priorities,
                "depth": made.depth,
                "runs": made.runs,
                "added": made.added,
            }
        verb = "pool:taken_out" if made.takes_out else "pool:made"
        record_event(by=by, campaign=campaign, verb=verb, subject=str(made.number), **facts)


def _fill(made: PoolRound, progress: Progress) -> None:
    campaign = made.campaign
    chosen = pools.runs_to_pool(campaign, made.priorities, again=made.again)
    _add_items(made, chosen, progress)
    _bring_back(made, chosen)
    with transaction.atomic():
        advance(made, runs=len(chosen))
        for depth, pks in pools.runs_by_depth(campaign, chosen, made.depth).items():
            _mark_pooled(campaign.runs.filter(pk__in=pks), depth)
            rows = [PooledRun(round=made, run_id=pk, depth=depth) for pk in pks]
            PooledRun.objects.bulk_create(rows, ignore_conflicts=True)


def _bring_back(made: PoolRound, chosen: Collection[int]) -> None:
    """Let items that had left, and that the chosen runs give, be in the pool again with their judgments."""
    left = PoolItem.ever.exclude(left_at=None).filter(question__campaign=made.campaign)
    questions = left.order_by("question_id").values_list("question_id", flat=True).distinct()
    given = pools.pooled_responses(made.campaign, chosen, made.depth)
    pace = Pace()
    found = (
        list(
            left.filter(question=pk, key__in=given.filter(question=pk).values("key"))
            .order_by("pk")
            .values_list("question_id", "pk")
        )
        for pk in list(questions)
    )
    for rows in filled(found, pace):
        for portion in pace.portions(rows):
            with pace.step(), moving(portion) as items:
                advance(made, returned=F("returned") + len(portion))
                PoolItem.ever.filter(pk__in=items).update(left_at=None)
                count_items({question for question, _ in portion})


def _add_items(made: PoolRound, chosen: Collection[int], progress: Progress) -> None:
    """Insert the new items, question by question; its pool is counted in the step that adds to it."""
    pace = Pace()
    for found in filled(_new_rows(made, chosen, progress), pace):
        for portion in pace.portions(found):
            with pace.step():
                advance(made, added=F("added") + len(portion))
                insert_rows(PoolItem, ITEM_COLUMNS, portion)
                count_items({row[0] for row in portion})


def _new_rows(made: PoolRound, chosen: Collection[int], progress: Progress) -> Iterator[list[Row]]:
    """The new items of each question, in the order of questions."""
    responses = pools.pooled_responses(made.campaign, chosen, made.depth)
    questions = list(made.campaign.questions.in_order().values_list("pk", flat=True))
    for question in with_progress(questions, progress):
        items = pools.new_items(responses.filter(question=question))
        yield [(*item, made.pk, False, False) for item in items.values_list(*pools.NEW_ITEM)]


def _mark_pooled(runs: QuerySet[Run], depth: int | None) -> None:
    """Note that runs are pooled and how deep; a run that was pooled deeper before stays so."""
    shallower = runs.filter(pooled=True, depth__isnull=False)
    if depth is not None:
        shallower = shallower.filter(depth__lt=depth)
    shallower.update(depth=depth)
    runs.filter(pooled=False).update(pooled=True, depth=depth)
