"""Whether a question judged as a list or by nuggets has a value, and what to say of one that has none.

The one rule: scores, release and the board follow it, and keep the code. Sentences are made of codes, never compared.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

UNJUDGED, NO_VITAL_NUGGET, NO_KNOWN_ANSWER = "unjudged", "no_vital_nugget", "no_known_answer"
SERIES_LEAVE = "series_leave"
FLAGGED = frozenset({UNJUDGED, NO_VITAL_NUGGET, NO_KNOWN_ANSWER, SERIES_LEAVE})  # what is kept as codes too
REASONS: Mapping[str, str] = {
    UNJUDGED: "nothing of it is judged",
    NO_VITAL_NUGGET: "it has no vital nugget",
    NO_KNOWN_ANSWER: "it has no known answer",
}


class Remark(NamedTuple):
    """A warning of a report, with a code where it says of something that it has no value."""

    sentence: str
    code: str = ""


def list_fault(known: Collection[str], *, untouched: bool) -> str:
    """Why a list has no value: nothing of it is judged, or its final answer set is empty; "" where it has one."""
    return UNJUDGED if untouched else "" if known else NO_KNOWN_ANSWER


def nuggets_fault(weights: Mapping[str, int], *, untouched: bool) -> str:
    """Why a question judged by nuggets has no value: none of them weighs anything; "" where it has one."""
    if any(weights.values()):
        return UNJUDGED if untouched else ""
    return UNJUDGED if untouched and not weights else NO_VITAL_NUGGET


def reason_of(code: str) -> str:
    """A code in words. Versions of scores from before the codes hold the words themselves."""
    return REASONS.get(code, code)


def leaves(qid: str, code: str) -> Remark:
    """The warning of a question that has no value."""
    return Remark(f"Question {qid} is left out of the means: {reason_of(code)}.", code)
