"""What leaves the means, and why: flagged before scores are released."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Assignment, AssignmentRole, Judgment, NuggetVote
from assessment.judging.models.assignments import AssignmentQuerySet
from assessment.judging.models.classes import CORRECT
from assessment.submissions.models import PoolItem
from scoring.evaluate.ground import leaves
from scoring.evaluate.scorer import series_leave

NUGGETS, LIST = "nuggets", "list"
REASONS = {NUGGETS: "it has no vital nugget", LIST: "it has no known answer"}


class Flag(NamedTuple):
    """A question without a value, with the reason."""

    qid: str
    reason: str


class Flags(NamedTuple):
    """What a version leaves out of the means, and its other warnings."""

    unscorable: Sequence[Flag]
    leaving: list[str]  # series
    warnings: Sequence[str]


def flags_of(report: dict[str, Any]) -> Flags:
    """Sort what a version warns of. A version from before flags has only warnings."""
    unscorable = [Flag(qid, reason) for qid, reason in report.get("unscorable", {}).items()]
    leaving = report.get("leaving", [])
    said = {leaves(*flag) for flag in unscorable} | ({series_leave(leaving)} if leaving else set())
    return Flags(unscorable, leaving, [warning for warning in report["warnings"] if warning not in said])


class Doubt(NamedTuple):
    """A retained question to look at: one that assessors disagree on, or that may have to be dropped."""

    qid: str
    unit: str  # its series, or itself
    found_none: int  # assessors who found no correct answer
    reason: str  # why it has no value, where it has none
    disputed: int  # items judged differently
    undecided: int  # those of them without a decision


def doubts(campaign: Campaign) -> list[Doubt]:
    """The questions in doubt as judging stands now, in their order (one query). Dropped ones need no look.

    One has no value if somebody finished it and there is nothing to score it by.
    """
    alarms = counting_sheets().filter(no_answer_found=True)
    disputed = PoolItem.objects.filter(question=OuterRef("pk"), disputed=True)
    undecided = disputed.filter(Q(adjudication__isnull=True) | Q(adjudication__grade=""))
    without = _without_value(campaign)
    doubtful = Q(Exists(alarms)) | Q(Exists(disputed)) | without
    rows = Question.objects.filter(doubtful, campaign=campaign).retained().in_order()
    facts = rows.values_list(
        "qid",
        Coalesce("series__key", "qid"),
        "type",
        ExpressionWrapper(without, BooleanField()),
        number_of(alarms),
        number_of(disputed),
        number_of(undecided),
    )
    kinds = campaign.track.question_types
    return [
        Doubt(qid, unit, found_none, REASONS[kinds[kind].form] if nothing else "", *disputes)
        for qid, unit, kind, nothing, found_none, *disputes in facts
    ]


def _without_value(campaign: Campaign) -> Q:
    kinds = campaign.track.question_types
    wanting = Q()
    for form, nothing in ((NUGGETS, no_vital_nugget()), (LIST, no_known_answer())):
        types = [name for name, kind in kinds.items() if kind.form == form]
        wanting |= Q(nothing, type__in=types) if types else Q()
    finished = counting_sheets().filter(
        role__in=(AssignmentRole.PRIMARY, AssignmentRole.JUDGE), finished_at__isnull=False
    )
    return Q(Exists(finished)) & wanting if wanting else Q(pk=None)


def number_of(rows: QuerySet[Any]) -> Coalesce:
    """How many of the rows there are for each question."""
    counts = rows.order_by().values("question").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts), 0)


def counting_sheets() -> AssignmentQuerySet:
    return Assignment.objects.counting().filter(question=OuterRef("pk"))


def no_vital_nugget() -> Q:
    votes = NuggetVote.objects.filter(nugget__question=OuterRef("pk"), nugget__removed=False, vote="vital")
    return ~Q(Exists(votes))


def no_known_answer() -> Q:
    known = AnswerClass.objects.known().filter(question=OuterRef("pk"))
    correct = Judgment.objects.filter(item__question=OuterRef("pk"), grade__in=CORRECT)
    return ~Q(Exists(known)) & ~Q(Exists(correct))
