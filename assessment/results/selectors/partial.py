"""What a partial release says of itself: how many answers count as wrong because nobody judged them."""

from collections.abc import Mapping

from assessment.shared.say import say_n
from scoring.rules import some_of


def partial_sentence(unjudged: Mapping[str, int]) -> str:
    """How many answers of which questions count as wrong; empty where all are judged."""
    if not unjudged:
        return ""
    return say_n(
        "{n} unjudged answer counts as wrong; by question: {named}.",
        "{n} unjudged answers count as wrong; by question: {named}.",
        sum(unjudged.values()),
        named=some_of([f"{qid} ({count})" for qid, count in sorted(unjudged.items())]),
    )
