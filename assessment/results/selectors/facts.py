"""What the board and the first page count of campaigns beside their questions and who judges them, in one statement."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from assessment.adjudication.selectors.majorities import UNDECIDED
from assessment.assignments.selectors.units import assessors_in
from assessment.campaigns.models import Campaign, Guidelines, Question
from assessment.judging.selectors.rulings import waiting_of_campaign
from assessment.results.models import ScoreSet
from assessment.submissions.models import PooledRun, PoolItem, Run


class Facts(NamedTuple):
    """The numbers of one campaign."""

    questions: int
    assessors: int  # who can be given questions
    guidelines: int  # the version in force; 0 where nobody wrote any
    runs: int  # that stand
    unpooled: int  # of them, but for those that were taken out of the pool
    teams: int  # that the runs are from
    undecided: int  # disputed items without a decision
    asking: int  # questions of assessors that wait for an answer
    scored: bool


def facts_of(campaigns: Sequence[int]) -> dict[int, Facts]:
    """The facts of campaigns, by campaign (one query)."""
    runs = Run.objects.filter(campaign=OuterRef("pk")).current()
    taken_out = PooledRun.objects.filter(run=OuterRef("pk")).exclude(taken_out=None)
    rows = Campaign.objects.filter(pk__in=campaigns).values_list(
        "pk",
        _number_of(Question.objects.filter(campaign=OuterRef("pk"))),
        _number_of(assessors_in(OuterRef("pk"))),
        Coalesce(Subquery(_guidelines()), 0),
        _number_of(runs),
        _number_of(runs.filter(pooled=False).exclude(Exists(taken_out))),
        _number_of(runs, Count("team", distinct=True)),
        _number_of(_undecided(), of="question__campaign"),
        waiting_of_campaign(),
        Exists(ScoreSet.objects.filter(qrels__campaign=OuterRef("pk"))),
    )
    return {pk: Facts(*values) for pk, *values in rows}


def _number_of(rows: QuerySet[Any], counted: Count | None = None, of: str = "campaign") -> Coalesce:
    counts = rows.order_by().values(of).annotate(n=counted or Count("pk")).values("n")
    return Coalesce(Subquery(counts), 0)


def _guidelines() -> QuerySet[Guidelines, int]:
    newest = Guidelines.objects.filter(campaign=OuterRef("pk")).order_by("-version")
    shown = Case(When(text="", then=0), default=F("version"), output_field=IntegerField())
    return newest.annotate(shown=shown).values_list("shown", flat=True)[:1]


def _undecided() -> QuerySet[PoolItem]:
    retained = Question.objects.filter(campaign=OuterRef(OuterRef("pk"))).retained()
    return PoolItem.objects.filter(UNDECIDED, question__in=retained, disputed=True)
