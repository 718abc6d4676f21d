"""Items leave the pools when no pooled run gives them any more."""

from django.db.models import F
from django.utils import timezone

from assessment.submissions.models import PoolItem, PoolRound
from assessment.submissions.selectors.taking_out import Taken, leaving_items
from assessment.submissions.services.followers import moving
from assessment.submissions.services.rounds import Progress, advance, count_items, filled, with_progress
from documents.steps import Pace


def take_out_items(made: PoolRound, progress: Progress) -> None:
    """Let leave what the round took out and nothing else gives, some items in each step. Repeating it does no harm."""
    taken, pace = Taken.by_round(made), Pace()
    questions = made.campaign.questions.in_order().values_list("pk", "type")
    found = (
        list(leaving_items(taken, pk, kind).order_by("pk").values_list("question_id", "pk"))
        for pk, kind in with_progress(list(questions), progress)
        if kind in taken.depths
    )
    for rows in filled(found, pace):
        for portion in pace.portions(rows):
            with pace.step(), moving(portion) as items:
                advance(made, left=F("left") + len(portion))
                PoolItem.objects.filter(pk__in=items).update(
                    left_at=timezone.now(), disputed=False, majority="", dissenters=0
                )
                count_items({question for question, _ in portion})
