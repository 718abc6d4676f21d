"""Files of which one knows what they do once they are stored: a check stores one, and takes that back at once."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import Model

from assessment.campaigns.models import Question
from assessment.campaigns.selectors.imports import named, trace_of
from assessment.campaigns.selectors.traces import Table, Trace
from assessment.campaigns.services.intakes import Sent, Taken
from assessment.shared.say import say

SHOWN = 200  # new entries that a preview names


def rehearsed(sent: Sent, store: Callable[[Sent], Taken], *listed: type[Model]) -> Taken:
    """What storing a file would do. Raises what storing it would raise.

    Of the tables `listed`, which hold questions or what belongs to one, the review names what is new or another.
    """
    with transaction.atomic():
        taken = store(sent)
        trace = trace_of(named(sent.campaign, taken.number)) if taken.number else Trace()
        written = [table for table in trace.tables if table.model in listed]
        entries = [entry for table in written for entry in _entries(table)]
        transaction.set_rollback(True)
    more = sum(len(table.left) for table in written) - len(entries)
    said = say("Nothing is stored yet. The import would say: “{sentence}”", sentence=taken.sentence)
    found = {"is_new": not trace.is_empty, "entries": entries, "more": more}
    return Taken(said, review={**(taken.review or {}), **found})


def _entries(table: Table) -> list[tuple[str, str]]:
    """Id of the question and text of the first of its rows."""
    rows: Any = table.model._default_manager.filter(pk__in=sorted(table.left)[:SHOWN])
    if table.model is Question:
        return list(rows.in_order().values_list("qid", "text"))
    rows = rows.select_related("question").order_by("question__position", "pk")
    return [(row.question.qid, str(row)) for row in rows]
