"""Puts answers that people gave into the pools, where runs are not pooled: experts judge them there."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import F

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.submissions.models import PoolItem, PoolRound
from assessment.submissions.services.pooling import ITEM_COLUMNS, Row
from assessment.submissions.services.rounds import (
    WAIT,
    advance,
    begin_round,
    count_items,
    filled,
    recount,
)
from documents.bulk import insert_rows
from documents.steps import Pace
from scoring.records import Item


def pool_answers(*, by: Account | None, campaign: Campaign, items: Iterable[Item]) -> int:
    """Add those of some items that are not in the pools yet, in a round of their own; return how many there were.

    In short steps, as runs are pooled. A round that was cut off is completed by the next call.
    """
    wanted = set(items)
    if not _missing(campaign, wanted) and not campaign.pool_rounds.filter(unfinished=True).exists():
        return 0
    while (made := begin_round(campaign, PoolRound(priorities=[], made_by=by), _no_runs)) is None:
        time.sleep(WAIT)
    missing = _missing(campaign, wanted)  # anew: whoever was waited for may have added some
    pace = Pace()
    for found in filled(_rows(made, missing), pace):
        for portion in pace.portions(found):
            with pace.step():
                advance(made, added=F("added") + len(portion))
                insert_rows(PoolItem, ITEM_COLUMNS, portion)
                count_items({row[0] for row in portion})
    recount(campaign)
    with transaction.atomic():
        advance(made, unfinished=False)
        record_event(
            by=by, campaign=campaign, verb="pool:made", subject=str(made.number), added=len(missing), runs=0
        )
    return len(missing)


def _no_runs(_campaign: Campaign, _made: PoolRound) -> None:
    """Answers that people gave come from no run."""


def _missing(campaign: Campaign, items: set[Item]) -> list[Item]:
    there = set(PoolItem.ever.filter(question__campaign=campaign).values_list("key", flat=True))
    return sorted(item for item in items if item.key not in there)


def _rows(made: PoolRound, items: Iterable[Item]) -> Iterator[list[Row]]:
    """The rows of each question, in the order of questions."""
    by_question: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        by_question[item.qid].append(item)
    for pk, qid in made.campaign.questions.in_order().values_list("pk", "qid"):
        yield [
            (pk, item.key, item.docid, item.passage, item.answer, made.pk, False, False)
            for item in by_question.get(qid, ())
        ]
