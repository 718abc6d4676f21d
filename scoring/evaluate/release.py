"""What stands between an evaluation and its official scores."""

from typing import NamedTuple

from scoring.evaluate.scorer import Scorer
from scoring.rules import Rule


class Hindrances(NamedTuple):
    """What must be judged before scores are official, and what an organizer has to know of."""

    unjudged: tuple[str, ...]  # questions of retained series with pool items that nobody judged
    unscorable: dict[str, str]  # questions that leave the means, with the code of the reason
    leaving: tuple[str, ...]  # series that leave the evaluation


def hindrances(scorer: Scorer, rule: Rule | str = "adjudicated", partial: bool = False) -> Hindrances:
    """What is unjudged or leaves under a rule. Raises RuleError where the rule cannot be followed."""
    qrels, ground = scorer.ground(rule, partial)
    totals = scorer.totals(ground)
    leaving = set(totals.leaving()) if totals else set()
    seen = scorer.basis.seen if scorer.basis else set()
    ungraded = scorer.evaluation.ungraded
    waiting = {
        item.qid
        for item in scorer.evaluation.pool
        if (item not in seen if item.qid in ungraded else item not in qrels.grades)
    }
    questions = [it for it in scorer.questions if it.series not in leaving]
    return Hindrances(
        unjudged=tuple(it.qid for it in questions if it.qid in waiting),
        unscorable=scorer.without_value(ground),
        leaving=tuple(it.series_id for it in scorer.evaluation.topics.series if it.series_id in leaving),
    )
