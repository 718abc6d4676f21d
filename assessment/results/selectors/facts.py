"""What the board and the first page count of campaigns beside their questions and who judges them, in one statement."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.db.models import (
    Aggregate,
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.db.models.sql.compiler import SQLCompiler

from assessment.adjudication.selectors.majorities import UNDECIDED
from assessment.assignments.selectors.units import assessors_in
from assessment.campaigns.models import Campaign, DateKind, Guidelines, Question, ScheduledDate
from assessment.campaigns.services.checked_files import undecided_checks
from assessment.jobs.services.uploads import is_any_kept, is_kept
from assessment.judging.selectors.rulings import waiting_of_campaign
from assessment.people.models import Member, RoleName
from assessment.results.models import ScoreSet
from assessment.submissions.models import PooledRun, PoolItem, Run, Team
from assessment.training.models import TrainingAttempt, TrainingQuestion
from documents.models import Collection


class Facts(NamedTuple):
    """The numbers of one campaign."""

    questions: int
    assessors: int  # who can be given questions
    untrained: int  # of them, who tried no sample question; 0 where there is none to try
    guidelines: int  # the version in force; 0 where nobody wrote any
    runs: int  # that stand
    unpooled: int  # of them, but for those that were taken out of the pool
    teams: int  # that the runs are from
    all_teams: int
    teamless: int  # participants who belong to no team
    opens_at: datetime | None  # when the site opens the campaign, where that is still to come
    undecided: int  # disputed items without a decision
    asking: int  # questions of assessors that wait for an answer
    scored: bool
    documents: int | None  # of the collection; None where it is not here
    held: bool | None  # whether their texts are
    waiting: int  # files that are checked, and neither stored nor discarded


def facts_of(campaigns: Sequence[int]) -> dict[int, Facts]:
    """The facts of campaigns, by campaign (one query)."""
    runs = Run.objects.filter(campaign=OuterRef("pk")).current()
    taken_out = PooledRun.objects.filter(run=OuterRef("pk")).exclude(taken_out=None)
    collection = Collection.visible.filter(slug=OuterRef("collection_slug"))
    rows = Campaign.objects.filter(pk__in=campaigns).values_list(
        "pk",
        _number_of(Question.objects.filter(campaign=OuterRef("pk"))),
        _number_of(assessors_in(OuterRef("pk"))),
        _number_of(_untrained()),
        Coalesce(Subquery(_guidelines()), 0),
        _number_of(runs),
        _number_of(runs.filter(pooled=False).exclude(Exists(taken_out))),
        _number_of(runs, Count("team", distinct=True)),
        _number_of(Team.objects.filter(campaign=OuterRef("pk"))),
        _number_of(_teamless()),
        Subquery(_openings().values("at")[:1]),
        _number_of(_undecided(), of="question__campaign"),
        waiting_of_campaign(),
        Exists(ScoreSet.objects.filter(qrels__campaign=OuterRef("pk"))),
        Subquery(collection.values("documents")[:1]),
        Subquery(collection.values("held")[:1]),
        _files() if is_any_kept() else Value(""),
    )
    return {pk: Facts._make([*values, _kept(files)]) for pk, *values, files in rows}


def _number_of(rows: QuerySet[Any], counted: Count | None = None, of: str = "campaign") -> Coalesce:
    counts = rows.order_by().values(of).annotate(n=counted or Count("pk")).values("n")
    return Coalesce(Subquery(counts), 0)


class _Lines(Aggregate):
    """Texts, each on a line."""

    function, output_field = "GROUP_CONCAT", TextField()
    template = "%(function)s(%(expressions)s, char(10))"

    def as_postgresql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        """The same as PostgreSQL calls it."""
        template = "STRING_AGG(%(expressions)s, chr(10))"
        return self.as_sql(compiler, connection, template=template)


def _files() -> Subquery:
    """The files that were checked: those still kept, the disk knows."""
    checks = undecided_checks().filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return Subquery(checks.annotate(files=_Lines("file")).values("files"))


def _kept(files: str | None) -> int:
    return sum(is_kept(Path(file)) for file in set((files or "").splitlines()))


def _guidelines() -> QuerySet[Guidelines, int]:
    newest = Guidelines.objects.filter(campaign=OuterRef("pk")).order_by("-version")
    shown = Case(When(text="", then=0), default=F("version"), output_field=IntegerField())
    return newest.annotate(shown=shown).values_list("shown", flat=True)[:1]


def _untrained() -> QuerySet[Member]:
    tried = TrainingAttempt.objects.filter(member=OuterRef("pk"), finished_at__isnull=False)
    samples = TrainingQuestion.objects.current().filter(campaign=OuterRef("campaign"))
    return assessors_in(OuterRef("pk")).filter(~Exists(tried), Exists(samples))


def _teamless() -> QuerySet[Member]:
    participants = Member.objects.filter(campaign=OuterRef("pk"), roles__role=RoleName.PARTICIPANT)
    return participants.filter(teams=None, left_at=None)


def _openings() -> QuerySet[ScheduledDate]:
    rows = ScheduledDate.objects.filter(campaign=OuterRef("pk"), kind=DateKind.QUESTIONS_OUT)
    return rows.filter(done_at=None)


def _undecided() -> QuerySet[PoolItem]:
    retained = Question.objects.filter(campaign=OuterRef(OuterRef("pk"))).retained()
    return PoolItem.objects.filter(UNDECIDED, question__in=retained, disputed=True)
