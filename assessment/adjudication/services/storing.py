"""Many decisions stored at once, with their history: those of a file, and accepted majorities."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import uuid4

from assessment.adjudication.services.adjudicate import Decision
from assessment.judging.models import Change, ChangeKind
from assessment.judging.services.parts.decisions import NAME, read_decisions, write_decisions
from assessment.people.models import Account, Member

BATCH = 500


class NewDecision(NamedTuple):
    """What is decided of an item, by whom."""

    question: int
    decision: Decision
    member: Member | None


def store_decisions(
    decisions: Mapping[int, NewDecision], by: Account | None, batch: int | None = None
) -> int:
    """Store checked decisions by (locked) pool item, with their history; how many are new or changed."""
    stored = read_decisions(list(decisions))
    after, history = {}, []
    for item, (question, decision, member) in decisions.items():
        before = stored[item]
        if Decision.of(before) == decision and before["member_id"] == (member.pk if member else None):
            continue
        after[item] = decision.by(member) | {"changes": before["changes"] + 1}
        history.append(
            Change(
                question_id=question,
                item_id=item,
                kind=ChangeKind.DECISION,
                client_id=uuid4(),
                label=f"“{decision.grade}”",
                before={NAME: {str(item): before}},
                after={NAME: {str(item): after[item]}},
                made_by=by,
                batch_id=batch,
            )
        )
    write_decisions(after)
    Change.objects.bulk_create(history, batch_size=BATCH)
    return len(after)
