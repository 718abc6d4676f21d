"""The answers of one run at a time, as assessors of 2004 saw them (setting list_view=run). Runs have numbers, never names."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.submissions.models import PoolItem, Response, RunState

BY_RUN = "run"


class RunList(NamedTuple):
    """One run's answers to a question: its number among the runs, and the items in the order of the run."""

    number: int
    of: int
    items: Sequence[int]

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
    question: Question, number: int | None, pks: Mapping[str, int] | None = None, item: int | None = None
) -> RunList | None:
    """One run's list, the first where there is no such number; None where no run gave an answer (two queries).

    An `item` that is not in that list leads to the first one that has it, as undo may go back to another list. The order of the runs is another in each question, and says nothing of them. `pks` are the pool items by their
    keys where the caller has them.
    """
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
    if not runs:
        return None
    chosen = number if number and number <= len(runs) else 1
    if item not in given[runs[chosen - 1]]:
        chosen = next((place for place, run in enumerate(runs, 1) if item in given[run]), chosen)
    return RunList(chosen, len(runs), list(given[runs[chosen - 1]]))
