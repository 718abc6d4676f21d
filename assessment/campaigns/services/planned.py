"""Tables of which a plan says what each line does: looked at first, and compared with what would happen by then."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from assessment.campaigns.services.intakes import Sent, Taken
from assessment.shared.errors import Conflict
from assessment.shared.say import say


class PlannedLine(NamedTuple):
    """What becomes of a line: whom or what it names, what it says `about` them, and what happens, in words."""

    line: int
    name: str
    sentence: str
    is_change: bool
    about: str = ""


class Plan(Protocol):
    """What a table would do; `mark` is another where anything else would happen."""

    @property
    def lines(self) -> Sequence[PlannedLine]: ...
    @property
    def mark(self) -> str: ...
    @property
    def sentence(self) -> str: ...


def would(plan: Plan, **counts: Any) -> Taken:
    """What a table that is only checked would do."""
    return Taken(plan.sentence, review=review_of(plan, **counts))


def review_of(plan: Plan, **counts: Any) -> dict[str, Any]:
    """A plan in values that JSON has."""
    lines = [line._asdict() for line in plan.lines]
    is_new = any(line.is_change for line in plan.lines)
    return {"sentence": plan.sentence, "seen": plan.mark, "lines": lines, "is_new": is_new, **counts}


def refuse_another(plan: Plan, sent: Sent, message: str) -> None:
    """Raise Conflict, with this message, where a table was looked at and would do something else by now."""
    seen = (sent.review or {}).get("seen")
    if seen and seen != plan.mark:
        raise Conflict(message, "changed_meanwhile", say("Look at what would happen now, and confirm it."))
