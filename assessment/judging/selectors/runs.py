"""The answers of one run at a time, as assessors of 2004 saw them (setting list_view=run). Runs have numbers, never names."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.submissions.models import PoolItem, Response, RunState

BY_RUN = "run"


class RunList(NamedTuple):
    """One run's answers to a question: its number among the runs, and the items in the order of the run."""

    number: int
    of: int
    items: Sequence[int]
    open_next: int = (
        0  # the number of the next list, round at the end, with an open item that this one has not
    )

    @property
    def before(self) -> int:
        """The number of the list before; 0 where this is the first."""
        return self.number - 1

    @property
    def after(self) -> int:
        """The number of the list after; 0 where this is the last."""
        return self.number + 1 if self.number < self.of else 0


def is_by_run(question: Question) -> bool:
    """Whether the question is judged run by run."""
    return question.kind.form.is_whole and question.campaign.rules.get("list_view") == BY_RUN


def run_list(
    question: Question,
    number: int | None,
    *,
    waiting: Collection[int],
    pks: Mapping[str, int] | None = None,
    item: int | None = None,
) -> RunList | None:
    """One run's list; None where no run gave an answer (two queries).

    Without a number it is the first with an item that is `waiting` for its assessor; else, or where there is no such
    number, the first of all. An `item` that is not in that list leads to the first one that has it, as undo may go back
    to another list. The order of the runs is another in each question, and says nothing of them. `pks` are the pool items
    by their keys where the caller has them.
    """
    lists = _lists(question, pks)
    if not lists:
        return None
    waits = [not set(waiting).isdisjoint(items) for items in lists]
    if number is None:
        number = waits.index(True) + 1 if True in waits else 1
    chosen = number if 0 < number <= len(lists) else 1
    if item not in lists[chosen - 1]:
        chosen = next((place for place, items in enumerate(lists, 1) if item in items), chosen)
    left = set(waiting).difference(lists[chosen - 1])
    others = [*range(chosen + 1, len(lists) + 1), *range(1, chosen)]
    open_next = next((other for other in others if not left.isdisjoint(lists[other - 1])), 0)
    return RunList(chosen, len(lists), list(lists[chosen - 1]), open_next)


def _lists(question: Question, pks: Mapping[str, int] | None) -> list[dict[int, None]]:
    """The items of each run, in the order of its lines."""
    if pks is None:
        pks = dict(PoolItem.objects.filter(question=question).values_list("key", "pk"))
    given: defaultdict[int, dict[int, None]] = defaultdict(dict)
    rows = Response.objects.filter(
        question=question, run__state=RunState.SUBMITTED, run__pooled=True
    ).exclude(key="")
    for run, key in rows.order_by("run_id", "line").values_list("run_id", "key"):
        if key in pks:
            given[run][pks[key]] = None
    runs = sorted(given, key=lambda run: hashlib.sha256(f"{question.pk} {run}".encode()).digest())
    return [given[run] for run in runs]
