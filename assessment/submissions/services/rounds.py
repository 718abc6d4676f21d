"""Rounds of pools: begun one at a time, advanced in steps, counted; what pooling and taking out share."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

from django.db import transaction
from django.db.models import Count, Max, Q
from django.db.models.functions import Now

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Conflict
from assessment.shared.leases import lately
from assessment.shared.say import say
from assessment.submissions.models import PoolItem, PoolRound, QuestionPool
from assessment.submissions.selectors import pools
from documents.steps import Pace, write_in_steps

Row = TypeVar("Row")
Progress = Callable[[int, int], None]  # questions done, and all of them
Opening = Callable[[Campaign, PoolRound], None]

ABANDONED = 30.0  # seconds without a step: whoever made the round is gone
COUNTED = ("items", "documents", "automatic")
WAIT = 0.1  # seconds until the next look at somebody else's round


@transaction.atomic
def begin_round(campaign: Campaign, wanted: PoolRound, opening: Opening) -> PoolRound | None:
    """A new round, or one that was cut off; None while somebody else is making one.

    `opening` refuses what cannot be a round, and writes what belongs to the round besides, once it is stored.
    """
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=campaign.pk)
    found = campaign.pool_rounds.filter(unfinished=True).first()
    if found is None:
        return _new_round(campaign, wanted, opening)
    is_ours = wanted.asked and wanted.asked == found.asked
    at_work = PoolRound.objects.filter(lately("step_at", ABANDONED), pk=found.pk)
    if not is_ours and at_work.exists():
        return None
    found.turn += 1
    PoolRound.objects.filter(pk=found.pk).update(turn=found.turn, step_at=Now())
    return found


def _new_round(campaign: Campaign, wanted: PoolRound, opening: Opening) -> PoolRound:
    wanted.number = (campaign.pool_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    wanted.campaign, wanted.added, wanted.unfinished = campaign, 0, True
    wanted.runs = 0
    wanted.save(force_insert=True)
    opening(campaign, wanted)
    wanted.save()
    PoolRound.objects.filter(pk=wanted.pk).update(step_at=Now())
    return wanted


def advance(made: PoolRound, **values: object) -> None:
    """Write how far a round is; Conflict where somebody else has taken it up."""
    mine = PoolRound.objects.filter(pk=made.pk, turn=made.turn, unfinished=True)
    if not mine.update(step_at=Now(), **values):
        raise Conflict(
            say(
                "Round {number} was taken over by another process, which completes it.",
                number=str(made.number),
            ),
            "pooling_taken_up",
            say("Wait for it."),
        )


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


def untold(_done: int, _total: int) -> None:
    """Nobody waits to hear how far it is."""


def with_progress(questions: Collection[Row], progress: Progress) -> Iterator[Row]:
    """Each question in turn, and how many were done before it."""
    for done, question in enumerate(questions):
        progress(done, len(questions))
        yield question
    progress(len(questions), len(questions))


def recount(campaign: Campaign) -> None:
    """Count again how many items and documents each pool holds, and how many items several runs gave."""
    shared = pools.shared_items(campaign)
    questions = list(campaign.questions.order_by("pk").values_list("pk", flat=True))
    write_in_steps(questions, lambda some: count_items(some, shared))


def count_items(questions: Collection[int], shared: "dict[int, int] | None" = None) -> None:
    """Count the pools of some questions; how many of their items several runs gave, where that is given."""
    items = PoolItem.objects.filter(question__in=questions)
    counted = items.values("question_id").annotate(
        items=Count("pk"),
        documents=Count("docid", distinct=True, filter=Q(docid__gt="")),
        automatic=Count("pk", filter=Q(automatic=True)),
    )
    rows = [
        QuestionPool(**row, shared=(shared or {}).get(row["question_id"], 0))
        for row in counted.order_by("question_id")
    ]
    QuestionPool.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["question"],
        update_fields=[*COUNTED, *(["shared"] if shared is not None else [])],
    )
    empty = set(questions) - {row.question_id for row in rows}
    emptied = QuestionPool.objects.filter(question__in=empty, items__gt=0)
    emptied.update(shared=0, **dict.fromkeys(COUNTED, 0))
