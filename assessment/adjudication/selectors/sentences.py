"""What is said of a write when it is done: pages and commands say it in the same words."""

from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem

# The grounds within a sentence, alone and where the majority was overruled.
_WHY = {
    "opinion": sentence("a matter of opinion"),
    "misapplied": sentence("a misapplied guideline"),
    "inconsistent": sentence("inconsistent across the pool"),
}
_WHY_OVERRULED = {
    "opinion": sentence("a matter of opinion, the majority overruled"),
    "misapplied": sentence("a misapplied guideline, the majority overruled"),
    "inconsistent": sentence("inconsistent across the pool, the majority overruled"),
}
_IN_SHORT = {
    "opinion": sentence("opinion"),
    "misapplied": sentence("misapplied"),
    "inconsistent": sentence("inconsistent"),
}
_IN_SHORT_OVERRULED = {
    "opinion": sentence("opinion, overruled"),
    "misapplied": sentence("misapplied, overruled"),
    "inconsistent": sentence("inconsistent, overruled"),
}


def why(ground: str, *, overruled: bool = False) -> str:
    """On which ground something was decided."""
    words = (_WHY_OVERRULED if overruled else _WHY).get(ground)
    return say(words) if words else ""


def in_short(ground: str, *, overruled: bool) -> str:
    """The same as a list of former decisions says it."""
    words = (_IN_SHORT_OVERRULED if overruled else _IN_SHORT).get(ground)
    return say(words) if words else ""


def decision_withdrawn(item: PoolItem) -> str:
    """That an item waits for a decision again."""
    place = f"{item.docid} {item.passage}".rstrip()
    return say(
        "The decision on {place} “{answer}” is withdrawn; the item is open again.",
        place=place,
        answer=item.answer,
    )
