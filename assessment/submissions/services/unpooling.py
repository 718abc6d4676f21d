"""Takes runs, rounds and depth out of the pools again. Items that nothing else gives leave, with their judgments.

The act is a round of its own: unfinished until every item has left, it keeps scores, assignments and exports waiting,
and whoever pools or takes out next completes one that was cut off.
"""

import time

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.locks import needed_reason
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import PooledRun, PoolRound, Run
from assessment.submissions.selectors.taking_out import Cut, chosen_by
from assessment.submissions.services.pooling import DEEPEST, complete
from assessment.submissions.services.rounds import WAIT, Progress, begin_round, untold


def unpool(
    *,
    by: Account | None,
    campaign: Campaign,
    cut: Cut,
    reason: str,
    asked: str = "",
    progress: Progress = untold,
) -> PoolRound:
    """Take what the cut names out of the pools, for a reason. The runs themselves stay in the evaluation.

    `asked` is a name of the caller's own: asked by the same name again, an act that was cut off goes on at once,
    and a finished one is given.
    """
    reason = needed_reason(reason)
    refuse_cut(campaign, cut)
    done = campaign.pool_rounds.filter(asked=asked, unfinished=False).first() if asked else None
    while done is None:
        wanted = PoolRound(
            takes_out=True, what=cut.code, depth=cut.depth, reason=reason, made_by=by, asked=asked
        )
        made = begin_round(campaign, wanted, lambda locked, stored: _mark(locked, stored, cut))
        if made is None:
            time.sleep(WAIT)
            continue
        complete(made, by, progress)
        if made.pk == wanted.pk or (asked and made.asked == asked):
            done = made
    return done


def refuse_cut(campaign: Campaign, cut: Cut) -> None:
    """Refuse what cannot be taken out of any pool."""
    if cut.depth is not None and not 1 <= cut.depth <= DEEPEST:
        raise Refused(
            say("A depth is a number from 1 to {deepest}.", deepest=DEEPEST),
            "depth_invalid",
            say("Leave it out to take out all."),
        )
    named = sum(map(bool, (cut.run, cut.team, cut.round is not None, cut.ended)))
    if named > 1 or not (named or cut.depth):
        raise Refused(
            say("Name one thing to take out. Nothing was changed."),
            "cut_unclear",
            say(
                "A run, a team, a round, or the withdrawn and replaced runs; with a depth, only what lies below it."
            ),
        )


def _mark(campaign: Campaign, made: PoolRound, cut: Cut) -> None:
    """Note what the round takes out, and what stays of it; the items leave in steps."""
    if campaign.state == State.RELEASED:
        raise Refused(
            say(
                "The results of {campaign} are released, so its pool can no longer change.",
                campaign=campaign.title,
            ),
            "campaign_released",
            say("Take the release back first."),
        )
    gone = chosen_by(campaign, cut)
    PooledRun.objects.filter(pk__in=[row.pk for row in gone]).update(taken_out=made)
    if cut.depth:
        PooledRun.objects.bulk_create(
            PooledRun(round_id=row.round_id, run_id=row.run_id, depth=cut.depth) for row in gone
        )
    runs = {row.run_id for row in gone}
    made.runs = len(runs)
    _mark_runs(runs)


def _mark_runs(runs: set[int]) -> None:
    """Note of each run how deep it is pooled now, or that it no longer is."""
    depths: dict[int, list[int | None]] = {pk: [] for pk in runs}
    for pk, depth in PooledRun.objects.filter(run__in=runs).kept().values_list("run_id", "depth"):
        depths[pk].append(depth)
    rows = list(Run.objects.filter(pk__in=runs))
    for row in rows:
        known = [depth for depth in depths[row.pk] if depth is not None]
        row.pooled = bool(depths[row.pk])
        row.depth = max(known) if known and len(known) == len(depths[row.pk]) else None
    Run.objects.bulk_update(rows, ["pooled", "depth"])
